#include "tools/gbi/hexadecimal_pi.hpp"

#include <algorithm>
#include <bit>
#include <future>
#include <thread>
#include <vector>

namespace program {

namespace {

/// A fraction of 2^128, modulo 1.
__extension__ typedef unsigned __int128 fraction;

constexpr int fraction_bits = 128;

/// 2^e / m modulo 1 for an odd m, rounded down.
fraction power_of_two_over(std::int64_t e, std::uint64_t m) {
  if (e <= -fraction_bits) return 0;
  if (e < 0) return (fraction{1} << (fraction_bits + e)) / m;
  // The highest bits of e need no squares.
  const auto exponent = static_cast<std::uint64_t>(e);
  int bit = std::max(static_cast<int>(std::bit_width(exponent)) - 6, 0);
  std::uint64_t rest = (std::uint64_t{1} << (exponent >> bit)) % m;
  while (bit-- > 0) {
    rest = static_cast<std::uint64_t>(fraction{rest} * rest % m);
    if ((exponent >> bit) % 2 != 0) rest = 2 * rest % m;
  }
  const fraction scaled = fraction{rest} << 64;
  return scaled / m << 64 | (scaled % m << 64) / m;
}

}  // namespace

std::optional<std::uint64_t> hexadecimal_digits_of_pi(std::uint64_t place) {
  // 16^place pi = sum of 16^(place - k) (4 / (8 k + 1) - 2 / (8 k + 4) - 1 / (8 k + 5) - 1 / (8 k + 6))
  const auto terms = static_cast<std::int64_t>(place) + fraction_bits / 4 + 1;
  const auto sum_of_every = [&](std::int64_t first, std::int64_t step) {
    fraction sum = 0;
    for (std::int64_t k = first; k < terms; k += step) {
      const std::int64_t e = 4 * (static_cast<std::int64_t>(place) - k);
      const auto n = static_cast<std::uint64_t>(k);
      sum += power_of_two_over(e + 2, 8 * n + 1) - power_of_two_over(e - 1, 2 * n + 1) -
             power_of_two_over(e, 8 * n + 5) - power_of_two_over(e - 1, 4 * n + 3);
    }
    return sum;
  };
  const auto threads = static_cast<std::int64_t>(std::max(std::thread::hardware_concurrency(), 1U));
  std::vector<std::future<fraction>> parts;
  for (std::int64_t first = 0; first < threads; ++first)
    parts.push_back(std::async(std::launch::async, sum_of_every, first, threads));
  fraction sum = 0;
  for (std::future<fraction>& part : parts) sum += part.get();
  // Each term was rounded by less than 2^-128, in either direction.
  const fraction error = 4 * static_cast<fraction>(terms);
  const auto digits = static_cast<std::uint64_t>((sum - error) >> 64);
  if (digits != static_cast<std::uint64_t>((sum + error) >> 64)) return std::nullopt;
  return digits;
}

}  // namespace program
