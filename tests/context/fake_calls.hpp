/// \file
/// What the parts of the stand-in for CUDA's runtime share.
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "tests/context/fake_cuda.hpp"

// CUDA's types, which its header only declares.
struct CUstream_st {
  int device = 0;
  int time = 0;  ///< when what was queued so far is done, if a copy between devices takes 1 and all else 0
};
struct CUevent_st {
  int time = 0;
};
struct CUmemPoolHandle_st {
  std::size_t used = 0, reserved = 0;
};

namespace gbi::test::fake_cuda {

struct failure {
  std::string function;
  int left = 0;
  cudaError_t how = cudaSuccess;
  bool and_all_after = false, has_failed = false;
};
struct block {
  std::size_t bytes;
  cudaMemPool_t pool;  ///< null: pinned memory
};
struct everything {
  std::recursive_mutex mutex;
  device seen;
  failure next;
  std::map<const void*, block> blocks;
  std::set<cudaMemPool_t> pools;
};
inline everything& all() {
  static everything one;
  return one;
}

inline thread_local int current_device = 0;
inline thread_local cudaError_t last_error = cudaSuccess;

/// One call of a function: it is locked, and may fail.
class call {
 public:
  explicit call(const char* function) : lock_(all().mutex) {
    failure& next = all().next;
    if (next.how == cudaSuccess || (!next.function.empty() && next.function != function)) return;
    if (next.left > 0 && --next.left > 0) return;
    if (next.has_failed && !next.and_all_after) return;
    next.has_failed = true;
    result_ = last_error = next.how;
  }
  bool fails() const { return result_ != cudaSuccess; }
  cudaError_t result() const { return result_; }

 private:
  std::scoped_lock<std::recursive_mutex> lock_;
  cudaError_t result_ = cudaSuccess;
};

inline void mistake(std::string text) {
  all().seen.mistakes.push_back(std::move(text));
}

/// Something reaches a stream whose device must be the current one.
inline void reaches(cudaStream_t stream, const std::string& what) {
  if (stream != cudaStreamPerThread && stream->device != current_device)
    mistake(what + ": another device is current");
  all().seen.log.push_back(what);
}

}  // namespace gbi::test::fake_cuda
