/// \file
/// Grids of the scan kernels, and which instance serves which type, operator and shape.
#pragma once

#include <stdexcept>
#include <string>

#include "kernels/scan/device_scan.hpp"
#include "kernels/scan/operators.hpp"
#include "kernels/scan/short_scan.hpp"

namespace gbi::exec {

template <class T, class Operator, int Threads, int PerThread, class Launcher>
void run_scan(Launcher& launcher, const kernels::scan_arguments& a, kernels::scan_stage stage) {
  using kernels::chunk_scan_kernel, kernels::look_back_scan_kernel, kernels::short_scan_kernel;
  switch (stage) {
    case kernels::scan_stage::short_problems:
      return launcher.template run<short_scan_kernel<T, Operator, Threads, PerThread>>(
          (a.batch + a.problems_per_block - 1) / a.problems_per_block, 1, a);
    case kernels::scan_stage::look_back:
      return launcher.template run<look_back_scan_kernel<T, Operator, Threads, PerThread>>(a.tiles, a.batch,
                                                                                           a);
    case kernels::scan_stage::chunk_totals:
      return launcher.template run<chunk_scan_kernel<T, Operator, Threads, PerThread, false>>(a.chunks,
                                                                                              a.batch, a);
    case kernels::scan_stage::chunks:
      return launcher.template run<chunk_scan_kernel<T, Operator, Threads, PerThread, true>>(a.chunks,
                                                                                             a.batch, a);
  }
}

/// Tries the shapes from the Index-th on.
template <const auto& Shapes, class T, class Operator, std::size_t Index = 0, class Launcher>
void find_scan_shape(Launcher& launcher, const kernels::scan_arguments& a,
                     const kernels::scan_instance& which) {
  if constexpr (Index == std::size(Shapes)) {
    throw std::logic_error("no scan of " + std::to_string(which.shape.per_thread) + " elements a thread, " +
                           std::to_string(which.shape.threads) + " threads");
  } else {
    constexpr kernels::scan_shape shape = Shapes[Index];
    if constexpr (shape.element_bytes == sizeof(T))
      if (shape == which.shape)
        return run_scan<T, Operator, shape.threads, shape.per_thread>(launcher, a, which.stage);
    find_scan_shape<Shapes, T, Operator, Index + 1>(launcher, a, which);
  }
}

template <const auto& Shapes, class T, class Launcher>
void find_scan_operator(Launcher& launcher, const kernels::scan_arguments& a,
                        const kernels::scan_instance& which) {
  switch (which.combine) {
    case kernels::scan_operator::sum:
      return find_scan_shape<Shapes, T, kernels::sum<T>>(launcher, a, which);
    case kernels::scan_operator::product:
      return find_scan_shape<Shapes, T, kernels::product<T>>(launcher, a, which);
    case kernels::scan_operator::flipped_maximum:
      return find_scan_shape<Shapes, T, kernels::flipped_maximum<T>>(launcher, a, which);
  }
}

template <const auto& Shapes, class Launcher>
void dispatch(Launcher& launcher, const kernels::scan_arguments& a, const kernels::scan_instance& which) {
  switch (which.type) {
    case kernels::scan_type::uint32:
      return find_scan_operator<Shapes, std::uint32_t>(launcher, a, which);
    case kernels::scan_type::uint64:
      return find_scan_operator<Shapes, std::uint64_t>(launcher, a, which);
    case kernels::scan_type::float32:
      return find_scan_operator<Shapes, float>(launcher, a, which);
    case kernels::scan_type::float64:
      return find_scan_operator<Shapes, double>(launcher, a, which);
  }
}

}  // namespace gbi::exec
