/// \file
/// Grids of the scan kernels. Selects the instance for each type, operator and shape.
#pragma once

#include "kernels/scan/device_scan.hpp"
#include "kernels/scan/operators.hpp"
#include "kernels/scan/short_scan.hpp"
#include "src/exec/grids/grid.hpp"
#include "src/exec/grids/refuse.hpp"

namespace gbi::exec {

template <class T, class Operator, int Threads, int PerThread>
void run_scan(auto& launcher, const kernels::scan_arguments& a) {
  using kernels::chunk_scan_kernel, kernels::look_back_scan_kernel, kernels::short_scan_kernel;
  switch (a.stage) {
    case kernels::scan_stage::short_problems:
      return launcher.template run<short_scan_kernel<T, Operator, Threads, PerThread>>(
          blocks_for(a.batch, a.problems_per_block), 1, a);
    case kernels::scan_stage::look_back:
      return run_blocks<look_back_scan_kernel<T, Operator, Threads, PerThread>>(launcher, a.tiles, a);
    case kernels::scan_stage::chunk_totals:
      return run_blocks<chunk_scan_kernel<T, Operator, Threads, PerThread, false>>(launcher, a.chunks, a);
    case kernels::scan_stage::chunks:
      return run_blocks<chunk_scan_kernel<T, Operator, Threads, PerThread, true>>(launcher, a.chunks, a);
  }
}

/// Tries the shapes from the Index-th on.
template <const auto& Shapes, class T, class Operator, std::size_t Index = 0>
void find_scan_shape(auto& launcher, const kernels::scan_arguments& a) {
  if constexpr (Index == length_of(Shapes)) {
    refuse("no scan of ", a.shape.per_thread, " elements a thread, ", a.shape.threads, " threads");
  } else {
    constexpr kernels::scan_shape shape = Shapes[Index];
    if constexpr (shape.element_bytes == sizeof(T))
      if (shape == a.shape) return run_scan<T, Operator, shape.threads, shape.per_thread>(launcher, a);
    find_scan_shape<Shapes, T, Operator, Index + 1>(launcher, a);
  }
}

template <class T, class Launcher>
void run_scan_of(Launcher& launcher, const kernels::scan_arguments& a) {
  constexpr const auto& shapes = Launcher::scan_shapes;
  switch (a.combine) {
    case kernels::scan_operator::sum:
      return find_scan_shape<shapes, T, kernels::sum<T>>(launcher, a);
    case kernels::scan_operator::product:
      return find_scan_shape<shapes, T, kernels::product<T>>(launcher, a);
    case kernels::scan_operator::flipped_maximum:
      return find_scan_shape<shapes, T, kernels::flipped_maximum<T>>(launcher, a);
  }
}

void run_grid(auto& launcher, const kernels::scan_arguments_of<kernels::scan_type::uint32>& a) {
  run_scan_of<std::uint32_t>(launcher, a);
}
void run_grid(auto& launcher, const kernels::scan_arguments_of<kernels::scan_type::uint64>& a) {
  run_scan_of<std::uint64_t>(launcher, a);
}
void run_grid(auto& launcher, const kernels::scan_arguments_of<kernels::scan_type::float32>& a) {
  run_scan_of<float>(launcher, a);
}
void run_grid(auto& launcher, const kernels::scan_arguments_of<kernels::scan_type::float64>& a) {
  run_scan_of<double>(launcher, a);
}

}  // namespace gbi::exec
