/// \file
/// Marks in a CUDA stream, and the time between them.
#pragma once

#include <cstddef>
#include <vector>

namespace gbi::bench {

class cuda_marks {
 public:
  /// \param stream a cudaStream_t
  cuda_marks(int device, void* stream) : device_(device), stream_(stream) {}
  ~cuda_marks();
  cuda_marks(const cuda_marks&) = delete;
  cuda_marks& operator=(const cuda_marks&) = delete;

  /// Adds a mark after everything queued on the stream.
  void add();
  /// The seconds from each mark to the next. Waits for the marks and removes them.
  std::vector<double> seconds();

 private:
  int device_;
  void* stream_;
  std::vector<void*> events_;
  std::size_t count_ = 0;
};

}  // namespace gbi::bench
