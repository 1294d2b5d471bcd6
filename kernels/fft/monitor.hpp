/// \file
/// Measures rounding errors for digits that are wider than the proven bound allows: the distance of results
/// from integers, and their size. A wrong result may be close to an integer, but then it is larger than any
/// result of recoded digits. rounding.md: monitor
#pragma once

#include "kernels/fft/digits.hpp"
#include "kernels/model/block.hpp"
#include "kernels/verify/arguments.hpp"

namespace gbi::kernels {

/// The largest distance and the largest coefficient of a thread, as the bits of doubles without a sign.
/// Compared as integers, infinities and NaN are the largest.
/// \tparam Word of 32 bits for upper halves, or of 64 bits, as wide as the other elements of a core's vectors
template <class Word>
struct monitor_in {
  Word distance, largest;

  /// The integer nearest to x.
  GBI_DEVICE std::int64_t round(double x) {
    static_cast<void>(round_real(x));
    return nearest_integer(x);
  }
  /// The same integer as a real number.
  GBI_DEVICE double round_real(double x) {
    const double nearest = nearest_real(x);
    include({magnitude(x - nearest), magnitude(x)});
    return nearest;
  }
  GBI_DEVICE void include(const monitor_in& other) {
    distance = other.distance > distance ? other.distance : distance;
    largest = other.largest > largest ? other.largest : largest;
  }
  /// The upper half of a double.
  GBI_DEVICE static std::uint32_t upper_half(Word word) {
    return static_cast<std::uint32_t>(word >> (8 * sizeof(Word) - 32));
  }

 private:
  GBI_DEVICE static Word magnitude(double x) {
    return static_cast<Word>(__builtin_bit_cast(std::uint64_t, x) >> (64 - 8 * sizeof(Word))) &
           (static_cast<Word>(~Word{0}) >> 1);
  }
};
using rounding_monitor = monitor_in<std::uint32_t>;

/// The monitors of a block's threads.
template <int Threads, class Monitor = rounding_monitor>
struct block_monitor {
  Monitor of_thread[Threads];

  /// Adds the measurements of the block to the verdict. Most blocks find nothing larger than earlier blocks.
  template <class Block>
  GBI_DEVICE void report(Block& block, const per_thread<Block, Monitor>& measured, verdict& verdict) {
    constexpr int lanes = Threads < warp_threads ? Threads : warp_threads;
    block.phase([&](int thread) { of_thread[thread] = measured[thread]; });
    block.phase([&](int thread) {
      if (thread >= lanes) return;
      for (int other = thread + lanes; other < Threads; other += lanes)
        of_thread[thread].include(of_thread[other]);
    });
    block.phase([&](int thread) {
      if (thread != 0) return;
      Monitor all{0, 0};
      for (int lane = 0; lane < lanes; ++lane) all.include(of_thread[lane]);
      const auto raise = [&](std::uint64_t* word, std::uint64_t value) {
        if (block.observe_alone(word) < value) block.atomic_max(word, value);
      };
      raise(&verdict.distance, Monitor::upper_half(all.distance));
      raise(&verdict.largest, Monitor::upper_half(all.largest));
    });
  }
};

}  // namespace gbi::kernels
