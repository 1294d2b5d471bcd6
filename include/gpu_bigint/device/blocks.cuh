/// \file
/// Collectives of a block: scans and reductions by your own operator, of your own type.
#pragma once

#include "gpu_bigint/device/warp.cuh"
#include "kernels/scan/block_scan.hpp"
#include "kernels/scan/operators.hpp"

namespace gbi::device {

// Operators. An operator of your own is an associative function with a static identity(). It need not be
// commutative.
using kernels::composition;
using kernels::maximum;
using kernels::minimum;
using kernels::product;
using kernels::sum;

// The values are per_thread<Block, T>. Every thread of the block gets its result.
using kernels::block_inclusive_scan;  ///< (block, shared, value, combine): all values up to this thread's
using kernels::block_reduce;          ///< (block, shared, value, combine): all values
using kernels::block_scan_memory;     ///< their shared memory, block_scan_memory<T, Threads>
using kernels::warp_inclusive_scan;   ///< (block, value, combine): within each warp, without shared memory

}  // namespace gbi::device
