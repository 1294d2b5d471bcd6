/// \file
/// Converts sums of four coefficients to limbs. A line of memory has the sums of eight rows, so a block
/// converts a segment of each of these rows. A thread takes a run of neighbouring sums, which fill whole
/// limbs, and carries from sum to sum.
///
/// What a run leaves is at most run_bias in size, and not negative once that is added. A run that gets what
/// the run below leaves may then generate a carry, or propagate one if all its bits are set. Threads look
/// back over the few runs of their segment. segment_carries_kernel finds the carries between segments.
///
/// Reads 16 bytes per sum and writes 8 per limb.
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/model/streamed.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/normalize/arguments.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

template <int Bits>
struct sum_limbs_memory {
  static constexpr int rows = 8, runs = runs_of_segment, run_limbs = sums_of_run * columns_of_sum * Bits / 64;
  limb limbs[rows][runs * run_limbs + 2];  // padded against bank conflicts
  limb left[rows][runs];                   ///< what each run leaves
  tile_carry effect[rows][runs];           ///< of each run on a carry
  bool ones[rows][runs];                   ///< whether all limbs but the first of the segment are all ones
};

/// \tparam Bits of a digit
template <int Bits>
struct sum_limbs_kernel : kernel<sum_limbs_arguments, 128, 6, sum_limbs_memory<Bits>> {
  using base = kernel<sum_limbs_arguments, 128, 6, sum_limbs_memory<Bits>>;
  using base::threads;
  using typename base::arguments, typename base::shared_memory;
  static constexpr int rows = shared_memory::rows, runs = shared_memory::runs,
                       run_limbs = shared_memory::run_limbs, sum_bits = columns_of_sum * Bits;
  static_assert(threads == rows * runs && sums_of_run * sum_bits == 64 * run_limbs);

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    // Neighbouring blocks read neighbouring lines.
    const auto lines = 2 * static_cast<std::uint32_t>(a.column) / rows;
    const std::uint32_t line = block.index() % lines, part = block.index() / lines,
                        parts = static_cast<std::uint32_t>(a.width / columns_of_segment);
    const auto segment_of = [&](int row) {
      const std::uint32_t place = line * rows + static_cast<std::uint32_t>(row);
      return std::uint64_t{a.tall ? row_of_tall_sum(place, static_cast<std::uint32_t>(a.column)) : place} *
                 parts +
             part;
    };
    const auto limbs_at = [&](int thread) -> limb* {
      return shared.limbs[thread % rows] + thread / rows * run_limbs;
    };
    block.phase([&](int thread) {
      const int row = thread % rows, run = thread / rows;
      const std::uint64_t stride = 2 * static_cast<std::uint64_t>(a.column);
      const coefficient_sum* const from =
          a.sums + (part * runs + static_cast<std::uint32_t>(run)) * sums_of_run * stride + line * rows +
          static_cast<std::uint32_t>(row);
      shared.left[row][run] = settle_run([&](auto m) { return read_once(from + m * stride); },
                                         segment_of(row) == 0 && run == 0, limbs_at(thread));
    });
    block.phase([&](int thread) {
      const int row = thread % rows, run = thread / rows;
      const bool carry = run > 0 && add_to(limbs_at(thread), shared.left[row][run - 1]);
      shared.effect[row][run] = carry                           ? tile_carry::generate
                                : all_ones(limbs_at(thread), 0) ? tile_carry::propagate
                                                                : tile_carry::kill;
    });
    block.phase([&](int thread) {
      const int row = thread % rows, run = thread / rows;
      int nearest = run - 1;
      while (nearest > 0 && shared.effect[row][nearest] == tile_carry::propagate) --nearest;
      const bool arrives = run > 0 && shared.effect[row][nearest] == tile_carry::generate;
      if (arrives) add_to(limbs_at(thread), 1);
      shared.ones[row][run] = all_ones(limbs_at(thread), run == 0 ? 1 : 0);
      if (run == runs - 1 && (shared.effect[row][run] == tile_carry::generate ||
                              (shared.effect[row][run] == tile_carry::propagate && arrives)))
        ++shared.left[row][run];
    });
    block.phase([&](int thread) {
      for (int row = 0; row < rows; ++row) {
        const std::uint64_t first = segment_of(row) * (runs * run_limbs);
        for (int l = thread; l < runs * run_limbs; l += threads)
          if (first + static_cast<std::uint32_t>(l) < a.limb_count) a.limbs[first + l] = shared.limbs[row][l];
      }
      if (thread >= rows) return;
      bool ones = true;
      for (int run = 0; run < runs; ++run) ones = ones && shared.ones[thread][run];
      a.segments[segment_of(thread)] = {shared.limbs[thread][0],
                                        shared.left[thread][runs - 1] | limb{ones} << (limb_bits - 1)};
    });
  }

 private:
  /// \returns what the run leaves
  GBI_DEVICE static limb settle_run(const auto& sum_at, bool is_lowest, limb* limbs) {
    constexpr wide_limb mask = (wide_limb{1} << sum_bits) - 1;
    signed_wide_limb carry = is_lowest ? 0 : -static_cast<signed_wide_limb>(run_bias);
    wide_limb pending = 0;
    unroll<sums_of_run>([&](auto m) {
      const coefficient_sum sum = sum_at(m);
      carry += static_cast<signed_wide_limb>(static_cast<wide_limb>(sum.high) << 64 | sum.low);
      constexpr int begin = m * sum_bits, ready = (begin + sum_bits) / 64 - begin / 64;
      pending |= (static_cast<wide_limb>(carry) & mask) << begin % 64;
      carry >>= sum_bits;
      unroll<ready>([&](auto k) {
        limbs[begin / 64 + k] = low_limb(pending);
        pending >>= 64;
      });
    });
    return static_cast<limb>(carry) + run_bias;
  }
  /// \returns the carry out of the run
  GBI_DEVICE static bool add_to(limb* limbs, limb addend) {
    limbs[0] += addend;
    bool carry = limbs[0] < addend;
    for (int l = 1; carry && l < run_limbs; ++l) carry = ++limbs[l] == 0;
    return carry;
  }
  GBI_DEVICE static bool all_ones(const limb* limbs, int first) {
    int l = run_limbs;
    while (l > first && limbs[l - 1] == ~limb{0}) --l;
    return l == first;
  }
};

}  // namespace gbi::kernels
