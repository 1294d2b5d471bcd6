/// \file
/// The weights of Mersenne squares against MPFR.
#include "src/tables/weights.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>

#include "kernels/mersenne/irrational_base.hpp"
#include "src/plan/error_bound.hpp"
#include "tests/support/random.hpp"
#include "tests/tables/exact_root.hpp"

namespace gbi::test {

namespace {

namespace rounding = plan::rounding;

/// 2^(r/N) - origin - value
double difference(std::uint64_t r, std::uint64_t digits, double value, double origin) {
  exact power;
  mpfr_set_ui(power.get(), r, MPFR_RNDN);
  mpfr_div_ui(power.get(), power.get(), digits, MPFR_RNDN);
  mpfr_exp2(power.get(), power.get(), MPFR_RNDN);
  mpfr_sub_d(power.get(), power.get(), origin, MPFR_RNDN);
  return power.minus(value);
}

TEST(Weights, AreAsNearAsTheDocumentSays) {
  random_source random(test_seed());
  double largest = 0, excess = 0;
  for (const std::uint64_t digits :
       {4ul, 6ul, 10ul, 14ul, 18ul, 30ul, 64ul, 480ul, 4096ul, 14336ul, 1ul << 20, 15ul << 20, 1ul << 29}) {
    const auto fine_bits = static_cast<std::uint32_t>(std::bit_width(digits) + 1) / 2;
    const tables::root_weights weights = tables::weights_of(digits, fine_bits);
    const kernels::irrational_base base{.exponent = 0,
                                        .digits = static_cast<std::uint32_t>(digits),
                                        .digit_bits = 0,
                                        .step = 0,
                                        .coarse = weights.coarse.data(),
                                        .fine = weights.fine.data(),
                                        .fine_bits = fine_bits,
                                        .tile_phase = nullptr,
                                        .steps = nullptr};
    for (int round = 0; round < 1000; ++round) {
      const std::uint64_t r = round == 0 ? digits : random.below(digits);
      const std::uint64_t low = r & ((1u << fine_bits) - 1), high = r - low;
      const double coarse = weights.coarse[r >> fine_bits], fine = weights.fine[low];
      excess = std::max(
          {excess,
           (std::abs(difference(high, digits, coarse, 0)) - half_unit(coarse)) / unit<double> / coarse,
           (std::abs(difference(low, digits, fine, 1)) - half_unit(fine)) / unit<double>});
      const double weight = kernels::weight_at(base, static_cast<std::uint32_t>(r));
      const double error = std::abs(difference(r, digits, weight, 0)) / weight / unit<double>;
      largest = std::max(largest, error);
      ASSERT_LE(error, rounding::weight) << r << " of " << digits;
      ASSERT_LE(excess, rounding::extended) << r << " of " << digits;
    }
  }
  std::printf("[ measured ] weights: largest relative error %.5f u of %.5f u, %.1e u by the table's values\n",
              largest, rounding::weight, excess);
}

}  // namespace

}  // namespace gbi::test
