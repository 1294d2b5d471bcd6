#include "tests/support/inputs.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "tests/support/digit_patterns.hpp"

namespace gbi::test {

namespace {

limbs generate(std::size_t count, const std::function<std::uint64_t(std::size_t)>& limb) {
  limbs result(count);
  for (std::size_t i = 0; i < count; ++i) result[i] = limb(i);
  return result;
}

}  // namespace

limbs random_limbs(random_source& random, std::size_t count) {
  limbs result = generate(count, [&](std::size_t) { return random.bits(); });
  if (count > 0) result.back() |= 1;
  return result;
}

integer random_integer(random_source& random, std::uint64_t bits) {
  integer result;
  const std::uint64_t length = random.log_uniform(1, bits);
  switch (random.below(16)) {
    case 0:
      result = integer(static_cast<long>(random.below(2)));
      break;
    case 1:
      result = (integer(1) << (length - 1)) - integer(static_cast<long>(random.below(2)));
      break;
    case 2:
      result = (integer(1) << (length - 1)) + integer(1);
      break;
    default: {
      const integer all(random_limbs(random, length / 64 + 1));
      result = all.low_bits(length);
    }
  }
  return random.coin() ? -result : result;
}

std::vector<named_limbs> hostile_limbs(random_source& random, std::size_t count) {
  constexpr std::uint64_t ones = ~std::uint64_t{0};
  const std::size_t hole = random.below(count);
  const std::uint64_t hole_bit = std::uint64_t{1} << random.below(64);
  std::vector<named_limbs> all;
  const auto add = [&](const char* name, const std::function<std::uint64_t(std::size_t)>& limb) {
    all.push_back({name, generate(count, limb)});
  };
  add("one", [](std::size_t i) { return std::uint64_t{i == 0}; });
  add("power of two", [&](std::size_t i) { return i + 1 == count ? std::uint64_t{1} << 63 : 0; });
  add("power of two plus one",
      [&](std::size_t i) { return (i + 1 == count ? std::uint64_t{1} << 63 : 0) | std::uint64_t{i == 0}; });
  add("all ones", [](std::size_t) { return ones; });
  add("all ones but the lowest bit", [](std::size_t i) { return i == 0 ? ones - 1 : ones; });
  add("all ones but one bit", [&](std::size_t i) { return i == hole ? ones ^ hole_bit : ones; });
  add("0x8000...", [](std::size_t) { return std::uint64_t{1} << 63; });
  add("0x8000 in each 16 bits", [](std::size_t) { return std::uint64_t{0x8000800080008000}; });
  add("0x7fff in each 16 bits", [](std::size_t) { return std::uint64_t{0x7fff7fff7fff7fff}; });
  add("0x7fff and 0x8000 in turn", [](std::size_t) { return std::uint64_t{0x80007fff80007fff}; });
  add("0xaaaa...", [](std::size_t) { return std::uint64_t{0xaaaaaaaaaaaaaaaa}; });
  add("0x5555...", [](std::size_t) { return std::uint64_t{0x5555555555555555}; });
  add("full and empty limbs in turn", [](std::size_t i) { return i % 2 == 0 ? ones : 0; });
  add("sparse",
      [&](std::size_t) { return random.below(64) == 0 ? std::uint64_t{1} << random.below(64) : 0; });
  limbs palindrome = random_limbs(random, count);
  for (std::size_t i = 0; i < count / 2; ++i) palindrome[count - 1 - i] = palindrome[i];
  all.push_back({"palindrome", std::move(palindrome)});
  return all;
}

std::vector<named_limbs> hostile_digits(random_source& random, std::size_t count, int digit_bits) {
  const std::int64_t half = (std::int64_t{1} << (digit_bits - 1)) - 1;
  const std::size_t digits = count * 64 / static_cast<std::size_t>(digit_bits);
  const std::size_t wave = random.between(1, std::max<std::size_t>(1, digits / 2));
  std::vector<std::int64_t> symmetric(digits);
  for (std::int64_t& digit : symmetric) digit = random.coin() ? half : -half;
  for (std::size_t i = 0; i < digits / 2; ++i) symmetric[digits - 1 - i] = symmetric[i];
  std::vector<named_limbs> all;
  const auto add = [&](const char* name, const std::function<std::int64_t(std::size_t)>& digit) {
    all.push_back({name, from_digits(count, digit_bits, digit)});
  };
  add("largest digits", [&](std::size_t) { return half; });
  add("smallest digits", [&](std::size_t) { return -half; });
  add("largest and smallest in turn", [&](std::size_t j) { return j % 2 == 0 ? half : -half; });
  add("square wave", [&](std::size_t j) { return j / wave % 2 == 0 ? half : -half; });
  add("sign of a resonant cosine", [&](std::size_t j) {
    const double circle_roots =
        static_cast<double>(j) * (static_cast<double>(wave) + 0.25) / static_cast<double>(digits);
    return std::cos(2 * std::numbers::pi * circle_roots) >= 0 ? half : -half;
  });
  add("chirp", [&](std::size_t j) {
    const double x = static_cast<double>(j);
    return static_cast<std::int64_t>(std::lround(
        static_cast<double>(half) * std::cos(std::numbers::pi * x * x / static_cast<double>(digits))));
  });
  add("palindrome of extreme digits", [&](std::size_t j) { return symmetric[j]; });
  return all;
}

}  // namespace gbi::test
