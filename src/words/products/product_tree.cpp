#include "src/words/products/product_tree.hpp"

#include <algorithm>

#include "src/words/linear/linear.hpp"
#include "src/words/products/multiply.hpp"

namespace gbi::words {

namespace {

/// Measured: so many factors are multiplied one by one.
constexpr std::size_t most_one_by_one = 16;

}  // namespace

std::size_t product_of_words_scratch(std::size_t n) noexcept {
  if (n <= most_one_by_one) return 0;
  const std::size_t half = n - n / 2;
  return n + std::max(product_of_words_scratch(half),
                      std::max(multiply_scratch(half, half), multiply_scratch(half + 1, half)));
}

std::size_t product_of_words(limb* out, const limb* factors, std::size_t n, limb* scratch) noexcept {
  if (n <= most_one_by_one) {
    std::size_t size = 1;
    out[0] = factors[0];
    for (std::size_t i = 1; i < n; ++i) {
      const limb carry = multiply_1(out, out, size, factors[i]);
      if (carry != 0) out[size++] = carry;
    }
    return size;
  }
  const std::size_t half = n - n / 2;
  limb *const low = scratch, *const high = low + half, *const more = scratch + n;
  const std::size_t low_size = product_of_words(low, factors, half, more),
                    high_size = product_of_words(high, factors + half, n - half, more);
  if (low_size >= high_size)
    multiply(out, low, low_size, high, high_size, more);
  else
    multiply(out, high, high_size, low, low_size, more);
  return significant(out, low_size + high_size);
}

}  // namespace gbi::words
