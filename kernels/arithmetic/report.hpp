/// \file
/// Reports a number to memory that the host reads while kernels run: its size, its sign, its highest limb
/// and, for a short number, all limbs.
///
/// Runs in one block. Reads 8 bytes for every limb from the bound down to the first nonzero one, and writes 8
/// for every limb reported or cleared.
#pragma once

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/model/kernel.hpp"
#include "kernels/scan/block_scan.hpp"
#include "kernels/scan/operators.hpp"

namespace gbi::kernels {

struct report_kernel : kernel<report_arguments, 256, 1> {
  static constexpr int limbs_of_thread = 8;  ///< limbs searched between two barriers
  struct shared_memory {
    block_scan_memory<limb, threads> reduction;
    limb size;
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    constexpr std::uint64_t window = std::uint64_t{threads} * limbs_of_thread;
    block.template phase<1>([&](int) { shared.size = a.size != nullptr ? *a.size : 0; });
    for (std::uint64_t end = a.size != nullptr ? 0 : a.number.count; end > 0 && shared.size == 0;
         end -= end < window ? end : window) {
      per_thread<Block, limb> highest;
      block.phase([&](int thread) {
        limb found = 0;
        for (int i = 0; i < limbs_of_thread; ++i) {
          const std::uint64_t down = static_cast<std::uint32_t>(i * threads + thread);
          if (down < end && a.number.limbs[end - 1 - down] != 0) found = maximum<limb>{}(found, end - down);
        }
        highest[thread] = found;
      });
      block_reduce(block, shared.reduction, highest, maximum<limb>{});
      block.phase([&](int thread) {
        if (thread == 0) shared.size = highest[thread];
      });
    }
    block.phase([&](int thread) {
      if (thread == 0) {
        a.box[report_size] = shared.size;
        a.box[report_sign] = *a.sign;
        a.box[report_top] = shared.size > 0 ? a.number.limbs[shared.size - 1] : 0;
      }
      if (shared.size <= a.most_limbs)
        for (std::uint64_t i = static_cast<std::uint32_t>(thread); i < shared.size; i += threads)
          a.box[report_limbs + i] = a.number.limbs[i];
      block.order_for_host();
    });
    block.phase([&](int thread) {
      if (thread == 0) block.publish_to_host(a.box + report_ticket, a.ticket);
      if (a.cleared == nullptr) return;
      for (std::uint64_t i = static_cast<std::uint32_t>(thread); i < a.number.count; i += threads)
        a.cleared[i] = 0;
    });
  }
};

}  // namespace gbi::kernels
