/// \file
/// An executor with sum scans of every shape worth trying.
#pragma once

#include <memory>

#include "kernels/scan/arguments.hpp"
#include "src/exec/executor.hpp"

namespace gbi::bench {

/// Candidates: L from 128 to 512 threads, P from 32 to 128 bytes per thread.
inline constexpr kernels::scan_shape tuned_scan_shapes[] = {
    {4, 128, 16}, {4, 128, 24}, {4, 128, 32}, {4, 256, 8},  {4, 256, 16}, {4, 256, 24},
    {4, 256, 32}, {4, 512, 8},  {4, 512, 16}, {8, 128, 8},  {8, 128, 12}, {8, 128, 16},
    {8, 256, 4},  {8, 256, 8},  {8, 256, 12}, {8, 256, 16}, {8, 512, 4},  {8, 512, 8}};

std::unique_ptr<exec::executor> tuning_host_executor();
/// \throws device_error
std::unique_ptr<exec::executor> tuning_cuda_executor();

}  // namespace gbi::bench
