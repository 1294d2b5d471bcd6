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

/// A scan in the kernels' terms, with their types and operators.
struct problem {
  kernels::scan_type type;
  kernels::scan_operator combine;
  std::uint64_t flip;  ///< bits that are flipped in every element when it is read and written
  const void* in;
  void* out;
  std::uint64_t size, in_stride, out_stride;
  std::uint32_t batch;
  bool exclusive;
  bool repeat;  ///< in[0] stands for every element
};

/// A problem with its type and operator set; everything else is 0.
template <class T>
problem problem_of(scan_operation operation);

/// Queues the scan. `tuned` must be for elements of this size, with a shape that the executor provides.
void run(exec::executor& executor, tables::chain_pool& chains, const problem& p, scan_algorithm algorithm,
         const plan::scan_tuning& tuned);

/// Queues the scan with the tuning of the engine.
void run(detail::engine& engine, const problem& p, scan_algorithm algorithm);

}  // namespace gbi::scans
