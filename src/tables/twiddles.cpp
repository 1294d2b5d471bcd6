#include "src/tables/twiddles.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <vector>

#include "src/words/floating_scope.hpp"

namespace gbi::tables {

namespace {

using kernels::complex;

// Entries are computed with more bits than they keep.
static_assert(std::numeric_limits<long double>::digits >= 64,
              "gpu_bigint needs a long double with at least 64 bits of mantissa");

/// exp(-2 pi i k / order) in extended precision, from an angle of at most an eighth turn.
/// rounding.md: extended values
complex<long double> root_of_unity(std::uint64_t k, std::uint64_t order) {
  const std::uint64_t eighths = 8 * k / order;         // k is in this octant
  const std::uint64_t rest = 8 * k - eighths * order;  // times 2 pi / (8 order)
  const bool mirrored = eighths % 2 == 1;              // measure from the octant's end
  const long double angle = std::numbers::pi_v<long double> / 4 *
                            static_cast<long double>(mirrored ? order - rest : rest) /
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

/// exp(-2 pi i k / order) - origin, correctly rounded except for rare near-ties. rounding.md: root entries
template <class Real>
complex<Real> entry(std::uint64_t k, std::uint64_t order, long double origin = 0) {
  const complex<long double> root = root_of_unity(k % order, order);
  return {static_cast<Real>(root.re - origin), static_cast<Real>(root.im)};
}

template <class Real>
exec::buffer<complex<Real>> upload(exec::executor& executor, const std::vector<complex<Real>>& values) {
  return {executor, std::span<const complex<Real>>(values)};
}

/// Entry i is exp(-2 pi i i step / order) - origin.
template <class Real>
exec::buffer<complex<Real>> table_of(exec::executor& executor, std::uint64_t count, std::uint64_t step,
                                     std::uint64_t order, long double origin = 0) {
  std::vector<complex<Real>> values(count);
  for (std::uint64_t i = 0; i < count; ++i) values[i] = entry<Real>(i * step, order, origin);
  return upload(executor, values);
}

}  // namespace

template <class Real>
kernels::circle<Real> twiddle_tables::turns(const plan::fft_shape& shape) {
  const words::floating_scope environment;
  const std::uint64_t order = 4 * shape.points;
  // The fine table's length must divide the first pass's width (columns.hpp: fine_turn). Its angles are short
  // because it has at most half the bits of the order. rounding.md: fine entries
  const std::uint64_t width =
      shape.column_passes == 0 ? order : shape.points / static_cast<std::uint64_t>(shape.column[0]);
  const auto fine_bits = static_cast<std::uint32_t>(
      std::min(static_cast<int>(std::bit_width(order)) / 2, std::countr_zero(width)));

  const std::scoped_lock lock(mutex_);
  auto& circles = std::get<tables<Real>>(tables_).circles;
  auto found = circles.find({shape.points, fine_bits});
  if (found == circles.end()) {
    circle_tables<Real> made{
        table_of<Real>(executor_, std::uint64_t{1} << fine_bits, 1, order, 1),
        table_of<Real>(executor_, order >> fine_bits, std::uint64_t{1} << fine_bits, order), fine_bits};
    found = circles.emplace(std::pair{shape.points, fine_bits}, std::move(made)).first;
  }
  return {found->second.fine.data(), found->second.coarse.data(), fine_bits};
}

template <class Real>
const complex<Real>* twiddle_tables::roots(std::uint32_t order) {
  const words::floating_scope environment;
  const std::scoped_lock lock(mutex_);
  table<Real>& roots = std::get<tables<Real>>(tables_).roots[order];
  if (roots.size() == 0) roots = table_of<Real>(executor_, order, 1, order);
  return roots.data();
}

template <class Real>
const complex<Real>* twiddle_tables::stages() {
  const words::floating_scope environment;
  using kernels::stage_roots, kernels::eighth_roots;
  const std::scoped_lock lock(mutex_);
  table<Real>& stages = std::get<tables<Real>>(tables_).stages;
  if (stages.size() == 0) {
    std::vector<complex<Real>> values;
    const auto add = [&](int exponent, int length) {
      values.push_back(entry<Real>(static_cast<std::uint64_t>(exponent), static_cast<std::uint64_t>(length)));
    };
    for (int length = 32; length <= stage_roots::longest; length *= 2)
      for (int row = 0; row < stage_roots::rows(length); ++row)
        for (int t = 0; t < length / 16; ++t) add(t * stage_roots::exponent(length, row), length);
    for (int length = eighth_roots::shortest; length <= stage_roots::longest; length *= 2)
      for (int row = 0; row < eighth_roots::rows(length); ++row)
        for (int t = 0; t < length / 8; ++t) add(eighth_roots::exponent(length, row, t), length);
    stages = upload(executor_, values);
  }
  return stages.data();
}

template <class Real>
const complex<Real>* twiddle_tables::near(std::uint64_t length, std::uint32_t rows) {
  const words::floating_scope environment;
  const std::scoped_lock lock(mutex_);
  table<Real>& near = std::get<tables<Real>>(tables_).near[{length, rows}];
  if (near.size() == 0) {
    std::vector<complex<Real>> values;
    for (std::uint64_t k = 0; k < rows; ++k)
      for (std::uint64_t j = 0; j < kernels::near_columns; ++j) values.push_back(entry<Real>(k * j, length));
    near = upload(executor_, values);
  }
  return near.data();
}

template const complex<float>* twiddle_tables::stages<float>();
template const complex<double>* twiddle_tables::stages<double>();
template const complex<float>* twiddle_tables::near<float>(std::uint64_t, std::uint32_t);
template const complex<double>* twiddle_tables::near<double>(std::uint64_t, std::uint32_t);
template kernels::circle<float> twiddle_tables::turns<float>(const plan::fft_shape&);
template kernels::circle<double> twiddle_tables::turns<double>(const plan::fft_shape&);
template const complex<float>* twiddle_tables::roots<float>(std::uint32_t);
template const complex<double>* twiddle_tables::roots<double>(std::uint32_t);

}  // namespace gbi::tables
