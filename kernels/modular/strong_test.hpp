/// \file
/// The Miller-Rabin test to base 2. Every bit of n costs a square; a set bit also costs a doubling, which
/// needs carries but no product.
///
/// Source: M. Rabin, J. Number Theory 12 (1980).
#pragma once

#include "kernels/modular/fields.hpp"
#include "kernels/modular/test_parameters.hpp"

namespace gbi::kernels {

template <class Arithmetic, int Limbs, int Threads>
struct strong_test_kernel : field_kernel<strong_test_kernel<Arithmetic, Limbs, Threads>,
                                         strong_test_arguments, Arithmetic, Limbs, Threads> {
  template <class Block, class Field>
  GBI_DEVICE static void run_team(Block&, const Field& field, const strong_test_arguments& args) {
    const auto& team = field.team();
    // `unit` is 1 in Montgomery form.
    typename Field::value unit, x;
    typename Field::words_of_value one, minus_one, power;
    per_thread<Block, std::uint32_t> twos;  // exponent of 2 in n - 1
    per_thread<Block, limb> bits;
    per_thread<Block, bool> is_odd;

    team.phase([&](int thread) {
      twos[thread] = team.is_present(thread) ? twos_before(args.modulus.modulus, team.element(thread)) : 0;
      bits[thread] = 0;
      unit[thread] = field.one(thread);
    });
    field.multiply(unit, [&](int thread) { return field.load(args.modulus.square, thread); });
    team.phase([&](int thread) { x[thread] = unit[thread]; });
    field.words_of(x, one);
    field.negate(x);
    field.words_of(x, minus_one);

    team.phase([&](int thread) { x[thread] = unit[thread]; });
    // Above bit `twos`, n - 1 and n have the same bits.
    for (std::uint32_t i = args.bits - 1; i-- > 0;) {
      field.square(x);
      team.phase([&](int thread) {
        const std::uint32_t at = i + twos[thread];
        if (team.is_present(thread) && at % limb_bits == limb_bits - 1)
          bits[thread] = limb_of(args.modulus.modulus, team.element(thread), at / limb_bits);
        is_odd[thread] = (bits[thread] >> at % limb_bits & 1) != 0;
      });
      field.twice(x, [&](int thread) { return is_odd[thread]; });
    }

    field.multiply(x, [&](int thread) { return unit[thread]; });  // reduces x after the doublings
    per_thread<Block, bool> is_not_one, is_not_minus_one, passed, is_open;
    team.phase([&](int thread) { passed[thread] = false; });
    for (std::uint32_t i = 0;; ++i) {
      if (i > 0) field.square(x);
      field.words_of(x, power);
      team.phase([&](int thread) {
        is_not_one[thread] = differ(power[thread], one[thread]);
        is_not_minus_one[thread] = differ(power[thread], minus_one[thread]);
      });
      is_not_one = team.any_of_team(is_not_one);
      is_not_minus_one = team.any_of_team(is_not_minus_one);
      team.phase([&](int thread) {
        if (i < twos[thread] && (!is_not_minus_one[thread] || (i == 0 && !is_not_one[thread])))
          passed[thread] = true;
        is_open[thread] = !passed[thread] && i + 1 < twos[thread];
      });
      if (!team.any(is_open)) break;
    }
    team.phase([&](int thread) {
      if (team.rank(thread) == 0 && team.is_present(thread))
        args.passed[team.element(thread)] = passed[thread] ? 1 : 0;
    });
  }

 private:
  template <int Words>
  GBI_DEVICE static bool differ(const word_block<Words>& a, const word_block<Words>& b) {
    bool result = false;
    unroll<Words>([&](auto i) { result = result || a.word[i] != b.word[i]; });
    return result;
  }
};

}  // namespace gbi::kernels
