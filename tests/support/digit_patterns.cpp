#include "tests/support/digit_patterns.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace gbi::test {

namespace {

/// A random number in [0, 1) for a digit.
double hash_of(std::uint64_t seed, std::uint64_t j) {
  std::uint64_t x = seed + (j + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return static_cast<double>((x ^ (x >> 31)) >> 11) * 0x1p-53;
}

double wave(double circle_roots) {
  return std::cos(2 * std::numbers::pi * circle_roots);
}

double sign(double x) {
  return x < 0 ? -1 : 1;
}

}  // namespace

limbs from_digits(std::size_t count, int digit_bits, const std::function<std::int64_t(std::size_t)>& digit) {
  const auto bits = static_cast<std::size_t>(digit_bits);
  const std::size_t digits = count * 64 / bits;
  limbs result(count, 0);
  // Two's complement with a running borrow: digit + carry is split into its b low bits and the next carry.
  std::int64_t carry = 0;
  const auto put = [&](std::size_t at, std::uint64_t value) {
    result[at / 64] |= value << at % 64;
    if (at % 64 + bits > 64 && at / 64 + 1 < count) result[at / 64 + 1] |= value >> (64 - at % 64);
  };
  for (std::size_t j = 0; j < digits; ++j) {
    std::int64_t value = digit(j) + carry;
    if (j + 1 == digits) value = std::abs(value);  // makes the number positive
    const auto low = static_cast<std::uint64_t>(value) & ((std::uint64_t{1} << bits) - 1);
    carry = (value - static_cast<std::int64_t>(low)) / (std::int64_t{1} << bits);
    put(j * bits, low);
  }
  return result;
}

const char* name_of(digit_family family) {
  constexpr std::array<const char*, 11> names{"constant",   "alternating", "square_wave",  "resonant",
                                              "two_tones",  "chirp",       "smooth_chirp", "random_signs",
                                              "palindrome", "one_huge",    "comb"};
  return names.at(static_cast<std::size_t>(family));
}

double digit_pattern::operator()(std::size_t j, std::size_t digits) const {
  const auto x = static_cast<double>(j), n = static_cast<double>(digits);
  switch (family) {
    case digit_family::constant:
      return 1;
    case digit_family::alternating:
      return j % 2 == 0 ? 1 : -1;
    case digit_family::square_wave:
      return std::fmod(frequency * x / n + phase, 1) < 0.5 ? 1 : -1;
    case digit_family::resonant:
      return sign(wave(frequency * x / n + phase));
    case digit_family::two_tones:
      return sign(wave(frequency * x / n + phase) + wave(hash_of(seed, 0) * x));
    case digit_family::chirp:
      return sign(wave(frequency / 2 * (x / n) * (x / n) + phase));
    case digit_family::smooth_chirp:
      return wave(frequency / 2 * (x / n) * (x / n) + phase);
    case digit_family::random_signs:
      return sign(hash_of(seed, j) - 0.5);
    case digit_family::palindrome:
      return sign(hash_of(seed, std::min(j, digits - 1 - j)) - 0.5);
    case digit_family::one_huge:
      return j == seed % digits ? 1 : 0;
    case digit_family::comb:
      return std::fmod(x * std::max(1.0, frequency) / n, 1) < std::max(1.0, frequency) / n ? 1 : 0;
  }
  return 0;
}

std::string digit_pattern::to_string() const {
  std::array<char, 160> text{};
  std::snprintf(text.data(), text.size(), "{digit_family::%s, %.17g, %.17g, %lluu}", name_of(family),
                frequency, phase, static_cast<unsigned long long>(seed));
  return text.data();
}

digit_pattern random_pattern(random_source& random, std::size_t digits) {
  const auto share = [&] { return static_cast<double>(random.bits() >> 11) * 0x1p-53; };
  // Whole, half and quarter numbers of circle_roots hit a frequency of the transform or fall between two.
  const double frequency = static_cast<double>(random.log_uniform(1, 2 * digits + 1)) / 4;
  return {digit_families.at(random.below(digit_families.size())), frequency, share(), random.bits()};
}

digit_pattern changed(random_source& random, digit_pattern pattern, std::size_t digits) {
  const double share = static_cast<double>(random.bits() >> 11) * 0x1p-53;
  switch (random.below(8)) {
    case 0:
      return random_pattern(random, digits);
    case 1:
      pattern.family = digit_families.at(random.below(digit_families.size()));
      break;
    case 2:
      pattern.seed = random.bits();
      break;
    case 3:
      pattern.seed ^= std::uint64_t{1} << random.below(64);
      break;
    case 4:
      pattern.phase = share;
      break;
    case 5:
      pattern.frequency *= 1 + 0.2 * (share - 0.5);
      break;
    case 6:
      pattern.frequency += share - 0.5;
      break;
    default:
      pattern.frequency = std::round(4 * pattern.frequency) / 4;
  }
  return pattern;
}

limbs limbs_of(const digit_pattern& pattern, std::size_t count, int digit_bits) {
  const auto largest = static_cast<double>((std::int64_t{1} << (digit_bits - 1)) - 1);
  const std::size_t digits = count * 64 / static_cast<std::size_t>(digit_bits);
  return from_digits(count, digit_bits, [&](std::size_t j) {
    return static_cast<std::int64_t>(std::lround(largest * pattern(j, digits)));
  });
}

}  // namespace gbi::test
