/// \file
/// The Gerbicz check of a chain of squares u_0 = 3, u_(i + 1) = u_i^2 modulo 2^p - 1.
///
/// A state is (i, x, d): x = u_i, and d is the product of u_0, u_B, u_2B, ... u_((f - 1) B), its f factors.
/// At a boundary i = f B the check compares x d with u_0 d^(2^B), whose factors are the same powers of 3. A
/// state at a boundary proves itself: if x or d had been changed at any time, the sides would differ, because
/// d is never recomputed from x. So kept and saved states need not be trusted. At any other i, x is first
/// squared up to the next boundary.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "src/number_theory/mersenne/chain.hpp"

namespace gbi::number_theory {

struct gerbicz_state {
  std::uint64_t steps, factors;
  gpu_bigint x, product;
};

class gerbicz {
 public:
  static constexpr int start = 3;  ///< u_0

  /// \param block B
  /// \param test the name of the test, for messages
  gerbicz(std::shared_ptr<detail::engine> engine, std::uint64_t exponent, std::uint64_t block,
          const char* test)
      : engine_(std::move(engine)), exponent_(exponent), block_(block), test_(test) {}

  /// A chain at u_i = value.
  mersenne_chain chain_from(mersenne_transform transform, gpu_bigint value, std::uint64_t i) const;
  /// a b modulo 2^p - 1.
  gpu_bigint times(const gpu_bigint& a, const gpu_bigint& b) const;
  /// The check, with its own transforms and tables. Takes up to 2 B steps. Waits.
  bool passes(const gerbicz_state& at, mersenne_transform transform) const;

 private:
  std::shared_ptr<detail::engine> engine_;
  std::uint64_t exponent_, block_;
  const char* test_;
};

}  // namespace gbi::number_theory
