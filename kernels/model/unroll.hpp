/// \file
/// Loops whose index is a compile-time constant. On CUDA, register arrays stay in registers. On the host,
/// they are split into scalars and vectorised over the threads of a block.
#pragma once

#include <type_traits>
#include <utility>

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

template <class Body, int... Index>
GBI_DEVICE void unroll_over(Body&& body, std::integer_sequence<int, Index...>) {
  (body(std::integral_constant<int, Index>{}), ...);
}

/// Calls body(0), body(1), ... body(Count - 1) with the index as a std::integral_constant.
template <int Count, class Body>
GBI_DEVICE void unroll(Body&& body) {
  unroll_over(static_cast<Body&&>(body), std::make_integer_sequence<int, Count>{});
}

/// Calls body(0), body(1), ... body(Count - 1) with an index that need not be a constant. On CUDA, it is
/// unrolled, so that register arrays stay in registers. On the host, it is a loop, because the copies would
/// take long to compile.
template <int Count, class Body>
GBI_DEVICE void repeat(Body&& body) {
#if defined(__CUDACC__)
#pragma unroll
#endif
  for (int i = 0; i < Count; ++i) body(i);
}

}  // namespace gbi::kernels
