/// \file
/// Products with a choice of algorithm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// How a product is computed.
enum class algorithm {
  automatic,  ///< short products in host words; on the device what the planner finds fastest, or what the
              ///< environment variable GPU_BIGINT_ALGORITHM (schoolbook or fft) said when the context was
              ///< made
  // The others are computed on the device, however short the operands are.
  schoolbook,  ///< convolution in integer registers, O(n m); short operands in one block
  fft          ///< right-angle convolution by FP64 transforms, O((n + m) log(n + m))
};

/// a * b. All algorithms give the exact product of any two operands: the digits of the transform are narrow
/// enough that its rounding error is proven to stay below one half, or the product is verified and, should it
/// be wrong, computed again with such digits (gbi::verification, docs/rounding.md).
/// \throws out_of_memory if operands, result and workspace do not fit the device. The longer of two very
/// unequal operands is cut into pieces that share one transform of the shorter one. With verification a
/// product of 2^35 by 2^35 bits fits a GPU of 141 GB; beyond 2^35.5 bits together no digits are proven, and
/// the call waits for the product to be verified.
/// \throws std::length_error if the product is longer than the longest transform carries (2^32 points).
gpu_bigint multiply(const gpu_bigint& a, const gpu_bigint& b, algorithm how = algorithm::automatic);

/// a * a. The transform of the operand is computed once.
gpu_bigint square(const gpu_bigint& a, algorithm how = algorithm::automatic);

/// c + a * b and c - a * b: the product and a sum. The sum is a pass over the result, at most 4 % of a long
/// product; it is not part of the product's own carry chain, since which of c and a * b is subtracted from
/// which is known only when both are.
/// \throws what multiply() throws
gpu_bigint multiply_add(const gpu_bigint& c, const gpu_bigint& a, const gpu_bigint& b,
                        algorithm how = algorithm::automatic);
gpu_bigint multiply_subtract(const gpu_bigint& c, const gpu_bigint& a, const gpu_bigint& b,
                             algorithm how = algorithm::automatic);
/// a^exponent by squarings, the last of which costs most; 0^0 = 1. Waits for the bit length of a.
/// \throws out_of_memory, std::length_error as multiply()
gpu_bigint pow(const gpu_bigint& a, std::uint64_t exponent);

/// What multiply() does for operands of some size.
struct product_plan {
  algorithm how;             ///< automatic only of a product in host words
  std::uint64_t points = 0;  ///< complex points of the transform
  int digit_bits = 0;        ///< bits of an operand in each digit
  int passes = 0;            ///< passes over memory of a transform
  bool verified = false;     ///< wider digits than proven, recoded at random; the product is verified
  bool in_block = false;     ///< a convolution so short that one block computes all of it, in one launch
  std::uint32_t pieces = 1;  ///< into which the longer operand is cut; the transform is that of each
  bool in_words = false;     ///< computed by the calling thread in host words; nothing else is said of it
  /// One line for people.
  std::string to_string() const;
};

/// The plan of multiply(a, b, how), by the numbers' limb_bound().
/// \throws what multiply() throws, but for out_of_memory
product_plan plan_product(const gpu_bigint& a, const gpu_bigint& b, algorithm how = algorithm::automatic);

}  // namespace gbi
