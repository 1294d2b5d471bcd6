/// \file
/// NVIDIA's CUB as a rival: its device-wide scan, on a stream shared with the library's context.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gbi::bench {

/// cub::DeviceScan::InclusiveSum of arrays of `size` elements. T is std::int32_t, std::int64_t or double. CUB
/// has no batches of scans. It computes them by InclusiveSumByKey, in one launch, where the key of an element
/// is its array; `size` is a power of two then.
template <class T>
class cub_scan {
 public:
  cub_scan(void* stream, std::size_t size, std::size_t batch = 1);
  ~cub_scan();
  cub_scan(const cub_scan&) = delete;
  cub_scan& operator=(const cub_scan&) = delete;

  /// Queues the scans of contiguous arrays.
  void operator()(const T* in, T* out) const;

 private:
  void* stream_;
  std::size_t size_, batch_;
  void* workspace_ = nullptr;
  std::size_t workspace_bytes_ = 0;
};

}  // namespace gbi::bench
