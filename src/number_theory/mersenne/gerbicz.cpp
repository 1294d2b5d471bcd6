#include "src/number_theory/mersenne/gerbicz.hpp"

#include <utility>

namespace gbi::number_theory {

mersenne_chain gerbicz::chain_from(mersenne_transform transform, gpu_bigint value, std::uint64_t i) const {
  return {engine_, {exponent_, 0, test_}, transform, std::move(value), i};
}

gpu_bigint gerbicz::times(const gpu_bigint& a, const gpu_bigint& b) const {
  return mersenne_reduced(a * b, exponent_);
}

bool gerbicz::passes(const gerbicz_state& at, mersenne_transform transform) const {
  if (at.x == 0 || at.product == 0) return false;  // zero is not a power of 3, but it would pass every check
  gpu_bigint x = at.x;
  if (const std::uint64_t left = at.factors * block_ - at.steps; left > 0) {
    mersenne_chain to_boundary = chain_from(transform, x, 0);
    to_boundary.step(left);
    x = to_boundary.residue();
  }
  mersenne_chain squares = chain_from(transform, at.product, 0);
  squares.step(block_);
  return mersenne_reduced(start * squares.residue(), exponent_) == times(x, at.product);
}

}  // namespace gbi::number_theory
