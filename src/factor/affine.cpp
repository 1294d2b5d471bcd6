#include "src/factor/affine.hpp"

namespace gbi::factors {

std::vector<common_factor> normalize(field_machine& machine, field_program& steps, const gpu_bigint& n,
                                     std::span<const curve_group::element> points,
                                     std::span<const reg> prefixes) {
  if (points.empty()) return {};
  const std::size_t last = points.size() - 1;
  steps.set(prefixes[0], points[0].z);
  for (std::size_t i = 1; i <= last; ++i) steps.multiply(prefixes[i], prefixes[i - 1], points[i].z);
  machine.run(steps);

  const bigint_batch product = machine.value(prefixes[last]);
  const bigint_batch inverse = invert(product, bigint_batch::filled(machine.elements(), n, machine.bits()));
  const reg left = prefixes[last];  // the inverse of the product of the z up to i
  machine.load(left, inverse);
  for (std::size_t i = last; i > 0; --i) {
    steps.multiply(prefixes[i - 1], prefixes[i - 1], left);
    steps.multiply(points[i].x, points[i].x, prefixes[i - 1]);
    steps.multiply(left, left, points[i].z);
  }
  steps.multiply(points[0].x, points[0].x, left);
  machine.run(steps);
  if (inverse.undefined().empty()) return {};
  return common_factors(product, n);
}

}  // namespace gbi::factors
