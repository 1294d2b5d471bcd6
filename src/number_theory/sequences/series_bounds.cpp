#include "src/number_theory/sequences/series_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/word/limb.hpp"
#include "kernels/word/polynomial.hpp"
#include "src/process/concat.hpp"

namespace gbi::number_theory {

namespace {

constexpr double most_value_bits = 190;

/// log2 of the largest value up to `last`.
double bits_of_values(const polynomial& f, double last) {
  double sum = 0;
  for (std::size_t i = f.size(); i-- > 0;) sum = sum * last + std::abs(static_cast<double>(f[i]));
  constexpr double rounding = 1e-12;
  return std::log2(std::max(1.0, sum)) + rounding;
}

std::uint64_t limbs_for(double bits) {
  return static_cast<std::uint64_t>(bits / static_cast<double>(limb_bits)) + 1;
}

}  // namespace

std::string name_of(const series_part& part) {
  return concat("sum of a series from term ", part.first, " on, with ", part.terms, " terms");
}

series_bounds series_bounds::of(const rational_series& series, const series_part& part) {
  constexpr std::uint64_t most = std::uint64_t{1} << 40;
  if (part.first > most || part.terms > most - part.first)
    throw std::length_error(name_of(part) + ": they exceed 2^40");
  const auto last = static_cast<double>(part.first + part.terms);
  const auto bound = [&](const polynomial& f, const char* which) {
    if (f.size() > kernels::most_coefficients)
      throw std::invalid_argument(concat(name_of(part), ": ", which, " has ", f.size(),
                                         " coefficients, and at most ", kernels::most_coefficients,
                                         " are allowed"));
    const double bits = bits_of_values(f, last);
    if (bits > most_value_bits)
      throw std::length_error(concat(name_of(part), ": values of ", which, " may have ",
                                     static_cast<int>(bits) + 1, " bits, and 190 are allowed"));
    return bits;
  };
  return {bound(series.p, "p"), bound(series.q, "q"), bound(series.a, "a")};
}

double series_bounds::bits(double terms) const {
  return terms * std::max(p, q) + a + std::log2(terms);
}

node_limbs series_bounds::limbs(double terms) const {
  return {limbs_for(terms * p), limbs_for(terms * q), limbs_for(bits(terms))};
}

}  // namespace gbi::number_theory
