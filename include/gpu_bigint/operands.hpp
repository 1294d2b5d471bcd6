/// \file
/// The types that mix with numbers, and a one-line explanation for those that do not.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

#include "gpu_bigint/export.hpp"

namespace gbi {

class gpu_bigint;

namespace detail {

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

/// Character types. Their values are codes, not the digits that they show.
template <class T>
concept character = std::same_as<T, char> || std::same_as<T, wchar_t> || std::same_as<T, char8_t> ||
    std::same_as<T, char16_t> || std::same_as<T, char32_t>;

template <class T>
inline constexpr bool is_builtin_integer =
    (std::integral<T> && !character<T>) || std::same_as<T, int128> || std::same_as<T, uint128>;

}  // namespace detail

/// Every built-in integer type: bool (0 or 1), signed and unsigned integers from 8 to 128 bits. Character
/// types (char, wchar_t, char8_t, char16_t, char32_t) are excluded.
template <class T>
concept builtin_integer = detail::is_builtin_integer<T>;

/// \cond counts
namespace detail {

/// Throws std::domain_error: a count, an exponent or an index does not fit a word.
[[noreturn]] GBI_API void refuse_count(const char* operation, bool negative);

/// Built-in integers that an implicit conversion to a word could silently change.
template <class T>
concept other_count = builtin_integer<T> && !std::same_as<T, std::uint64_t>;

/// A count as a word.
template <builtin_integer T>
constexpr std::uint64_t as_count(T value, const char* operation) {
  if constexpr (T(-1) < T(0))
    if (value < 0) refuse_count(operation, true);
  if constexpr (sizeof(T) > sizeof(std::uint64_t))
    if (value > static_cast<T>(~std::uint64_t{0})) refuse_count(operation, false);
  return static_cast<std::uint64_t>(value);
}

}  // namespace detail
/// \endcond

/// \cond mistakes
// For these mistakes, a compiler would otherwise list every operator that it knows. Instead, it shows the
// line of the deleted declaration that it chose, and the comment on that line.
namespace detail {
template <class T>
concept text = std::convertible_to<const T&, std::string_view>;
template <class T>
concept no_integer = std::floating_point<T> || text<T>;
template <class A, class B>
concept mistaken_operands = (std::same_as<A, gpu_bigint> && no_integer<B>) ||
                            (std::same_as<B, gpu_bigint> && no_integer<A>);
template <class T>
concept number_or_integer = std::same_as<T, gpu_bigint> || builtin_integer<T>;
}  // namespace detail

// Comments stay on the lines of their declarations.
// clang-format off
template <class A, class B>
requires detail::mistaken_operands<A, B>
void operator+(const A&, const B&) = delete;  // only integers mix: convert to gpu_bigint first
template <class A, class B>
requires detail::mistaken_operands<A, B>
void operator-(const A&, const B&) = delete;  // only integers mix: convert to gpu_bigint first
template <class A, class B>
requires detail::mistaken_operands<A, B>
void operator*(const A&, const B&) = delete;  // only integers mix: convert to gpu_bigint first
template <class A, class B>
requires detail::mistaken_operands<A, B>
void operator/(const A&, const B&) = delete;  // only integers mix: convert to gpu_bigint first
template <class A, class B>
requires detail::mistaken_operands<A, B>
void operator%(const A&, const B&) = delete;  // only integers mix: convert to gpu_bigint first
template <class A, class B>
requires detail::mistaken_operands<A, B>
void operator&(const A&, const B&) = delete;  // only integers mix: convert to gpu_bigint first
template <class A, class B>
requires detail::mistaken_operands<A, B>
void operator|(const A&, const B&) = delete;  // only integers mix: convert to gpu_bigint first
template <class A, class B>
requires detail::mistaken_operands<A, B>
void operator^(const A&, const B&) = delete;  // only integers mix: convert to gpu_bigint first
template <detail::no_integer T>
void operator+=(gpu_bigint&, const T&) = delete;  // only integers mix: convert to gpu_bigint first
template <detail::no_integer T>
void operator-=(gpu_bigint&, const T&) = delete;  // only integers mix: convert to gpu_bigint first
template <detail::no_integer T>
void operator*=(gpu_bigint&, const T&) = delete;  // only integers mix: convert to gpu_bigint first
template <detail::no_integer T>
void operator/=(gpu_bigint&, const T&) = delete;  // only integers mix: convert to gpu_bigint first
template <detail::no_integer T>
void operator%=(gpu_bigint&, const T&) = delete;  // only integers mix: convert to gpu_bigint first
template <detail::no_integer T>
void operator&=(gpu_bigint&, const T&) = delete;  // only integers mix: convert to gpu_bigint first
template <detail::no_integer T>
void operator|=(gpu_bigint&, const T&) = delete;  // only integers mix: convert to gpu_bigint first
template <detail::no_integer T>
void operator^=(gpu_bigint&, const T&) = delete;  // only integers mix: convert to gpu_bigint first
template <detail::text T>
void operator==(const gpu_bigint&, const T&) = delete;  // text is no number: convert it first
template <detail::text T>
void operator<=>(const gpu_bigint&, const T&) = delete;  // text is no number: convert it first
template <detail::number_or_integer A>
void operator<<(const A&, const gpu_bigint&) = delete;  // count bits by a std::int64_t
template <std::floating_point T>
void operator<<(const gpu_bigint&, const T&) = delete;  // count bits by a std::int64_t
void operator<<=(gpu_bigint&, const gpu_bigint&) = delete;  // count bits by a std::int64_t
template <std::floating_point T>
void operator<<=(gpu_bigint&, const T&) = delete;  // count bits by a std::int64_t
template <detail::number_or_integer A>
void operator>>(const A&, const gpu_bigint&) = delete;  // count bits by a std::int64_t
template <std::floating_point T>
void operator>>(const gpu_bigint&, const T&) = delete;  // count bits by a std::int64_t
void operator>>=(gpu_bigint&, const gpu_bigint&) = delete;  // count bits by a std::int64_t
template <std::floating_point T>
void operator>>=(gpu_bigint&, const T&) = delete;  // count bits by a std::int64_t
// clang-format on
/// \endcond

}  // namespace gbi
