#include "src/cache/twiddles.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "kernels/word/odd_roots.hpp"
#include "src/process/concat.hpp"
#include "src/words/floating_scope.hpp"

namespace gbi::cache {

namespace {

using kernels::complex;

// Entries are computed with more bits than are stored.
static_assert(std::numeric_limits<long double>::digits >= 64,
              "gpu_bigint needs a long double with at least 64 bits of mantissa");

/// exp(-2 pi i k / order) in extended precision, from an angle of at most an eighth turn.
/// rounding.md: extended values
complex<long double> root_of_unity(std::uint64_t k, std::uint64_t order) {
  const std::uint64_t eighths = 8 * k / order;              // k is in this octant
  const std::uint64_t remainder = 8 * k - eighths * order;  // times 2 pi / (8 order)
  const bool mirrored = eighths % 2 == 1;                   // measure from the octant's end
  const long double angle = std::numbers::pi_v<long double> / 4 *
                            static_cast<long double>(mirrored ? order - remainder : remainder) /
                            static_cast<long double>(order);
  const long double c = std::cos(angle), s = std::sin(angle);
  switch ((eighths + 1) / 2 % 4) {  // quarter turns to the axis from which the angle is measured
    case 0:
      return {c, mirrored ? s : -s};
    case 1:
      return {mirrored ? s : -s, -c};
    case 2:
      return {-c, mirrored ? -s : s};
    default:
      return {mirrored ? -s : s, c};
  }
}

/// Entries exp(-2 pi i k / order) - origin, correctly rounded except for rare near-ties.
/// rounding.md: root entries
template <class Real>
class entries {
 public:
  explicit entries(std::uint64_t order) : order_(order) {}
  complex<Real> operator()(std::uint64_t k, int origin = 0) const {
    const complex<long double> root = root_of_unity(k % order_, order_);
    return {static_cast<Real>(root.re - static_cast<long double>(origin)), static_cast<Real>(root.im)};
  }

 private:
  std::uint64_t order_;
};

/// As above, in GF(p^2), where every entry has a unique representation.
template <class Field>
requires(!std::is_floating_point_v<Field>) class entries<Field> {
 public:
  explicit entries(std::uint64_t order) {
    constexpr int longest = kernels::roots_of_unity<Field>::log2_order;
    const int bits = std::countr_zero(order);
    if (!std::has_single_bit(order) || bits >= longest)
      throw std::logic_error(concat("roots of order ", order, " in a field that has none"));
    complex<Field> root = kernels::roots_of_unity<Field>::generator;
    for (int i = longest; i > 0; --i) {
      if (i <= bits) squares_.push_back(root);
      root = root * root;
    }
  }
  complex<Field> operator()(std::uint64_t k, int origin = 0) const {
    complex<Field> power{{1}, {0}};
    for (std::size_t i = 0; i < squares_.size(); ++i)
      if ((k >> i & 1) != 0) power = power * squares_[i];
    const Field re = power.re - Field{static_cast<decltype(Field::value)>(origin)};
    return {{canonical(re)}, {canonical(power.im)}};
  }

 private:
  std::vector<complex<Field>> squares_;  ///< the roots of order 2^bits, 2^(bits - 1), ... 2
};

/// Entry i is exp(-2 pi i i step / order) - origin.
template <class Real>
std::vector<complex<Real>> powers(std::uint64_t count, std::uint64_t step, std::uint64_t order,
                                  int origin = 0) {
  const entries<Real> roots(order);
  std::vector<complex<Real>> values(count);
  for (std::uint64_t i = 0; i < count; ++i) values[i] = roots(i * step, origin);
  return values;
}

template <class Real>
std::vector<complex<Real>> fine_entries(std::uint64_t points, std::uint32_t fine_bits) {
  return powers<Real>(std::uint64_t{1} << fine_bits, 1, 4 * circle_points<Real>(points), 1);
}
template <class Real>
std::vector<complex<Real>> coarse_entries(std::uint64_t points, std::uint32_t fine_bits) {
  const std::uint64_t order = 4 * circle_points<Real>(points);
  return powers<Real>(std::max(order, points) >> fine_bits, std::uint64_t{1} << fine_bits, order);
}

template <class Real>
std::vector<complex<Real>> stage_entries() {
  using kernels::stage_roots, kernels::eighth_roots, kernels::right_angle_roots, kernels::right_angle_eighths;
  std::vector<complex<Real>> values;
  constexpr int order = 4 * stage_roots::longest;
  const entries<Real> roots(order);
  const auto add = [&](int exponent, int of) {
    values.push_back(roots(static_cast<std::uint64_t>(exponent) * static_cast<unsigned>(order / of)));
  };
  for (int length = 32; length <= stage_roots::longest; length *= 2)
    for (int row = 0; row < stage_roots::rows(length); ++row)
      for (int t = 0; t < length / 16; ++t) add(t * stage_roots::exponent(length, row), length);
  for (int length = eighth_roots::shortest; length <= stage_roots::longest; length *= 2)
    for (int row = 0; row < eighth_roots::rows(length); ++row)
      for (int t = 0; t < length / 8; ++t) add(eighth_roots::exponent(length, row, t), length);
  for (int length = right_angle_roots::shortest; length <= stage_roots::longest; length *= 2)
    for (int row = 0; row < right_angle_roots::rows(length); ++row)
      for (int t = 0; t < length / 16; ++t) add((4 * row + 1) * t, 4 * length);
  for (int length = right_angle_eighths::shortest; length <= stage_roots::longest; length *= 2)
    for (int q = 0; q < 8; ++q)
      for (int t = 0; t < length / 8; ++t) add(right_angle_eighths::exponent(length, q, t), 4 * length);
  return values;
}

template <class Real>
std::vector<complex<Real>> near_entries(std::uint64_t length, std::uint32_t rows, bool right_angle) {
  std::vector<complex<Real>> values;
  const entries<Real> roots(4 * length);
  const auto add = [&](std::uint64_t quarters) {
    for (std::uint64_t j = 0; j < kernels::near_columns; ++j) values.push_back(roots(quarters * j));
  };
  for (std::uint64_t k = 0; k < rows; ++k) add(4 * k + (right_angle ? 1 : 0));
  for (std::uint64_t k = 1; right_angle && k <= 3; ++k) add(4 * k * (rows / 16));
  return values;
}

template <class Real>
exec::buffer<complex<Real>> upload(exec::executor& executor, const std::vector<complex<Real>>& values) {
  return {executor, std::span<const complex<Real>>(values)};
}

}  // namespace

template <class Real>
std::uint64_t circle_points(std::uint64_t points) {
  return std::is_floating_point_v<Real> ? points : kernels::binary_factor(points);
}

template <class Real>
kernels::circle<Real> twiddle_tables::circle_roots(const plan::fft_shape& shape) {
  const words::floating_scope environment;
  const std::uint64_t order = 4 * circle_points<Real>(shape.points);
  // The length of the fine table must divide the width of the first pass (columns.hpp: fine_root). Its angles
  // are small because it has at most half the bits of the order. rounding.md: fine entries
  const std::uint64_t width =
      shape.column_passes == 0 ? order : shape.points / static_cast<std::uint64_t>(shape.column[0]);
  const auto fine_bits = static_cast<std::uint32_t>(
      std::min(static_cast<int>(std::bit_width(order)) / 2, std::countr_zero(width)));

  const std::scoped_lock lock(mutex_);
  heal();
  auto& circles = std::get<tables<Real>>(tables_).circles;
  auto found = circles.find({shape.points, fine_bits});
  if (found == circles.end()) {
    circle_tables<Real> made{upload(executor_, fine_entries<Real>(shape.points, fine_bits)),
                             upload(executor_, coarse_entries<Real>(shape.points, fine_bits)), fine_bits};
    found = circles.emplace(std::pair{shape.points, fine_bits}, std::move(made)).first;
  }
  return {found->second.fine.data(), found->second.coarse.data(), fine_bits};
}

template <class Real>
const complex<Real>* twiddle_tables::roots(std::uint32_t order) {
  const words::floating_scope environment;
  const std::scoped_lock lock(mutex_);
  heal();
  table<Real>& roots = std::get<tables<Real>>(tables_).roots[order];
  if (roots.size() == 0) roots = upload(executor_, powers<Real>(order, 1, order));
  return roots.data();
}

template <class Real>
std::vector<complex<Real>> block_roots() {
  using kernels::stage_roots;
  const words::floating_scope environment;
  std::vector<complex<Real>> roots = stage_entries<Real>();
  roots.resize(stage_roots::size);
  const auto circle = powers<Real>(stage_roots::longest, 1, 2 * stage_roots::longest);
  roots.insert(roots.end(), circle.begin(), circle.end());
  return roots;
}

template <class Real>
const complex<Real>* twiddle_tables::stages() {
  const words::floating_scope environment;
  const std::scoped_lock lock(mutex_);
  heal();
  table<Real>& stages = std::get<tables<Real>>(tables_).stages;
  if (stages.size() == 0) stages = upload(executor_, stage_entries<Real>());
  return stages.data();
}

template <class Real>
const complex<Real>* twiddle_tables::near(std::uint64_t length, std::uint32_t rows, bool right_angle) {
  const words::floating_scope environment;
  const std::scoped_lock lock(mutex_);
  heal();
  table<Real>& near = std::get<tables<Real>>(tables_).near[{length, rows, right_angle}];
  if (near.size() == 0) near = upload(executor_, near_entries<Real>(length, rows, right_angle));
  return near.data();
}

template <class Real>
void twiddle_tables::write(const tables<Real>& all) {
  const auto again = [this](const table<Real>& to, const std::vector<complex<Real>>& values) {
    executor_.upload(to.data(), values.data(), to.size() * sizeof(complex<Real>));
  };
  if (all.stages.size() != 0) again(all.stages, stage_entries<Real>());
  for (const auto& [points_and_bits, circle] : all.circles) {
    const auto [points, fine_bits] = points_and_bits;
    again(circle.fine, fine_entries<Real>(points, fine_bits));
    again(circle.coarse, coarse_entries<Real>(points, fine_bits));
  }
  for (const auto& [order, roots] : all.roots)
    if (roots.size() != 0) again(roots, powers<Real>(order, 1, order));
  for (const auto& [of, near] : all.near)
    if (near.size() != 0) again(near, std::apply(near_entries<Real>, of));
}

void twiddle_tables::heal() {
  const std::uint64_t faults = faults::faults();
  if (faults == faults_) return;
  std::apply([this](const auto&... all) { (write(all), ...); }, tables_);
  faults_ = faults;
}

template std::uint64_t circle_points<float>(std::uint64_t);
template std::uint64_t circle_points<double>(std::uint64_t);
template std::uint64_t circle_points<kernels::m31>(std::uint64_t);
template std::uint64_t circle_points<kernels::m61>(std::uint64_t);
template std::vector<complex<float>> block_roots<float>();
template std::vector<complex<double>> block_roots<double>();
template const complex<float>* twiddle_tables::stages<float>();
template const complex<double>* twiddle_tables::stages<double>();
template const complex<kernels::m31>* twiddle_tables::stages<kernels::m31>();
template const complex<kernels::m61>* twiddle_tables::stages<kernels::m61>();
template const complex<float>* twiddle_tables::near<float>(std::uint64_t, std::uint32_t, bool);
template const complex<double>* twiddle_tables::near<double>(std::uint64_t, std::uint32_t, bool);
template const complex<kernels::m31>* twiddle_tables::near<kernels::m31>(std::uint64_t, std::uint32_t, bool);
template const complex<kernels::m61>* twiddle_tables::near<kernels::m61>(std::uint64_t, std::uint32_t, bool);
template kernels::circle<float> twiddle_tables::circle_roots<float>(const plan::fft_shape&);
template kernels::circle<double> twiddle_tables::circle_roots<double>(const plan::fft_shape&);
template kernels::circle<kernels::m31> twiddle_tables::circle_roots<kernels::m31>(const plan::fft_shape&);
template kernels::circle<kernels::m61> twiddle_tables::circle_roots<kernels::m61>(const plan::fft_shape&);
template const complex<float>* twiddle_tables::roots<float>(std::uint32_t);
template const complex<double>* twiddle_tables::roots<double>(std::uint32_t);
template const complex<kernels::m31>* twiddle_tables::roots<kernels::m31>(std::uint32_t);
template const complex<kernels::m61>* twiddle_tables::roots<kernels::m61>(std::uint32_t);

}  // namespace gbi::cache
