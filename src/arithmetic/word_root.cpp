/// \file
/// A root is right if root^k + remainder equals the number, which residues show, and if the remainder is
/// small enough.
#include "src/arithmetic/word_root.hpp"

#include <algorithm>
#include <cmath>

#include "gpu_bigint/arithmetic.hpp"
#include "src/ground/word_check.hpp"
#include "src/words/linear.hpp"
#include "src/words/linear_checks.hpp"
#include "src/words/root.hpp"

namespace gbi::arithmetic {

namespace {

/// fraction 2^exponent, 0.5 <= fraction < 1, or 0.
struct scaled {
  long double fraction;
  std::int64_t exponent;

  scaled(long double value, std::int64_t exponent_of_one) : fraction(0), exponent(exponent_of_one) {
    int more = 0;
    fraction = std::frexp(value, &more);
    exponent += more;
  }
  /// The leading limbs of a number, rounded.
  static scaled of(const limb* a, std::size_t n) {
    long double leading = 0;
    const std::size_t taken = std::min<std::size_t>(n, 2);
    for (std::size_t i = 0; i < taken; ++i)
      leading = std::ldexp(leading, limb_bits) + static_cast<long double>(a[n - 1 - i]);
    return {leading, static_cast<std::int64_t>((n - taken) * limb_bits)};
  }
  scaled operator*(const scaled& b) const { return {fraction * b.fraction, exponent + b.exponent}; }
  bool operator<(const scaled& b) const {
    if (fraction == 0 || b.fraction == 0) return fraction < b.fraction;
    return exponent != b.exponent ? exponent < b.exponent : fraction < b.fraction;
  }
};

scaled power(scaled base, std::uint64_t exponent) {
  scaled result(1, 0);
  for (; exponent > 0; exponent /= 2, base = base * base)
    if (exponent % 2 == 1) result = result * base;
  return result;
}

/// Whether (root + 1)^k > |a| for a remainder |a| - root^k. This holds if remainder < k root^(k - 1), which
/// rounded numbers nearly always show. Otherwise the power decides.
bool is_small_enough(ground::word_result& root, const ground::word_result& remainder, const limb* rest,
                     const detail::short_view& a, std::uint64_t k) {
  constexpr std::uint64_t most = std::uint64_t{1} << 20;  // up to here, powers are exact to 2^-20
  const std::size_t n = words::significant(root.data(), root.size());
  const std::size_t m = words::significant(rest, remainder.size());
  constexpr long double nearly_one = 1 - 0x1p-18L;
  if (k <= most && scaled::of(rest, m) < power(scaled::of(root.data(), n), k - 1) *
                                             scaled(static_cast<long double>(k) * nearly_one, 0))
    return true;
  const gpu_bigint found = detail::value_of(root.home(), root.data(), n, false);
  return pow(found + 1, k) > detail::value_of(root.home(), a.limbs, a.size, false);
}

}  // namespace

void square_root_of_words(ground::word_result& root, ground::word_result& remainder,
                          const detail::short_view& a) {
  const ground::word_memory scratch(words::square_root_scratch(a.size));
  const auto compute = [&] {
    words::square_root(root.data(), remainder.data(), a.limbs, a.size, scratch.data());
  };
  if (!ground::is_checked(root.home(), a.size)) return compute();
  const ground::word_check check("square root", a.size);
  const limb of_a = check.residue(a.limbs, a.size);
  check.repeat([&] {
    compute();
    const limb s = check.residue(root.data(), root.size());
    return check.multiply_add(s, s, check.residue(remainder.data(), remainder.size())) == of_a &&
           words::is_at_most_twice(remainder.data(), root.data(), root.size());
  });
}

void root_of_words(ground::word_result& root, ground::word_result& remainder, const detail::short_view& a,
                   std::uint64_t k) {
  const ground::word_memory scratch(words::root_scratch(a.size));
  const auto compute = [&] {
    words::root(root.data(), remainder.data(), a.limbs, a.size, k, scratch.data());
  };
  if (!ground::is_checked(root.home(), a.size)) return compute();
  const ground::word_check check("root", a.size);
  const limb of_a = check.residue(a.limbs, a.size);
  check.repeat([&] {
    compute();
    const limb of_power = check.power(check.residue(root.data(), root.size()), k);
    return check.multiply_add(of_power, 1, check.residue(remainder.data(), remainder.size())) == of_a &&
           is_small_enough(root, remainder, remainder.data(), a, k);
  });
}

}  // namespace gbi::arithmetic
