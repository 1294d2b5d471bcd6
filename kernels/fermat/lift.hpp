/// \file
/// From remainders s modulo 2^m - 1 and r modulo 2^m + 1 to the remainder modulo 2^(2m) - 1, m = 64 k: with
/// h = (s - r) / 2 modulo 2^m - 1 it is r + h (2^m + 1). Any number of either class will do: r + 2^m + 1
/// makes h smaller by 1.
///
/// Modulo 2^m - 1, halving is a rotation by one bit, and a complement is a negation. So in both steps, every
/// limb is a sum of a few limbs. The upper word of that sum goes to the next limb, from the last limb to the
/// first, and one carry chain follows as in an addition (lookahead.hpp). The last carry stays in place: the
/// next step adds it where it belongs.
///
/// The class of 0 modulo 2^(2m) - 1 has two representatives. The last step makes a number that is one too
/// large; its last carry c says whether the number is at least 2^(2m). So settle_kernel subtracts 1 - c,
/// which leaves the least representative.
///
/// Reads 16 bytes per limb of s and writes 8 for the difference; reads 24 bytes per limb of s and writes 16
/// for the lift; settle_kernel reads and writes 8 bytes per limb.
///
/// Source: T. Granlund's mpn_mulmod_bnm1 (GMP), which splits 2^(2m) - 1 in the same way.
#pragma once

#include "kernels/fermat/arguments.hpp"
#include "kernels/fermat/interior.hpp"
#include "kernels/normalize/carry_kernel.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

/// A small number times 2^(64 place), modulo 2^(64 n) - 1, n > place.
struct small_term {
  std::int64_t value;
  std::uint64_t place;

  /// Its limbs at every other place.
  GBI_BOTH constexpr limb sign_extension() const { return value < 0 ? ~limb{0} : 0; }
  GBI_BOTH constexpr limb operator[](std::uint64_t i) const {
    return i == place ? static_cast<limb>(value) + sign_extension() : sign_extension();
  }
};

GBI_DEVICE bool is_negative(const signed_wrapped& x) {
  return *x.sign_a != *x.sign_b;
}

// Outside inner tiles, a thread loads from every place that it might need, and then chooses: loads behind
// branches would wait for each other.

struct cyclic_difference_kernel : carry_kernel<cyclic_difference_arguments, 4> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint64_t k = args.out.count - 1;
    const limb *plus = args.plus.limbs, *minus = args.minus.limbs.limbs;
    const limb complement = is_negative(args.minus) ? 0 : ~limb{0};
    const limb top = minus[k];
    const small_term correction{static_cast<std::int64_t>(plus[k] + (complement == 0 ? top : limb{0} - top)),
                                0};
    if (reads_within(tile_position::of(block), 1, k)) {
      const limb more = correction.sign_extension();
      const auto sum_of = [&](std::uint64_t i) {
        return wide_limb{plus[i]} + (minus[i] ^ complement) + more;
      };
      return add_limbs(block, shared, args.chain, args.out, false, false, [&](std::uint64_t i) -> limb_pair {
        return {low_limb(sum_of(i)), high_limb(sum_of(i - 1))};
      });
    }
    const auto sum_of = [&](std::uint64_t i) {
      return wide_limb{plus[i]} + (minus[i] ^ complement) + correction[i];
    };
    add_limbs(block, shared, args.chain, args.out, false, false, [&](std::uint64_t i) -> limb_pair {
      const std::uint64_t here = i < k ? i : 0, below = here == 0 ? k - 1 : here - 1;
      const limb mask = i < k ? ~limb{0} : 0;
      return {low_limb(sum_of(here)) & mask, high_limb(sum_of(below)) & mask};
    });
  }
};

struct lift_kernel : carry_kernel<lift_arguments, 4> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint64_t k = args.twice.count - 1;
    const limb *twice = args.twice.limbs, *remainder = args.remainder.limbs.limbs;
    const limb complement = is_negative(args.remainder) ? ~limb{0} : 0;
    const limb top = remainder[k];
    const small_term correction{static_cast<std::int64_t>(complement == 0 ? top : limb{0} - top), k};
    const tile_position at = tile_position::of(block);
    const bool in_upper_half = reads_within(at, k + 1, 2 * k);
    if (in_upper_half || reads_within(at, 0, k)) {
      const std::uint64_t begin = in_upper_half ? k : 0;
      const limb more = correction.sign_extension();
      const auto sum_of = [&](std::uint64_t i, limb half) {
        const limb low = in_upper_half ? 0 : remainder[i];
        return wide_limb{half} + (low ^ complement) + more;
      };
      const auto half_of = [](limb low, limb high) { return low >> 1 | high << 63; };
      return add_limbs(
          block, shared, args.chain, args.out, args.plus_one, false, [&](std::uint64_t i) -> limb_pair {
            const std::uint64_t place = i - begin;
            const limb before = twice[place - 1], middle = twice[place], after = twice[place + 1];
            return {low_limb(sum_of(i, half_of(middle, after))),
                    high_limb(sum_of(i - 1, half_of(before, middle)))};
          });
    }
    // The last carry has the weight of limb 0, so half of it is the uppermost bit.
    const limb half_a_carry = twice[k] << 63;
    const auto sum_of = [&](std::uint64_t i, std::uint64_t place, limb half) {
      const bool upper = i >= k;
      const limb low =
          (upper ? twice : remainder)[place];  // the upper half contains no limb of the remainder
      return wide_limb{half} + (place + 1 == k ? half_a_carry : 0) + ((upper ? 0 : low) ^ complement) +
             correction[i];
    };
    add_limbs(block, shared, args.chain, args.out, args.plus_one, false, [&](std::uint64_t i) -> limb_pair {
      const bool exists = i < 2 * k;
      const std::uint64_t here = exists ? i : 0, below = here == 0 ? 2 * k - 1 : here - 1;
      const std::uint64_t place = here < k ? here : here - k;
      const std::uint64_t before = place == 0 ? k - 1 : place - 1;
      const std::uint64_t after = place + 1 == k ? 0 : place + 1;
      const limb middle = twice[place];
      const limb half = middle >> 1 | twice[after] << 63, half_below = twice[before] >> 1 | middle << 63;
      const limb mask = exists ? ~limb{0} : 0;
      return {low_limb(sum_of(here, place, half)) & mask,
              high_limb(sum_of(below, before, half_below)) & mask};
    });
  }
};

struct settle_kernel : carry_kernel<settle_arguments> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const limb* x = args.x.limbs;
    const std::uint64_t k = args.x.count - 1;
    add_limbs(block, shared, args.chain, args.out, x[k] != 0, false, [&](std::uint64_t i) -> limb_pair {
      return {i < k ? x[i] : 0, ~limb{0}};  // limbs beyond the result are not written
    });
    obey(block, args.sign);
  }
};

}  // namespace gbi::kernels
