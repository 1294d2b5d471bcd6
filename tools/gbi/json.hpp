/// \file
/// A JSON object, written member by member.
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <string_view>

namespace program {

class json_object {
 public:
  void add(std::string_view name, std::string_view value) { add_raw(name, quoted(value)); }
  void add(std::string_view name, const char* value) { add(name, std::string_view(value)); }
  void add(std::string_view name, double value);
  template <std::integral T>
  void add(std::string_view name, T value) {
    if constexpr (std::same_as<T, bool>)
      add_raw(name, value ? "true" : "false");
    else
      add_raw(name, std::to_string(value));
  }
  void add(std::string_view name, const json_object& value) { add_raw(name, value.text()); }
  void add(std::string_view name, std::span<const json_object> values);
  /// All members of another object.
  void add(const json_object& other);

  std::string text() const { return '{' + members_ + '}'; }

  static std::string quoted(std::string_view text);

 private:
  /// A member whose value is already JSON.
  void add_raw(std::string_view name, std::string_view json);

  std::string members_;
};

}  // namespace program
