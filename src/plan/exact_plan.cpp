#include "src/plan/exact_plan.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>

#include "kernels/word/wide_product.hpp"

namespace gbi::plan {

namespace {

using kernels::wide_limb;

constexpr fft_shape exact_shape(int first, int second, int third, int row) {
  const auto points = [](int n) { return static_cast<std::uint64_t>(n); };
  return {points(first) * points(second) * points(third) * points(row),
          third > 1    ? 3
          : second > 1 ? 2
                       : 1,
          {first, second, third},
          row};
}

// Few lengths of columns and rows, so that few kernels are compiled.
constexpr fft_shape every_exact_shape[] = {
    exact_shape(64, 1, 1, 128),    exact_shape(64, 1, 1, 256),     exact_shape(64, 1, 1, 512),
    exact_shape(256, 1, 1, 256),   exact_shape(256, 1, 1, 512),    exact_shape(256, 1, 1, 1024),
    exact_shape(64, 64, 1, 128),   exact_shape(64, 64, 1, 256),    exact_shape(64, 256, 1, 128),
    exact_shape(64, 256, 1, 256),  exact_shape(256, 256, 1, 128),  exact_shape(256, 256, 1, 256),
    exact_shape(256, 256, 1, 512), exact_shape(256, 256, 1, 1024), exact_shape(256, 64, 64, 128),
    exact_shape(256, 64, 64, 256), exact_shape(256, 256, 64, 128),
};
static_assert(std::ranges::is_sorted(every_exact_shape, {}, &fft_shape::points));

constexpr std::uint64_t halves_of(std::size_t limbs) {
  return std::uint64_t{limbs} * 2;
}

constexpr wide_limb largest_exact_product =
    ((wide_limb{1} << exact_digit_bits) - 1) * ((wide_limb{1} << exact_digit_bits) - 1);
constexpr wide_limb largest_exact_coefficient = wide_limb{kernels::m31::modulus} * kernels::m61::modulus - 1;
static_assert(most_exact_digits == largest_exact_coefficient / largest_exact_product);

}  // namespace

std::span<const fft_shape> exact_shapes() {
  return every_exact_shape;
}

std::optional<fft_shape> find_exact(std::size_t limbs_a, std::size_t limbs_b) {
  const std::uint64_t a = halves_of(limbs_a), b = halves_of(limbs_b);
  if (std::min(a, b) > most_exact_digits) return {};
  const auto found = std::ranges::find_if(every_exact_shape, [digits = a + b](const fft_shape& candidate) {
    return digits <= 2 * candidate.points;
  });
  if (found == std::end(every_exact_shape)) return {};
  return *found;
}

fft_shape choose_exact(std::size_t limbs_a, std::size_t limbs_b) {
  if (const auto found = find_exact(limbs_a, limbs_b)) return *found;
  throw std::length_error("exact product of " + std::to_string(limbs_a) + " and " + std::to_string(limbs_b) +
                          " limbs: longer than the longest exact transform carries");
}

std::optional<fft_shape> find_exact_square(std::uint64_t exponent, std::uint64_t digits) {
  constexpr std::uint64_t narrowest = 16, widest = 38, longest = std::uint64_t{1} << 27;
  const auto shape = std::ranges::find(every_exact_shape, digits / 2, &fft_shape::points);
  if (shape == std::end(every_exact_shape) || digits % 2 != 0 || digits > longest) return {};
  const std::uint64_t bits = exponent / digits;
  if (bits < narrowest || bits > widest) return {};
  // 2 p / N + n <= 91.8: a square's coefficient is less than half the product of both moduli.
  // rounding.md: exact squares
  const auto n = static_cast<std::uint64_t>(std::countr_zero(digits));
  return 10 * (2 * exponent + n * digits) <= 918 * digits ? std::optional(*shape) : std::nullopt;
}

std::optional<fft_shape> choose_exact_square(std::uint64_t exponent, std::uint64_t at_least) {
  for (const fft_shape& shape : every_exact_shape)
    if (const std::uint64_t digits = 2 * shape.points; digits >= at_least)
      if (const auto found = find_exact_square(exponent, digits)) return found;
  return {};
}

}  // namespace gbi::plan
