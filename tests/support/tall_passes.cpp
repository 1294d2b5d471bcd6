#include "tests/support/tall_passes.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <numbers>
#include <set>
#include <span>
#include <vector>

#include "kernels/fft/digits.hpp"
#include "kernels/fft/tall/arguments.hpp"
#include "src/number/carry_chain.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

namespace {

using kernels::signed_word, kernels::tall_rows;
using point = kernels::complex<double>;
using complex_value = std::complex<long double>;

constexpr std::uint32_t width = 32, blocks = 3;
constexpr std::uint64_t pitch_of(std::uint64_t row) {
  return row + 8;
}
constexpr std::uint64_t narrow_pitch = pitch_of(width);

/// exp(2 pi i e / order)
complex_value turned(std::int64_t e, std::uint64_t order) {
  const auto whole = static_cast<std::int64_t>(order);
  return std::polar(1.0L, 2 * std::numbers::pi_v<long double> * static_cast<long double>(e % whole) /
                              static_cast<long double>(order));
}
complex_value of(const point& z) {
  return {z.re, z.im};
}
double real(random_source& random) {
  return std::ldexp(static_cast<double>(random.bits() >> 11), -52) - 1;
}
point random_point(random_source& random) {
  const double re = real(random);
  return {re, real(random)};
}

std::size_t place_in_tiles(std::size_t row, std::size_t column, std::size_t rows) {
  constexpr std::size_t tile = kernels::tall_tile;
  return column / tile * tile * rows + row * tile + column % tile;
}
std::uint64_t magnitude(signed_word digit) {
  return digit & 0x7fffffff;
}
bool is_negative(signed_word digit) {
  return digit >> 31 != 0;
}

template <class T>
exec::buffer<T> on_device(exec::executor& executor, const std::vector<T>& values) {
  return {executor, std::span<const T>(values)};
}
template <class T>
std::vector<T> read(exec::executor& executor, const exec::buffer<T>& from) {
  std::vector<T> result(from.size());
  executor.download(result.data(), from.data(), result.size() * sizeof(T));
  return result;
}

/// Points that are not numbers, also between the rows.
exec::buffer<point> poisoned_points(exec::executor& executor, std::size_t count) {
  const double poison = std::numeric_limits<double>::quiet_NaN();
  return on_device(executor, std::vector<point>(count, point{poison, poison}));
}

/// The shape of transforms of these columns.
plan::fft_shape shape_of(int column, std::uint32_t columns) {
  return {
      std::uint64_t{columns} * static_cast<unsigned>(column), 1, {column, 1, 1}, static_cast<int>(columns)};
}

/// The rows of a and b after kernels::tall_rows_arguments.
std::vector<point> after_rows(detail::engine& engine, tall_rows work, const std::vector<point>& a,
                              const std::vector<point>& b, std::uint32_t rows, std::uint32_t length) {
  exec::executor& executor = engine.executor();
  const std::uint64_t pitch = pitch_of(length);
  const auto x = on_device(executor, a), y = on_device(executor, b);
  const exec::buffer<point> out = poisoned_points(executor, rows * pitch);
  executor.launch(kernels::tall_rows_arguments{
      .a = x.data(),
      .b = b.empty() ? nullptr : y.data(),
      .out = out.data(),
      .circle_roots = engine.twiddles().circle_roots<double>(shape_of(static_cast<int>(rows), length)),
      .roots = engine.twiddles().roots<double>(4 * length),
      .pitch = pitch,
      .rows = rows,
      .blocks = blocks,
      .row = static_cast<int>(length),
      .work = work});
  return read(executor, out);
}
/// The exponent of the base of a row's twiddles, of order 4 rows length.
std::int64_t turn_of(std::uint32_t row, std::uint32_t rows) {
  return std::int64_t{4} * kernels::tall_frequency(row, rows) + 1;
}

}  // namespace

testing::AssertionResult tall_passes::digits_are_the_numbers(int column, int bits) {
  exec::executor& executor = engine.executor();
  const auto rows = static_cast<std::uint32_t>(column), digit_bits = static_cast<std::uint32_t>(bits);
  const std::size_t count = std::size_t{rows} * width, most = (count - 1) * digit_bits / limb_bits;
  const limbs numbers[] = {random_limbs(random, most), random_limbs(random, 1 + random.below(most))};
  const auto a = on_device(executor, numbers[0]), b = on_device(executor, numbers[1]);
  const exec::buffer<signed_word> tiles(executor, 2 * count);
  executor.launch(kernels::tile_digits_arguments{
      .operands = {{{a.data(), a.size(), a.size(), digit_bits, random.bits() | 1},
                    {b.data(), b.size(), b.size(), digit_bits, random.bits() | 1},
                    {}},
                   {false, false, false},
                   {0, 1, 2}},
      .tiles = tiles.data(),
      .width = width,
      .rows = rows,
      .batch = 2});
  const std::vector<signed_word> found = read(executor, tiles);
  for (const std::size_t operand : {0, 1}) {
    // Both sides modulo a prime.
    constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;
    std::uint64_t sum = 0;
    for (std::size_t j = count; j-- > 0;) {
      const signed_word digit = found[operand * count + place_in_tiles(j / width, j % width, rows)];
      if (magnitude(digit) > std::uint64_t{1} << bits)
        return testing::AssertionFailure() << "digit " << j << " is too large";
      sum = ((sum << bits) & prime) | sum >> (61 - bits);
      sum = (sum + (is_negative(digit) ? prime - magnitude(digit) : magnitude(digit))) % prime;
    }
    if (sum != mpz_fdiv_ui(integer(numbers[operand]).get(), prime))
      return testing::AssertionFailure() << column << " rows, " << bits << " bits: another number";
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult tall_passes::columns_are_transforms(int column) {
  exec::executor& executor = engine.executor();
  constexpr std::uint32_t matrices = 2;
  const auto rows = static_cast<std::uint32_t>(column);
  const std::size_t count = std::size_t{rows} * width;
  std::vector<signed_word> digits(matrices * count);
  for (signed_word& each : digits) each = static_cast<signed_word>(random.bits()) & 0x8003ffff;
  const auto tiles = on_device(executor, digits);
  const exec::buffer<point> out = poisoned_points(executor, matrices * rows * narrow_pitch);
  executor.launch(kernels::tall_columns_arguments{.tiles = tiles.data(),
                                                  .points = out.data(),
                                                  .roots = engine.twiddles().roots<double>(4 * rows),
                                                  .width = width,
                                                  .pitch = narrow_pitch,
                                                  .matrices = matrices,
                                                  .blocks = blocks,
                                                  .column = column});
  const std::vector<point> found = read(executor, out);
  for (int sample = 0; sample < 60; ++sample) {
    const auto matrix = random.below(matrices), c = random.below(width);
    const auto k = static_cast<std::uint32_t>(random.below(rows));
    complex_value sum = 0;
    for (std::uint32_t r = 0; r < rows; ++r) {
      const signed_word digit = digits[matrix * count + place_in_tiles(r, c, rows)];
      const auto value = static_cast<long double>(magnitude(digit));
      sum += (is_negative(digit) ? -value : value) * turned(-std::int64_t{r} * (4 * k + 1), 4 * rows);
    }
    const complex_value got = of(found[(matrix * rows + kernels::tall_place(k, rows)) * narrow_pitch + c]);
    if (!(std::abs(got - sum * static_cast<long double>(kernels::tall_scale)) < 1e-13L))
      return testing::AssertionFailure() << column << " rows, frequency " << k << ", column " << c;
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult tall_passes::rows_are_products(std::uint32_t rows, std::uint32_t length,
                                                        bool keeps_spectrum) {
  const std::uint64_t pitch = pitch_of(length);
  std::vector<point> a(rows * pitch), b(rows * pitch, point{0, 0});
  for (point& z : a) z = random_point(random);
  std::vector<std::uint32_t> at(rows);
  std::vector<point> factor(rows);
  for (std::uint32_t row = 0; row < rows; ++row) {
    at[row] = static_cast<std::uint32_t>(random.below(length));
    factor[row] = b[row * pitch + at[row]] = random_point(random);
  }
  if (keeps_spectrum) b = after_rows(engine, tall_rows::only_spectrum, b, {}, rows, length);
  const std::vector<point> found =
      after_rows(engine, keeps_spectrum ? tall_rows::by_spectrum : tall_rows::product, a, b, rows, length);
  for (std::uint32_t row = 0; row < rows; ++row)
    for (std::uint32_t c = 0; c < length; ++c) {
      const std::uint32_t to = c + at[row];
      const complex_value expected = static_cast<long double>(length) * of(a[row * pitch + c]) *
                                     of(factor[row]) *
                                     turned(-turn_of(row, rows) * to, std::uint64_t{4} * rows * length);
      if (!(std::abs(of(found[kernels::tall_piece(row, to % length, pitch)]) - expected) < 1e-10L))
        return testing::AssertionFailure() << rows << " rows, row " << row << ", point " << to;
    }
  return testing::AssertionSuccess();
}

testing::AssertionResult tall_passes::rows_are_squares(std::uint32_t rows, std::uint32_t length) {
  const std::uint64_t pitch = pitch_of(length);
  std::vector<point> a(rows * pitch, point{0, 0});
  std::vector<std::set<std::uint32_t>> places(rows);
  for (std::uint32_t row = 0; row < rows; ++row)
    for (int each = 0; each < 2; ++each) {
      const auto place = static_cast<std::uint32_t>(random.below(length));
      places[row].insert(place);
      a[row * pitch + place] = random_point(random);
    }
  const std::vector<point> found = after_rows(engine, tall_rows::square, a, {}, rows, length);
  for (std::uint32_t row = 0; row < rows; ++row) {
    std::vector<complex_value> expected(length, 0);
    for (const std::uint32_t i : places[row])
      for (const std::uint32_t j : places[row])
        expected[(i + j) % length] += static_cast<long double>(length) * of(a[row * pitch + i]) *
                                      of(a[row * pitch + j]) *
                                      turned(-turn_of(row, rows) * (i + j), std::uint64_t{4} * rows * length);
    for (std::uint32_t c = 0; c < length; ++c)
      if (!(std::abs(of(found[kernels::tall_piece(row, c, pitch)]) - expected[c]) < 1e-10L))
        return testing::AssertionFailure() << rows << " rows, row " << row << ", point " << c;
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult tall_passes::sums_are_transforms_back(int column) {
  exec::executor& executor = engine.executor();
  constexpr std::uint32_t digit_bits = kernels::widest_tile_digit;
  const auto rows = static_cast<std::uint32_t>(column);
  const std::uint64_t count = std::uint64_t{rows} * width;
  std::vector<point> in(rows * narrow_pitch);
  for (point& z : in) z = random_point(random) * 100.0;  // so coefficients are digits of their sum
  const auto from = on_device(executor, in);
  const exec::buffer<kernels::coefficient_sum> out(executor, count / 2);
  const auto verdicts = exec::cleared<kernels::verdict>(executor, 1);
  executor.launch(kernels::tall_sums_arguments{
      .points = from.data(),
      .sums = out.data(),
      .circle_roots = engine.twiddles().circle_roots<double>(shape_of(column, width)),
      .roots = engine.twiddles().roots<double>(4 * rows),
      .scale = kernels::tall_scale * kernels::tall_scale,  // which undoes the scale of the points
      .verdicts = verdicts.data(),
      .width = width,
      .pitch = narrow_pitch,
      .digit_bits = digit_bits,
      .blocks = blocks,
      .column = column});
  const std::vector<kernels::coefficient_sum> found = read(executor, out);
  for (int sample = 0; sample < 60; ++sample) {
    const auto place = static_cast<std::uint32_t>(random.below(2 * rows)),
               tile = static_cast<std::uint32_t>(random.below(width / kernels::columns_of_sum)),
               row = kernels::row_of_tall_sum(place, rows), r = row % rows;
    const kernels::coefficient_sum& sum = found[std::size_t{tile} * 2 * rows + place];
    auto rest =
        static_cast<kernels::signed_wide_limb>(static_cast<kernels::wide_limb>(sum.high) << 64 | sum.low);
    for (std::uint32_t each = 0; each < kernels::columns_of_sum; ++each) {
      const std::uint32_t c = tile * kernels::columns_of_sum + each;
      const std::int64_t j = std::int64_t{r} * width + c;
      complex_value expected = 0;
      for (std::uint32_t k = 0; k < rows; ++k)
        expected += of(in[kernels::tall_piece(kernels::tall_place(k, rows), c, narrow_pitch)]) *
                    turned(j * (4 * k + 1), 4 * count);
      const std::int64_t digit = kernels::balanced_digit(static_cast<std::uint32_t>(rest << 1), digit_bits);
      rest = (rest - digit) >> digit_bits;
      const long double value = row < rows ? expected.real() : -expected.imag();
      if (!(std::abs(value - static_cast<long double>(digit)) < 0.51L))
        return testing::AssertionFailure() << column << " rows, row " << row << ", column " << c;
    }
    if (rest != 0) return testing::AssertionFailure() << column << " rows, row " << row << " leaves a rest";
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult tall_passes::limbs_are_the_number(int column, int bits, limb_pattern pattern) {
  exec::executor& executor = engine.executor();
  const auto rows = 2 * static_cast<std::uint32_t>(column), digit_bits = static_cast<std::uint32_t>(bits);
  constexpr std::uint32_t parts = 2;
  constexpr std::uint64_t columns = std::uint64_t{parts} * kernels::columns_of_segment,
                          sums_of_row = columns / kernels::columns_of_sum;
  const std::size_t all = rows * columns * digit_bits / limb_bits, count = all - random.below(all / 4);
  // The sums are those of a number's digits, with parts of a digit's range moved between neighbours.
  std::vector<kernels::coefficient_sum> sums(rows * sums_of_row);
  std::vector<std::uint32_t> place_of(rows);
  for (std::uint32_t place = 0; place < rows; ++place)
    place_of[kernels::row_of_tall_sum(place, rows / 2)] = place;
  limbs number(all, 0);
  std::int64_t left = 0;
  const std::uint32_t sum_bits = kernels::columns_of_sum * digit_bits;
  if (pattern == limb_pattern::random) number = random_limbs(random, all);
  if (pattern == limb_pattern::ones) std::fill(number.begin(), number.end(), ~limb{0});
  if (pattern == limb_pattern::runs)
    for (std::size_t i = 0; i < all;) {
      const limb word = random.below(2) != 0 ? ~limb{0} : 0;
      for (std::size_t end = i + random.below(3000); i < all && i <= end; ++i) number[i] = word;
    }
  for (std::uint64_t m = 0; m < sums.size(); ++m) {
    const std::uint64_t bit = m * sum_bits, at = bit / 64, offset = bit % 64;
    if (pattern == limb_pattern::settled && m > 0 && m % kernels::sums_of_run == 0)
      number[at] = static_cast<limb>(left + std::int64_t{kernels::run_bias});
    kernels::wide_limb window = number[at];
    if (at + 1 < all) window |= static_cast<kernels::wide_limb>(number[at + 1]) << 64;
    window >>= offset;
    if (offset + sum_bits > 128 && at + 2 < all)
      window |= static_cast<kernels::wide_limb>(number[at + 2]) << (128 - offset);
    window &= (kernels::wide_limb{1} << sum_bits) - 1;
    // What this sum has too much, the next one has too little.
    const std::int64_t next = static_cast<std::int64_t>(random.bits()) >> 18;
    const kernels::wide_limb sum =
        window + (static_cast<kernels::wide_limb>(static_cast<kernels::signed_wide_limb>(next)) << sum_bits) -
        static_cast<kernels::wide_limb>(static_cast<kernels::signed_wide_limb>(left));
    left = next;
    const std::uint64_t row = m / sums_of_row, tile = m % sums_of_row;
    sums[tile * rows + place_of[row]] = {static_cast<limb>(sum), static_cast<limb>(sum >> 64)};
  }
  const auto from = on_device(executor, sums);
  const auto out = on_device(executor, limbs(count, 0x5555555555555555));
  const exec::buffer<kernels::limb_segment> segments(executor, rows * parts);
  executor.launch(kernels::sum_limbs_arguments{.sums = from.data(),
                                               .limbs = out.data(),
                                               .segments = segments.data(),
                                               .limb_count = count,
                                               .width = columns,
                                               .digit_bits = digit_bits,
                                               .column = column,
                                               .tall = true});
  kernels::segment_carries_arguments carries{.segments = segments.data(),
                                             .limbs = out.data(),
                                             .limb_count = count,
                                             .segment_count = segments.size(),
                                             .digit_bits = digit_bits,
                                             .chain = {},
                                             .sign = {}};
  const numbers::carry_chain chain(engine.chains(), carries.count(), 1);
  carries.chain = chain.get();
  executor.launch(carries);
  number.resize(count);
  const limbs found = read(executor, out);
  const auto wrong = std::mismatch(found.begin(), found.end(), number.begin()).first - found.begin();
  if (found != number)
    return testing::AssertionFailure()
           << bits << " bits, " << count << " limbs: limb " << wrong << " is wrong";
  return testing::AssertionSuccess();
}

}  // namespace gbi::test
