#include "src/plan/environment.hpp"

#include <charconv>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <system_error>

namespace gbi::plan {

environment read_environment() {
  const auto value_of = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  return {.backend = value_of("GPU_BIGINT_BACKEND"),
          .algorithm = value_of("GPU_BIGINT_ALGORITHM"),
          .transforms = value_of("GPU_BIGINT_TRANSFORMS"),
          .verification = value_of("GPU_BIGINT_VERIFICATION"),
          .word_limit = value_of("GPU_BIGINT_WORD_LIMIT"),
          .modular_arithmetic = value_of("GPU_BIGINT_MODULAR_ARITHMETIC"),
          .host_memory = value_of("GPU_BIGINT_HOST_MEMORY"),
          .threads = value_of("GPU_BIGINT_THREADS")};
}

std::size_t host_memory_limit(const environment& asked) {
  constexpr std::size_t largest = std::numeric_limits<std::size_t>::max();
  const std::string& text = asked.host_memory;
  if (text.empty()) return 0;
  if (text == "unlimited") return largest;
  std::size_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  const std::string_view suffixes = "KMGT";
  const std::size_t which = rest == end ? std::string_view::npos : suffixes.find(*rest);
  const std::size_t shift = which == std::string_view::npos ? 0 : 10 * (which + 1);
  const bool is_number = error == std::errc() && value > 0 &&
                         (rest == end || (which != std::string_view::npos && rest + 1 == end));
  if (!is_number || value > largest >> shift)
    throw std::invalid_argument("GPU_BIGINT_HOST_MEMORY is \"" + text +
                                "\", not unlimited or a number of bytes, which may end in K, M, G or T");
  return value << shift;
}

unsigned host_threads(const environment& asked) {
  constexpr unsigned most = 4096;
  const std::string& text = asked.threads;
  if (text.empty()) return 0;
  unsigned value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end || value == 0 || value > most)
    throw std::invalid_argument("GPU_BIGINT_THREADS is \"" + text + "\", not a number from 1 to " +
                                std::to_string(most));
  return value;
}

}  // namespace gbi::plan
