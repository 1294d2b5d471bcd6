#include "src/plan/fft_plan.hpp"

#include <stdexcept>
#include <string>

#include "src/plan/error_bound.hpp"

namespace gbi::plan {

namespace {

/// Whether the product has at most `coefficients` coefficients.
auto fits_product(std::uint64_t coefficients) {
  return [coefficients](int, std::uint64_t a, std::uint64_t b) { return a + b <= coefficients; };
}

[[noreturn]] void refuse(std::size_t limbs_a, std::size_t limbs_b) {
  throw std::length_error("product of " + std::to_string(limbs_a) + " and " + std::to_string(limbs_b) +
                          " limbs: too long for the longest transform");
}

}  // namespace

std::optional<fft_plan> find_proven_fft(std::size_t limbs_a, std::size_t limbs_b, fft_form form) {
  for (const fft_shape& shape : fft_shapes(form)) {
    const std::uint64_t coefficients = form == fft_form::complex ? shape.points : 2 * shape.points;
    const int bits = widest_digits(limbs_a, limbs_b, fits_product(coefficients),
                                   [&](int width, std::uint64_t digits_a, std::uint64_t digits_b) {
                                     return is_exact(shape, width, digits_a, digits_b, form);
                                   });
    if (bits > 0) return fft_plan{shape, bits};
  }
  return {};
}

fft_plan choose_fft(std::size_t limbs_a, std::size_t limbs_b, fft_form form) {
  if (const auto plan = find_proven_fft(limbs_a, limbs_b, form)) return *plan;
  refuse(limbs_a, limbs_b);
}

std::optional<fft_plan> find_verified_fft(std::size_t limbs_a, std::size_t limbs_b, bool square) {
  const auto proven = find_proven_fft(limbs_a, limbs_b);
  for (const fft_shape& shape : fft_shapes()) {
    if (proven && shape.points >= proven->shape.points) return proven;
    if (shape.column_passes == 0) continue;
    const int bits = widest_digits(limbs_a, limbs_b, fits_product(2 * shape.points),
                                   [&](int width, std::uint64_t digits_a, std::uint64_t digits_b) {
                                     return is_trusted(shape.points, width, digits_a, digits_b, square);
                                   });
    if (bits > 0) return fft_plan{shape, bits, true};
  }
  return {};
}

fft_plan choose_verified_fft(std::size_t limbs_a, std::size_t limbs_b, bool square) {
  if (const auto plan = find_verified_fft(limbs_a, limbs_b, square)) return *plan;
  refuse(limbs_a, limbs_b);
}

bool transforms_fit_block(std::size_t limbs_a, std::size_t limbs_b) {
  const auto plan = find_proven_fft(limbs_a, limbs_b);
  return plan && plan->shape.column_passes == 0;
}

}  // namespace gbi::plan
