/// \file
/// Tiled convolution. The product matrix a_i b_j is cut into tiles of T x T digits (T = 128 digits of 32
/// bits). One warp computes a tile and adds the 2T columns of the tile to the result with atomics.
///
/// Inside a tile everything is in registers. Lane t owns four columns of the tile's result: first those of
/// chunk t (a chunk is four digits), then, after it has passed them on, those of chunk t + 32. In step J, all
/// lanes receive chunk J of a by broadcast. Chunk (t - J) mod 32 of b arrives from the lane before, so its
/// product with chunk J of a falls on the chunk that the lane owns:
///
///     step J:   lane t multiplies  a[J] * b[t - J]       -> columns of chunk t          while J <= t
///                                  a[J] * b[t - J + 32]  -> columns of chunk t + 32     while J > t
///
/// A product of two chunks extends three columns beyond its chunk. At the end the 96-bit column sums are
/// split into 32-bit digits, and shuffles hand over the digits that belong to the next chunks. So each column
/// costs one atomic addition of less than 2^36 per tile.
///
/// Source of the tiling: A. Pérez Diéguez, PhD thesis, Universidade da Coruña (2018), ch. 7.
/// Cost: n m / 2^10 multiply-adds of 32 x 32 bits for n x m bits, 2T atomics per tile.
#pragma once

#include "kernels/convolution/arguments.hpp"
#include "kernels/model/kernel.hpp"
#include "kernels/model/unroll.hpp"

namespace gbi::kernels {

struct tile_product_kernel : kernel<tile_arguments, warp_threads, 16> {
  static constexpr int chunk = tile_digits / warp_threads;  ///< digits per lane
  static constexpr int columns = 2 * chunk - 1;             ///< reached by a product of two chunks

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory&, const arguments& args) {
    const std::uint32_t tiles_a = static_cast<std::uint32_t>((args.a.count + tile_limbs - 1) / tile_limbs);
    const std::uint64_t first_a = std::uint64_t{block.index() % tiles_a} * tile_limbs;
    const std::uint64_t first_b = std::uint64_t{block.index() / tiles_a} * tile_limbs;
    const std::uint64_t left = args.a.count - first_a;
    const int steps = left < tile_limbs ? static_cast<int>((left + 1) / 2) : warp_threads;

    per_thread<Block, limb> a[2], b[2];
    per_thread<Block, std::uint64_t> low[columns], lower_low[columns];
    per_thread<Block, std::uint32_t> high[columns], lower_high[columns];
    block.warp_phase([&](int thread) {
      unroll<2>([&](auto i) {
        const std::uint64_t at = static_cast<std::uint32_t>(2 * thread + i);
        a[i][thread] =
            first_a + at < args.a.count ? args.a.limbs[block.batch() * args.a.stride + first_a + at] : 0;
        b[i][thread] =
            first_b + at < args.b.count ? args.b.limbs[block.batch() * args.b.stride + first_b + at] : 0;
      });
      unroll<columns>([&](auto c) {
        low[c][thread] = lower_low[c][thread] = 0;
        high[c][thread] = lower_high[c][thread] = 0;
      });
    });

    for (int step = 0; step < steps; ++step) {
      const per_thread<Block, limb> a0 = block.broadcast(a[0], step), a1 = block.broadcast(a[1], step);
      block.warp_phase([&](int thread) {
        const bool switches = thread == step - 1;  // the lane's columns of the lower half are complete
        const std::uint32_t x[chunk] = {
            static_cast<std::uint32_t>(a0[thread]), static_cast<std::uint32_t>(a0[thread] >> 32),
            static_cast<std::uint32_t>(a1[thread]), static_cast<std::uint32_t>(a1[thread] >> 32)};
        const std::uint32_t y[chunk] = {
            static_cast<std::uint32_t>(b[0][thread]), static_cast<std::uint32_t>(b[0][thread] >> 32),
            static_cast<std::uint32_t>(b[1][thread]), static_cast<std::uint32_t>(b[1][thread] >> 32)};
        unroll<columns>([&](auto c) {
          lower_low[c][thread] = switches ? low[c][thread] : lower_low[c][thread];
          lower_high[c][thread] = switches ? high[c][thread] : lower_high[c][thread];
          std::uint64_t sum = switches ? 0 : low[c][thread];
          std::uint32_t carries = switches ? 0 : high[c][thread];
          unroll<chunk>([&](auto i) {
            if constexpr (c - i >= 0 && c - i < chunk) {
              const std::uint64_t term = std::uint64_t{x[i]} * y[c - i];
              sum += term;
              carries += sum < term;
            }
          });
          low[c][thread] = sum;
          high[c][thread] = carries;
        });
      });
      b[0] = block.shuffle(b[0], previous_lane);
      b[1] = block.shuffle(b[1], previous_lane);
    }

    // Lanes that have not switched still hold columns of the lower half.
    per_thread<Block, std::uint64_t> lower[chunk], upper[chunk], lower_next[chunk], upper_next[chunk];
    per_thread<Block, std::uint64_t> lower_last, upper_last;
    block.warp_phase([&](int thread) {
      const bool has_switched = thread < steps - 1;
      std::uint64_t digits[2][columns + 2];
      unroll<columns + 2>([&](auto c) { digits[0][c] = digits[1][c] = 0; });
      unroll<columns>([&](auto c) {
        take_apart<c>(digits[0], has_switched ? lower_low[c][thread] : low[c][thread],
                      has_switched ? lower_high[c][thread] : high[c][thread]);
        take_apart<c>(digits[1], has_switched ? low[c][thread] : 0, has_switched ? high[c][thread] : 0);
      });
      unroll<chunk>([&](auto c) {
        lower[c][thread] = digits[0][c];
        upper[c][thread] = digits[1][c];
        lower_next[c][thread] = digits[0][chunk + c];
        upper_next[c][thread] = digits[1][chunk + c];
      });
      lower_last[thread] = digits[0][2 * chunk];
      upper_last[thread] = digits[1][2 * chunk];
    });
    hand_over(block, lower[0], upper[0], lower_last, upper_last, 2);
    unroll<chunk>([&](auto c) { hand_over(block, lower[c], upper[c], lower_next[c], upper_next[c], 1); });

    const std::uint64_t first = 2 * (first_a + first_b);
    std::int64_t* out = args.coefficients + block.batch() * args.coefficient_stride;
    block.warp_phase([&](int thread) {
      unroll<chunk>([&](auto c) {
        const std::uint64_t at = first + static_cast<std::uint32_t>(thread * chunk + c);
        add_column(block, out, at, args.coefficient_count, lower[c][thread]);
        add_column(block, out, at + tile_digits, args.coefficient_count, upper[c][thread]);
      });
    });
  }

 private:
  GBI_DEVICE static int previous_lane(int lane) { return (lane + warp_threads - 1) % warp_threads; }

  /// Adds a 96-bit column sum to the digits from Column on.
  template <int Column, int Size>
  GBI_DEVICE static void take_apart(std::uint64_t (&digits)[Size], std::uint64_t low, std::uint32_t high) {
    digits[Column] += static_cast<std::uint32_t>(low);
    digits[Column + 1] += low >> 32;
    digits[Column + 2] += high;
  }

  /// Adds every lane's `next` values to the columns of the lane `distance` further on. Lane 0 of the upper
  /// half follows lane 31 of the lower half. Nothing follows the upper half: a product of two tiles has 2T
  /// digits.
  template <class Block>
  GBI_DEVICE static void hand_over(Block& block, per_thread<Block, std::uint64_t>& lower,
                                   per_thread<Block, std::uint64_t>& upper,
                                   const per_thread<Block, std::uint64_t>& lower_next,
                                   const per_thread<Block, std::uint64_t>& upper_next, int distance) {
    const auto before = [=](int lane) { return (lane + warp_threads - distance) % warp_threads; };
    const per_thread<Block, std::uint64_t> from_lower = block.shuffle(lower_next, before);
    const per_thread<Block, std::uint64_t> from_upper = block.shuffle(upper_next, before);
    block.warp_phase([&](int thread) {
      lower[thread] += thread < distance ? 0 : from_lower[thread];
      upper[thread] += thread < distance ? from_lower[thread] : from_upper[thread];
    });
  }

  template <class Block>
  GBI_DEVICE static void add_column(Block& block, std::int64_t* out, std::uint64_t at, std::uint64_t count,
                                    std::uint64_t value) {
    if (value != 0 && at < count) block.atomic_add(reinterpret_cast<std::uint64_t*>(out) + at, value);
  }
};

}  // namespace gbi::kernels
