/// \file
/// What a launch that checks something does in addition: it reports to the host, and clears an old verdict.
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

/// Clears the verdict that the last check with these verdicts used. So a bit that flips in a verdict, and
/// would make its checks fail or end without a decision, does so once.
template <class Block>
GBI_DEVICE void clear_spent(Block& block, const verify_arguments& a) {
  if (block.index() != 0) return;
  block.lone_phase([&](int thread) GBI_INLINE {
    if (thread == 0) a.spent[block.batch()] = {};
  });
}

}  // namespace gbi::kernels
