/// \file
/// A Fibonacci number with millions of digits, by gbi::fibonacci and by the doubling formulas
///
///     F(2 k) = F(k) (2 F(k + 1) - F(k)),  F(2 k + 1) = F(k)^2 + F(k + 1)^2.
///
///     fibonacci [n]
///
/// What one learns: gbi::square costs less than a product, and the library's sequences cost less than one's
/// own formulas. On a GPU, operations are queued, so a time is right only after synchronize().
#include <bit>
#include <chrono>
#include <cstdint>
#include <exception>
#include <gpu_bigint.hpp>
#include <iomanip>
#include <iostream>
#include <string>

namespace {

using gbi::gpu_bigint;

gpu_bigint by_doubling(std::uint64_t n) {
  gpu_bigint a = 0, b = 1;  // F(k) and F(k + 1), where k is the part of n read so far
  for (int bit = 63 - std::countl_zero(n); bit >= 0; --bit) {
    const gpu_bigint even = a * (2 * b - a), odd = gbi::square(a) + gbi::square(b);
    const bool up = (n >> bit & 1) != 0;
    a = up ? odd : even;
    b = up ? even + odd : odd;
  }
  return a;
}

/// Computes a number and prints the time.
template <class Function>
gpu_bigint timed(const char* name, Function compute) {
  const auto start = std::chrono::steady_clock::now();
  gpu_bigint result = compute();
  result.context().synchronize();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::cout << name << ": " << std::setprecision(3) << seconds.count() << " s\n";
  return result;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::uint64_t n = argc > 1 ? std::stoull(argv[1]) : 10'000'000;
  const gpu_bigint number = timed("gbi::fibonacci", [&] { return gbi::fibonacci(n); });
  const gpu_bigint again = timed("doubling formulas", [&] { return by_doubling(n); });

  const std::string digits = number.to_string();
  std::cout << "F(" << n << ") has " << digits.size() << " digits";
  if (digits.size() > 40)
    std::cout << ": " << digits.substr(0, 20) << "..." << digits.substr(digits.size() - 20) << '\n';
  else
    std::cout << ": " << digits << '\n';
  if (number == again) return 0;
  std::cout << "the doubling formulas give ANOTHER number\n";
  return 1;
} catch (const std::exception& error) {
  std::cerr << "fibonacci: " << error.what() << '\n';
  return 2;
}
