#include "examples/multiply/timing.hpp"

#include <cstdio>

namespace example {

std::string shown_seconds(double seconds) {
  const char* unit = "s";
  if (seconds < 1e-3) {
    seconds *= 1e6;
    unit = "us";
  } else if (seconds < 1) {
    seconds *= 1e3;
    unit = "ms";
  }
  const int decimals = seconds < 10 ? 2 : seconds < 100 ? 1 : 0;
  char text[32];
  std::snprintf(text, sizeof(text), "%.*f %s", decimals, seconds, unit);
  return text;
}

std::string shown_count(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t behind = 3; behind < text.size(); behind += 4) text.insert(text.size() - behind, 1, ',');
  return text;
}

}  // namespace example
