/// \file
/// Collectives of a block and of a grid: scans and reductions by your own operator, of your own type, and
/// carry look-ahead.
#pragma once

#include "gpu_bigint/device/warp.cuh"
#include "kernels/modular/block_carries.hpp"
#include "kernels/scan/block_scan.hpp"
#include "kernels/scan/grid_scan.hpp"
#include "kernels/scan/operators.hpp"

namespace gbi::device {

// Operators. An operator of your own is an associative function with a static identity(). It need not be
// commutative.
using kernels::affine;  ///< x -> factor x + term, which `composition` combines
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

// The same over all blocks of a grid, in one pass, in a kernel derived from ordered_kernel. The size of T is
// a multiple of 4 bytes.
using kernels::grid_inclusive_scan;  ///< (block, shared, chain, value, combine)
using kernels::grid_scan_memory;     ///< its shared memory, grid_scan_memory<T, Threads>
using kernels::scan_chain;           ///< its memory on the device, from a scan_memory (scan.cuh)

// Carry look-ahead over the first Words threads of a block, each of which has one word of a sum. A word
// generates a carry or propagates the one that arrives, never both. `first` is the carry into word 0.
using kernels::block_carry_memory;  ///< its shared memory, block_carry_memory<Threads>
using kernels::find_carries;        ///< <Words>(block, shared, generate, propagate, first, in, out)

}  // namespace gbi::device
