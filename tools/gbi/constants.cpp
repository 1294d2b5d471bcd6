#include "tools/gbi/constants.hpp"

#include <cmath>
#include <utility>

namespace program {

namespace {

using gbi::gpu_bigint;

/// Terms from k = 1 on.
struct constant_series {
  gbi::rational_series series;
  double bits_of_term;  ///< bits that each term adds; 0 if that depends on the term
};

const constant_series chudnovsky{
    {{5, -46, 108, -72}, {0, 0, 0, 10'939'058'860'032'000}, {13'591'409, 545'140'134}}, 47.11041313821584},
    // e - 2 = 1 / 2! + 1 / 3! + ...
    inverse_factorials{{{1}, {1, 1}, {1}}, 0};

/// The sum of the terms 1 to `terms` as a fraction modulo the prime.
series_residues residues_of(const gbi::rational_series& series, const prime_field& mod, std::uint64_t terms) {
  const auto value = [&](const gbi::polynomial& f, std::uint64_t k) {
    std::uint64_t result = 0;
    for (std::size_t i = f.size(); i-- > 0;) result = mod.add(mod.multiply(result, k), mod.of(f[i]));
    return result;
  };
  std::uint64_t ratio = 1, denominator = 1, numerator = 0;
  for (std::uint64_t k = 1; k <= terms; ++k) {
    const std::uint64_t share = value(series.q, k);
    ratio = mod.multiply(ratio, value(series.p, k));
    denominator = mod.multiply(denominator, share);
    numerator = mod.add(mod.multiply(numerator, share), mod.multiply(ratio, value(series.a, k)));
  }
  return {mod.prime(), numerator, denominator};
}

template <class Fraction>
series_residues residues_of(const Fraction& sum, const prime_field& mod) {
  return {mod.prime(), mod.of(sum.numerator), mod.of(sum.denominator)};
}

/// The share of the time that the series takes; a division, a root and a product follow.
constexpr double share_of_series = 0.8;

/// The sum with an error below 2^-bits. If residues are wanted, or if the calculator verifies, it is the
/// exact sum, because only that one can be computed again modulo a prime.
template <class Place>
auto sum_of(const Place& place, const constant_series& constant, std::uint64_t terms, std::uint64_t bits,
            const calculator& compute, const watcher& watch, bool is_exact = false) {
  const auto tell = [&](double part) { watch(share_of_series * part); };
  if (!is_exact && !compute.verifies()) return place.approximate_sum_of(constant.series, terms, bits, tell);
  auto sum = place.sum_of(constant.series, terms, tell);
  compute.check("series", [&](const prime_field& mod) {
    return residues_of(constant.series, mod, terms) == residues_of(sum, mod);
  });
  return sum;
}

/// floor(x base^digits) for an x that `approximate(bits)` gives with an error below 2^(8 - bits). Takes more
/// bits if the digits after the last one do not decide the rounding.
template <class Place, class Approximate>
auto scaled_floor(const Place& place, const calculator& compute, const precision& wanted,
                  Approximate&& approximate) {
  using number = typename Place::number;
  const auto size =
      static_cast<std::uint64_t>(std::ceil(static_cast<double>(wanted.digits) * std::log2(wanted.base))) + 1;
  compute.require_length("constant", static_cast<double>(size));
  for (std::uint64_t guard = 64;; guard *= 2) {
    const std::uint64_t bits = size + guard;
    const number x = approximate(bits);  // takes the most memory, so the power comes later
    const number scale = compute.power(place.of(wanted.base), wanted.digits);
    const number scaled = compute.multiply(x, scale);
    const auto shift = static_cast<std::int64_t>(bits);
    const number error = scale << 8;
    number low = (scaled - error) >> shift;
    if (low == (scaled + error) >> shift) return low;
  }
}

}  // namespace

series_residues pi_series_residues(const prime_field& mod, std::uint64_t terms) {
  return residues_of(chudnovsky.series, mod, terms);
}

std::uint64_t pi_series_terms(std::uint64_t bits) {
  return static_cast<std::uint64_t>(static_cast<double>(bits) / chudnovsky.bits_of_term) + 2;
}

template <class Place>
typename Place::number pi_digits(const Place& place, const calculator& compute, const precision& wanted,
                                 const watcher& watch, series_sum* noted) {
  using number = typename Place::number;
  return scaled_floor(place, compute, wanted, [&](std::uint64_t bits) {
    const std::uint64_t terms = pi_series_terms(bits);
    auto series = sum_of(place, chudnovsky, terms, bits, compute, watch, noted != nullptr);
    if (noted != nullptr) {
      const auto residues = [&] { return residues_of(series, prime_field::random()); };
      *noted = {terms, {residues(), residues()}};
    }
    // pi = 426880 sqrt(10005) Q / (A Q + T)
    const auto shift = static_cast<std::int64_t>(bits);
    number root = compute.square_root(place.of(10'005) << (2 * shift));
    watch((1 + share_of_series) / 2);
    const number below =
        compute.add(compute.multiply(series.denominator, chudnovsky.series.a.front()), series.numerator);
    number factor = compute.multiply(series.denominator, 426'880);
    series = {};  // frees their memory
    const number above = compute.multiply(std::exchange(factor, {}), std::exchange(root, {}));
    return compute.divide(above, below).quotient;
  });
}

template gpu_bigint pi_digits(const one_device&, const calculator&, const precision&, const watcher&,
                              series_sum*);
template gbi::distributed_bigint pi_digits(const many_ranks&, const calculator&, const precision&,
                                           const watcher&, series_sum*);

template <class Place>
typename Place::number e_digits(const Place& place, const calculator& compute, const precision& wanted,
                                const watcher& watch) {
  using number = typename Place::number;
  return scaled_floor(place, compute, wanted, [&](std::uint64_t bits) {
    // The first n with log2(n!) > bits.
    std::uint64_t low = 1, high = bits + 8;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      if (std::lgamma(static_cast<double>(middle) + 1) > static_cast<double>(bits) * std::log(2.0) + 1)
        high = middle;
      else
        low = middle + 1;
    }
    const auto series = sum_of(place, inverse_factorials, low + 1, bits, compute, watch);
    const number above = compute.add(series.denominator << 1, series.numerator);
    return compute.divide(above << static_cast<std::int64_t>(bits), series.denominator).quotient;
  });
}

template gpu_bigint e_digits(const one_device&, const calculator&, const precision&, const watcher&);
template gbi::distributed_bigint e_digits(const many_ranks&, const calculator&, const precision&,
                                          const watcher&);

gpu_bigint root_digits(const calculator& compute, const gpu_bigint& n, const precision& wanted) {
  const gpu_bigint scale = compute.power(wanted.base, wanted.digits);
  return compute.square_root(compute.multiply(n, compute.multiply(scale, scale)));
}

std::string with_zeros(std::string text, std::uint64_t digits) {
  if (text.size() <= digits) text.insert(0, digits + 1 - text.size(), '0');
  return text;
}

std::string with_point(std::string text, std::uint64_t digits) {
  if (digits == 0) return text;
  text = with_zeros(std::move(text), digits);
  text.insert(text.size() - digits, 1, '.');
  return text;
}

}  // namespace program
