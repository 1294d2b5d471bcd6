#include "src/plan/word_limits.hpp"

#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace gbi::plan {

namespace {

// On a GPU an operation takes 3 to 5 us however short its operands are, and a result that the host asks for
// as much again.
constexpr word_limits host_row{.residence = 1024,
                               .product = 128,
                               .quotient = 256,
                               .power = 512,
                               .gcd = 1024,
                               .root = 512,
                               .text = 512,
                               .prime = 512};
constexpr word_limits gpu_row{.residence = 256,
                              .product = 128,
                              .quotient = 256,
                              .power = 128,
                              .gcd = 256,
                              .root = 256,
                              .text = 256,
                              .prime = 64};

}  // namespace

word_limits word_limits_of(std::string_view architecture) {
  const char* const asked = std::getenv("GPU_BIGINT_WORD_LIMIT");
  const std::string_view text = asked != nullptr ? asked : "";
  if (text.empty()) return architecture == "host" ? host_row : gpu_row;
  std::size_t limbs = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), limbs);
  constexpr std::size_t most = 1 << 12;
  if (error != std::errc{} || end != text.data() + text.size() || limbs > most)
    throw std::invalid_argument("GPU_BIGINT_WORD_LIMIT is \"" + std::string(text) + "\", not 0 to " +
                                std::to_string(most) + " limbs");
  return word_limits::of(limbs);
}

}  // namespace gbi::plan
