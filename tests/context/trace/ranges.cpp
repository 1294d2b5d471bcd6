/// \file
/// Ranges as operations open them, with operands that only have sizes.
#include <cstddef>
#include <vector>

#include "src/faults/operation_scope.hpp"

namespace {

struct some_number {
  std::size_t limbs;
  std::size_t limb_bound() const { return limbs; }
};
struct some_batch {
  std::size_t elements, width;
  std::size_t size() const { return elements; }
  std::size_t bits() const { return width; }
};

}  // namespace

int main() {
  const gbi::faults::operation_scope quotient("quotient", some_number{4096}, some_number{2048});
  { const gbi::faults::operation_scope product("product", some_number{2048}, some_number{2049}); }
  { const gbi::faults::operation_scope power("modular power of a batch", some_batch{1000, 2048}, 17); }
  const gbi::faults::operation_scope factorial("factorial", 100000);
  const gbi::faults::operation_scope product("product of many", std::vector<int>(33));
}
