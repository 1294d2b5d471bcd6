/// \file
/// A factor for many products, stored with its transform.
#pragma once

#include <memory>

#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

namespace detail {
class prepared_operand;
}

/// A number that keeps its transform, so that a product with it takes two transforms instead of three. This
/// saves a third of the work of a long product. If the other factor is longer, it is cut into pieces that all
/// use the same transform.
///
/// \code{.cpp}
/// const gbi::prepared factor{n};
/// for (gbi::gpu_bigint& x : numbers) x = x * factor;
/// \endcode
///
/// A transform has a length and a digit width, which depend on both factors. The first product that needs a
/// transform makes it. The last two transforms are kept: factors of about the same size, or of two
/// alternating sizes, reuse them. Each takes 16 bytes per point, 3.5 to 6 times the memory of the product.
/// Short products and products with zero do not use the transform. Copies share everything, and a move is a
/// copy.
///
/// Products are exact, like those of multiply(). Digits wider than proven are recoded at random when the
/// transform is made. Every product with such digits is verified, and a wrong product is computed again from
/// the number itself.
///
/// Thread safety: any number of threads may multiply by the same prepared number.
class GBI_API prepared {
 public:
  /// Keeps the number without computing anything. O(1). Does not wait.
  explicit prepared(gpu_bigint value);
  /// Another handle to the same number and its transforms.
  prepared(const prepared&) noexcept = default;
  /// Refers to the number and the transforms of the other handle from now on.
  prepared& operator=(const prepared&) noexcept = default;
  /// Gives up the handle.
  ~prepared() = default;

  /// The number.
  [[nodiscard]] const gpu_bigint& value() const noexcept;

  /// a * b, the same as multiply(a, b.value()). O((n + m) log(n + m)). Does not wait.
  /// \throws std::invalid_argument if the factors live in different contexts.
  /// \throws std::length_error if the product is too long for the longest transform.
  /// \throws out_of_memory if the result, the kept transform and the workspace do not fit the device.
  [[nodiscard]] friend gpu_bigint multiply(const gpu_bigint& a, const prepared& b) { return b.times(a); }
  /// a * b, as above.
  [[nodiscard]] friend gpu_bigint multiply(const prepared& a, const gpu_bigint& b) { return a.times(b); }
  /// a * b, as above.
  [[nodiscard]] friend gpu_bigint operator*(const gpu_bigint& a, const prepared& b) { return b.times(a); }
  /// a * b, as above.
  [[nodiscard]] friend gpu_bigint operator*(const prepared& a, const gpu_bigint& b) { return a.times(b); }
  /// a * b, as above, with the kept transform of b.
  [[nodiscard]] friend gpu_bigint operator*(const prepared& a, const prepared& b) {
    return b.times(a.value());
  }

 private:
  gpu_bigint times(const gpu_bigint& other) const;

  std::shared_ptr<detail::prepared_operand> operand_;
};

/// \cond declared again
// The qualified call gbi::multiply(a, b) finds only functions declared in the namespace.
[[nodiscard]] gpu_bigint multiply(const gpu_bigint& a, const prepared& b);
[[nodiscard]] gpu_bigint multiply(const prepared& a, const gpu_bigint& b);
/// \endcond

}  // namespace gbi
