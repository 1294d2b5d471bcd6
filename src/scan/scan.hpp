/// \file
/// A scan as a sequence of launches, for types and operators that are known at run time only.
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

/// What the kernels need to know of a scan; T and operation in the kernels' terms.
struct problem {
  kernels::scan_type type;
  kernels::scan_operator combine;
  std::uint64_t flip;  ///< bits of every element that are flipped on the way in and out
  const void* in;
  void* out;
  std::uint64_t size, in_stride, out_stride;
  std::uint32_t batch;
  bool exclusive;
  bool repeat;  ///< in[0] stands for every element
};

/// Type and operation of a problem, everything else 0.
template <class T>
problem problem_of(scan_operation operation);

/// Queues the scan. `tuned` is for elements of the type's size, its shape one that the executor has.
void run(exec::executor& executor, tables::chain_pool& chains, const problem& p, scan_algorithm algorithm,
         const plan::scan_tuning& tuned);

/// The same as the engine's tuning says.
void run(detail::engine& engine, const problem& p, scan_algorithm algorithm);

}  // namespace gbi::scans
