/// \file
/// The text of a tuning's values.
#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <type_traits>

#include "src/plan/tuning_values.hpp"

namespace gbi::plan {

std::string_view name_of(algorithm how);
std::string_view name_of(kernels::arithmetic how);

/// The name of an enumerator, or the shortest text from which the same number can be read.
template <class Value>
std::string text_of(const Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    return std::string(name_of(value));
  } else if constexpr (std::is_same_v<Value, bool>) {
    return value ? "yes" : "no";
  } else {
    char text[32];
    return {text, std::to_chars(std::begin(text), std::end(text), value).ptr};
  }
}

}  // namespace gbi::plan
