/// \file
/// NCCL's functions, loaded at run time, and the communicators of the GPUs of this process.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <vector>

#include "bench/rivals/cuda_check.hpp"

namespace gbi::bench {

struct nccl_configuration;

/// The functions of nccl.h that rivals use.
struct nccl_library {
  struct identifier {
    std::array<char, 128> bytes;
  };
  static constexpr int of_bytes = 1, of_int64 = 4;  ///< types of elements

  int (*get_version)(int*);
  int (*get_unique_id)(identifier*);
  int (*init_rank)(void**, int, identifier, int, nccl_configuration*);
  int (*destroy)(void*);
  int (*mem_alloc)(void**, std::size_t);
  int (*mem_free)(void*);
  int (*window_register)(void*, void*, std::size_t, void**, int);
  int (*window_deregister)(void*, void*);
  int (*group_start)();
  int (*group_end)();
  int (*all_to_all)(const void*, void*, std::size_t, int, void*, cudaStream_t);
  int (*all_gather)(const void*, void*, std::size_t, int, void*, cudaStream_t);
  const char* (*error_string)(int);

  /// \throws std::runtime_error if a call failed
  void check(int result, const char* call) const;
};

/// \throws std::runtime_error if NCCL 2.28 or later is not found
const nccl_library& nccl();

/// A communicator and a stream for each GPU.
class nccl_ranks {
 public:
  struct rank {
    int device;
    cudaStream_t stream = nullptr;
    void* joined = nullptr;
  };

  /// \param zero_cta whether copy engines do the work (NCCL_CTA_POLICY_ZERO)
  nccl_ranks(const std::vector<int>& devices, bool zero_cta);
  ~nccl_ranks();
  nccl_ranks(const nccl_ranks&) = delete;
  nccl_ranks& operator=(const nccl_ranks&) = delete;

  const std::vector<rank>& all() const noexcept { return all_; }
  /// Runs f(rank, number), a call of NCCL, for every rank as one group.
  template <class F>
  void together(const char* call, F&& f) const {
    nccl().check(nccl().group_start(), "ncclGroupStart");
    for (std::size_t i = 0; i < all_.size(); ++i) {
      check(cudaSetDevice(all_[i].device));
      nccl().check(f(all_[i], i), call);
    }
    nccl().check(nccl().group_end(), call);
  }
  /// Waits for all streams.
  void synchronize() const;

 private:
  void release() noexcept;

  std::vector<rank> all_;
};

}  // namespace gbi::bench
