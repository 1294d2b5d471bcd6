#include "src/operation/repeated.hpp"

#include "gpu_bigint/error.hpp"
#include "src/process/concat.hpp"

namespace gbi::operation {

void report_wrong(const char* operation, std::size_t limbs) {
  throw device_error(
      concat(operation, " of ", limbs,
             " limbs: the result is wrong, and so is another one computed from the same operands. The "
             "hardware is faulty"));
}

}  // namespace gbi::operation
