#include "src/plan/word_limits.hpp"

#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace gbi::plan {

namespace {

// On a GPU an operation takes 3 to 5 us however short its operands are, and a result that the host asks for
// as much again; in words a sum of 1024 limbs takes 0.3 us and a product of 256 limbs 6 us. Prime tests of a
// number's neighbours run side by side there: words are faster up to 1024 bits, and for a single test, which
// is a chain, to some thousand.
//
// On the host words and transforms take the same time for products of 512 limbs, divisions by Newton's
// iteration are faster from some thousand limbs on, and a linear kernel is not before many cores share it.
constexpr word_limits host_row{.residence = std::size_t{1} << 20,
                               .product = 512,
                               .quotient = 6144,
                               .power = 512,
                               .root = 2048,
                               .text = 4096,
                               .prime = 512,
                               .prime_search = 512};
constexpr word_limits gpu_row{.residence = 1024,
                              .product = 256,
                              .quotient = 1024,
                              .power = 128,
                              .root = 512,
                              .text = 1024,
                              .prime = 64,
                              .prime_search = 16};

}  // namespace

word_limits word_limits_of(std::string_view architecture) {
  const char* const asked = std::getenv("GPU_BIGINT_WORD_LIMIT");
  const std::string_view text = asked != nullptr ? asked : "";
  if (text.empty()) return architecture == "host" ? host_row : gpu_row;
  std::size_t limbs = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), limbs);
  constexpr std::size_t most = 1 << 20;
  if (error != std::errc{} || end != text.data() + text.size() || limbs > most)
    throw std::invalid_argument("GPU_BIGINT_WORD_LIMIT is \"" + std::string(text) + "\", not 0 to " +
                                std::to_string(most) + " limbs");
  return word_limits::of(limbs);
}

}  // namespace gbi::plan
