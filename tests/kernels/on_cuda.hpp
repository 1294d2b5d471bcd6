/// \file
/// A test kernel on CUDA.
#pragma once

#include <cstdint>

#include "src/exec/executor.hpp"

namespace gbi::test {

/// run_on_cuda.cuh defines it, for sources that nvcc compiles.
template <class Kernel>
struct on_cuda {
  static void run(exec::executor& executor, std::uint32_t blocks, std::uint32_t batch,
                  const typename Kernel::arguments& a);
};

}  // namespace gbi::test
