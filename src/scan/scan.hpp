/// \file
/// A scan as a sequence of launches, for types and operators known only at run time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu_bigint/scan.hpp"
#include "src/exec/executor.hpp"
#include "src/plan/tuning.hpp"
#include "src/tables/chain_pool.hpp"

namespace gbi::detail {
class engine;
}

namespace gbi::scans {

/// A scan as the kernels see it. Type and operator are those of the kernels.
struct problem {
  kernels::scan_type type;
  kernels::scan_operator combine;
  std::uint64_t flip;  ///< the bits of every element that are flipped on the way in and out
  const void* in;
  void* out;
  std::uint64_t size, in_stride, out_stride;
  std::uint32_t batch;
  bool exclusive;
  bool repeat;  ///< in[0] stands for every element
};

/// A problem with its type and operator set and everything else 0.
template <class T>
problem problem_of(scan_operation operation);

/// Queues the scan. `tuned` is for elements of the size of the type, and its shape is one that the executor
/// has.
void run(exec::executor& executor, tables::chain_pool& chains, const problem& p, scan_algorithm algorithm,
         const plan::scan_tuning& tuned);

/// Queues the scan with the tuning of the engine.
void run(detail::engine& engine, const problem& p, scan_algorithm algorithm);

}  // namespace gbi::scans
