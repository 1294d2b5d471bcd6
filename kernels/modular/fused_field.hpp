/// \file
/// Arithmetic modulo odd numbers in Montgomery form, x R mod n, for R = 2^(52 digits of the team) >= 16 n.
///
/// For numbers of d digits a product costs 2 d^2 products of digits. A square costs slightly more than 1.5
/// d^2, or as much as a product if a thread has many digits. The digits of the quotient are signed, so a
/// result is at most |x y| / R + 0.5000001 n and nothing is ever subtracted: operands below 2 n, or one below
/// n and the other below R / 16, give less than n. Only `words_of` reduces a result to a remainder between 0
/// and n - 1.
#pragma once

#include "kernels/modular/digit_rows.hpp"

namespace gbi::kernels {

template <class Block, int Limbs>
class fused_field {
 public:
  using team_type = digit_team<Block, Limbs>;
  static constexpr int digits = team_type::digits;
  using element = digit_block<digits>;
  using value = per_thread<Block, element>;
  using words_of_value = per_thread<Block, typename team_type::value>;

  GBI_DEVICE fused_field(const team_type& threads, const batch_span& modulus)
      : team_(threads), span_(modulus) {
    team_.phase([&](int thread) {
      modulus_[thread] = team_.load_digits(span_, thread);
      // Used only by the threads with the lowest digit.
      negative_inverse_[thread] = negative_inverse(static_cast<std::int64_t>(modulus_[thread].digit[0]));
    });
  }

  GBI_DEVICE const team_type& team() const { return team_; }
  GBI_DEVICE std::uint32_t radix_bits() const {
    return static_cast<std::uint32_t>(team_.length() * fused_digit_bits);
  }
  /// Inside a phase: this thread's part of a number below R / 16, or of 1.
  GBI_DEVICE element load(const batch_span& a, int thread) const { return team_.load_digits(a, thread); }
  GBI_DEVICE element one(int thread) const { return team_.one(thread); }
  GBI_DEVICE void from_words(const words_of_value& from, value& x) const {
    auto& shared = team_.shared();
    team_.phase([&](int thread) { shared.blocks[0][team_.slot(thread)] = from[thread]; });
    team_.phase([&](int thread) {
      const auto* const blocks = shared.blocks[0] + team_.first_slot(thread);
      x[thread] = team_.digits_of(thread, [&](int index) {
        return index < team_.threads() * Limbs ? team_.limb_at(blocks[index / Limbs], index % Limbs) : 0;
      });
    });
  }

  /// x = x y / R for y = factor(thread). Proof: proofs/Montgomery.v, theorem fused_product_is_below_modulus.
  template <class Factor>
  GBI_DEVICE void multiply(value& x, Factor&& factor) const {
    team_.phase([&](int thread) { team_.put(thread, factor(thread)); });
    multiply_by_cells<rows_of::product>(x, team_.length());
  }

  /// x = x^2 / R. Proof: proofs/Montgomery.v, theorem fused_product_is_below_modulus.
  GBI_DEVICE void square(value& x) const {
    // A square has a different step for each digit of a thread. The steps for 15 digits exceed a
    // multiprocessor's instruction cache, and waiting for instructions costs more than the saved products.
    constexpr rows_of rows = digits <= 10 ? rows_of::square : rows_of::product;
    team_.phase([&](int thread) { team_.put(thread, x[thread]); });
    multiply_by_cells<rows>(x, team_.length());
  }

  /// x = x s / 2^32 for s = small(thread), a number of 32 bits: one step of a product with the digit 2^20 s.
  template <class Small>
  GBI_DEVICE void multiply_small(value& x, Small&& small) const {
    constexpr int shift = fused_digit_bits - 32;
    team_.phase([&](int thread) {
      const auto factor = static_cast<std::int64_t>(std::uint64_t{small(thread)} << shift);
      if (team_.rank(thread) == 0) team_.row(thread)[0] = team_.cell_of(static_cast<fused_digit>(factor));
    });
    multiply_by_cells<rows_of::product>(x, 1);
  }

  /// x = x + y or x - y, for results of products. The result may be as large as operands may be.
  GBI_DEVICE void add(value& x, const value& y, bool subtract) const {
    per_thread<Block, sums> sum;
    team_.phase([&](int thread) {
      unroll<digits>([&](auto c) {
        // Digits barely exceed 2^51, so their sum is exact as a double.
        const fused_digit other = y[thread].digit[c];
        sum[thread].sum[c] = static_cast<digit_sum>(
            static_cast<std::int64_t>(x[thread].digit[c] + (subtract ? -other : other)));
      });
    });
    carry(sum, x);
  }
  /// x = 2 x where is_odd(thread). The result may be as large as operands may be.
  template <class IsOdd>
  GBI_DEVICE void twice(value& x, IsOdd&& is_odd) const {
    scale(x, [&](int thread) { return std::int64_t{is_odd(thread) ? 2 : 1}; });
  }
  /// x = -x
  GBI_DEVICE void negate(value& x) const {
    scale(x, [](int) { return std::int64_t{-1}; });
  }

  using sums = digit_sums<digits + 1>;
  /// x = sums, which are below 2^62 in magnitude.
  GBI_DEVICE void carry(per_thread<Block, sums>& sum, value& x) const {
    struct no_bias {
      static constexpr digit_sum at(int) { return 0; }
    };
    carry_sums<no_bias>(team_, sum, x);
  }

  /// The remainder of a result, 0 to n - 1, in words.
  GBI_DEVICE void words_of(const value& x, words_of_value& result) const {
    words_of_value modulus;
    per_thread<Block, machine_word> carry;
    team_.words_of_sum(x, modulus_, result, carry);
    team_.phase([&](int thread) { modulus[thread] = team_.load(span_, thread); });
    team_.subtract_once(result, carry, modulus);
  }

 private:
  /// x = factor(thread) x for small factors.
  template <class Factor>
  GBI_DEVICE void scale(value& x, Factor&& factor) const {
    per_thread<Block, sums> sum;
    team_.phase([&](int thread) {
      unroll<digits>([&](auto c) {
        sum[thread].sum[c] =
            static_cast<digit_sum>(factor(thread) * static_cast<std::int64_t>(x[thread].digit[c]));
      });
    });
    carry(sum, x);
  }

  /// \param steps the digits of the factor in the cells: all of them, or the lowest of a product
  template <rows_of Kind>
  GBI_LARGE void multiply_by_cells(value& x, int steps) const {
    using bias = row_bias<Kind, digits>;
    static_assert(safe_steps % digits == 0 || Block::threads * digits <= safe_steps);
    per_thread<Block, sums> sum;
    team_.phase([&](int thread) { unroll<digits>([&](auto c) { sum[thread].sum[c] = bias::at(c); }); });
    if constexpr (Block::threads * digits <= safe_steps) {
      run_rows<Kind>(team_, 0, steps, sum, x, modulus_, negative_inverse_);
    } else {
      value carried;
      for (int begin = 0;;) {
        const int end = begin + safe_steps < steps ? begin + safe_steps : steps;
        run_rows<Kind>(team_, begin, end, sum, x, modulus_, negative_inverse_);
        if (end == steps) break;
        begin = end;
        carry_sums<bias>(team_, sum, carried);
        team_.phase([&](int thread) {
          unroll<digits>([&](auto c) {
            sum[thread].sum[c] =
                bias::at(c) + static_cast<digit_sum>(static_cast<std::int64_t>(carried[thread].digit[c]));
          });
        });
      }
    }
    carry_sums<bias>(team_, sum, x);
  }

  team_type team_;
  batch_span span_;
  value modulus_;
  per_thread<Block, fused_digit> negative_inverse_;
};

}  // namespace gbi::kernels
