/// \file
/// Classes of sizes, by which executors find a released block that is long enough for a request.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

namespace gbi::exec {

/// Sizes are multiples of an eighth of the next lower power of two, so at most an eighth is wasted. Shorter
/// blocks have the length of the least one, which keeps all of them aligned.
struct size_class {
  static constexpr std::size_t least_bytes = 256, classes_of_octave = 8;

  std::size_t index, bytes;

  static constexpr size_class of(std::size_t wanted) {
    const std::size_t bytes = std::max(wanted, least_bytes), power = std::bit_floor(bytes);
    const std::size_t steps = (bytes - power + step(power) - 1) / step(power);
    // Eight steps make the next power of two. The shortest blocks have fewer steps.
    const auto octave = static_cast<std::size_t>(std::countr_zero(power));
    const std::size_t rounded = power + steps * step(power);
    return {rounded == 2 * power ? classes_of_octave * (octave + 1) : classes_of_octave * octave + steps,
            rounded};
  }
  static constexpr std::size_t bytes_of(std::size_t index) {
    const std::size_t power = std::size_t{1} << (index / classes_of_octave);
    return power + index % classes_of_octave * step(power);
  }

 private:
  static constexpr std::size_t step(std::size_t power) {
    return std::max(least_bytes, power / classes_of_octave);
  }
};

}  // namespace gbi::exec
