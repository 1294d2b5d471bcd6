#include "src/words/multiply.hpp"

#include "src/words/linear.hpp"

namespace gbi::words {

std::size_t multiply_scratch(std::size_t, std::size_t) noexcept {
  return 0;
}
void multiply(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m, limb*) noexcept {
  out[n] = multiply_1(out, a, n, b[0]);
  for (std::size_t j = 1; j < m; ++j) out[n + j] = add_product_1(out + j, a, n, b[j]);
}
std::size_t square_scratch(std::size_t n) noexcept {
  return multiply_scratch(n, n);
}
void square(limb* out, const limb* a, std::size_t n, limb* scratch) noexcept {
  multiply(out, a, n, a, n, scratch);
}

}  // namespace gbi::words
