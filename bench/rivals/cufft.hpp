/// \file
/// NVIDIA's cuFFT as a rival, on a stream shared with the library's context.
#pragma once

#include <cstddef>

namespace gbi::bench {

enum class cufft_kind { complex_double, complex_float, real_double };

/// A cuFFT plan for a batch of contiguous forward transforms: Z2Z, C2C or D2Z. Making the plan takes long and
/// is not timed.
class cufft_plan {
 public:
  /// \param points points per problem; for real_double, real numbers per problem
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
