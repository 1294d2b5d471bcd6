/// \file
/// The FFT tuner for CUDA.
#include "bench/tune/fft_candidates.hpp"
#include "src/exec/cuda/executor.hpp"

namespace gbi::bench {

// Defined in fft_columns_double.cu and its neighbours.
template <class Real>
void launch_columns(exec::cuda::cuda_executor& executor,
                    const kernels::columns_arguments<kernels::points_in<Real>>& a, int points,
                    kernels::block_policy policy);
template <class Real>
void launch_rows(exec::cuda::cuda_executor& executor, const kernels::rows_arguments<Real>& a, int points,
                 kernels::block_policy policy);
template <class Real>
void launch_transposed(exec::cuda::cuda_executor& executor, const kernels::rows_arguments<Real>& a,
                       int points, kernels::block_policy policy);

template <class Real>
void launch_products(exec::cuda::cuda_executor& executor, const kernels::row_product_arguments& a, int points,
                     kernels::block_policy policy);

namespace {

template <class Real>
class tuner final : public fft_tuner<Real> {
 public:
  exec::executor& executor() override { return executor_; }
  void columns(const kernels::columns_arguments<kernels::points_in<Real>>& a, int points,
               kernels::block_policy policy) override {
    launch_columns(executor_, a, points, policy);
  }
  void rows(const kernels::rows_arguments<Real>& a, bool transposed, int points,
            kernels::block_policy policy) override {
    (transposed ? launch_transposed<Real> : launch_rows<Real>)(executor_, a, points, policy);
  }
  void products(const kernels::row_product_arguments& a, int points, kernels::block_policy policy) override {
    if constexpr (sizeof(Real) == 8) launch_products<Real>(executor_, a, points, policy);
  }

 private:
  exec::cuda::cuda_executor executor_{0, nullptr};
};

}  // namespace

template <>
std::unique_ptr<fft_tuner<double>> cuda_fft_tuner<double>() {
  return std::make_unique<tuner<double>>();
}
template <>
std::unique_ptr<fft_tuner<float>> cuda_fft_tuner<float>() {
  return std::make_unique<tuner<float>>();
}

}  // namespace gbi::bench
