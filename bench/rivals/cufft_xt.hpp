/// \file
/// NVIDIA's cuFFT on several GPUs as a rival: one complex transform in double precision, distributed over all
/// of them.
#pragma once

#include <cstddef>
#include <vector>

namespace gbi::bench {

class cufft_xt_plan {
 public:
  /// \param devices at least two; \param points a power of two up to 2^30
  /// \throws std::runtime_error
  cufft_xt_plan(const std::vector<int>& devices, std::size_t points);
  ~cufft_xt_plan();
  cufft_xt_plan(const cufft_xt_plan&) = delete;
  cufft_xt_plan& operator=(const cufft_xt_plan&) = delete;

  /// Runs three transforms in place, as many as a product has, from natural to permuted order. All are
  /// forward transforms, because cuFFT refuses to transform back from permuted order. Returns when they are
  /// done.
  void three_transforms();

 private:
  void release() noexcept;
  void wait() const;

  std::vector<int> devices_;
  int plan_ = 0;
  void* points_ = nullptr;
};

}  // namespace gbi::bench
