/// \file
/// An executor on the host that runs the instances of a GPU and randomises everything a kernel must not rely
/// on: the order of the threads and warps between barriers, the order of the blocks, and the contents of
/// shared memory and of new device memory. Of kernels with many instances, only some are shuffled
/// (representatives.hpp); the others run on an ordinary host executor.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <numeric>
#include <vector>

#include "src/exec/host/executor.hpp"
#include "src/exec/host/run.hpp"
#include "tests/support/representative_launcher.hpp"
#include "tests/support/shuffled_block.hpp"

namespace gbi::test {

class shuffled_executor : public exec::host::memory_executor {
 public:
  explicit shuffled_executor(std::uint64_t seed) : source_(seed) {}

  std::string device_name() const override { return "one host thread, in random order"; }
  /// Blocks run so far, which proves that work really runs here.
  std::uint64_t blocks_run() const { return blocks_run_; }
  /// Launches so far that were left to the host executor.
  std::uint64_t launches_left_to_host() const { return launches_left_to_host_; }

  void* allocate(std::size_t bytes) override;
  /// As on a device, so that code for devices is tested here.
  bool memory_is_host() const noexcept override { return false; }

  void launch_kernel(const exec::launchable& kernel, const void* arguments) override;

  static constexpr kernels::machine machine = kernels::machine::threads;
  /// Shapes change counts only, and the host has to have those of the scans that are left to it.
  static constexpr const auto& scan_shapes = kernels::host_scan_shapes;
  /// So few that tests reach the code for few blocks and the code for many.
  std::uint32_t multiprocessors() const noexcept { return 8; }
  /// Blocks run sequentially, so blocks that wait for others must begin in order.
  template <class Kernel>
  void run(std::uint32_t blocks, std::uint32_t batch, const typename Kernel::arguments& a) {
    using shared_memory = typename Kernel::shared_memory;
    using block_type = shuffled_block<Kernel::threads>;
    const std::scoped_lock one_thread(mutex_);
    const std::uint32_t together = blocks_together<Kernel>(a), runs = (blocks + together - 1) / together;
    std::vector<std::uint64_t> order(std::uint64_t{runs} * batch);
    std::iota(order.begin(), order.end(), std::uint64_t{0});
    if constexpr (!kernels::is_in_order<Kernel>) source_.shuffle(order);
    const auto shared = std::make_unique<shared_memory>();
    for (const std::uint64_t i : order) {
      const auto problem = static_cast<std::uint32_t>(i / runs);
      if (exec::host::is_left_out<Kernel>(a, problem)) continue;
      const std::uint32_t first = static_cast<std::uint32_t>(i % runs) * together;
      const std::uint32_t end = std::min(blocks, first + together);
      fill_with_garbage(shared.get(), sizeof(shared_memory));
      block_state state{warps_, source_};
      warps_.run(block_type::warps_of_block, [&](int warp) {
        for (std::uint32_t index = first; index < end; ++index) {
          block_type block(index, problem, warp, state);
          exec::host::run_block<Kernel>(block, *shared, a);
        }
      });
    }
    blocks_run_ += std::uint64_t{blocks} * batch;
  }

 private:
  /// On a GPU, one block does the work of several blocks of a repair, without a barrier in between.
  template <class Kernel>
  static std::uint32_t blocks_together(const typename Kernel::arguments& a) {
    if constexpr (kernels::repairing<Kernel>)
      if (kernels::gate_of(a).verdicts != nullptr) return 3;
    return 1;
  }
  void fill_with_garbage(void* memory, std::size_t bytes) {
    const std::uint64_t pattern = source_.bits() | 1;  // never zeros by chance
    auto* at = static_cast<unsigned char*>(memory);
    for (std::size_t i = 0; i < bytes; i += sizeof pattern)
      std::memcpy(at + i, &pattern, std::min(sizeof pattern, bytes - i));
  }

  std::mutex mutex_;  ///< one random order serves all threads
  shuffler source_;
  warps warps_{source_};
  std::uint64_t blocks_run_ = 0, launches_left_to_host_ = 0;
  exec::host::host_executor host_;
};

}  // namespace gbi::test
