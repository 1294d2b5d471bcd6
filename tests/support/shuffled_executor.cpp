#include "tests/support/shuffled_executor.hpp"

#include "src/exec/launch_table.hpp"

namespace gbi::test {

static_assert(kernels::block_model<shuffled_block<64>>);

void* shuffled_executor::allocate(std::size_t bytes) {
  void* memory = memory_executor::allocate(bytes);
  fill_with_garbage(memory, bytes);
  return memory;
}

void shuffled_executor::launch_listed(std::size_t which, const void* arguments) {
  representative_launcher launcher(*this);
  exec::launch_by_table(launcher, which, arguments);
  if (!launcher.is_left_to_host()) return;
  host_.launch_listed(which, arguments);
  ++launches_left_to_host_;
}

}  // namespace gbi::test
