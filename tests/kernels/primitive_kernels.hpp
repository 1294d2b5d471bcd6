/// \file
/// One small kernel for each primitive of the block model (kernels/model/block.hpp). Each is written once,
/// like the library's own, and runs on every executor.
#pragma once

#include <cstdint>

#include "kernels/bytes/byte_window.hpp"
#include "kernels/bytes/staged_runs.hpp"
#include "kernels/model/block.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/scan/block_scan.hpp"
#include "kernels/scan/operators.hpp"

namespace gbi::test {

using kernels::no_shared_memory;
using kernels::per_thread;

/// Input and output words. Each kernel states how many a block has.
struct word_arguments {
  const std::uint64_t* in;
  std::uint64_t* out;
};

/// Common to most kernels: the threads, the positions of blocks and the offset of a block's words.
template <int Threads>
struct primitive {
  using arguments = word_arguments;
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = 1;
};

/// out[(batch * 3 + index) * 2 ...] = {batch, index}, launched with 3 blocks a problem.
struct position_kernel : primitive<32> {
  using shared_memory = no_shared_memory;
  static constexpr std::uint32_t blocks = 3;
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory&, const arguments& a) {
    block.phase([&](int thread) {
      if (thread != 0) return;
      std::uint64_t* out = a.out + (std::uint64_t{block.batch()} * blocks + block.index()) * 2;
      out[0] = block.batch();
      out[1] = block.index();
    });
  }
};

/// Reverses a block's words through shared memory. A per_thread value keeps what a thread adds.
template <int Threads>
struct reverse_kernel : primitive<Threads> {
  using typename primitive<Threads>::arguments;
  struct shared_memory {
    std::uint64_t word[Threads];
  };
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    const std::uint64_t first = std::uint64_t{block.index()} * Threads;
    per_thread<Block, std::uint64_t> kept;
    block.phase([&](int thread) {
      shared.word[thread] = a.in[first + static_cast<std::uint32_t>(thread)];
      kept[thread] = 3 * shared.word[thread];
    });
    block.phase([&](int thread) {
      a.out[first + static_cast<std::uint32_t>(thread)] = kept[thread] + shared.word[Threads - 1 - thread];
    });
  }
};

/// All warp collectives on one value per thread, with Threads contiguous results each.
template <int Threads>
struct collectives_kernel : primitive<Threads> {
  using typename primitive<Threads>::arguments;
  using shared_memory = no_shared_memory;
  static constexpr int results = 8;
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory&, const arguments& a) {
    per_thread<Block, std::uint64_t> value;
    per_thread<Block, bool> odd;
    block.warp_phase([&](int thread) {
      value[thread] = a.in[thread];
      odd[thread] = (value[thread] & 1) != 0;
    });
    const per_thread<Block, std::uint64_t> rotated =
        block.shuffle(value, [](int lane) { return (lane + 5) % Block::warp_size; });
    const per_thread<Block, std::uint64_t> up1 = block.shuffle_up(value, 1);
    const per_thread<Block, std::uint64_t> up7 = block.shuffle_up(value, 7);
    const per_thread<Block, std::uint64_t> swapped = block.shuffle_xor(value, 1);
    const per_thread<Block, std::uint64_t> mirrored = block.shuffle_xor(value, Block::warp_size - 1);
    const per_thread<Block, std::uint64_t> told = block.broadcast(value, 3);
    const per_thread<Block, std::uint32_t> votes = block.ballot(odd);
    kernels::warp_inclusive_scan(block, value, kernels::sum<std::uint64_t>{});
    block.phase([&](int thread) {
      const std::uint64_t all[results] = {rotated[thread],  up1[thread],  up7[thread],   swapped[thread],
                                          mirrored[thread], told[thread], votes[thread], value[thread]};
      for (int r = 0; r < results; ++r) a.out[r * Threads + thread] = all[r];
    });
  }
};

/// Pieces of `words` words go through slots, two of them ahead. Each thread sums the pieces' words times
/// their positions, which is right only if every word has arrived when it is read.
template <int Threads>
struct slots_kernel : primitive<Threads> {
  using typename primitive<Threads>::arguments;
  static constexpr int slots = 4, ahead = 2, pieces = 11, words = 48;
  struct shared_memory {
    alignas(16) std::uint64_t word[slots][words];
    kernels::slot_marks<slots> marks;
  };
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    const auto round = [](int piece) { return static_cast<std::uint32_t>(piece / slots % 2); };
    const auto fill = [&](int piece) {
      if (piece < pieces)
        block.fill_slot(shared.marks, piece % slots, round(piece), shared.word[piece % slots],
                        a.in + words * piece, static_cast<std::uint32_t>(sizeof(std::uint64_t) * words));
    };
    per_thread<Block, std::uint64_t> sum;
    block.lone_phase([&](int thread) { sum[thread] = 0; });
    block.open_slots(shared.marks);
    for (int piece = 0; piece < ahead; ++piece) fill(piece);
    for (int piece = 0; piece < pieces; ++piece) {
      fill(piece + ahead);
      if (piece + ahead < pieces)
        block.template await_slot<ahead>(shared.marks, piece % slots, round(piece));
      else
        block.template await_slot<0>(shared.marks, piece % slots, round(piece));
      block.lone_phase([&](int thread) {
        for (int i = 0; i < words; ++i)
          sum[thread] += static_cast<std::uint64_t>(piece * words + i + 1) *
                         shared.word[piece % slots][(i + thread) % words];
      });
      block.release_slot(shared.marks, piece % slots);
    }
    block.lone_phase([&](int thread) { a.out[thread] = sum[thread]; });
  }
};

/// The byte products of 16 Tiles rows per warp and 16 Blocks columns shared by all warps. Contiguous rows
/// come first, then the columns in the layout that tensor cores read. Columns come in two slots.
template <int Threads, int Tiles, int Blocks, int Steps>
struct byte_product_kernel : primitive<Threads> {
  using typename primitive<Threads>::arguments;
  static constexpr int depth = 32 * Steps, rows = Threads / 32 * 16 * Tiles, columns = 16 * Blocks,
                       blocks = Blocks;
  struct shared_memory {
    kernels::byte_columns column[Blocks * Steps];
    kernels::slot_marks<2> marks;
  };
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    constexpr int pieces = columns * depth / 16, half = pieces / 2;
    per_thread<Block, kernels::byte_sums<Tiles, Blocks>> sums;
    const auto fill = [&](int slot) {
      block.fill_slot(shared.marks, slot, 0, &shared.column[0].word[0][0][0][0] + 4 * half * slot,
                      a.in + rows * depth / 8 + 2 * half * slot,
                      static_cast<std::uint32_t>(16 * (slot == 0 ? half : pieces - half)));
    };
    block.open_slots(shared.marks);
    fill(0);
    fill(1);
    block.template await_slot<1>(shared.marks, 0, 0);
    block.template await_slot<0>(shared.marks, 1, 0);
    block.template multiply_bytes<Steps>(
        sums,
        [&](int thread, int tile, int step) {
          const int row = 16 * (thread / 32 * Tiles + tile) + thread % 32 / 4, at = 8 * step + thread % 4;
          const auto word = [&](int r, int k) {
            const int i = r * depth / 4 + k;
            return static_cast<std::uint32_t>(a.in[i / 2] >> 32 * (i % 2));
          };
          return kernels::byte_rows{word(row, at), word(row + 8, at), word(row, at + 4),
                                    word(row + 8, at + 4)};
        },
        shared.column);
    block.phase(
        [&](int thread) { each(thread, sums, [&](std::uint32_t& sum, int at) { a.out[at] = sum; }); });
  }

 private:
  /// Calls body(sum, place) for a thread's sums; places are in row-major order.
  template <class Sums, class Body>
  GBI_DEVICE static void each(int thread, Sums& sums, const Body& body) {
    kernels::repeat<Blocks * Tiles * 8>([&](int i) {
      const int byte = i % 4, upper = i / 4 % 2, tile = i / 8 % Tiles, of = i / 8 / Tiles;
      const int row = 16 * (thread / 32 * Tiles + tile) + 8 * upper + thread % 32 / 4;
      const int column = 16 * of + 4 * (thread % 4) + byte;
      body(sums[thread].of[of][tile][upper][byte], row * columns + column);
    });
  }
};

/// The first Tiles tiles of the convolution of two runs of bytes for each warp, twice: the second is added to
/// the first. Both runs of a warp are contiguous. Sums go to their places in the result.
template <int Warps, int Bytes, int Tiles>
struct byte_convolution_kernel : primitive<32 * Warps> {
  using typename primitive<32 * Warps>::arguments;
  using shared_memory = kernels::staged_runs<Bytes, 1, Warps, false>;
  static constexpr int warps = Warps, bytes = Bytes, tiles = Tiles;
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    constexpr std::uint32_t limbs = Bytes / 8;
    const kernels::batch_span x{a.in, limbs, 1, 2 * limbs}, y{a.in + limbs, limbs, 1, 2 * limbs};
    per_thread<Block, kernels::convolution_sums<Tiles>> sums;
    block.phase([&](int thread) {
      shared.clear(thread, x, 1, y, 1);
      shared.stage(thread, x, 1, y, 1, static_cast<std::uint32_t>(shared_memory::element_of(thread)));
      sums[thread] = {};
    });
    for (int round = 0; round < 2; ++round)
      block.template convolve_bytes<Bytes, Tiles>(
          sums, [&](int thread) { return shared.operands(static_cast<std::uint32_t>(thread) / 32, 0, 0); });
    block.phase([&](int thread) {
      const int lane = thread % 32, first = thread / 32 * 128 * Tiles + lane / 4 * 8 + lane % 4 * 2;
      kernels::repeat<4 * Tiles>(
          [&](int i) { a.out[first + i / 2 * 64 + i % 2] = sums[thread].of[i / 4][i / 2 % 2][i % 2]; });
    });
  }
};

/// A part of a longer convolution for each warp, twice; in the second round the last warp has none. Each warp
/// has the limbs of a window of a, and those of b with the limb after them. Sums go to their places.
template <int Warps, int Steps, int Tiles>
struct byte_window_kernel : primitive<32 * Warps> {
  using typename primitive<32 * Warps>::arguments;
  using window = kernels::byte_window<Steps, Tiles>;
  static constexpr int warps = Warps, steps = Steps, tiles = Tiles, limbs_a = window::window_limbs,
                       limbs = limbs_a + window::limbs + 1;
  struct shared_memory {
    window windows[Warps];
  };
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    per_thread<Block, kernels::convolution_sums<Tiles>> sums;
    typename window::template loaded<Block> next;
    for (int round = 0; round < 2; ++round) {
      const auto has_part = [&](int thread) { return round == 0 || thread / 32 + 1 < Warps; };
      block.lone_phase([&](int thread) {
        if (round == 0) sums[thread] = {};
        const auto* const from = a.in + thread / 32 * limbs;
        window::template load<Block>(next, thread, {from, limbs_a}, limbs_a,
                                     {from + limbs_a, window::limbs + 1}, 0);
      });
      window::stage(block, next, shared.windows, has_part);
      block.template convolve_window<Steps>(
          sums, [&](int thread) { return shared.windows[thread / 32].operands(!has_part(thread)); });
    }
    block.phase([&](int thread) {
      const int lane = thread % 32, first = thread / 32 * 128 * Tiles + lane / 4 * 8 + lane % 4 * 2;
      kernels::repeat<4 * Tiles>(
          [&](int i) { a.out[first + i / 2 * 64 + i % 2] = sums[thread].of[i / 4][i / 2 % 2][i % 2]; });
    });
  }
};

/// x -> factor x + term (mod 2^64): composing such functions is associative and does not commute.
struct affine {
  std::uint64_t factor, term;
};
struct compose {
  GBI_BOTH static constexpr affine identity() { return {1, 0}; }
  /// First the left function, then the right one.
  GBI_BOTH constexpr affine operator()(const affine& first, const affine& second) const {
    return {second.factor * first.factor, second.factor * first.term + second.term};
  }
};

/// Scan and reduction over the block of affine functions with factor in[thread] and term in[Threads +
/// thread]: out receives the factors and terms of the scan, then those of the reduction as each thread sees
/// it.
template <int Threads>
struct scan_kernel : primitive<Threads> {
  using typename primitive<Threads>::arguments;
  struct shared_memory {
    kernels::block_scan_memory<affine, Threads> scan, reduction;
  };
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    per_thread<Block, affine> scanned, reduced;
    block.phase([&](int thread) {
      scanned[thread] = reduced[thread] = affine{a.in[thread], a.in[Threads + thread]};
    });
    kernels::block_inclusive_scan(block, shared.scan, scanned, compose{});
    kernels::block_reduce(block, shared.reduction, reduced, compose{});
    block.phase([&](int thread) {
      a.out[thread] = scanned[thread].factor;
      a.out[Threads + thread] = scanned[thread].term;
      a.out[2 * Threads + thread] = reduced[thread].factor;
      a.out[3 * Threads + thread] = reduced[thread].term;
    });
  }
};

/// All threads of all blocks add to out[0], take the maximum with out[1], and mark in out[2 + ticket] the
/// ticket they got from the addition. Every ticket must be marked once.
struct atomics_kernel : primitive<64> {
  using shared_memory = no_shared_memory;
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory&, const arguments& a) {
    block.phase([&](int thread) {
      const std::uint64_t mine =
          a.in[std::uint64_t{block.index()} * threads + static_cast<std::uint32_t>(thread)];
      const std::uint64_t ticket = block.atomic_add(a.out, std::uint64_t{1});
      block.atomic_max(a.out + 1, mine);
      block.atomic_add(a.out + 2 + ticket, std::uint64_t{1});
    });
  }
};

struct chain_arguments {
  std::uint32_t* flag;      ///< one per block, initially 0
  std::uint64_t* total;     ///< one per block
  const std::uint64_t* in;  ///< one per block
};

/// A prefix sum over the blocks: each waits for the block before. An observer of a block's flag must see
/// everything that the block wrote before it published the flag.
struct chain_kernel {
  using arguments = chain_arguments;
  static constexpr int threads = 32;
  static constexpr int blocks_per_multiprocessor = 1;
  static constexpr bool in_order = true;
  using shared_memory = no_shared_memory;
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory&, const arguments& a) {
    block.phase([&](int thread) {
      if (thread != 0) return;
      const std::uint32_t at = block.index();
      std::uint64_t before = 0;
      if (at > 0) {
        while (block.observe(a.flag + at - 1) == 0) {
        }
        before = a.total[at - 1];
      }
      a.total[at] = before + a.in[at];
      block.publish(a.flag + at, 1);
    });
  }
};

/// Wrong on purpose: reads what another thread writes in the same phase.
struct racing_kernel : primitive<256> {
  struct shared_memory {
    std::uint64_t word[threads];
  };
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    block.phase([&](int thread) {
      shared.word[thread] = a.in[thread];
      a.out[thread] = shared.word[(thread + 1) % threads];
    });
  }
};

/// Each thread passes its word to the next warp: to out[0 ...] through shared memory, to out[threads ...]
/// through device memory, and to out[2 threads ...] before its place in shared memory is used again. All of
/// this is wrong on purpose unless warps wait for others.
template <bool Waits>
struct hasty_kernel : primitive<256> {
  static constexpr int results = 4;  // words of a thread; the last is what goes through device memory
  struct shared_memory {
    std::uint64_t word[threads];
  };
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    std::uint64_t* const out = a.out + std::uint64_t{block.index()} * results * threads;
    const auto step = [&](auto&& body) {
      if constexpr (Waits)
        block.phase(body);
      else
        block.warp_phase(body);
    };
    const auto next = [](int thread) { return (thread + kernels::warp_threads) % threads; };
    per_thread<Block, std::uint64_t> kept;
    step([&](int thread) { shared.word[thread] = out[3 * threads + thread] = a.in[thread]; });
    block.phase([&](int thread) {
      out[thread] = shared.word[next(thread)];
      out[threads + thread] = out[3 * threads + next(thread)];
    });
    block.phase([&](int thread) { shared.word[thread] = a.in[thread]; });
    step([&](int thread) { kept[thread] = shared.word[next(thread)]; });
    block.phase([&](int thread) {
      shared.word[thread] = 0;
      out[2 * threads + thread] = kept[thread];
    });
  }
};

/// Wrong on purpose: only the first warp reaches the last phase.
struct uneven_kernel : primitive<64> {
  using shared_memory = no_shared_memory;
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory&, const arguments& a) {
    int last = 0;
    block.lone_phase([&](int thread) { last = last < thread ? thread : last; });
    if (last < kernels::warp_threads) block.phase([&](int thread) { a.out[thread] = a.in[thread]; });
  }
};

}  // namespace gbi::test
