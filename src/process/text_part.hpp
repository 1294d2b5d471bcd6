/// \file
/// A part of a message: text, or an integer. Without the standard library's headers with strings, for which
/// nvcc takes longer than for everything else that a source of kernels includes.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace gbi {

/// Refers to text that lives longer.
struct text_part {
  explicit constexpr text_part(const char* text) : characters(text), count(__builtin_strlen(text)) {}
  template <class Text>
  requires requires(const Text& text) { text.data() + text.size(); }
  explicit constexpr text_part(const Text& text) : characters(text.data()), count(text.size()) {}
  template <std::integral T>
  requires(!std::same_as<T, char>) explicit constexpr text_part(T value)
      : number(static_cast<std::uint64_t>(value)), is_number(true), is_signed(std::signed_integral<T>) {}

  const char* characters = nullptr;
  std::size_t count = 0;
  std::uint64_t number = 0;
  bool is_number = false, is_signed = false;
};

}  // namespace gbi
