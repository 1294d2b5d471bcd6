/// \file
/// A prefix scan over the GPUs of this process from NVIDIA's libraries, as a rival: CUB's sum on each GPU,
/// NCCL's all-gather of the sums, and CUB's scan on each GPU from the sum of the lower ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/rivals/nccl.hpp"

namespace gbi::bench {

/// Exclusive sums of 64-bit integers.
class nccl_scan {
 public:
  /// Every GPU has `each` elements.
  /// \param values repeated to make the elements
  /// \throws std::runtime_error on failure, or if NCCL 2.28 or later is not found
  nccl_scan(const std::vector<int>& devices, std::size_t each, const std::vector<std::int64_t>& values);
  ~nccl_scan();
  nccl_scan(const nccl_scan&) = delete;
  nccl_scan& operator=(const nccl_scan&) = delete;

  /// Returns when the scan is done.
  void operator()();
  /// The last result of the last GPU.
  std::int64_t last() const;

 private:
  struct memory {
    std::int64_t *in = nullptr, *out = nullptr;
    std::int64_t *total = nullptr, *totals = nullptr;
    void* workspace = nullptr;
    std::size_t workspace_bytes = 0;
  };

  void make(const std::vector<std::int64_t>& values);
  void scan_from_totals(std::size_t rank, std::size_t& workspace_bytes);
  void release() noexcept;

  std::size_t each_;
  nccl_ranks ranks_;
  std::vector<memory> of_;
};

}  // namespace gbi::bench
