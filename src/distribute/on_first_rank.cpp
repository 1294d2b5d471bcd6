#include "src/distribute/on_first_rank.hpp"

#include "src/faults/operation_scope.hpp"
#include "src/number/number.hpp"

namespace gbi::distribute {

std::vector<distributed_bigint> on_first_rank(
    const device_group& handle, const std::vector<distributed_bigint>& operands,
    const std::vector<std::size_t>& bits,
    const std::function<std::vector<gpu_bigint>(const std::vector<gpu_bigint>&)>& f) {
  group& on = *of(handle);
  const bool is_here = on.first() == 0;
  std::vector<bool> first(static_cast<std::size_t>(on.size()));
  first[0] = true;
  std::vector<gpu_bigint> wholes, results;
  wholes.reserve(operands.size());
  for (const distributed_bigint& a : operands) wholes.push_back(gather(a, first).front());
  agree(
      on,
      [&] {
        if (!is_here) return;
        const scoped_context here(on.context_of(0));
        const faults::operation_scope scope("computation on one rank", bits.size());
        results = f(wholes);
        wholes.clear();
        if (on.local() == on.size()) return;
        // Other processes would not learn of a fault that is found later.
        for (const gpu_bigint& one : results) static_cast<void>(detail::number_of(one)->limbs());
        faults::require_right(faults::evidence_so_far());
      },
      [](rank&) {});
  std::vector<distributed_bigint> made;
  made.reserve(bits.size());
  for (std::size_t i = 0; i < bits.size(); ++i)
    made.push_back(access::make(scatter(handle, 0, is_here ? &results[i] : nullptr, bits[i])));
  return made;
}

}  // namespace gbi::distribute
