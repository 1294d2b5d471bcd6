/// \file
/// NCCL's all-to-all between the GPUs of this process as a rival.
#pragma once

#include <cstddef>
#include <vector>

#include "bench/rivals/nccl.hpp"

namespace gbi::bench {

class nccl_all_to_all {
 public:
  /// \param bytes bytes that each GPU sends to each other GPU
  /// \param zero_cta whether copy engines do the work, on memory in windows
  /// \throws std::runtime_error on failure, or if NCCL 2.28 or later is not found
  nccl_all_to_all(const std::vector<int>& devices, std::size_t bytes, bool zero_cta);
  ~nccl_all_to_all();
  nccl_all_to_all(const nccl_all_to_all&) = delete;
  nccl_all_to_all& operator=(const nccl_all_to_all&) = delete;

  /// Returns when the exchange is done.
  void operator()();

 private:
  struct blocks {
    void *sent = nullptr, *received = nullptr;  ///< a block for each GPU
    void *sent_window = nullptr, *received_window = nullptr;
  };

  void make(bool zero_cta);
  void release() noexcept;

  std::size_t bytes_;
  nccl_ranks ranks_;
  std::vector<blocks> of_;
};

}  // namespace gbi::bench
