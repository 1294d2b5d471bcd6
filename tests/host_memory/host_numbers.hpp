/// \file
/// Numbers in host memory and the oracle's numbers.
#pragma once

#include "gpu_bigint/host_bigint.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

inline integer to_oracle(const host_bigint& x) {
  return integer(x.limbs(), x.sign() < 0);
}
/// In the current context.
inline host_bigint host_from_oracle(const integer& x) {
  return host_bigint::from_limbs(x.to_limbs(), x.sign() < 0);
}
inline testing::AssertionResult matches(const host_bigint& x, const integer& expected) {
  return matches(to_oracle(x), expected);
}

}  // namespace gbi::test
