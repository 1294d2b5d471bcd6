/// \file
/// The scan kernels of the shuffled executor, apart from the others because they are many.
#include "src/exec/dispatch/scan.hpp"
#include "tests/support/shuffled_executor.hpp"

namespace gbi::test {

void shuffled_executor::launch(const kernels::scan_arguments& a, const kernels::scan_instance& which) {
  exec::dispatch<kernels::host_scan_shapes>(*this, a, which);
}

}  // namespace gbi::test
