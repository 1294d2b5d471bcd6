#include "src/operation/repeated.hpp"

#include <string>

#include "gpu_bigint/error.hpp"

namespace gbi::operation {

void report_wrong(const char* operation, std::size_t limbs) {
  throw device_error(
      std::string(operation) + " of " + std::to_string(limbs) +
      " limbs: the result is wrong, and so is another one computed from the same operands. The "
      "hardware is faulty");
}

}  // namespace gbi::operation
