/// \file
/// A scan as a sequence of launches, for types and operators that are known at run time only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu_bigint/scan.hpp"
#include "src/exec/executor.hpp"
#include "src/plan/scan_policy.hpp"
#include "src/scan/chain_pool.hpp"

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

/// Queues the scan. `policy` is a row for the executor's architecture and the type's size, with any chunk
/// size.
void run(exec::executor& executor, chain_pool& chains, const problem& p, scan_algorithm algorithm,
         const plan::scan_policy& policy);

/// The same with the row of the executor's architecture.
void run(exec::executor& executor, chain_pool& chains, const problem& p, scan_algorithm algorithm);

}  // namespace gbi::scans
