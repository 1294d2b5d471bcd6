#include "tools/support/timing.hpp"

#include <cmath>
#include <cstdio>

namespace support {

namespace {

std::string three_digits(double value, const char* unit) {
  const int decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
  char text[32];
  std::snprintf(text, sizeof(text), *unit != '\0' ? "%.*f %s" : "%.*f", decimals, value, unit);
  return text;
}

}  // namespace

std::string shown_seconds(double seconds) {
  const char* unit = "s";
  if (seconds < 1e-3) {
    seconds *= 1e6;
    unit = "us";
  } else if (seconds < 1) {
    seconds *= 1e3;
    unit = "ms";
  }
  return three_digits(seconds, unit);
}

std::string shown_duration(double seconds) {
  constexpr double most = 1e15;
  const auto whole = static_cast<std::uint64_t>(std::clamp(std::ceil(seconds), 0.0, most));
  const auto two = [](std::uint64_t high, const char* unit, std::uint64_t low, const char* low_unit) {
    return std::to_string(high) + unit + std::to_string(low) + low_unit;
  };
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) return two(whole / 60, " min ", whole % 60, " s");
  if (whole < 86400) return two(whole / 3600, " h ", whole % 3600 / 60, " min");
  return two(whole / 86400, " d ", whole % 86400 / 3600, " h");
}

std::string shown_rate(double per_second) {
  const char* factor = "";
  for (const char* next : {"k", "M", "G", "T"})
    if (per_second >= 1000) {
      per_second /= 1000;
      factor = next;
    }
  return three_digits(per_second, factor);
}

std::string shown_count(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t behind = 3; behind < text.size(); behind += 4) text.insert(text.size() - behind, 1, ',');
  return text;
}

}  // namespace support
