/// \file
/// Scans of long texts in pieces against scans of the whole.
#include "src/text/host_scan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

constexpr std::size_t piece = std::size_t{1} << 14;
constexpr auto prime = kernels::small_modulus::of((limb{1} << 61) - 1);

std::string random_digits(random_source& random, std::size_t count, int base) {
  constexpr std::string_view of_one_case = "0123456789abcdefghijklmnopqrstuvwxyz";
  constexpr std::string_view of_two_cases = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const std::string_view characters = base <= 36 ? of_one_case : of_two_cases;
  std::string result(count, '0');
  for (char& digit : result) digit = characters[random.below(static_cast<limb>(base))];
  return result;
}

/// The pieces of a text have any lengths and arrive in any order.
std::optional<limb> checksum_of_unchecked(std::string_view text, int base) {
  text::text_scan scan(text, base, prime);
  for (std::size_t end = text.size(), size = 1; end > 0; end -= size, size = 3 * size + 1) {
    size = std::min(size, end);
    scan.add_unchecked(end - size, size);
  }
  return scan.checksum();
}

TEST(HostScan, ChecksumsOfPiecesAreThatOfTheWhole) {
  random_source random{test_seed()};
  for (const int base : {2, 3, 10, 16, 36, 37, 62})
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, piece - 1, piece, piece + 1, 2 * piece,
                                    5 * piece + 17, static_cast<std::size_t>(random.below(9 * piece))}) {
      const std::string text = random_digits(random, count, base);
      const limb expected = words::checksum_of_text(text.data(), count, base, prime);
      EXPECT_EQ(text::checksum_of(text, base, prime), expected) << count << " digits in base " << base;
      EXPECT_EQ(checksum_of_unchecked(text, base), expected) << count << " digits in base " << base;
    }
}

TEST(HostScan, FindsOneWrongCharacterAnywhere) {
  random_source random{test_seed()};
  for (const int base : {2, 10, 16, 36, 37, 62}) {
    std::string text = random_digits(random, 3 * piece + 5, base);
    for (const std::size_t at : {std::size_t{0}, std::size_t{4}, std::size_t{5}, piece + 4, 2 * piece + 5,
                                 3 * piece + 4, static_cast<std::size_t>(random.below(3 * piece))}) {
      // A letter of the other case has the same value, but a conversion never writes it.
      for (const char wrong : base <= 36 && base > 10 ? std::string_view("A- ") : std::string_view("-/ ")) {
        const char right = std::exchange(text[at], wrong);
        EXPECT_FALSE(checksum_of_unchecked(text, base).has_value())
            << "base " << base << ", character " << at;
        text[at] = right;
      }
    }
  }
}

}  // namespace

}  // namespace gbi::test
