/// \file
/// The remainder of a number modulo 2^(64 k) + 1 or 2^(64 k) - 1: the alternating sum, or the sum, of its
/// parts p_0, p_1, ... of k limbs.
///
/// Every limb is a sum of limbs and complements. The upper word of that sum goes to the next limb, and one
/// carry chain follows as in an addition (lookahead.hpp).
///
/// Modulo M = 2^(64 k) + 1 the sum A = p_0 - p_1 + p_2 - ... is too large by a multiple q M. The uppermost
/// limbs of the parts determine q, and the sign of A - q M, up to a few units of the uppermost limb. That is
/// enough, because a transform accepts operands that are slightly too large or slightly negative (filling
/// digits, src/multiply/right_angle.hpp). A - q M or its negative is A - q or its negative in the lower k
/// limbs.
///
/// Modulo 2^(64 k) - 1 the upper word of the last limb goes to limb 0. The last carry stays in place.
///
/// Reads 8 bytes per limb of the number and writes 8 per limb of the remainder.
#pragma once

#include "kernels/fermat/arguments.hpp"
#include "kernels/fermat/interior.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/normalize/carry_kernel.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

/// The parts of k limbs of a number. The last one may be shorter.
struct parts_of {
  /// The number of parts that are loaded together.
  static constexpr std::uint32_t together = 4;

  const limb_span& x;
  std::uint64_t k;
  std::uint32_t count;

  GBI_DEVICE parts_of(const limb_span& number, std::uint64_t limbs) : x(number), k(limbs), count(0) {
    for (std::uint64_t begin = 0; begin < x.count; begin += k) ++count;
  }

  /// Calls f(part, index) with limb i of every part, or 0 where the last part has none.
  template <class F>
  GBI_DEVICE void each(std::uint64_t i, F&& f) const {
    for (std::uint32_t first = 0; first < count; first += together) {
      limb part[together];
      unroll<together>([&](auto j) {
        const std::uint64_t at = (first + j) * k + i;
        part[j] = x.limbs[at < x.count ? at : 0];
        if (at >= x.count) part[j] = 0;
      });
      unroll<together>([&](auto j) {
        if (first + j < count) f(part[j], first + j);
      });
    }
  }

  /// The number of parts that have the limbs that a tile reads, if it is the same for all these limbs and is
  /// one or two; else 0.
  GBI_DEVICE std::uint32_t present_in(tile_position at) const {
    const std::uint64_t last = x.count - (count - 1) * k;  // limbs of the last part
    const std::uint32_t present = reads_within(at, 1, last)   ? count
                                  : reads_within(at, last, k) ? count - 1
                                                              : 0;
    return present <= 2 ? present : 0;
  }
  /// Limb i of the second part, or 0 if only one is present. There is no choice per limb and no loop, so all
  /// limbs of a thread are loaded at once.
  GBI_DEVICE limb second(std::uint64_t i, std::uint32_t present) const {
    return present == 2 ? x.limbs[k + i] : 0;
  }
};

struct wrapped_remainder_kernel : carry_kernel<wrapped_remainder_arguments, 4> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint64_t k = args.out.count;
    const parts_of parts(args.x, k);

    signed_wide_limb top = 0;
    parts.each(k - 1, [&](limb part, std::uint32_t j) {
      top += j % 2 != 0 ? -static_cast<signed_wide_limb>(part) : static_cast<signed_wide_limb>(part);
    });
    const signed_wide_limb half = signed_wide_limb{1} << 63;
    const auto multiple = static_cast<std::int64_t>((top + half) >> 64);
    const bool negative = top < static_cast<signed_wide_limb>(multiple) * (half << 1);
    // A complement is one less than the negative.
    const std::int64_t subtracted = parts.count / 2, added = parts.count - subtracted;
    const std::int64_t correction = negative ? added + multiple : subtracted - multiple;
    const limb above = correction < 0 ? ~limb{0} : 0;
    const auto complement_of = [&](std::uint32_t j) { return negative == (j % 2 == 0) ? ~limb{0} : 0; };

    if (const std::uint32_t present = parts.present_in(tile_position::of(block)); present != 0) {
      wide_limb base = above;
      for (std::uint32_t j = present; j < parts.count; ++j) base += complement_of(j);
      const limb first = complement_of(0), second = present == 2 ? complement_of(1) : 0;
      const auto sum_of = [&](std::uint64_t i) {
        return base + (args.x.limbs[i] ^ first) + (parts.second(i, present) ^ second);
      };
      add_limbs(block, shared, args.chain, args.out, false, false, [&](std::uint64_t i) -> limb_pair {
        return {low_limb(sum_of(i)), high_limb(sum_of(i - 1))};
      });
    } else {
      const auto sum_of = [&](std::uint64_t i) {
        wide_limb sum = i == 0 ? static_cast<limb>(correction) : above;
        parts.each(i, [&](limb part, std::uint32_t j) { sum += part ^ complement_of(j); });
        return sum;
      };
      add_limbs(block, shared, args.chain, args.out, false, false, [&](std::uint64_t i) -> limb_pair {
        if (i >= k) return {0, 0};
        return {low_limb(sum_of(i)), i == 0 ? 0 : high_limb(sum_of(i - 1))};
      });
    }
    if (block.index() != 0) return;
    block.warp_phase([&](int thread) {
      if (thread == 0) *args.sign = negative ? 1 : 0;
    });
  }
};

struct cyclic_remainder_kernel : carry_kernel<cyclic_remainder_arguments, 4> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint64_t k = args.out.count - 1;
    const parts_of parts(args.x, k);
    if (const std::uint32_t present = parts.present_in(tile_position::of(block)); present != 0) {
      const auto sum_of = [&](std::uint64_t i) {
        return wide_limb{args.x.limbs[i]} + parts.second(i, present);
      };
      add_limbs(block, shared, args.chain, args.out, false, false, [&](std::uint64_t i) -> limb_pair {
        return {low_limb(sum_of(i)), high_limb(sum_of(i - 1))};
      });
    } else {
      const auto sum_of = [&](std::uint64_t i) {
        wide_limb sum = 0;
        parts.each(i, [&](limb part, std::uint32_t) { sum += part; });
        return sum;
      };
      add_limbs(block, shared, args.chain, args.out, false, false, [&](std::uint64_t i) -> limb_pair {
        if (i >= k) return {0, 0};
        return {low_limb(sum_of(i)), high_limb(sum_of(i == 0 ? k - 1 : i - 1))};
      });
    }
  }
};

}  // namespace gbi::kernels
