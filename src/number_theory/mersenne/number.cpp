#include "src/number_theory/mersenne/number.hpp"

#include <utility>

#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/division.hpp"
#include "src/number/carry_chain.hpp"
#include "src/number/number.hpp"
#include "src/number_theory/mersenne/exact_square.hpp"
#include "src/number_theory/mersenne/square.hpp"

namespace gbi::number_theory {

std::unique_ptr<mersenne_number> make_mersenne_number(std::shared_ptr<detail::engine> engine,
                                                      std::uint64_t exponent, mersenne_transform transform) {
  if (transform.exact)
    return std::make_unique<exact_mersenne_square>(std::move(engine), exponent, transform.digits);
  return std::make_unique<mersenne_square>(std::move(engine), exponent, transform.digits);
}

gpu_bigint mersenne_reduced(const gpu_bigint& x, std::uint64_t exponent) {
  // Modulo 2^p - 1, 2^p = 1. The first sum is below 2^(p + 1) - 1, as x is below 2^(2 p). 2^p - 1 must become
  // 0.
  const auto bits = static_cast<std::int64_t>(exponent);
  const gpu_bigint y = numbers::nonnegative(low_bits(x, exponent) + (x >> bits));
  return low_bits(numbers::nonnegative(y + ((y + 1) >> bits)), exponent);
}

gpu_bigint mersenne_remainder(const std::shared_ptr<detail::engine>& engine, std::uint64_t exponent,
                              const std::int64_t* coefficients) {
  constexpr std::uint64_t bits_above = 31, spacing = 32;
  const std::uint64_t count = exponent / spacing + 1, limbs = (exponent + bits_above) / limb_bits + 1;
  auto number = detail::number::make_nonnegative(engine, limbs);
  const numbers::carry_chain chain(engine->chains(), limbs, 1);
  engine->executor().launch(kernels::normalize_arguments{coefficients,
                                                         count,
                                                         count,
                                                         spacing,
                                                         number->limbs(),
                                                         limbs,
                                                         limbs,
                                                         chain.get(),
                                                         {nullptr, nullptr, nullptr}});
  return mersenne_reduced(detail::value_of(std::move(number)), exponent);
}

gpu_bigint mersenne_ninth(const gpu_bigint& x, const gpu_bigint& m) {
  // One of x, x + m, ... x + 8 m is a multiple of 9.
  gpu_bigint multiple = x;
  while (multiple % 9 != 0) multiple = multiple + m;
  return multiple / 9;
}

}  // namespace gbi::number_theory
