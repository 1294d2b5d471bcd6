/// \file
/// A factor of many products.
#pragma once

#include <memory>

#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

namespace detail {
class prepared_operand;
}

/// A number whose transform is kept, so that a product by it takes two transforms instead of three: a third
/// of the work of a long product. A longer factor is cut into pieces that all meet the same transform.
///
///     const gbi::prepared modulus{n};
///     for (gbi::gpu_bigint& x : numbers) x = x * modulus;
///
/// A transform belongs to a length and a digit width, which depend on both factors. It is made by the first
/// product that needs it, and those of the last two kinds of product are kept: factors of about the same
/// size, or of two sizes in turn, find theirs. Each takes 16 bytes a point, 3.5 to 6 times the memory of the
/// product. Short products, and those of zero, go the ordinary way. Copies share everything.
///
/// Products are as exact as others: where digits are wider than proven they are recoded at random when the
/// transform is made, every product is verified, and a wrong one is computed again from the number itself.
///
/// Thread safety: any number of threads may multiply by one prepared number.
class prepared {
 public:
  /// Keeps the number; computes nothing yet.
  explicit prepared(gpu_bigint value);

  const gpu_bigint& value() const noexcept;

  /// a * b, as multiply(a, b.value()). O((n + m) log(n + m)).
  /// \throws std::invalid_argument if the factors live in different contexts.
  /// \throws std::length_error if the product is longer than the longest transform carries.
  /// \throws out_of_memory if the result, the transform to be kept and workspace do not fit the device.
  friend gpu_bigint multiply(const gpu_bigint& a, const prepared& b) { return b.times(a); }
  friend gpu_bigint multiply(const prepared& a, const gpu_bigint& b) { return a.times(b); }
  friend gpu_bigint operator*(const gpu_bigint& a, const prepared& b) { return b.times(a); }
  friend gpu_bigint operator*(const prepared& a, const gpu_bigint& b) { return a.times(b); }
  friend gpu_bigint operator*(const prepared& a, const prepared& b) { return b.times(a.value()); }

 private:
  gpu_bigint times(const gpu_bigint& other) const;

  std::shared_ptr<detail::prepared_operand> operand_;
};

// Named with their namespace, too: gbi::multiply(a, b).
gpu_bigint multiply(const gpu_bigint& a, const prepared& b);
gpu_bigint multiply(const prepared& a, const gpu_bigint& b);

}  // namespace gbi
