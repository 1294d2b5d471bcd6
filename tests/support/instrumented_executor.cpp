#include "tests/support/instrumented_executor.hpp"

#include "src/exec/all_launches.hpp"
#include "src/words/floating_scope.hpp"

namespace gbi::test {

void instrumented_executor::launch_kernel(const exec::launchable& kernel, const void* arguments) {
  const words::floating_scope environment;
  representative_launcher launcher(*this);
  exec::launches::run_on(launcher, kernel, arguments);
  if (launcher.is_left_to_host()) host_executor::launch_kernel(kernel, arguments);
}

}  // namespace gbi::test
