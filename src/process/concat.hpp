/// \file
/// Messages made of text and integers: concat("batch of ", 3, " elements").
#pragma once

#include <initializer_list>
#include <string>

#include "src/process/text_part.hpp"

namespace gbi {

std::string concat_parts(std::initializer_list<text_part> parts);

/// The parts one after the other, integers in decimal.
template <class... Parts>
std::string concat(const Parts&... parts) {
  return concat_parts({text_part(parts)...});
}

}  // namespace gbi
