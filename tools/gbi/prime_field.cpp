#include "tools/gbi/prime_field.hpp"

#include <random>
#include <vector>

namespace program {

namespace {

__extension__ typedef unsigned __int128 wide;

int value_of_digit(char c) {
  return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
}

}  // namespace

prime_field prime_field::random() {
  static std::mt19937_64 random{(std::uint64_t{std::random_device{}()} << 32) ^ std::random_device{}()};
  constexpr std::uint64_t top = std::uint64_t{1} << 60;
  return prime_field(
      static_cast<std::uint64_t>(gbi::next_prime(gbi::gpu_bigint(top + random() % (top - 4096)))));
}

std::uint64_t prime_field::multiply(std::uint64_t a, std::uint64_t b) const {
  return static_cast<std::uint64_t>(wide{a} * b % prime_);
}

std::uint64_t prime_field::power(std::uint64_t a, std::uint64_t exponent) const {
  std::uint64_t result = 1;
  for (; exponent != 0; exponent >>= 1, a = multiply(a, a))
    if ((exponent & 1) != 0) result = multiply(result, a);
  return result;
}

std::uint64_t prime_field::power(std::uint64_t a, const gbi::gpu_bigint& exponent) const {
  if (a == 0) return exponent.sign() == 0 ? 1 : 0;
  const prime_field order(prime_ - 1);
  return power(a, order.of(exponent));
}

std::uint64_t prime_field::of(const gbi::gpu_bigint& value) const {
  const std::vector<std::uint64_t> limbs = value.to_limbs();
  std::uint64_t checksum = 0;
  for (std::size_t i = limbs.size(); i-- > 0;)
    checksum = static_cast<std::uint64_t>(((wide{checksum} << 64) | limbs[i]) % prime_);
  return value.sign() < 0 ? subtract(0, checksum) : checksum;
}

std::uint64_t prime_field::of(const gbi::distributed_bigint& value) const {
  return of(value % prime_);
}

std::uint64_t prime_field::of(std::int64_t value) const {
  const std::uint64_t magnitude =
      value < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  return value < 0 ? subtract(0, magnitude % prime_) : magnitude % prime_;
}

std::uint64_t prime_field::of_text(std::string_view text, int base) const {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) text.remove_prefix(1);
  std::uint64_t checksum = 0;
  while (!text.empty()) {
    // Take as many digits at once as fit in a word.
    constexpr std::size_t most = 11;  // 36^11 < 2^57
    const std::size_t count = std::min(most, text.size());
    std::uint64_t digits = 0, scale = 1;
    for (const char c : text.substr(0, count)) {
      digits = digits * static_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(value_of_digit(c));
      scale *= static_cast<std::uint64_t>(base);
    }
    checksum = add(multiply(checksum, scale), digits % prime_);
    text.remove_prefix(count);
  }
  return negative ? subtract(0, checksum) : checksum;
}

}  // namespace program
