/// \file
/// The instances of scan_kernels.hpp for CUDA.
#include "tests/kernels/run_on_cuda.cuh"
#include "tests/kernels/scan_kernels.hpp"

namespace gbi::test {

template struct on_cuda<map_look_back<scan_pattern::kogge_stone>>;
template struct on_cuda<map_totals<scan_pattern::kogge_stone>>;
template struct on_cuda<map_chunks<scan_pattern::kogge_stone>>;
template struct on_cuda<map_short<scan_pattern::kogge_stone>>;
template struct on_cuda<level_kernel<16, scan_pattern::kogge_stone>>;
template struct on_cuda<level_kernel<32, scan_pattern::kogge_stone>>;
template struct on_cuda<level_kernel<96, scan_pattern::kogge_stone>>;
template struct on_cuda<level_kernel<1024, scan_pattern::kogge_stone>>;

template struct on_cuda<map_look_back<scan_pattern::ladner_fischer>>;
template struct on_cuda<map_totals<scan_pattern::ladner_fischer>>;
template struct on_cuda<map_chunks<scan_pattern::ladner_fischer>>;
template struct on_cuda<map_short<scan_pattern::ladner_fischer>>;
template struct on_cuda<level_kernel<16, scan_pattern::ladner_fischer>>;
template struct on_cuda<level_kernel<32, scan_pattern::ladner_fischer>>;
template struct on_cuda<level_kernel<96, scan_pattern::ladner_fischer>>;
template struct on_cuda<level_kernel<1024, scan_pattern::ladner_fischer>>;

}  // namespace gbi::test
