/// \file
/// The operands of convolutions of bytes (model/byte_convolution.hpp) in shared memory: integers of a batch,
/// each cut into runs of `Bytes` bytes with zeros between them. They are processed in groups of neighbouring
/// integers. While a group is multiplied, the limbs of the next one may be copied ahead.
#pragma once

#include <cstdint>

#include "kernels/bytes/word_bytes.hpp"
#include "kernels/model/byte_convolution.hpp"
#include "kernels/model/kernel.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/word/batch_span.hpp"

namespace gbi::kernels {

/// The first number from `from` on that is congruent to `remainder` modulo 32. Lanes whose places are this
/// many words apart use different banks of shared memory.
constexpr int next_place(int from, int remainder) {
  return from + (remainder - from % 32 + 32) % 32;
}

/// The runs of two operands for each of `Elements` integers. A block has 32 threads for each element; a
/// thread is lane thread / Elements of element thread % Elements, so neighbouring threads have neighbouring
/// elements.
///
/// \tparam Runs the most runs of an operand.
/// \tparam Ahead whether limbs are copied ahead.
template <int Bytes, int Runs, int Elements, bool Ahead>
struct staged_runs {
  static_assert((Elements & (Elements - 1)) == 0 && Elements <= 32);
  static constexpr int limbs = Bytes / 8;              ///< limbs of a run
  static constexpr int element_banks = 32 / Elements;  ///< from the place of one element to that of the next
  static constexpr int backward_pitch = Bytes / 4 + backward_margin;
  static constexpr int shifted_pitch = Bytes / 4 + 1 + shifted_margin_before;
  static constexpr int copy_pitch = next_place(Runs * shifted_pitch + shifted_margin_behind, 8);

  alignas(16)
      std::uint32_t backward[Elements][next_place(Runs * backward_pitch + backward_margin, element_banks)];
  alignas(16) std::uint32_t shifted[Elements][next_place(4 * copy_pitch, element_banks)];
  alignas(16) limb ahead[2][Ahead ? Runs * limbs : 1][Elements];

  GBI_DEVICE static int element_of(int thread) { return thread & (Elements - 1); }
  GBI_DEVICE static int lane_of(int thread) {
    return static_cast<int>(static_cast<std::uint32_t>(thread) / Elements);
  }

  /// Run i of the first operand and run j of the second.
  GBI_DEVICE convolution_operands<Bytes> operands(std::uint32_t element, int i, int j) const {
    return {backward[element] + backward_margin + i * backward_pitch,
            shifted[element] + shifted_margin_before + 1 + j * shifted_pitch, copy_pitch};
  }

  /// Inside a phase: clears the memory that stays zero for all groups, namely the margins of the runs and the
  /// limbs after an operand.
  GBI_DEVICE void clear(int thread, const batch_span& a, int runs_a, const batch_span& b, int runs_b) {
    const int element = element_of(thread), lane = lane_of(thread);
    const bool first = lane < backward_margin;
    const int other = lane - backward_margin, copy = other / shifted_margin_before;
    if (first || copy < 4) {
      std::uint32_t* const margin =
          first ? backward[element] + lane
                : shifted[element] + copy * copy_pitch + other % shifted_margin_before;
      for (int run = 0; run <= (first ? runs_a : runs_b); ++run)
        margin[run * (first ? backward_pitch : shifted_pitch)] = 0;
    }
    if constexpr (Ahead) {
      const auto clear_behind = [&](int operand, const batch_span& x, int runs) {
        for (int i = lane; i < runs * limbs; i += warp_threads)
          if (static_cast<std::uint32_t>(i) >= x.count) ahead[operand][i][element] = 0;
      };
      clear_behind(0, a, runs_a);
      clear_behind(1, b, runs_b);
    }
  }

  /// Inside a phase: starts the copies of an operand's limbs. `source` is the thread's first limb, at the
  /// place of its lane.
  template <class Block>
  GBI_DEVICE void copy_ahead(Block& block, int thread, int operand, const batch_span& x, int runs,
                             const limb* source) {
    const int element = element_of(thread), lane = lane_of(thread);
    const auto copy = [&](int i) {
      if (static_cast<std::uint32_t>(i) < x.count)
        block.template copy_ahead<8>(&ahead[operand][i][element], source);
      source += warp_threads * x.limb_stride;
    };
    if constexpr (Runs == 1)
      repeat<limbs / warp_threads>([&](int i) { copy(lane + i * warp_threads); });
    else
      for (int i = lane; i < runs * limbs; i += warp_threads) copy(i);
  }

  /// Inside a phase: writes the runs, from limbs copied ahead or from element `from`.
  GBI_DEVICE void stage(int thread, const batch_span& a, int runs_a, const batch_span& b, int runs_b,
                        std::uint64_t from) {
    const int element = element_of(thread), lane = lane_of(thread);
    const auto limb_at = [&](int operand, const batch_span& x, int i) {
      if constexpr (Ahead)
        return ahead[operand][i][element];
      else
        return limb_of(x, from, static_cast<std::uint32_t>(i));
    };
    for (int run = 0; run < runs_a; ++run)
      repeat<limbs / warp_threads>([&](int i) {
        const int place = lane + i * warp_threads;
        const limb x = limb_at(0, a, run * limbs + place);
        put_words(backward[element] + (run + 1) * backward_pitch - 2 * (place + 1),
                  reversed_bytes(static_cast<std::uint32_t>(x >> 32)),
                  reversed_bytes(static_cast<std::uint32_t>(x)));
      });
    for (int run = 0; run < runs_b; ++run)
      repeat<limbs / warp_threads>([&](int i) {
        const int place = lane + i * warp_threads, index = run * limbs + place;
        const limb x = limb_at(1, b, index), next = place + 1 < limbs ? limb_at(1, b, index + 1) : 0;
        std::uint32_t* const to =
            shifted[element] + shifted_margin_before + 1 + run * shifted_pitch + 2 * place;
        const auto low = static_cast<std::uint32_t>(x), high = static_cast<std::uint32_t>(x >> 32),
                   above = static_cast<std::uint32_t>(next);
        repeat<4>([&](int copy) {
          put_words(to + copy * copy_pitch, joined_bytes(low, high, copy), joined_bytes(high, above, copy));
        });
        if (i == 0 && lane == 0)
          repeat<4>([&](int copy) { to[copy * copy_pitch - 1] = joined_bytes(0, low, copy); });
      });
  }
};

}  // namespace gbi::kernels
