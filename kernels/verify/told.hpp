/// \file
/// What a launch that checks something tells the host besides its verdict.
#pragma once

#include "kernels/model/block.hpp"
#include "kernels/verify/arguments.hpp"

namespace gbi::kernels {

/// This launch runs, so everything that was queued before it is done.
template <class Block>
GBI_DEVICE void tell_progress(Block& block, const verdict_report& report) {
  block.warp_phase([&](int thread) GBI_INLINE {
    if (thread == 0 && block.index() == 0 && report.progress != nullptr)
      block.publish_to_host(report.progress, report.mark);
  });
}

}  // namespace gbi::kernels
