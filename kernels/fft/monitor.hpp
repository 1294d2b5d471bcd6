/// \file
/// Measures rounding errors for digits that are wider than the proven bound allows: the distance of results
/// from integers, and their size. A wrong result may be close to an integer, but then it is larger than any
/// result of recoded digits. rounding.md: monitor
#pragma once

#include "kernels/fft/digits.hpp"
#include "kernels/model/block.hpp"
#include "kernels/verify/arguments.hpp"

namespace gbi::kernels {

/// The largest distance and the largest coefficient of a thread, as upper halves of doubles. Compared as
/// integers, infinities and NaN are the largest.
struct rounding_monitor {
  std::uint32_t distance, largest;

  /// The integer nearest to x.
  GBI_DEVICE std::int64_t round(double x) {
    static_cast<void>(round_real(x));
    return nearest_integer(x);
  }
  /// The same integer as a real number.
  GBI_DEVICE double round_real(double x) {
    const double nearest = nearest_real(x);
    include({upper_half(x - nearest), upper_half(x)});
    return nearest;
  }
  GBI_DEVICE void include(const rounding_monitor& other) {
    distance = other.distance > distance ? other.distance : distance;
    largest = other.largest > largest ? other.largest : largest;
  }

 private:
  /// The upper half of |x|.
  GBI_DEVICE static std::uint32_t upper_half(double x) {
    return static_cast<std::uint32_t>(__builtin_bit_cast(std::uint64_t, x) >> 32) & 0x7fffffff;
  }
};

/// The monitors of a block's threads.
template <int Threads>
struct block_monitor {
  rounding_monitor of_thread[Threads];

  /// Adds the measurements of the block to the verdict. Most blocks find nothing larger than earlier blocks.
  template <class Block>
  GBI_DEVICE void report(Block& block, const per_thread<Block, rounding_monitor>& measured,
                         verdict& verdict) {
    constexpr int lanes = Threads < warp_threads ? Threads : warp_threads;
    block.phase([&](int thread) { of_thread[thread] = measured[thread]; });
    block.phase([&](int thread) {
      if (thread >= lanes) return;
      for (int other = thread + lanes; other < Threads; other += lanes)
        of_thread[thread].include(of_thread[other]);
    });
    block.phase([&](int thread) {
      if (thread != 0) return;
      rounding_monitor all{0, 0};
      for (int lane = 0; lane < lanes; ++lane) all.include(of_thread[lane]);
      const auto raise = [&](std::uint64_t* word, std::uint64_t value) {
        if (block.observe_alone(word) < value) block.atomic_max(word, value);
      };
      raise(&verdict.distance, all.distance);
      raise(&verdict.largest, all.largest);
    });
  }
};

}  // namespace gbi::kernels
