#include "tools/gbi/constants.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace program {

namespace {

using gbi::gpu_bigint;

/// The sum of a range of terms of a series: sum = numerator / denominator, and the ratio of what follows.
struct partial_sum {
  gpu_bigint ratio, denominator, numerator;
};

/// Term k of a series with rational ratios: its share of the range from k to k + 1.
/// For pi: ratio = -(6k - 5)(2k - 1)(6k - 1), denominator = k^3 C^3 / 24, numerator = ratio (A + B k).
struct chudnovsky {
  static constexpr std::int64_t a = 13'591'409, b = 545'140'134;
  static constexpr std::uint64_t c = 10'939'058'860'032'000;  // 640320^3 / 24
  static constexpr double bits_of_term = 47.11041313821584;   // log2 of 640320^3 / 1728

  static partial_sum term(std::uint64_t k) {
    const gpu_bigint ratio = -(gpu_bigint(6 * k - 5) * (2 * k - 1) * (6 * k - 1));
    return {ratio, gpu_bigint(k) * k * k * c, ratio * (gpu_bigint(k) * b + a)};
  }
  /// The sum from term 1 to `terms` as a fraction modulo the prime: numerator, denominator.
  static std::pair<std::uint64_t, std::uint64_t> residues(const prime_field& mod, std::uint64_t terms) {
    std::uint64_t ratio = 1, denominator = 1, numerator = 0;
    for (std::uint64_t k = 1; k <= terms; ++k) {
      const auto times = [&](std::uint64_t x, std::uint64_t y) { return mod.multiply(x, y % mod.prime()); };
      ratio = mod.subtract(0, times(times(times(ratio, 6 * k - 5), 2 * k - 1), 6 * k - 1));
      const std::uint64_t share = times(times(times(c % mod.prime(), k), k), k);
      denominator = mod.multiply(denominator, share);
      const std::uint64_t linear =
          mod.add(times(static_cast<std::uint64_t>(b), k), static_cast<std::uint64_t>(a));
      numerator = mod.add(mod.multiply(numerator, share), mod.multiply(ratio, linear));
    }
    return {numerator, denominator};
  }
};

/// For e - 2 = 1 / 2! + 1 / 3! + ...: ratio = 1, denominator = k + 1, numerator = 1.
struct inverse_factorials {
  static partial_sum term(std::uint64_t k) { return {1, gpu_bigint(k + 1), 1}; }
  static std::pair<std::uint64_t, std::uint64_t> residues(const prime_field& mod, std::uint64_t terms) {
    std::uint64_t denominator = 1, numerator = 0;
    for (std::uint64_t k = 1; k <= terms; ++k) {
      const std::uint64_t share = (k + 1) % mod.prime();
      denominator = mod.multiply(denominator, share);
      numerator = mod.add(mod.multiply(numerator, share), 1);
    }
    return {numerator, denominator};
  }
};

/// Binary splitting. It reports progress: a merge of m terms is m units of work.
template <class Series>
class splitting {
 public:
  splitting(std::uint64_t terms, double share, const watcher& watch)
      : watch_(watch),
        scale_(share / (static_cast<double>(terms) *
                        std::max(1.0, std::ceil(std::log2(static_cast<double>(terms)))))) {}

  /// Terms first + 1 to last. The last merge needs no ratio.
  partial_sum sum(std::uint64_t first, std::uint64_t last, bool needs_ratio) {
    if (last - first == 1) return Series::term(last);
    const std::uint64_t middle = first + (last - first) / 2;
    partial_sum left = sum(first, middle, true);
    partial_sum right = sum(middle, last, needs_ratio);
    partial_sum both;
    both.numerator = left.numerator * right.denominator + left.ratio * right.numerator;
    both.denominator = left.denominator * right.denominator;
    if (needs_ratio) both.ratio = left.ratio * right.ratio;
    constexpr std::uint64_t worth_telling = 1024;
    done_ += static_cast<double>(last - first);
    if (last - first >= worth_telling) watch_(done_ * scale_);
    return both;
  }

 private:
  const watcher& watch_;
  double scale_, done_ = 0;
};

/// The part of the time that the series takes; what follows is a division, a root and a product.
constexpr double share_of_series = 0.8;

template <class Series>
partial_sum sum_of(std::uint64_t terms, const calculator& compute, const watcher& watch) {
  partial_sum sum = splitting<Series>(terms, share_of_series, watch).sum(0, terms, false);
  compute.check("series", [&](const prime_field& mod) {
    return Series::residues(mod, terms) == std::pair(mod.of(sum.numerator), mod.of(sum.denominator));
  });
  return sum;
}

/// floor(x base^digits) for the x that `approximate(bits)` knows with an error below 2^(8 - bits). Takes more
/// bits if the digits behind the last one do not decide.
template <class Approximate>
gpu_bigint scaled_floor(const calculator& compute, const precision& wanted, Approximate&& approximate) {
  const gpu_bigint scale = compute.power(wanted.base, wanted.digits);
  const std::uint64_t size = scale.bit_length();
  for (std::uint64_t guard = 64;; guard *= 2) {
    const std::uint64_t bits = size + guard;
    const gpu_bigint scaled = compute.multiply(approximate(bits), scale);
    const auto shift = static_cast<std::int64_t>(bits);
    const gpu_bigint error = scale << 8;
    gpu_bigint low = (scaled - error) >> shift;
    if (low == (scaled + error) >> shift) return low;
  }
}

}  // namespace

gpu_bigint pi_digits(const calculator& compute, const precision& wanted, const watcher& watch) {
  return scaled_floor(compute, wanted, [&](std::uint64_t bits) {
    const auto terms = static_cast<std::uint64_t>(static_cast<double>(bits) / chudnovsky::bits_of_term) + 2;
    const partial_sum series = sum_of<chudnovsky>(terms, compute, watch);
    // pi = 426880 sqrt(10005) Q / (A Q + T)
    const auto shift = static_cast<std::int64_t>(bits);
    const gpu_bigint root = compute.square_root(gpu_bigint(10'005) << (2 * shift));
    watch((1 + share_of_series) / 2);
    const gpu_bigint above = compute.multiply(compute.multiply(series.denominator, 426'880), root);
    const gpu_bigint below =
        compute.add(compute.multiply(series.denominator, chudnovsky::a), series.numerator);
    return compute.divide(above, below).quotient;
  });
}

gpu_bigint e_digits(const calculator& compute, const precision& wanted, const watcher& watch) {
  return scaled_floor(compute, wanted, [&](std::uint64_t bits) {
    // The first n with log2(n!) > bits.
    std::uint64_t low = 1, high = bits + 8;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      if (std::lgamma(static_cast<double>(middle) + 1) > static_cast<double>(bits) * std::log(2.0) + 1)
        high = middle;
      else
        low = middle + 1;
    }
    const partial_sum series = sum_of<inverse_factorials>(low + 1, compute, watch);
    const gpu_bigint above = compute.add(series.denominator << 1, series.numerator);
    return compute.divide(above << static_cast<std::int64_t>(bits), series.denominator).quotient;
  });
}

gpu_bigint root_digits(const calculator& compute, const gpu_bigint& n, const precision& wanted) {
  const gpu_bigint scale = compute.power(wanted.base, wanted.digits);
  return compute.square_root(compute.multiply(n, compute.multiply(scale, scale)));
}

std::string with_point(std::string text, std::uint64_t digits) {
  if (digits == 0) return text;
  if (text.size() <= digits) text.insert(0, digits + 1 - text.size(), '0');
  text.insert(text.size() - digits, 1, '.');
  return text;
}

}  // namespace program
