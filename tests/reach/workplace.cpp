#include "tests/reach/workplace.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "src/plan/devices/host.hpp"
#include "src/plan/environment.hpp"
#if defined(GPU_BIGINT_WITH_CUDA)
#include "src/exec/cuda/executor.hpp"
#endif

namespace gbi::test {

void launch_record::add(const exec::launchable& kernel, const void* arguments,
                        std::uint32_t multiprocessors) {
  census launch(multiprocessors);
  exec::launches::visit(kernel, arguments, [&]<class Arguments>(Arguments a) {
    // Scans on the host have tiles of another shape.
    if constexpr (requires { a.shape.element_bytes; })
      a.shape =
          *std::ranges::find(census::scan_shapes, a.shape.element_bytes, &kernels::scan_shape::element_bytes);
    exec::run_kernel<census, Arguments>(launch, &a);
  });
  const std::scoped_lock one_thread(mutex_);
  reached_.merge(launch.reached);
}

context workplace::make_context(const change& tuned) {
  const auto with = [&](auto executor) {
    plan::tuning values = plan::resolve_tuning(executor->properties(), plan::read_environment());
    values.words = plan::word_limits::none();
    if (where_ == backend::host) {
      values.scan_4_bytes = plan::devices::host.values.scan_4_bytes;
      values.scan_8_bytes = plan::devices::host.values.scan_8_bytes;
    }
    if (tuned) tuned(values);
    return detail::context_of(detail::engine::make(std::move(executor), std::move(values)));
  };
#if defined(GPU_BIGINT_WITH_CUDA)
  if (where_ == backend::cuda)
    return with(std::make_unique<recorded_executor<exec::cuda::cuda_executor>>(record_, 0, nullptr));
#endif
  if (where_ != backend::host) throw std::runtime_error("the library was built without CUDA");
  return with(std::make_unique<recorded_executor<posing_executor>>(record_));
}

const context& workplace::usual() {
  if (!usual_) usual_ = make_context();
  return *usual_;
}

exec::buffer<kernels::verdict> workplace::wrong_verdict() {
  kernels::verdict wrong{};
  wrong.wrong = 1;
  return {engine().executor(), std::span<const kernels::verdict>(&wrong, 1)};
}

void workplace::expect(const testing::AssertionResult& right, const std::string& what) {
  if (!record_.has_left_out() && !right) throw std::runtime_error(what + ": " + right.message());
}

}  // namespace gbi::test
