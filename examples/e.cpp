/// \file
/// Decimals of e = 1 + 1/1! + 1/2! + ... by binary splitting.
///
///     e [decimals]
///
/// What one learns: how a series of fractions becomes one fraction of long integers. Its denominator is a
/// factorial, which gbi::factorial computes in another way as a check.
#include <cmath>
#include <cstdint>
#include <exception>
#include <gpu_bigint.hpp>
#include <iostream>
#include <numbers>
#include <string>

namespace {

using gbi::gpu_bigint;

struct fraction {
  gpu_bigint numerator, denominator;
};

/// first! times the terms 1/k! for k = first + 1, ..., last. The denominator is last! / first!.
fraction terms(std::uint64_t first, std::uint64_t last) {
  if (last - first == 1) return {1, last};
  const std::uint64_t middle = first + (last - first) / 2;
  const fraction left = terms(first, middle), right = terms(middle, last);
  return {left.numerator * right.denominator + right.numerator, left.denominator * right.denominator};
}

/// The smallest n with n! > 10^decimals.
std::uint64_t terms_for(std::uint64_t decimals) {
  const double wanted = static_cast<double>(decimals) * std::numbers::ln10;
  std::uint64_t low = 1, high = 64 + decimals;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (std::lgamma(static_cast<double>(middle) + 1) > wanted)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

}  // namespace

int main(int argc, char** argv) try {
  constexpr std::uint64_t guard = 20;
  const std::uint64_t decimals = argc > 1 ? std::stoull(argv[1]) : 100'000;
  const std::uint64_t count = terms_for(decimals + guard);
  const fraction sum = terms(0, count);
  const gpu_bigint scaled =
      gbi::pow(10, decimals + guard) * (sum.numerator + sum.denominator) / sum.denominator;
  const std::string digits = (scaled / gbi::pow(10, guard)).to_string();

  std::cout << "e = " << digits.front() << '.' << digits.substr(1, 50) << "...\n";
  if (decimals >= 10)
    std::cout << "the last ten of " << decimals << " decimals: " << digits.substr(digits.size() - 10) << '\n';
  const bool right = sum.denominator == gbi::factorial(count);
  std::cout << "the denominator is " << count << "!: " << (right ? "yes" : "NO") << '\n';
  return right ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "e: " << error.what() << '\n';
  return 2;
}
