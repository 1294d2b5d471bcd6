/// \file
/// Euclid's algorithm on two numbers in device memory. The host takes the leaves of the half-gcds.
///
/// A leaf is a chain of dependent word divisions. A block of a GPU takes 4 to 5 us for one of Lehmer's steps;
/// a processor takes a quarter of a microsecond. The long products, which dominate the time above the leaves,
/// stay on the device.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/number/number.hpp"
#include "src/words/number_theory/euclid.hpp"

namespace gbi::number_theory {

/// Two numbers of `limbs` limbs in device memory. b begins `stride` limbs after a.
struct number_pair {
  limb* a;
  std::uint64_t stride, limbs;
  /// The two highest limbs of the larger number as the host last saw them. Every later product with a matrix
  /// may have changed them by one. 0: not known.
  kernels::wide_limb top = 0;

  limb* b() const { return a + stride; }
  /// The numbers without their lowest `first` limbs.
  number_pair from(std::uint64_t first) const { return {a + first, stride, limbs - first}; }
};

/// A matrix with determinant 1 and no negative entries, or its lower row. No entry has more than `limbs`
/// limbs. `limbs` = 0 is the identity.
struct step_matrix {
  exec::buffer<limb> memory;
  limb* first = nullptr;  ///< entry (0, 0); row by row
  std::uint64_t stride = 0, limbs = 0;
  std::uint32_t rows = 2;

  limb* entry(std::uint32_t row, std::uint32_t column) const { return first + (2 * row + column) * stride; }
};

/// The host takes all steps of a half-gcd up to this many limbs, and all steps of a gcd up to twice as many.
inline constexpr std::uint64_t half_gcd_leaf = 512;

/// Working copies of two positive numbers. A step is "one number minus q times the other".
///
/// The source states what a correct recursive call requires. A half-gcd of n limbs takes steps as long as
/// both numbers keep more than n / 2 + 1 limbs. Then the matrix found for the leading n' limbs is right for
/// all limbs, and it leaves both numbers more than n - n' + n' / 2 limbs. If the leading limbs determine no
/// step, because one number is much longer or both are nearly equal, the step is a division. Whatever the
/// quotients are, a half-gcd leaves at most n / 64 + 3 limbs more than that, which bounds the time.
///
/// The host waits once for each leaf, to read its limbs. The leading limbs of the last leaf give the sizes
/// after a product with a matrix. The device is asked only if those limbs are nearly all zeros or all ones.
///
/// O(M(n) log n). Source: N. Möller, "On Schönhage's algorithm and subquadratic integer gcd computation",
/// Math. Comp. 77 (2008).
class euclid {
 public:
  /// \param rows how many rows of the matrix of all steps to keep: none, the lower one or both
  /// \param symbol whether to follow the Jacobi symbol (a / b) through the steps, b odd
  /// \param leaf limbs up to which the host takes all steps of a half-gcd
  euclid(const gpu_bigint& a, const gpu_bigint& b, std::uint32_t rows, bool symbol, std::uint64_t leaf);

  /// Takes steps until both numbers are the gcd.
  void run();

  gpu_bigint gcd() const;
  bool is_coprime() const { return coprime_; }
  /// An entry of the matrix m with (a; b) = m (gcd; gcd).
  gpu_bigint entry(std::uint32_t row, std::uint32_t column) const;
  /// The Jacobi symbol (a / b), if the gcd is 1.
  int symbol() const { return symbol_->state().value(); }

 private:
  bool half_gcd(number_pair& pair, step_matrix& matrix);
  bool shorten(number_pair& pair, std::uint64_t lower, std::uint64_t floor, step_matrix* matrix,
               std::uint64_t most_limbs);
  bool run_leaf(number_pair& pair, step_matrix& matrix);
  void finish();
  words::euclid_pair download(const number_pair& pair, std::size_t further_limbs);
  void upload(step_matrix& matrix, const words::euclid_matrix& steps);
  void apply_to_lower_limbs(number_pair& pair, std::uint64_t lower, std::uint64_t room,
                            const step_matrix& step);
  bool divide(number_pair& pair, std::uint64_t floor, step_matrix* matrix, std::uint64_t most_limbs);
  void multiply(step_matrix& matrix, step_matrix step, std::uint64_t most_limbs);
  void measure(number_pair& pair);

  std::shared_ptr<detail::engine> engine_;
  std::uint64_t leaf_;
  exec::buffer<limb> memory_;
  number_pair pair_;
  std::uint64_t start_limbs_;
  step_matrix matrix_;
  bool keeps_matrix_;
  bool coprime_ = false;
  std::optional<words::symbol_steps> symbol_;
  std::vector<limb> host_;         ///< numbers, matrix and scratch memory of a leaf
  exec::buffer<limb> contiguous_;  ///< both numbers of a leaf, one after the other
};

}  // namespace gbi::number_theory
