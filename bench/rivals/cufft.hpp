/// \file
/// NVIDIA's cuFFT as a rival, on a stream that our context shares.
#pragma once

#include <cstddef>

namespace gbi::bench {

enum class cufft_kind { complex_double, complex_float, real_double };

/// A plan of cuFFT for a batch of forward transforms without gaps: Z2Z, C2C or D2Z. Making it takes long and
/// is not part of what is timed.
class cufft_plan {
 public:
  /// \param points those of one problem, for real_double the real numbers
  cufft_plan(void* stream, cufft_kind kind, std::size_t points, std::size_t batch);
  ~cufft_plan();
  cufft_plan(const cufft_plan&) = delete;
  cufft_plan& operator=(const cufft_plan&) = delete;

  /// Queues the transforms, out of place. \param values and spectrum: device memory of the plan's types.
  void operator()(const void* values, void* spectrum) const;

 private:
  cufft_kind kind_;
  int plan_ = 0;
};

}  // namespace gbi::bench
