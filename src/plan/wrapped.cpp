#include "src/plan/wrapped.hpp"

#include <algorithm>

#include "src/plan/error_bound.hpp"
#include "src/plan/widest_digits.hpp"

namespace gbi::plan {

std::optional<fft_plan> find_wrapped(std::size_t limbs_a, std::size_t limbs_b, std::size_t least_limbs,
                                     bool verified, bool square) {
  for (const fft_shape& shape : fft_shapes()) {
    if (shape.column_passes == 0) continue;
    const auto widest = [&](auto&& is_good) {
      const auto fits = [&](int bits, std::uint64_t a, std::uint64_t b) {
        return std::max(a, b) <= 2 * shape.points &&
               2 * shape.points * static_cast<std::uint64_t>(bits) >= 64 * least_limbs;
      };
      return widest_digits(limbs_a, limbs_b, fits, is_good);
    };
    const int proven =
        widest([&](int bits, std::uint64_t a, std::uint64_t b) { return is_exact(shape, bits, a, b); });
    if (proven > 0) return fft_plan{shape, proven};
    if (!verified) continue;
    const int trusted = widest([&](int bits, std::uint64_t a, std::uint64_t b) {
      return is_trusted(shape.points, bits, a, b, square);
    });
    if (trusted > 0) return fft_plan{shape, trusted, true};
  }
  return {};
}

}  // namespace gbi::plan
