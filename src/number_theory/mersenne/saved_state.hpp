/// \file
/// The transform in the header of a saved Mersenne test.
#pragma once

#include <cstdint>

#include "gpu_bigint/arithmetic.hpp"
#include "src/number_theory/mersenne/number.hpp"
#include "src/number_theory/saved_header.hpp"

namespace gbi::number_theory {

/// The transform of a saved test: its digits, with the highest bit set if it is exact.
inline std::uint64_t saved_transform(mersenne_transform transform) {
  return transform.digits | std::uint64_t{transform.exact} << 63;
}
inline mersenne_transform loaded_transform(std::uint64_t saved) {
  return {.digits = saved & ~(std::uint64_t{1} << 63), .exact = saved >> 63 != 0};
}
/// The algorithm that makes the constructor of a test choose this transform.
inline algorithm algorithm_of(mersenne_transform transform) {
  return transform.exact ? algorithm::exact : algorithm::fft;
}

}  // namespace gbi::number_theory
