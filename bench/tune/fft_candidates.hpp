/// \file
/// Launches of transform kernels with every policy worth trying.
#pragma once

#include <memory>
#include <vector>

#include "kernels/fft/ends/arguments.hpp"
#include "kernels/fft/policy.hpp"
#include "src/exec/executor.hpp"

namespace gbi::bench {

enum class fft_pass { columns, rows, transposed, product };

/// An executor whose passes can be launched with a chosen candidate.
template <class Real>
class fft_tuner {
 public:
  virtual ~fft_tuner() = default;
  virtual exec::executor& executor() = 0;
  /// A forward pass of this many points. `policy` is one of candidates(pass, points).
  virtual void columns(const kernels::columns_arguments<kernels::points_in<Real>>& a, int points,
                       kernels::block_policy policy) = 0;
  /// Fused rows of a product, or of a square if a.b is null. Double precision only.
  virtual void products(const kernels::row_product_arguments& a, int points,
                        kernels::block_policy policy) = 0;
  virtual void rows(const kernels::rows_arguments<Real>& a, bool transposed, int points,
                    kernels::block_policy policy) = 0;
};

template <class Real>
std::unique_ptr<fft_tuner<Real>> cuda_fft_tuner();

/// Transforms per block. FFT columns: at least the number of digits that a thread cuts. Transposed rows:
/// about a line of memory. Contiguous rows: by the block's points.
constexpr int tuned_transforms(fft_pass pass, int points, int choice) {
  return pass == fft_pass::rows      ? (1024 << choice) / points
         : pass == fft_pass::product ? (512 << choice) / points
         : pass == fft_pass::columns ? 8 << choice
                                     : 4 << choice;
}
inline constexpr int transform_choices = 4;

/// The number of threads per multiprocessor that register allocation aims for.
template <class Real>
constexpr int tuned_threads(fft_pass pass, int choice) {
  if (pass == fft_pass::product) return 256 + 128 * choice;
  return sizeof(Real) == 8 ? 512 + 128 * choice : 512 + 256 * choice;
}
template <class Real>
inline constexpr int candidates = transform_choices*(sizeof(Real) == 8 ? 2 : 3);

/// Candidate number `choice` of a pass: a block that fits the hardware, or zeros if there is none.
template <class Real>
constexpr kernels::block_policy candidate(fft_pass pass, int points, int choice) {
  const int transforms = tuned_transforms(pass, points, choice % transform_choices);
  const int total = tuned_threads<Real>(pass, choice / transform_choices);
  const int threads = transforms * points / 16;
  const int most = pass == fft_pass::transposed ? 16
                   : pass == fft_pass::columns  ? kernels::near_columns
                                                : 1024;
  const bool fits = transforms > 0 && transforms <= most && threads >= 32 && threads <= 1024 &&
                    transforms * points * 2 * static_cast<int>(sizeof(Real)) <= 192 * 1024;
  return fits && total >= threads ? kernels::block_policy{transforms, total / threads}
                                  : kernels::block_policy{0, 0};
}

}  // namespace gbi::bench
