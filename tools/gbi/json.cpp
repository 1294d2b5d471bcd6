#include "tools/gbi/json.hpp"

#include <fmt/format.h>

#include <cmath>

namespace program {

void json_object::add(std::string_view name, double value) {
  add_raw(name, std::isfinite(value) ? fmt::format("{}", value) : "null");
}

void json_object::add(std::string_view name, std::span<const json_object> values) {
  std::string all;
  for (const json_object& each : values) all += (all.empty() ? "" : ", ") + each.text();
  add_raw(name, '[' + all + ']');
}

void json_object::add(const json_object& other) {
  if (!members_.empty() && !other.members_.empty()) members_ += ", ";
  members_ += other.members_;
}

void json_object::add_raw(std::string_view name, std::string_view json) {
  if (!members_.empty()) members_ += ", ";
  members_ += quoted(name);
  members_ += ": ";
  members_ += json;
}

std::string json_object::quoted(std::string_view text) {
  std::string result = "\"";
  result.reserve(text.size() + 2);
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += {'\\', c};
    else if (static_cast<unsigned char>(c) < 0x20)
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      result += c;
  }
  return result + '"';
}

}  // namespace program
