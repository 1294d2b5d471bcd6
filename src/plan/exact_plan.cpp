#include "src/plan/exact_plan.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
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

// There are few lengths of columns and rows, so that few kernels are compiled. A longer row costs less than
// another pass.
constexpr fft_shape binary_shapes[] = {
    exact_shape(64, 1, 1, 128),    exact_shape(64, 1, 1, 256),     exact_shape(64, 1, 1, 512),
    exact_shape(256, 1, 1, 256),   exact_shape(64, 1, 1, 2048),    exact_shape(256, 1, 1, 1024),
    exact_shape(256, 1, 1, 2048),  exact_shape(64, 64, 1, 256),    exact_shape(64, 256, 1, 128),
    exact_shape(64, 256, 1, 256),  exact_shape(256, 256, 1, 128),  exact_shape(256, 256, 1, 256),
    exact_shape(64, 256, 1, 2048), exact_shape(256, 256, 1, 1024), exact_shape(256, 256, 1, 2048),
    exact_shape(256, 64, 64, 256), exact_shape(256, 256, 64, 128),
};
// The shapes that follow a first column of 9 x 16, 3 x 64 or 7 x 32 points.
constexpr fft_shape behind_odd_column[] = {
    exact_shape(1, 1, 1, 64),     exact_shape(1, 1, 1, 128),    exact_shape(1, 1, 1, 256),
    exact_shape(1, 1, 1, 512),    exact_shape(1, 1, 1, 1024),   exact_shape(1, 1, 1, 2048),
    exact_shape(1, 64, 1, 64),    exact_shape(1, 64, 1, 128),   exact_shape(1, 64, 1, 256),
    exact_shape(1, 256, 1, 128),  exact_shape(1, 256, 1, 256),  exact_shape(1, 256, 1, 512),
    exact_shape(1, 256, 1, 1024), exact_shape(1, 256, 1, 2048), exact_shape(1, 64, 64, 256),
    exact_shape(1, 256, 64, 128),
};
constexpr int first_odd_columns[] = {144, 192, 224};

constexpr auto every_exact_shape = [] {
  std::array<fft_shape,
             std::size(binary_shapes) + std::size(first_odd_columns) * std::size(behind_odd_column)>
      all{};
  auto end = std::ranges::copy(binary_shapes, all.begin()).out;
  for (const fft_shape& behind : behind_odd_column)
    for (const int column : first_odd_columns)
      *end++ = exact_shape(column, behind.column[1], behind.column[2], behind.row);
  std::ranges::sort(all, {}, &fft_shape::points);
  return all;
}();

constexpr std::uint64_t halves_of(std::size_t limbs) {
  return std::uint64_t{limbs} * 2;
}

/// 1000 log2(n), rounded up, for n = 2^k {1, 3, 7, 9}.
constexpr std::uint64_t thousandths_of_log2(std::uint64_t n) {
  const int k = std::countr_zero(n);
  const std::uint64_t odd = n >> k;
  return 1000 * static_cast<std::uint64_t>(k) + (odd == 1 ? 0 : odd == 3 ? 1585 : odd == 7 ? 2808 : 3170);
}

constexpr wide_limb largest_exact_product =
    ((wide_limb{1} << exact_digit_bits) - 1) * ((wide_limb{1} << exact_digit_bits) - 1);
constexpr wide_limb largest_exact_coefficient = wide_limb{kernels::m31::modulus} * kernels::m61::modulus - 1;
static_assert(most_exact_digits == largest_exact_coefficient / largest_exact_product);

}  // namespace

std::span<const fft_shape> exact_shapes() {
  return every_exact_shape;
}

std::optional<fft_shape> find_exact_shape(std::uint64_t points) {
  const auto found = std::ranges::find(every_exact_shape, points, &fft_shape::points);
  return found == every_exact_shape.end() ? std::nullopt : std::optional(*found);
}

std::optional<fft_shape> find_exact(const product_shape& wanted) {
  const std::uint64_t a = halves_of(wanted.a), b = halves_of(wanted.b);
  if (std::min(a, b) > most_exact_digits) return {};
  const auto found = std::ranges::find_if(every_exact_shape, [digits = a + b](const fft_shape& candidate) {
    return digits <= 2 * candidate.points;
  });
  if (found == every_exact_shape.end()) return {};
  return *found;
}

fft_shape choose_exact(const product_shape& wanted) {
  if (const auto found = find_exact(wanted)) return *found;
  throw std::length_error("exact " + wanted.name() + ": too long for the longest exact transform");
}

std::optional<fft_shape> find_exact_square(std::uint64_t exponent, std::uint64_t digits) {
  constexpr std::uint64_t narrowest = 16, widest = 38, longest = std::uint64_t{1} << 27;
  const auto shape = find_exact_shape(digits / 2);
  if (!shape || digits % 2 != 0 || digits > longest) return {};
  const std::uint64_t bits = exponent / digits;
  if (bits < narrowest || bits > widest) return {};
  // 2 p / N + log2(N) <= 91.8: a square's coefficient is less than half the product of both moduli.
  // rounding.md: exact squares
  return 1000 * 2 * exponent + thousandths_of_log2(digits) * digits <= 91800 * digits ? shape : std::nullopt;
}

std::optional<fft_shape> choose_exact_square(std::uint64_t exponent, std::uint64_t at_least) {
  for (const fft_shape& shape : every_exact_shape)
    if (const std::uint64_t digits = 2 * shape.points; digits >= at_least)
      if (const auto found = find_exact_square(exponent, digits)) return found;
  return {};
}

}  // namespace gbi::plan
