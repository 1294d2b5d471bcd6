/// \file
/// What a launch that checks something reports to the host in addition to its verdict.
#pragma once

#include "kernels/model/block.hpp"
#include "kernels/verify/arguments.hpp"

namespace gbi::kernels {

/// Since this launch runs, everything queued before it is done.
template <class Block>
GBI_DEVICE void tell_progress(Block& block, const verdict_report& report) {
  block.warp_phase([&](int thread) GBI_INLINE {
    if (thread == 0 && block.index() == 0 && report.progress != nullptr)
      block.publish_to_host(report.progress, report.mark);
  });
}

}  // namespace gbi::kernels
