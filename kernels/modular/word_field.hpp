/// \file
/// Arithmetic modulo odd numbers n in Montgomery form, x R mod n for R = 2^(bits of the team's words), by
/// wide multiply-adds of machine words. It is for devices with few multiply-adds of doubles.
///
/// As with digits (digit_rows.hpp), a step adds b_j a and q n to the sums and moves them by one word. q =
/// -sum / n modulo a word makes the lowest word 0. The lowest word of every other thread goes to the previous
/// thread, one step late. Carries out of a thread's words stay at its top until the next step absorbs them
/// (row_sum.hpp).
///
/// Values are remainders, 0 to n - 1. The product of a remainder with a number below R is below (R n + R n) /
/// R = 2 n, which is one bit longer than R if n is as long as R. So after the steps, carries ripple through
/// all words, and n is subtracted at most once. A team needs no more bits than its integers have.
///
/// Cost of a step per thread of W words: 2 W multiply-adds, or 1.5 W for a square, and about 25 other
/// instructions.
/// Source: P. Montgomery, Math. Comp. 44 (1985); C. Koc, T. Acar, B. Kaliski, IEEE Micro 16 (1996).
#pragma once

#include "kernels/modular/handover.hpp"
#include "kernels/modular/row_sum.hpp"

namespace gbi::kernels {

template <int Limbs, int Threads>
struct word_field_memory {
  team_memory<Limbs, Threads> words;
  handover_memory<machine_word, machine_word, Threads> handed;
};

template <class Block, int Limbs>
using word_team = handing_team<Block, Limbs, word_field_memory<Limbs, Block::threads>>;

/// fused_field.hpp describes the operations that kernels expect.
template <class Block, int Limbs>
class word_field {
 public:
  using team_type = word_team<Block, Limbs>;
  static constexpr int words = team_type::words;
  using element = word_block<words>;
  using value = per_thread<Block, element>;
  using words_of_value = value;

  GBI_DEVICE word_field(const team_type& threads, const batch_span& modulus) : team_(threads) {
    team_.phase([&](int thread) {
      modulus_[thread] = team_.load(modulus, thread);
      // Used only by the threads with the lowest word.
      negative_inverse_[thread] = 0 - inverse_of(modulus_[thread].word[0]);
    });
  }

  GBI_DEVICE const team_type& team() const { return team_; }
  GBI_DEVICE std::uint32_t radix_bits() const {
    return static_cast<std::uint32_t>(team_.threads() * words * word_bits);
  }
  GBI_DEVICE element load(const batch_span& a, int thread) const { return team_.load(a, thread); }
  GBI_DEVICE element one(int thread) const {
    element result{};
    if (team_.rank(thread) == 0) result.word[0] = 1;
    return result;
  }
  GBI_DEVICE void from_words(const words_of_value& from, value& x) const {
    team_.phase([&](int thread) { x[thread] = from[thread]; });
  }

  /// x = x y / R for y = factor(thread). One of x and y must be a remainder.
  template <class Factor>
  GBI_DEVICE void multiply(value& x, Factor&& factor) const {
    team_.phase([&](int thread) { team_.shared().blocks[0][team_.slot(thread)] = factor(thread); });
    multiply_by_shared<rows_of::product>(x, all_steps());
  }
  GBI_DEVICE void square(value& x) const {
    // A square has a different step for each word of a thread.
    constexpr rows_of rows = words <= 16 ? rows_of::square : rows_of::product;
    team_.phase([&](int thread) { team_.shared().blocks[0][team_.slot(thread)] = x[thread]; });
    multiply_by_shared<rows>(x, all_steps());
  }
  /// x = x s / 2^32 for s = small(thread), a number of 32 bits: two steps of a product.
  template <class Small>
  GBI_DEVICE void multiply_small(value& x, Small&& small) const {
    team_.phase([&](int thread) {
      element factor{};
      factor.word[1] = static_cast<machine_word>(small(thread)) << (word_bits - 32);
      team_.shared().blocks[0][team_.slot(thread)] = factor;
    });
    multiply_by_shared<rows_of::product>(x, 2);
  }
  /// x = x + y or x - y
  GBI_DEVICE void add(value& x, const value& y, bool subtract) const {
    value addend;
    per_thread<Block, machine_word> carry;
    team_.phase([&](int thread) { addend[thread] = y[thread]; });
    if (subtract) negate(addend);
    team_.add(x, addend, false, carry);
    team_.subtract_once(x, carry, modulus_);
  }
  template <class IsOdd>
  GBI_DEVICE void twice(value& x, IsOdd&& is_odd) const {
    value doubled;
    team_.phase([&](int thread) { doubled[thread] = x[thread]; });
    team_.double_modulo(doubled, modulus_);
    team_.phase([&](int thread) {
      if (is_odd(thread)) x[thread] = doubled[thread];
    });
  }
  /// x = n - x. This is n, not 0, for x = 0.
  GBI_DEVICE void negate(value& x) const {
    value difference;
    per_thread<Block, machine_word> above;
    team_.phase([&](int thread) {
      difference[thread] = modulus_[thread];
      above[thread] = 0;
    });
    team_.subtract_once(difference, above, x);
    team_.phase([&](int thread) { x[thread] = difference[thread]; });
  }

  GBI_DEVICE void words_of(const value& x, words_of_value& result) const {
    team_.phase([&](int thread) { result[thread] = x[thread]; });
  }

 private:
  GBI_DEVICE int all_steps() const { return team_.threads() * words; }
  /// 1/x modulo 2^word_bits, for odd x. Each step of Newton's iteration doubles the number of correct bits; x
  /// itself has three.
  GBI_DEVICE static machine_word inverse_of(machine_word x) {
    machine_word inverse = x;
    for (int correct = 3; correct < word_bits; correct *= 2) inverse *= 2 - x * inverse;
    return inverse;
  }

  /// \param steps the words of the factor in shared memory: all of them, or the two lowest of a product
  template <rows_of Kind>
  GBI_LARGE void multiply_by_shared(value& x, int steps) const {
    // After an even number of steps, both kinds of sums are back in place.
    constexpr int period = Kind == rows_of::square ? words : 2;
    per_thread<Block, row_sum<words>> sums;
    handover<Block, team_type> exchange(team_);
    const auto word_at = [&](int thread, int step) {
      return team_.shared().blocks[0][team_.first_slot(thread) + step / words].word[step % words];
    };
    const auto reduce = [&](int thread, int step) {
      sums[thread].add_highest(exchange.passed(thread, step));
      sums[thread].add(modulus_[thread].word, exchange.quotient(thread, step));
      return sums[thread].lowest();
    };
    team_.phase([&](int thread) {
      sums[thread].clear();
      exchange.tell(thread, 0, 0, 0);
    });
    // Before the first step there is nothing to reduce. So all steps are the same, and their code appears
    // only once.
    for (int step = 0; step < steps; step += period)
      unroll<period>([&](auto index) {
        constexpr int j = index;
        exchange.deliver();
        team_.phase([&](int thread) {
          const machine_word passed = reduce(thread, step + j);
          sums[thread].template advance<Kind, j>(x[thread].word, word_at(thread, step + j));
          const machine_word quotient = sums[thread].lowest() * negative_inverse_[thread];
          exchange.tell(thread, step + j + 1, quotient, passed);
        });
      });
    exchange.deliver();
    team_.phase([&](int thread) { exchange.tell(thread, steps + 1, 0, reduce(thread, steps)); });
    exchange.deliver();
    per_thread<Block, machine_word> above;
    team_.phase([&](int thread) {
      above[thread] = sums[thread].words(x[thread].word, exchange.passed(thread, steps + 1));
    });
    team_.resolve(x, above);
    team_.subtract_once(x, above, modulus_);
  }

  team_type team_;
  value modulus_;
  per_thread<Block, machine_word> negative_inverse_;
};

}  // namespace gbi::kernels
