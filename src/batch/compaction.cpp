#include "src/batch/compaction.hpp"

#include "kernels/batch/arguments.hpp"
#include "src/blocks/scan.hpp"

namespace gbi::detail {

compaction::compaction(const batch_mask& chosen)
    : chosen_(chosen), ends_(state_of(chosen).executor(), chosen.size()), size_(0) {
  const mask& state = state_of(chosen);
  exec::executor& executor = state.executor();
  executor.launch(kernels::batch_counts_arguments{state.values(), ends_.data(), state.elements()});
  scans::add_up(*state.owner(), ends_);
  std::uint32_t count = 0;
  executor.download(&count, ends_.data() + ends_.size() - 1, sizeof count);
  size_ = count;
}

bigint_batch compaction::of(const bigint_batch& a) const {
  if (is_everything()) return a;
  auto result = std::make_shared<batch>(storage_of(a)->owner(), size_, a.bits());
  copy(a, result->target(), result->elements());
  return value_of(std::move(result));
}

void compaction::copy(const bigint_batch& a, const kernels::batch_target& out, std::uint32_t room) const {
  const batch& from = *storage_of(a);
  from.executor().launch(kernels::batch_compress_arguments{from.span(), state_of(chosen_).values(),
                                                           ends_.data(), out, from.elements(), room});
}

batch_mask compaction::spread(const batch_mask& inner) const {
  const mask& outer = state_of(chosen_);
  auto result = std::make_shared<mask>(outer.owner(), outer.size());
  outer.executor().launch(kernels::batch_spread_arguments{outer.values(), state_of(inner).values(),
                                                          ends_.data(), result->values(), outer.elements()});
  return mask_of(std::move(result));
}

}  // namespace gbi::detail
