/// \file
/// The parts of a value that only the library sees: the number behind it, its words, its core.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi::detail {

struct access {
  static constexpr std::size_t inline_limbs = gpu_bigint::inline_limbs;

  static const detail::number* number(const gpu_bigint& a) { return a.number(); }
  static detail::context_core* core(const gpu_bigint& a) noexcept { return a.core_; }
  static short_view short_words(const gpu_bigint& a) noexcept { return a.short_words(); }
  static short_view short_words_or_wait(const gpu_bigint& a) { return a.short_words_or_wait(); }

  static gpu_bigint value(const detail::number* owned) noexcept { return gpu_bigint::of(owned); }
  static gpu_bigint value(detail::context_core& place, const std::uint64_t* limbs, std::size_t size,
                          bool negative) {
    return {place, limbs, size, negative};
  }
  static gpu_bigint value(detail::context_core& place, bool negative, uint128 magnitude) {
    return {place, negative, magnitude};
  }
  static gpu_bigint value(detail::context_core& place, word_block* owned, std::size_t size,
                          bool negative) noexcept {
    return {place, owned, size, negative};
  }
};

/// The number behind the value; null for a default-constructed zero. A value in host words makes one and
/// keeps it. The number lives until the value changes.
inline const number* number_of(const gpu_bigint& a) {
  return access::number(a);
}
/// Null for a default-constructed zero.
inline context_core* core_of(const gpu_bigint& a) noexcept {
  return access::core(a);
}
/// The limbs if they are in host words. Does not wait.
inline short_view short_words(const gpu_bigint& a) noexcept {
  return access::short_words(a);
}
/// The limbs in host words. Waits for a number on the device if it is expected to be short.
inline short_view short_words_or_wait(const gpu_bigint& a) {
  return access::short_words_or_wait(a);
}

/// A value from words, the highest of which may be zeros.
inline gpu_bigint value_of(context_core& place, const std::uint64_t* limbs, std::size_t size, bool negative) {
  return access::value(place, limbs, size, negative);
}
inline gpu_bigint value_of(context_core& place, bool negative, uint128 magnitude) {
  return access::value(place, negative, magnitude);
}
/// Takes over a block of more than access::inline_limbs limbs, the highest of which is not 0.
inline gpu_bigint value_of(context_core& place, word_block* owned, std::size_t size, bool negative) noexcept {
  return access::value(place, owned, size, negative);
}

}  // namespace gbi::detail
