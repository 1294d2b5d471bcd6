/// \file
/// Views of numbers, and numbers from limbs in device memory.
#include "gpu_bigint/view.hpp"

#include "src/faults/operation_scope.hpp"
#include "src/number/number.hpp"

namespace gbi {

limb_view::limb_view(const gpu_bigint& viewed)
    : viewed_(detail::core_of(viewed) != nullptr ? viewed : gpu_bigint::from_limbs({})) {
  // A copy for kernels that is made here is stored in the number, so that the next view finds it.
  if (detail::number_of(viewed) != nullptr) viewed_ = viewed;
  detail::number_of(viewed_)->require_not_failed();
}

const std::uint64_t* limb_view::data() const noexcept {
  return detail::number_of(viewed_)->address();
}
std::size_t limb_view::size() const {
  return detail::number_of(viewed_)->size();
}
std::size_t limb_view::bound() const noexcept {
  return detail::number_of(viewed_)->bound();
}
bool limb_view::negative() const {
  return detail::number_of(viewed_)->negative();
}
gbi::context limb_view::context() const {
  return detail::context_of(detail::number_of(viewed_)->owner());
}

gpu_bigint import_limbs(const context& where, const std::uint64_t* limbs, std::size_t size, bool negative) {
  exec::executor& executor = detail::engine_of(where)->executor();
  if (executor.memory_is_host() || size == 0)
    return detail::value_of(detail::engine_of(where)->core(), limbs, size, negative);
  executor.require_access(limbs, "import_limbs");
  const faults::operation_scope scope("import of limbs", size);
  auto result = detail::number::make(detail::engine_of(where), size);
  result->set_negative(negative);
  executor.copy(result->limbs(), limbs, size * sizeof(limb));
  return detail::value_of(std::move(result));
}

}  // namespace gbi
