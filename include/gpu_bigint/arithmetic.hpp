/// \file
/// Products with a choice of algorithm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// How a product is computed.
enum class algorithm {
  automatic,  ///< short products in host words; on the device, the planner's choice, or the value that the
              ///< environment variable GPU_BIGINT_ALGORITHM (schoolbook, fft or exact) had when the context
              ///< was made
  // The other algorithms run on the device, however short the operands are.
  schoolbook,  ///< convolution in integer registers, O(n m); short operands in one block
  fft,         ///< right-angle convolution by FP64 transforms, O((n + m) log(n + m))
  exact,       ///< the same convolution modulo 2^31 - 1 and 2^61 - 1, in integers, so nothing is rounded. The
               ///< shorter operand has fewer than 2^33 bits, and both together at most 2^35
  bytes  ///< convolution of bytes on tensor cores, O(n m). The shorter operand has at most 2^19 bits; in a
         ///< bigint_batch, both have at most 2^14
};

/// a * b. All algorithms give the exact product. O(n log n) for automatic, fft and exact, O(n m) for
/// schoolbook and bytes. Does not wait unless the product has more than 2^35.5 bits. Either the digits of the
/// transform are narrow enough that its rounding error is proven to stay below one half, or the product is
/// verified and, if it is wrong, computed again with such digits (gbi::verification, docs/rounding.md).
///
/// The longer of two very unequal operands is cut into pieces that share one transform of the shorter
/// operand. With verification, a product of 2^35 by 2^35 bits fits a GPU with 141 GB. Beyond 2^35.5 bits in
/// total, no digits are proven, and the call waits for the result of the verification.
/// \throws out_of_memory if operands, result and workspace do not fit the device.
/// \throws std::length_error if the product is too long for the longest transform (2^32 points), or the
/// shorter operand is too long for bytes.
/// \throws std::invalid_argument if the operands live in different contexts.
[[nodiscard]] GBI_API gpu_bigint multiply(const gpu_bigint& a, const gpu_bigint& b,
                                          algorithm how = algorithm::automatic);

/// a * a. The transform of the operand is computed once: two transforms instead of three. Waits and throws as
/// multiply().
[[nodiscard]] GBI_API gpu_bigint square(const gpu_bigint& a, algorithm how = algorithm::automatic);

/// c + a * b: a product followed by a sum. The sum is one pass over the result, at most 4 % of the time of a
/// long product. It cannot share the product's carry chain, because which of c and a * b is larger is known
/// only once both are known. With verification::all, one check covers both. Waits and throws as multiply().
[[nodiscard]] GBI_API gpu_bigint multiply_add(const gpu_bigint& c, const gpu_bigint& a, const gpu_bigint& b,
                                              algorithm how = algorithm::automatic);
/// c - a * b, as multiply_add().
[[nodiscard]] GBI_API gpu_bigint multiply_subtract(const gpu_bigint& c, const gpu_bigint& a,
                                                   const gpu_bigint& b, algorithm how = algorithm::automatic);

/// a^exponent by repeated squaring. 0^0 = 1. O(M(n)) for the n bits of the result, since the last square
/// dominates. Waits for the bit length of a.
/// \throws out_of_memory, std::length_error as multiply(), before the first square
/// \throws std::domain_error for a negative exponent.
[[nodiscard]] GBI_API gpu_bigint pow(const gpu_bigint& a, std::uint64_t exponent);
/// \cond counts
template <detail::other_count T>
[[nodiscard]] gpu_bigint pow(const gpu_bigint& a, T exponent) {
  return pow(a, detail::as_count(exponent, "power: the exponent"));
}
/// \endcond

/// How multiply() computes a product of operands of given sizes.
struct GBI_API product_plan {
  algorithm how;             ///< automatic only if the product is computed in host words
  std::uint64_t points = 0;  ///< complex points of the transform
  int digit_bits = 0;        ///< bits of an operand in each digit
  int passes = 0;            ///< passes over memory of a transform, or of each transform of an exact product
  bool verified = false;     ///< digits wider than proven, recoded at random; the product is verified
  bool in_block = false;     ///< a convolution so short that one block computes all of it in one launch
  std::uint32_t pieces = 1;  ///< pieces of the longer operand; the transform is for one piece
  bool in_words = false;     ///< computed by the calling thread in host words; the other members are not used
  std::uint32_t moduli = 0;  ///< coprime moduli 2^m + 1 of the product; the transform is that of the largest
  /// One line of readable text.
  [[nodiscard]] std::string to_string() const;
};

/// The plan of multiply(a, b, how), based on the sizes that the host knows: exact ones, or upper bounds of
/// numbers that are still being computed. O(1). Does not wait.
/// \throws std::length_error as multiply()
[[nodiscard]] GBI_API product_plan plan_product(const gpu_bigint& a, const gpu_bigint& b,
                                                algorithm how = algorithm::automatic);

}  // namespace gbi
