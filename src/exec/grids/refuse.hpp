/// \file
/// The error for arguments that no instance of a kernel serves. The message is put together in refuse.cpp,
/// because nvcc takes longer for the standard library's headers with strings than for everything else that a
/// source of kernels includes.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace gbi::exec {

/// A piece of a message: text or a number.
struct message_part {
  explicit constexpr message_part(const char* words) : text(words) {}
  explicit constexpr message_part(std::uint64_t value) : number(value) {}
  explicit constexpr message_part(std::uint32_t value) : number(value) {}
  explicit constexpr message_part(int value) : number(static_cast<std::uint64_t>(value)) {}

  const char* text = nullptr;
  std::uint64_t number = 0;  ///< if there is no text
};

/// \throws std::logic_error with the parts of the message, one after the other
[[noreturn]] void refuse_with(std::initializer_list<message_part> message);

/// The same for text and numbers as they are.
template <class... Parts>
[[noreturn]] void refuse(const Parts&... parts) {
  refuse_with({message_part(parts)...});
}

}  // namespace gbi::exec
