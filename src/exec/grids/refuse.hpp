/// \file
/// The error for arguments that no instance of a kernel serves.
#pragma once

#include <initializer_list>

#include "src/process/text_part.hpp"

namespace gbi::exec {

/// \throws std::logic_error with the parts of the message, one after the other
[[noreturn]] void refuse_with(std::initializer_list<text_part> message);

/// The same for text and integers as they are.
template <class... Parts>
[[noreturn]] void refuse(const Parts&... parts) {
  refuse_with({text_part(parts)...});
}

}  // namespace gbi::exec
