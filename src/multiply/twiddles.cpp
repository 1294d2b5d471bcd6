#include "src/multiply/twiddles.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <span>
#include <vector>

namespace gbi::products {

namespace {

using kernels::complex;

/// exp(-2 pi i k / order), correctly rounded but for rare near-ties: computed in extended precision from an
/// angle of at most an eighth turn.
complex<double> root_of_unity(std::uint64_t k, std::uint64_t order) {
  const std::uint64_t eighths = 8 * k / order;         // k is in this octant
  const std::uint64_t rest = 8 * k - eighths * order;  // times 2 pi / (8 order)
  const bool mirrored = eighths % 2 == 1;              // measure from the octant's end
  const long double angle = std::numbers::pi_v<long double> / 4 *
                            static_cast<long double>(mirrored ? order - rest : rest) /
                            static_cast<long double>(order);
  const auto c = static_cast<double>(std::cos(angle)), s = static_cast<double>(std::sin(angle));
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

exec::buffer<complex<double>> table_of(exec::executor& executor, std::uint64_t count, std::uint64_t step,
                                       std::uint64_t order) {
  std::vector<complex<double>> values(count);
  for (std::uint64_t i = 0; i < count; ++i) values[i] = root_of_unity(i * step, order);
  return {executor, std::span<const complex<double>>(values)};
}

}  // namespace

kernels::circle<double> twiddle_tables::turns(const plan::fft_shape& shape) {
  const std::scoped_lock lock(mutex_);
  auto found = circles_.find(shape.points);
  if (found == circles_.end()) {
    const std::uint64_t order = 4 * shape.points;
    // The fine table's length must divide the first pass's width (columns.hpp: fine_turn), a power of two.
    const std::uint64_t width =
        shape.column_passes == 0 ? order : shape.points / static_cast<std::uint64_t>(shape.column[0]);
    const int fine_bits = std::min(static_cast<int>(std::bit_width(order)) / 2, std::countr_zero(width));
    circle_tables made{table_of(executor_, std::uint64_t{1} << fine_bits, 1, order),
                       table_of(executor_, order >> fine_bits, std::uint64_t{1} << fine_bits, order),
                       static_cast<std::uint32_t>(fine_bits)};
    found = circles_.emplace(shape.points, std::move(made)).first;
  }
  const circle_tables& tables = found->second;
  return {tables.fine.data(), tables.coarse.data(), tables.fine_bits};
}

const complex<double>* twiddle_tables::roots(int order) {
  const std::scoped_lock lock(mutex_);
  table& roots = roots_[order];
  if (roots.size() == 0)
    roots = table_of(executor_, static_cast<std::uint64_t>(order), 1, static_cast<std::uint64_t>(order));
  return roots.data();
}

}  // namespace gbi::products
