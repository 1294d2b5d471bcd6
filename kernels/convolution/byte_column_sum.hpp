/// \file
/// a b + c by byte columns on tensor cores, carries included, in one launch: the same sum as column_sum.hpp,
/// for factors of a few hundred limbs and more.
///
/// A block has the columns of its tile and those of the limb below. The shorter factor is cut into parts,
/// which the warps take in turn. Each warp stages a part and the bytes of the other factor that it meets
/// (bytes/byte_window.hpp), and adds up all columns of the block in registers while it loads its next part.
/// Then the warps' sums are added; four columns make a word, and two words a limb. The excess of a limb is
/// below 2^25, because eight columns below 2^32 are below 2^(56 + 32) (1 + 2^-8 + 2^-16 + ...). So the carry
/// out of the limb below is in doubt once in 2^38 random limbs.
///
/// Blocks near the middle of the product have the most parts. If two blocks share a multiprocessor, the upper
/// half of the blocks starts while the lower half runs, so that long blocks run alongside short ones.
///
/// Cost: n m / 2^18 tensor instructions of 16 x 8 x 32 bytes for n x m bits, and 1 / (16 Tiles) more for the
/// limbs below. Reads 8 bytes per limb of c and writes 8 per limb of the result; a and b come from the
/// cache, 2 + Tiles / 4 limbs for every 16 Tiles - 1 limb products.
#pragma once

#include "kernels/bytes/byte_window.hpp"
#include "kernels/convolution/settle_columns.hpp"
#include "kernels/model/unroll.hpp"

namespace gbi::kernels {

/// \tparam Form has the tiles of 128 bytes of a block. \tparam Blocks per multiprocessor.
template <column_form Form, int Warps, int Blocks>
struct byte_column_sum_kernel {
  using arguments = column_sum_arguments;
  static constexpr int threads = warp_threads * Warps;
  static constexpr int blocks_per_multiprocessor = Blocks;
  static constexpr bool in_order = true;
  static constexpr int tiles = static_cast<int>(Form);
  static constexpr int limbs = column_sum_tile_limbs(Form);  ///< of a tile
  static constexpr int columns = tile_bytes * tiles;         ///< of a block
  static_assert(columns == 8 * (limbs + 1) && columns / 4 <= threads);
  using window = byte_window<16, tiles>;
  using sums = convolution_sums<tiles>;

  struct shared_memory {
    union {
      window windows[Warps];
      std::uint32_t sum[Warps][columns];
    };
    limb words[limbs + 1];    ///< the first is the limb below
    limb addends[limbs + 1];  ///< to be added to the next limb
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const tile_position at = tile_position::of(block);
    const std::uint64_t begin = first_limb_of_sum(args.skip) + std::uint64_t{at.tile} * limbs;
    per_thread<Block, sums> sum;
    block.lone_phase([&](int thread) { sum[thread] = {}; });
    add_parts(block, shared, args, at.problem, begin - 1, sum);
    block.phase([&](int thread) {
      const int lane = thread % warp_threads, place = 8 * (lane / 4) + 2 * (lane % 4);
      unroll<2 * tiles>([&](auto i) {
        const auto& pair = sum[thread].of[i / 2][i % 2];
        put_words(shared.sum[thread / warp_threads] + tile_bytes / 2 * i + place, pair[0], pair[1]);
      });
    });
    make_words(block, shared, args, at.problem, begin - 1);
    block.phase([&](int thread) {
      if (thread == 0 && at.tile == 0) args.sign.obey();
    });
    block.first_warp([&](auto& warp) {
      constexpr limb most = limb{1} << 26;
      settle_columns<limbs>(
          warp, args, at, begin, at.tile != 0 && shared.words[0] >= ~limb{0} - most,
          [&](int i) { return shared.words[i + 1]; },
          [&](int i) { return i == 0 && at.tile == 0 ? 0 : shared.addends[i]; });
    });
  }

 private:
  /// Adds up the columns from limb `first` of the product on, which may be -1 modulo 2^64. The product of
  /// limb i of the window of a and limb k of the part of b falls on limb i + k.
  template <class Block>
  GBI_DEVICE static void add_parts(Block& block, shared_memory& shared, const arguments& args,
                                   std::uint32_t problem, std::uint64_t first, per_thread<Block, sums>& sum) {
    const bool a_is_longer = args.a.count >= args.b.count;
    const limb_span &longer = a_is_longer ? args.a : args.b, &shorter = a_is_longer ? args.b : args.a;
    // Limbs of the longer factor are counted from a limb that no column reaches, or from the first limb.
    const std::uint64_t reach = shorter.count + 1;
    const std::uint64_t origin = first + 1 > reach ? first - reach : 0;
    const auto count_from = [&](std::uint64_t count) {
      constexpr std::uint64_t most = std::uint64_t{1} << 30;
      return static_cast<std::uint32_t>(count < origin ? 0 : count - origin < most ? count - origin : most);
    };
    const limb_run a{longer.limbs + problem * longer.stride + origin, count_from(longer.count)},
        b{shorter.limbs + problem * shorter.stride, static_cast<std::uint32_t>(shorter.count)};
    const int begin = static_cast<int>(first - origin), count_a = static_cast<int>(a.count);
    // The limbs of b that reach the columns. A part begins one byte after the start of its first limb, so the
    // lowest is -1.
    const int from = begin - count_a > -1 ? begin - count_a : -1;
    const int end = static_cast<int>(b.count) < begin + limbs ? static_cast<int>(b.count) : begin + limbs;
    const int parts = end > from ? (end - from + window::limbs - 1) / window::limbs : 0;

    typename window::template loaded<Block> next;
    const auto load = [&](int part) {
      block.lone_phase([&](int thread) {
        const int own = part + thread / warp_threads, k = from + own * window::limbs;
        if (own < parts)
          window::template load<Block>(next, thread, a, static_cast<std::uint32_t>(begin + limbs + 1 - k), b,
                                       static_cast<std::uint32_t>(k));
        else
          window::template load<Block>(next, thread, {}, 0, {}, 0);
      });
    };
    load(0);
    for (int part = 0; part < parts; part += Warps) {
      const auto has_part = [&](int thread) { return part + thread / warp_threads < parts; };
      window::stage(block, next, shared.windows, has_part);
      load(part + Warps);
      block.template convolve_window<window::steps>(
          sum, [&](int thread) { return shared.windows[thread / warp_threads].operands(!has_part(thread)); });
    }
    block.phase([](int) {});  // the sums reuse the memory of the windows
  }

  /// Adds the warps' sums and c. Gives the words of all limbs, and addends for the next limbs.
  template <class Block>
  GBI_DEVICE static void make_words(Block& block, shared_memory& shared, const arguments& args,
                                    std::uint32_t problem, std::uint64_t first) {
    per_thread<Block, limb> word;
    block.lone_phase([&](int thread) {
      std::uint32_t column[4] = {};
      if (thread < columns / 4)
        repeat<Warps>(
            [&](int warp) { repeat<4>([&](int i) { column[i] += shared.sum[warp][4 * thread + i]; }); });
      word[thread] = column[0] + (limb{column[1]} << 8) + (limb{column[2]} << 16) + (limb{column[3]} << 24);
    });
    const per_thread<Block, limb> upper = block.shuffle_xor(word, 1);
    block.lone_phase([&](int thread) {
      if (thread >= columns / 4 || thread % 2 != 0) return;
      const std::uint64_t i = first + static_cast<std::uint32_t>(thread / 2);
      const limb low = word[thread] + (upper[thread] << 32), sum = low + column_addend(args, problem, i);
      const limb more = i == args.skip ? args.bias : 0;
      shared.words[thread / 2] = sum + more;
      shared.addends[thread / 2] =
          (upper[thread] >> 32) + (low < word[thread]) + (sum < low) + (sum + more < more);
    });
  }
};

}  // namespace gbi::kernels
