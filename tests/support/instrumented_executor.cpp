#include "tests/support/instrumented_executor.hpp"

#include "src/exec/launch_table.hpp"
#include "src/words/floating_scope.hpp"

namespace gbi::test {

void instrumented_executor::launch_listed(std::size_t which, const void* arguments) {
  const words::floating_scope environment;
  representative_launcher launcher(*this);
  exec::launch_by_table(launcher, which, arguments);
  if (launcher.is_left_to_host()) host_executor::launch_listed(which, arguments);
}

}  // namespace gbi::test
