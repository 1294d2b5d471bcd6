/// \file
/// Whole products and low halves of the integers of two batches, as convolutions of their bytes on tensor
/// cores. A warp has an integer, cut into runs. It adds up the convolutions of all pairs of runs that start
/// at the same byte of the product, column by column, in registers. The upper half of a column is the start
/// of the next column. All carries are added in the same launch.
///
/// Sums stay below 2^31 for up to 2^15 bytes. Whole products of n and m runs take n m products of runs: 26
/// tensor instructions of 16 x 8 x 32 bytes for runs of 256 bytes and 84 for 512. The lower half of a product
/// of runs takes 14 and 44. Neighbouring integers are adjacent in memory, so a block has several. Reads 8
/// bytes per limb of each operand and writes 8 per limb of the result.
#pragma once

#include <cstdint>

#include "kernels/bytes/staged_runs.hpp"
#include "kernels/bytes/sums_to_words.hpp"
#include "kernels/modular/arguments.hpp"

namespace gbi::kernels {

template <int Bytes, int Runs, int Elements, bool Ahead>
struct byte_product_memory {
  staged_runs<Bytes, Runs, Elements, Ahead> operands;
  /// Spaced like the places of operands.
  alignas(16) std::uint32_t words[Elements][next_place(Runs * Bytes / 2, 32 / Elements)];
  std::uint32_t has_carries;
};

/// \tparam Bytes the bytes of a run. \tparam Runs the most runs of an integer. \tparam Elements the elements
/// of a group.
/// \tparam Blocks the blocks per multiprocessor.
/// \tparam Groups the most groups that a block multiplies one after the other. This amortises its start and
/// end, and the limbs of the next group arrive while one is multiplied.
template <int Bytes, int Runs, int Elements, int Blocks, int Groups>
struct batch_byte_product_kernel : kernel<batch_product_arguments, warp_threads * Elements, Blocks,
                                          byte_product_memory<Bytes, Runs, Elements, (Groups > 1)>> {
  using shared_memory = byte_product_memory<Bytes, Runs, Elements, (Groups > 1)>;
  static constexpr int run_limbs = Bytes / 8, half = Bytes / tile_bytes;
  static constexpr bool ahead = Groups > 1;
  using staged = staged_runs<Bytes, Runs, Elements, ahead>;
  static_assert(Runs * 2 * half <= 32, "a word has a carry bit for each tile");

  GBI_BOTH static constexpr std::uint32_t groups(std::uint32_t elements) {
    return (elements + Elements - 1) / Elements;
  }
  /// Small batches have more blocks rather than more groups per block.
  GBI_BOTH static constexpr std::uint32_t groups_of_block(std::uint32_t elements) {
    const std::uint32_t each = groups(elements) / enough_blocks;
    return each < 1 ? 1 : each > Groups ? Groups : each;
  }

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const batch_product_arguments& args) {
    const int runs_a = Runs == 1 ? 1 : runs_of(args.a.count), runs_b = Runs == 1 ? 1 : runs_of(args.b.count);
    const int wanted = runs_of(args.first + args.out.count), all = runs_a + runs_b;
    const int columns = wanted < all ? wanted : all;
    const std::uint32_t each = groups_of_block(args.elements), begin = block.index() * each,
                        all_groups = groups(args.elements),
                        end = begin + each < all_groups ? begin + each : all_groups;
    // The places of the thread's first limbs: in the next operands, and in the result of this group. A thread
    // without an element moves none.
    struct place {
      std::uint32_t element;  // of this group
      const limb *a, *b;
      limb* out;
    };
    per_thread<Block, place> places;
    const auto copy_ahead = [&](std::uint32_t distance) {
      if constexpr (ahead) {
        block.lone_phase([&](int thread) {
          place& at = places[thread];
          if (at.element + distance * Elements >= args.elements) return;
          shared.operands.copy_ahead(block, thread, 0, args.a, runs_a, at.a);
          shared.operands.copy_ahead(block, thread, 1, args.b, runs_b, at.b);
          at.a += Elements * args.a.element_stride;
          at.b += Elements * args.b.element_stride;
        });
        block.commit_copies();
      }
    };

    block.lone_phase([&](int thread) {
      const auto element = begin * Elements + static_cast<std::uint32_t>(staged::element_of(thread));
      const auto lane = static_cast<std::uint32_t>(staged::lane_of(thread));
      places[thread] = {element, args.a.limbs + lane * args.a.limb_stride + element * args.a.element_stride,
                        args.b.limbs + lane * args.b.limb_stride + element * args.b.element_stride,
                        args.out.limbs + lane * args.out.limb_stride + element * args.out.element_stride};
      shared.operands.clear(thread, args.a, runs_a, args.b, runs_b);
      if (thread == 0) shared.has_carries = 0;
    });
    copy_ahead(0);
    for (std::uint32_t group = begin; group < end; ++group) {
      block.template await_copies<0>();
      block.phase([&](int thread) {
        const std::uint32_t element = places[thread].element;
        shared.operands.stage(thread, args.a, runs_a, args.b, runs_b,
                              element < args.elements ? element : args.elements - 1);
      });
      if (group + 1 < end) copy_ahead(1);
      add_columns(block, shared, runs_a, runs_b, columns);
      block.lone_phase([&](int thread) {
        place& at = places[thread];
        if (at.element < args.elements) store(shared, args, thread, at.out, columns);
        at.element += Elements;
        at.out += Elements * args.out.element_stride;
      });
    }
  }

 private:
  static constexpr std::uint32_t enough_blocks = 2048;

  GBI_DEVICE static int runs_of(std::uint32_t limbs) {
    return static_cast<int>((limbs + run_limbs - 1) / run_limbs);
  }

  /// The limbs of the result that a thread writes, from `to` on.
  GBI_DEVICE static void store(const shared_memory& shared, const batch_product_arguments& args, int thread,
                               limb* to, int columns) {
    const auto lane = static_cast<std::uint32_t>(staged::lane_of(thread));
    const auto limbs = static_cast<std::uint32_t>(columns * run_limbs);
    const std::uint32_t* words = shared.words[staged::element_of(thread)];
    words += 2 * (args.first + lane);  // lanes without limbs are beyond the array, and read nothing
    const auto word_pair = [&](int i) {
      const limb_halves x = *reinterpret_cast<const limb_halves*>(words + 2 * warp_threads * i);
      return limb{x.high} << 32 | x.low;
    };
    const auto put_all = [&](auto value_of) {
      const auto put = [&](int i) {
        *to = value_of(i);
        to += warp_threads * args.out.limb_stride;
      };
      if constexpr (Runs == 1)
        repeat<2 * run_limbs / warp_threads>([&](int i) {
          if (lane + static_cast<std::uint32_t>(i * warp_threads) < args.out.count) put(i);
        });
      else
        for (int i = 0; lane + static_cast<std::uint32_t>(i * warp_threads) < args.out.count; ++i) put(i);
    };
    if (args.first + args.out.count <= limbs && args.out.top_mask == ~limb{0})
      put_all(word_pair);
    else
      put_all([&](int i) {
        const std::uint32_t index = lane + static_cast<std::uint32_t>(i * warp_threads);
        const limb value = args.first + index < limbs ? word_pair(i) : 0;
        return index + 1 == args.out.count ? value & args.out.top_mask : value;
      });
  }

  /// The words of the first `columns` columns of the product.
  template <class Block>
  GBI_DEVICE static void add_columns(Block& block, shared_memory& shared, int runs_a, int runs_b,
                                     int columns) {
    const auto warp_of = [](int thread) { return static_cast<std::uint32_t>(thread) / warp_threads; };
    per_thread<Block, convolution_sums<2 * half>> sums;
    sums_to_words<Block, 2 * half, Runs * Bytes <= 256> words(block);
    const auto words_of = [&](int thread) { return shared.words[warp_of(thread)]; };
    const auto add_product = [&](auto tiles, int i, int j) {
      block.template convolve_bytes<Bytes, tiles>(
          sums, [&](int thread) { return shared.operands.operands(warp_of(thread), i, j); });
    };
    constexpr std::integral_constant<int, half> lower;
    constexpr std::integral_constant<int, 2 * half> whole;
    block.lone_phase([&](int thread) { sums[thread] = {}; });
    if constexpr (Runs == 1) {
      const auto make = [&](auto tiles) {
        add_product(tiles, 0, 0);
        repeat<tiles>([&](int tile) { words.finish(sums, tile, tile, words_of); });
      };
      if (columns == 1)
        make(lower);
      else
        make(whole);
    } else {
      for (int column = 0; column < columns; ++column) {
        const int begin = column < runs_b ? 0 : column - runs_b + 1;
        const int end = column < runs_a ? column + 1 : runs_a;
        for (int i = begin; i < end; ++i)
          if (column + 1 == columns)
            add_product(lower, i, column - i);
          else
            add_product(whole, i, column - i);
        repeat<half>([&](int tile) { words.finish(sums, tile, column * half + tile, words_of); });
        block.lone_phase([&](int thread) {
          repeat<4 * half>([&](int i) {
            std::uint32_t& upper = sums[thread].of[half + i / 4][i / 2 % 2][i % 2];
            sums[thread].of[i / 4][i / 2 % 2][i % 2] = upper;
            upper = 0;
          });
        });
      }
    }
    block.phase([&](int thread) {
      if (words.has_carries(thread)) shared.has_carries = 1;
    });
    if (shared.has_carries == 0) return;
    words.add_carries(columns * half, words_of);
    block.phase([](int) {});
    block.lone_phase([&](int thread) {
      if (thread == 0) shared.has_carries = 0;
    });
  }
};

}  // namespace gbi::kernels
