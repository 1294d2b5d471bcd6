/// \file
/// A team's integers in balanced digits: thread `rank` holds the digits [rank D, (rank + 1) D). Remainders
/// are signed and have redundant digits, so no comparison and no rippling carry is needed before the final
/// result.
#pragma once

#include "kernels/modular/handover.hpp"
#include "kernels/word/fused_digit.hpp"

namespace gbi::kernels {

template <int Digits>
struct digit_block {
  fused_digit digit[Digits];
};

template <int Limbs, int Threads>
struct digit_memory {
  static constexpr int digits = thread_digits(Limbs);
  static_assert(digits * fused_digit_bits >= Limbs * limb_bits + 4);

  team_memory<Limbs, Threads> words;
  /// Digits or sums, in one row of odd length per team, so that the simultaneous reads of a warp's teams hit
  /// different banks.
  digit_sum cells[Threads * (digits + 1)];
  handover_memory<fused_digit, digit_sum, Threads> handed;
};

/// \tparam Limbs the limbs per thread while integers are in words.
template <class Block, int Limbs>
class digit_team : public handing_team<Block, Limbs, digit_memory<Limbs, Block::threads>> {
 public:
  using base = team<Block, Limbs>;
  using memory = digit_memory<Limbs, Block::threads>;
  using handing_team<Block, Limbs, memory>::handing_team;
  template <class T>
  using each = typename base::template each<T>;
  static constexpr int digits = memory::digits;
  using block_of_digits = digit_block<digits>;
  using base::is_one_warp;

  /// The digits of the team.
  GBI_DEVICE int length() const { return this->threads() * digits; }
  /// The team's row of cells. The cells of a thread start at rank D.
  GBI_DEVICE digit_sum* row(int thread) const {
    return this->memory_->cells + this->index(thread) * (length() | 1);
  }
  GBI_DEVICE digit_sum* own(int thread) const { return row(thread) + this->rank(thread) * digits; }

  GBI_DEVICE static digit_sum cell_of(fused_digit x) { return __builtin_bit_cast(digit_sum, x); }
  GBI_DEVICE static fused_digit digit_in(digit_sum x) { return __builtin_bit_cast(fused_digit, x); }

  /// Inside a phase: this thread's digits of the number with the limbs `limb_at(i)`. The digit at bit p is
  /// the signed field of 52 bits there plus the bit below it.
  template <class LimbAt>
  GBI_DEVICE block_of_digits digits_of(int thread, LimbAt&& limb_at) const {
    block_of_digits result;
    unroll<digits>([&](auto c) {
      const int at = (this->rank(thread) * digits + c) * fused_digit_bits - 1;  // the bit below
      const int index = at < 0 ? 0 : at / limb_bits, shift = at < 0 ? 0 : at % limb_bits;
      const limb low = limb_at(index), high = limb_at(index + 1);
      const limb window = at < 0 ? low << 1 : low >> shift | high << 1 << (limb_bits - 1 - shift);
      const std::int64_t field = static_cast<std::int64_t>(window << (limb_bits - 1 - fused_digit_bits)) >>
                                 (limb_bits - fused_digit_bits);
      result.digit[c] = static_cast<fused_digit>(field + static_cast<std::int64_t>(window & 1));
    });
    return result;
  }
  GBI_DEVICE block_of_digits load_digits(const batch_span& a, int thread) const {
    return digits_of(thread, [&](int index) {
      return this->is_present(thread) ? limb_of(a, this->element(thread), static_cast<std::uint32_t>(index))
                                      : 0;
    });
  }
  GBI_DEVICE void put(int thread, const block_of_digits& x) const {
    unroll<digits>([&](auto c) { own(thread)[c] = cell_of(x.digit[c]); });
  }
  GBI_DEVICE block_of_digits one(int thread) const {
    block_of_digits result{};
    if (this->rank(thread) == 0) result.digit[0] = 1;
    return result;
  }

  /// Between phases: every thread gets the value of the previous thread in the team; the first thread gets
  /// `none`.
  template <class T>
  GBI_DEVICE each<T> from_previous(const each<T>& sent, T none) const {
    each<T> result;
    if constexpr (is_one_warp) {
      result = this->block().shuffle_up(sent, 1);
    } else {
      this->phase([&](int thread) {
        this->memory_->handed.passed[0][thread] = static_cast<digit_sum>(sent[thread]);
      });
      this->phase([&](int thread) {
        result[thread] = static_cast<T>(this->memory_->handed.passed[0][thread == 0 ? 0 : thread - 1]);
      });
    }
    this->phase([&](int thread) {
      if (this->rank(thread) == 0) result[thread] = none;
    });
    return result;
  }

  /// The words of x + n >= 0; `above` is the part that does not fit. A carry advances by one thread per
  /// round; more than two rounds are rare.
  GBI_DEVICE void words_of_sum(const each<block_of_digits>& x, const each<block_of_digits>& n,
                               each<typename base::value>& sum, each<machine_word>& above) const {
    each<std::int64_t> carry;
    each<bool> carries;
    this->phase([&](int thread) {
      unroll<digits>([&](auto c) {
        own(thread)[c] = static_cast<digit_sum>(static_cast<std::int64_t>(x[thread].digit[c]) +
                                                static_cast<std::int64_t>(n[thread].digit[c]));
      });
      carry[thread] = 0;
    });
    do {
      this->phase([&](int thread) {
        std::int64_t passed = carry[thread];
        unroll<digits>([&](auto c) {
          digit_sum& cell = own(thread)[c];
          passed += static_cast<std::int64_t>(cell);
          cell = static_cast<digit_sum>(passed) & fused_digit_mask;
          passed >>= fused_digit_bits;
        });
        carry[thread] = passed;
      });
      carry = from_previous(carry, std::int64_t{0});
      this->phase([&](int thread) { carries[thread] = carry[thread] != 0; });
    } while (this->any(carries));
    this->phase([&](int thread) {
      unroll<Limbs>([&](auto i) {
        base::set_limb_at(sum[thread], i, limb_in_row(thread, this->rank(thread) * Limbs + i));
      });
      above[thread] = static_cast<machine_word>(limb_in_row(thread, this->threads() * Limbs));
    });
  }

 private:
  /// A limb of the number in the team's row, whose digits are not negative.
  GBI_DEVICE limb limb_in_row(int thread, int index) const {
    const digit_sum* const all = row(thread);
    const int first = index * limb_bits / fused_digit_bits, shift = index * limb_bits % fused_digit_bits;
    limb result = all[first] >> shift;
    if (first + 1 < length()) result |= all[first + 1] << (fused_digit_bits - shift);
    if (first + 2 < length() && 2 * fused_digit_bits - shift < limb_bits)
      result |= all[first + 2] << (2 * fused_digit_bits - shift);
    return result;
  }
};

}  // namespace gbi::kernels
