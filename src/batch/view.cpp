/// \file
/// Views of batches, and batches from limbs in device memory.
#include "gpu_bigint/view.hpp"
#include "kernels/batch/arguments.hpp"
#include "src/batch/storage.hpp"

namespace gbi {

batch_view::batch_view(const bigint_batch& viewed) : viewed_(viewed) {
  if (viewed_.bits() == 0) return;  // the batch is moved-from
  detail::storage_of(viewed_)->require_not_failed();
}

const std::uint64_t* batch_view::data() const noexcept {
  return viewed_.bits() == 0 ? nullptr : detail::storage_of(viewed_)->address();
}

bigint_batch import_batch(const context& where, const std::uint64_t* limbs, std::size_t size,
                          std::size_t bits, const batch_layout& layout) {
  auto result = std::make_shared<detail::batch>(detail::engine_of(where), size, bits);
  if (size == 0) return detail::value_of(std::move(result));
  exec::executor& executor = result->executor();
  executor.require_access(limbs, "import_batch");
  const std::size_t step = layout.element_stride != 0 ? layout.element_stride : result->limbs();
  executor.launch(kernels::batch_copy_arguments{
      {limbs, result->limbs(), layout.limb_stride, step}, result->target(), result->elements()});
  return detail::value_of(std::move(result));
}

}  // namespace gbi
