#include "src/plan/wrapped.hpp"

#include <algorithm>

#include "src/plan/error_bound.hpp"

namespace gbi::plan {

namespace {

/// The widest digits that are exact, according to is_good(bits, digits_a, digits_b), if the operands have no
/// more of them than there are coefficients and the modulus is long enough; else 0.
template <class Good>
int widest_digits(std::uint64_t coefficients, std::size_t limbs_a, std::size_t limbs_b,
                  std::size_t least_limbs, Good&& is_good) {
  for (int bits = widest_digit; bits > 0; --bits) {
    const std::uint64_t a = digits_of(limbs_a, bits), b = digits_of(limbs_b, bits);
    if (std::max(a, b) > coefficients || coefficients * static_cast<std::uint64_t>(bits) < 64 * least_limbs)
      return 0;
    if (is_good(bits, a, b)) return bits;
  }
  return 0;
}

}  // namespace

std::optional<fft_plan> find_wrapped(std::size_t limbs_a, std::size_t limbs_b, std::size_t least_limbs,
                                     bool verified, bool square) {
  for (const fft_shape& shape : fft_shapes()) {
    const auto widest = [&](auto&& is_good) {
      return widest_digits(2 * shape.points, limbs_a, limbs_b, least_limbs, is_good);
    };
    const int proven =
        widest([&](int bits, std::uint64_t a, std::uint64_t b) { return is_exact(shape, bits, a, b); });
    if (proven > 0) return fft_plan{shape, proven};
    if (!verified || shape.column_passes == 0) continue;
    const int trusted = widest([&](int bits, std::uint64_t a, std::uint64_t b) {
      return is_trusted(shape.points, bits, a, b, square);
    });
    if (trusted > 0) return fft_plan{shape, trusted, true};
  }
  return {};
}

}  // namespace gbi::plan
