/// \file
/// The straightforward product with NVIDIA's cuFFT, as a rival: digits as real numbers, a real transform of
/// each operand, a pointwise product, a backward transform.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gbi::bench {

/// Coefficients of the products of `count` pairs of operands, all of the same number of bits and contiguous,
/// on a stream shared with the library's context. Carries are not computed; a full product needs them in
/// addition.
///
/// Transforms have 2^k points, the fewest that hold the digits of the product. Digits have 16 or 8 bits; a
/// width between them would need as many points as 8. With 16 bits, the largest rounding error of random
/// operands is 0.2 at 2^22 bits and 0.4 at 2^23, and at 2^24 coefficients are wrong. With 8 bits it stays
/// below 0.01 even at 2^32 bits. Making the plans takes long and is not timed.
class cufft_product {
 public:
  /// The greatest length in bits for digits of 16 bits, with some distance to wrong coefficients.
  static constexpr std::size_t longest_of_words = std::size_t{1} << 22;

  cufft_product(void* stream, std::size_t bits, int digit_bits, std::size_t count = 1);
  ~cufft_product();
  cufft_product(const cufft_product&) = delete;
  cufft_product& operator=(const cufft_product&) = delete;

  int digit_bits() const noexcept { return digit_bits_; }
  /// Points of a transform, which is the number of coefficients of a product.
  std::size_t points() const noexcept { return points_; }

  /// Device memory that the products need in addition to operands and coefficients, aligned to 256 bytes.
  std::size_t workspace_bytes() const noexcept;
  /// Must be called once before the first product. The caller keeps ownership of the memory.
  void set_workspace(void* memory);

  /// Queues the products: each is the sum of coefficients[k] 2^(k digit_bits()). All pointers are to device
  /// memory.
  void operator()(const std::uint64_t* a, const std::uint64_t* b, std::int64_t* coefficients) const;

 private:
  void* stream_;
  std::size_t count_, digits_, points_, plan_bytes_ = 0;
  int digit_bits_;
  int forward_ = 0, backward_ = 0;
  std::byte* workspace_ = nullptr;
};

}  // namespace gbi::bench
