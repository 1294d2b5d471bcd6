/// \file
/// Powers by fixed windows. The exponent is cut into digits of `window_bits`. Whatever its value, a digit
/// costs `window_bits` squares and one product with an entry of the power table, so all teams take the same
/// steps. The time is not constant: the entry that is read depends on the exponent.
#pragma once

#include <cstdint>

#include "kernels/modular/arguments.hpp"

namespace gbi::kernels {

constexpr std::uint32_t windows_of(std::uint32_t bits, std::uint32_t window_bits) {
  return (bits + window_bits - 1) / window_bits;
}

/// The `count` bits of a number from bit `from` on, at most 31.
GBI_DEVICE std::uint32_t bits_of(const batch_span& a, std::uint64_t element, std::uint32_t from,
                                 std::uint32_t count) {
  const std::uint32_t index = from / limb_bits, shift = from % limb_bits;
  const limb low = limb_of(a, element, index), high = limb_of(a, element, index + 1);
  return static_cast<std::uint32_t>(low >> shift | high << 1 << (limb_bits - 1 - shift)) &
         ((1u << count) - 1);
}

/// x = base^exponent in Montgomery form.
/// \param table has put(thread, index, element) and get(thread, index) for 2^window_bits entries, inside a
/// phase. A thread gets only what it has put itself.
/// \param base the base, as base(thread); read after entry 0 is put
/// \param lift lift(thread, index) is the factor that takes 1 (index 0) and the base (index 1) to Montgomery
/// form
/// \param window_at window_at(thread, i) is digit i of the exponent
template <class Field, class Table, class Base, class Lift, class WindowAt>
GBI_DEVICE void window_power(const Field& field, typename Field::value& x, std::uint32_t windows,
                             std::uint32_t window_bits, Table&& table, Base&& base, Lift&& lift,
                             WindowAt&& window_at) {
  const auto& team = field.team();
  // Every entry from the second on is the previous one times the base.
  for (std::uint32_t index = 0; index < 1u << window_bits; ++index) {
    team.phase([&](int thread) {
      if (index == 0) x[thread] = field.one(thread);
      if (index == 1) x[thread] = base(thread);
    });
    field.multiply(x, [&](int thread) { return index < 2 ? lift(thread, index) : table.get(thread, 1); });
    team.phase([&](int thread) { table.put(thread, index, x[thread]); });
  }
  team.phase(
      [&](int thread) { x[thread] = table.get(thread, windows == 0 ? 0 : window_at(thread, windows - 1)); });
  for (std::uint32_t window = windows == 0 ? 0 : windows - 1; window-- > 0;) {
    for (std::uint32_t i = 0; i < window_bits; ++i) field.square(x);
    field.multiply(x, [&](int thread) { return table.get(thread, window_at(thread, window)); });
  }
}

}  // namespace gbi::kernels
