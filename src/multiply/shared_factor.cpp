#include "src/multiply/shared_factor.hpp"

#include <algorithm>

#include "src/multiply/right_angle.hpp"

namespace gbi::products {

void run_by_spectrum(detail::engine& engine, const shared_factor& wanted, const spectrum& b,
                     kernels::verdict* verdict) {
  const right_angle_passes passes(engine, b.plan);
  const std::size_t bytes_each = std::max<std::size_t>(1, plan::workspace_of(b.plan));
  const auto most = static_cast<std::uint32_t>(
      std::clamp<std::size_t>(engine.tuning().workspace_bytes / bytes_each, 1, wanted.batch));
  const std::size_t points = passes.points() * most;
  const exec::buffer<kernels::complex<double>> data(engine.executor(), 2 * points);
  auto* const coefficients = reinterpret_cast<std::int64_t*>(data.data() + points);
  for (std::uint32_t first = 0; first < wanted.batch; first += most) {
    const std::uint32_t count = std::min(most, wanted.batch - first);
    const kernels::limb_span a{wanted.a.limbs + first * wanted.a.stride, wanted.a.count, wanted.a.stride};
    passes.forward({{passes.digits(a)}, {passes.folded(a.count)}, {0, count, count}}, count, data.data());
    passes.multiply_rows(data.data(), nullptr, b.values.data(), count,
                         engine.planner().has_few_rows(b.plan, count));
    passes.backward(data.data(), coefficients, count, verdict, 0);
    passes.normalize(coefficients,
                     {wanted.out.limbs + first * wanted.out.stride, wanted.out.count, wanted.out.stride},
                     count);
  }
}

}  // namespace gbi::products
