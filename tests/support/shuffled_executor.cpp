#include "tests/support/shuffled_executor.hpp"

#include "src/exec/all_launches.hpp"

namespace gbi::test {

static_assert(kernels::block_model<shuffled_block<64>>);

void* shuffled_executor::allocate(std::size_t bytes) {
  void* memory = memory_executor::allocate(bytes);
  const std::scoped_lock one_thread(mutex_);
  fill_with_garbage(memory, bytes);
  return memory;
}

void shuffled_executor::launch_kernel(const exec::launchable& kernel, const void* arguments) {
  representative_launcher launcher(*this);
  exec::launches::run_on(launcher, kernel, arguments);
  if (!launcher.is_left_to_host()) return;
  host_.launch_kernel(kernel, arguments);
  ++launches_left_to_host_;
}

}  // namespace gbi::test
