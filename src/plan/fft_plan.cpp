#include "src/plan/fft_plan.hpp"

#include <stdexcept>
#include <string>

#include "kernels/fft/tall/arguments.hpp"

namespace gbi::plan {

namespace {

/// Whether the product has at most `coefficients` coefficients.
auto fits_product(std::uint64_t coefficients) {
  return [coefficients](int, std::uint64_t a, std::uint64_t b) { return a + b <= coefficients; };
}

/// Whether a transform with proven digits, if there is one, repairs products.
bool is_repair(const std::optional<fft_plan>& proven) {
  return proven && proven->shape.points <= std::uint64_t{1} << 30;
}

[[noreturn]] void refuse(const product_shape& wanted) {
  throw std::length_error(wanted.name() + ": too long for the longest transform");
}

std::optional<fft_plan> find_proven(const product_shape& wanted, fft_form form,
                                    std::span<const fft_shape> shapes) {
  for (const fft_shape& shape : shapes) {
    const std::uint64_t coefficients = form == fft_form::complex ? shape.points : 2 * shape.points;
    std::optional<double> constant;  // only if the digits fit, which most transforms are too short for
    const int bits = widest_digits(wanted, fits_product(coefficients),
                                   [&](int width, std::uint64_t digits_a, std::uint64_t digits_b) {
                                     if (!constant) constant = error_constant(shape, form);
                                     return is_exact(*constant, width, digits_a, digits_b);
                                   });
    if (bits > 0) return fft_plan{shape, bits};
  }
  return {};
}

}  // namespace

std::optional<fft_plan> find_proven_fft(const product_shape& wanted, fft_form form) {
  return find_proven(wanted, form, fft_shapes(form));
}
std::optional<fft_plan> find_proven_fft(const product_shape& wanted, std::span<const fft_shape> shapes) {
  return find_proven(wanted, fft_form::right_angle, shapes);
}

fft_plan choose_fft(const product_shape& wanted, fft_form form) {
  if (const auto plan = find_proven_fft(wanted, form)) return *plan;
  refuse(wanted);
}
fft_plan choose_fft(const product_shape& wanted, std::span<const fft_shape> shapes) {
  if (const auto plan = find_proven_fft(wanted, shapes)) return *plan;
  refuse(wanted);
}

std::optional<fft_plan> find_repair_fft(const product_shape& wanted) {
  const auto proven = find_proven_fft(wanted);
  return is_repair(proven) ? proven : std::nullopt;
}

std::optional<fft_plan> find_trusted_fft(const product_shape& wanted, trust how,
                                         std::span<const fft_shape> shapes) {
  for (const fft_shape& shape : shapes) {
    if (shape.column_passes == 0) continue;
    const int bits =
        widest_digits(wanted, fits_product(2 * shape.points),
                      [&](int width, std::uint64_t digits_a, std::uint64_t digits_b) {
                        return is_trusted(shape.points, width, digits_a, digits_b, wanted.square, how);
                      });
    if (bits > 0) return fft_plan{shape, bits, true};
  }
  return {};
}

std::optional<fft_plan> find_verified_fft(const product_shape& wanted, trust how,
                                          std::span<const fft_shape> shapes) {
  const auto proven = find_proven_fft(wanted, shapes);
  if (!is_repair(proven)) how = trust::always;  // the same transform may fail again
  const auto trusted = find_trusted_fft(wanted, how, shapes);
  return proven && !(trusted && trusted->shape.points < proven->shape.points) ? proven : trusted;
}

std::optional<fft_plan> find_two_pass_fft(const product_shape& wanted, trust how) {
  for (const fft_shape& shape : two_pass_shapes()) {
    // No operand is folded.
    const int bits = widest_digits(
        wanted, [&](int, std::uint64_t a, std::uint64_t b) { return a <= shape.points && b <= shape.points; },
        [&](int width, std::uint64_t a, std::uint64_t b) {
          return width <= kernels::widest_tile_digit &&
                 is_trusted(shape.points, width, a, b, wanted.square, how, tall_error);
        });
    if (bits >= kernels::narrowest_tile_digit) return fft_plan{shape, bits, true};
  }
  return {};
}

fft_plan choose_verified_fft(const product_shape& wanted, trust how, std::span<const fft_shape> shapes) {
  if (const auto plan = find_verified_fft(wanted, how, shapes)) return *plan;
  refuse(wanted);
}

bool transforms_fit_block(const product_shape& wanted) {
  const auto plan = find_proven_fft(wanted);
  return plan && plan->shape.column_passes == 0;
}

}  // namespace gbi::plan
