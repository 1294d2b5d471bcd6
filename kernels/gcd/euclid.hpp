/// \file
/// Euclid's algorithm in one block, by Lehmer's steps: one thread takes steps on the leading 128 bits of both
/// numbers, then all threads apply their matrix to the numbers and to the matrix of all steps so far.
///
/// Where the leading bits allow no step, because one number is much longer or both are nearly equal, the step
/// is a single subtraction of 2^shift q times the smaller number, q < 2^31. The matrix of such a step differs
/// only in the shift.
///
/// The sums of products of a step are independent of each other but for carries. All six numbers lie one
/// behind the other, each with room for a carry, and one look-ahead settles them all. A difference is a sum
/// with the complement: x p - y q = x p + (2^64n - 1 - y) q + q - 2^64n q, where the last term is beyond what
/// is kept.
///
/// Cost: for n limbs about n / 2 Lehmer steps with a result of half the size, n to the end; each of some 38
/// dependent quotients of words and 4 wide products for each limb of the six numbers.
#pragma once

#include "kernels/gcd/arguments.hpp"
#include "kernels/model/block.hpp"
#include "kernels/normalize/lookahead.hpp"
#include "kernels/word/leading_bits.hpp"

namespace gbi::kernels {

/// \tparam Rows positions for each thread.
template <int Threads, int Rows>
struct euclid_kernel {
  using arguments = euclid_arguments;
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = 1;
  static constexpr int positions = Threads * Rows;

  struct step_plan {
    word_matrix m;
    int shift;    ///< of what is multiplied by m01 and m10
    int limbs;    ///< of the longer number
    int before;   ///< of the largest entry of the matrix, before the step ...
    int after;    ///< ... and room for it after
    int reduced;  ///< the only number from which something is subtracted; -1: both
    bool done, any;
  };
  struct shared_memory {
    limb number[2][positions / 2];
    limb matrix[4][positions / 4];
    step_plan step;
    jacobi_state symbol;
    lookahead_memory lookahead;
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const auto longer = static_cast<int>(args.a.count > args.b.count ? args.a.count : args.b.count);
    block.phase([&](int thread) GBI_INLINE {
      for (int i = thread; i < longer; i += Threads) {
        shared.number[0][i] = static_cast<std::uint32_t>(i) < args.a.count ? args.a.limbs[i] : 0;
        shared.number[1][i] = static_cast<std::uint32_t>(i) < args.b.count ? args.b.limbs[i] : 0;
      }
      for (int entry = 0; entry < 4; ++entry)
        for (int i = thread; i < positions / 4; i += Threads)
          shared.matrix[entry][i] = i == 0 && entry % 3 == 0;
      if (thread != 0) return;
      shared.symbol = args.symbol != nullptr ? *args.symbol : jacobi_state{};
      shared.step = {{}, 0, longer, 0, args.matrix.limbs != nullptr ? 1 : 0, -1, false, false};
    });
    for (;;) {
      block.template phase<1>(
          [&](int) GBI_INLINE { plan_step(shared, static_cast<int>(args.kept), args.symbol != nullptr); });
      if (shared.step.done) break;
      add_whole<Rows>(
          block, shared.lookahead, [&](int i) GBI_INLINE { return sums_of(shared, i); },
          [&](int i, limb sum) GBI_INLINE { store(shared, i, sum); });
    }
    block.phase([&](int thread) GBI_INLINE {
      for (int i = thread; i < longer; i += Threads) {
        if (args.out_a != nullptr) args.out_a[i] = shared.number[0][i];
        if (args.out_b != nullptr) args.out_b[i] = shared.number[1][i];
      }
      // Both numbers are equal, or one is 0.
      for (auto i = static_cast<std::uint32_t>(thread); i < args.gcd.count; i += Threads)
        args.gcd.limbs[i] =
            i < static_cast<std::uint32_t>(longer) ? shared.number[0][i] | shared.number[1][i] : 0;
      const int entry_limbs = shared.step.before;
      for (auto i = static_cast<std::uint32_t>(thread); i < args.matrix.count; i += Threads)
        for (int entry = 0; entry < 4; ++entry)
          args.matrix.limbs[static_cast<std::uint32_t>(entry) * args.matrix.stride + i] =
              i < static_cast<std::uint32_t>(entry_limbs) ? shared.matrix[entry][i] : 0;
      if (thread != 0) return;
      if (args.symbol != nullptr) *args.symbol = shared.symbol;
      if (args.result != nullptr)
        *args.result = {static_cast<std::uint32_t>(shared.step.limbs),
                        static_cast<std::uint32_t>(entry_limbs), shared.step.any};
    });
  }

 private:
  /// Decides on the next step; run by one thread.
  GBI_DEVICE static void plan_step(shared_memory& shared, int kept, bool with_symbol) {
    step_plan& step = shared.step;
    const limb *a = shared.number[0], *b = shared.number[1];
    while (step.limbs > 0 && (a[step.limbs - 1] | b[step.limbs - 1]) == 0) --step.limbs;
    step.before = step.after;
    const auto is_zero = [&](int i) GBI_INLINE {
      return (shared.matrix[0][i] | shared.matrix[1][i] | shared.matrix[2][i] | shared.matrix[3][i]) == 0;
    };
    while (step.before > 0 && is_zero(step.before - 1)) --step.before;

    const limb top = step.limbs == 0 ? 0 : a[step.limbs - 1] | b[step.limbs - 1];
    const int low = (step.limbs - 3) * limb_bits + bit_length(top), lowest = (kept - 1) * limb_bits;
    const int from = low > lowest ? low : lowest;
    step.shift = 0;
    step.reduced = -1;
    step.after = step.before > 0 ? step.before + 1 : 0;
    const wide_limb top_of_a = window(a, step.limbs, from), top_of_b = window(b, step.limbs, from);
    word_matrix m;
    bool any = false;
    if (with_symbol) {
      jacobi_state symbol = shared.symbol;  // in registers
      any = half_gcd_of_pairs(top_of_a, top_of_b, m, symbol);
      shared.symbol = symbol;
    } else {
      no_symbol ignored;
      any = half_gcd_of_pairs(top_of_a, top_of_b, m, ignored);
    }
    step.m = m;
    step.done = !any && !plan_subtraction(shared, kept);
    step.any = step.any || !step.done;
  }

  /// A step of the larger number alone. \returns whether there is one.
  GBI_DEVICE static bool plan_subtraction(shared_memory& shared, int kept) {
    step_plan& step = shared.step;
    const std::uint32_t x = is_less(shared.number[0], shared.number[1], step.limbs);
    const limb *larger = shared.number[x], *smaller = shared.number[1 - x];
    const auto [q, shift] = coarse_quotient(larger, smaller, step.limbs, kept);
    if (q == 0) return false;
    step.reduced = static_cast<int>(x);
    step.shift = shift;
    if (step.before > 0 && step.shift > 0) {
      // The column of the larger number is added to the other one, which may be longer.
      int grown = step.before;
      while ((shared.matrix[x][grown - 1] | shared.matrix[2 + x][grown - 1]) == 0) --grown;
      grown += step.shift / limb_bits + 2;
      step.after = step.after > grown ? step.after : grown;
    }
    step.m = {};
    (x == 0 ? step.m.m01 : step.m.m10) = q;
    shared.symbol.subtract(x, static_cast<std::uint32_t>(q << (step.shift < 2 ? step.shift : 2) & 3));
    return true;
  }

  /// Which limb of which of the six numbers a position is.
  struct place {
    int number;  ///< 0, 1: a, b; 2 to 5: the entries of the matrix; 6: none
    int limb_index;
  };
  /// After a subtraction one number and one column are new. Both numbers may be long then, and the column,
  /// too; after another step the numbers are as much shorter as the entries are longer.
  GBI_DEVICE static place place_of(const step_plan& step, int i) {
    const int width = step.limbs + 1;
    const bool both = step.reduced < 0;
    const int numbers = both ? 2 : 1, entries = both ? 4 : 2;
    if (i < numbers * width) {
      const int number = i >= width;
      return {both ? number : step.reduced, i - number * width};
    }
    const int j = i - numbers * width;
    int entry = 0;
    while (entry < entries && j >= (entry + 1) * step.after) ++entry;
    return {entry == entries ? 6 : 2 + (both ? entry : 2 * entry + 1 - step.reduced), j - entry * step.after};
  }

  /// x p + y 2^shift q; a number's y is complemented.
  struct combination {
    const limb *x, *y;
    limb p, q, complement;
    int limbs, shift;
    GBI_DEVICE wide_limb at(int i) const {
      if (i < 0 || (complement != 0 && i >= limbs)) return 0;
      const bool is_within = i < limbs;
      const limb other = shift != 0 ? shifted_limb(y, limbs, shift, i) : is_within ? y[i] : 0;
      return (is_within ? wide_product(x[i], p) : 0) + wide_product(other ^ complement, q);
    }
  };

  GBI_DEVICE static limb_pair sums_of(const shared_memory& shared, int i) {
    const step_plan& step = shared.step;
    const word_matrix& m = step.m;
    const place at = place_of(step, i);
    if (at.number > 5) return {0, 0};
    combination sum;
    if (at.number < 2) {
      const int other = 1 - at.number;
      sum = {shared.number[at.number],
             shared.number[other],
             at.number == 0 ? m.m11 : m.m00,
             at.number == 0 ? m.m01 : m.m10,
             ~limb{0},
             step.limbs,
             step.shift};
    } else {
      const int entry = at.number - 2;
      sum = {shared.matrix[entry],
             shared.matrix[entry ^ 1],
             entry % 2 == 0 ? m.m00 : m.m11,
             entry % 2 == 0 ? m.m10 : m.m01,
             0,
             step.before,
             step.shift};
    }
    const limb below = at.limb_index == 0 ? sum.q & sum.complement : high_limb(sum.at(at.limb_index - 1));
    return {low_limb(sum.at(at.limb_index)), below};
  }

  GBI_DEVICE static void store(shared_memory& shared, int i, limb sum) {
    const place at = place_of(shared.step, i);
    if (at.number < 2) {
      if (at.limb_index < shared.step.limbs) shared.number[at.number][at.limb_index] = sum;
    } else if (at.number < 6) {
      shared.matrix[at.number - 2][at.limb_index] = sum;
    }
  }
};

}  // namespace gbi::kernels
