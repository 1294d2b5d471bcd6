/// \file
/// The scan kernels with a non-commutative operator and with both patterns, for which the library has no
/// instances. Tiles are small, so that a short array has many.
#pragma once

#include "kernels/scan/block_scan.hpp"
#include "kernels/scan/device_scan.hpp"
#include "kernels/scan/short_scan.hpp"

namespace gbi::test {

using kernels::scan_pattern;
using map = kernels::affine<std::uint32_t>;
using maps = kernels::composition<std::uint32_t>;

inline constexpr int scan_test_threads = 64;
inline constexpr int scan_test_per_thread = 4;

template <scan_pattern Pattern>
using map_look_back =
    kernels::look_back_scan_kernel<map, maps, scan_test_threads, scan_test_per_thread, Pattern>;
template <scan_pattern Pattern>
using map_totals =
    kernels::chunk_scan_kernel<map, maps, scan_test_threads, scan_test_per_thread, false, Pattern>;
template <scan_pattern Pattern>
using map_chunks =
    kernels::chunk_scan_kernel<map, maps, scan_test_threads, scan_test_per_thread, true, Pattern>;
template <scan_pattern Pattern>
using map_short = kernels::short_scan_kernel<map, maps, scan_test_threads, scan_test_per_thread, Pattern>;

struct block_scan_arguments {
  const map* in;  ///< the elements of a block
  map* of_warp;
  map* of_block;
};

/// One element per thread, scanned over its warp and over the block.
template <int Threads, scan_pattern Pattern>
struct level_kernel {
  using arguments = block_scan_arguments;
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = 1;
  using shared_memory = kernels::block_scan_memory<map, Threads>;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    kernels::per_thread<Block, map> of_warp, of_block;
    block.phase([&](int thread) { of_warp[thread] = of_block[thread] = a.in[thread]; });
    kernels::warp_inclusive_scan<Pattern>(block, of_warp, maps{});
    kernels::block_inclusive_scan<Pattern>(block, shared, of_block, maps{});
    block.phase([&](int thread) {
      a.of_warp[thread] = of_warp[thread];
      a.of_block[thread] = of_block[thread];
    });
  }
};

}  // namespace gbi::test
