/// \file
/// Products with a shared transform: that of an operand that is used again, or of the shorter operand, which
/// all pieces of the longer one share.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "src/exec/buffer.hpp"
#include "src/multiply/product.hpp"

namespace gbi::products {

/// The transform of an operand, with the digits of a plan that has column passes. For a verified plan, the
/// digits are recoded with a separate seed.
struct spectrum {
  plan::fft_plan plan;
  exec::buffer<kernels::complex<double>> values;
  /// Set if a product with this spectrum had to be repaired: the spectrum may be damaged.
  faults::suspect_flag suspect = std::make_shared<std::atomic<bool>>(false);

  bool is_suspect() const noexcept { return suspect->load(std::memory_order_relaxed); }
};

spectrum transform_operand(detail::engine& engine, const kernels::limb_span& x, const plan::fft_plan& plan);

/// The transform of limbs that stay in place. If a product with it had to be repaired, it is computed again
/// for the next product. Thread safety: any number of threads.
class kept_spectrum {
 public:
  kept_spectrum(detail::engine& engine, const kernels::limb_span& x, const plan::fft_plan& plan);
  /// The caller's pointer keeps the transform alive until the caller's launches are queued.
  std::shared_ptr<const spectrum> get(detail::engine& engine) const;

 private:
  kernels::limb_span limbs_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const spectrum> values_;
};

/// If b has a kept transform, a is the operand that is cut. Otherwise that is the longer one.
void compute(detail::engine& engine, const product& wanted, const plan::routes::in_pieces& route);

/// Makes one attempt at the product: a is cut.
/// \param kept_b null: b is transformed together with the pieces, which must all run at once
/// \param verdict receives the rounding of all pieces if the digits are verified
void try_pieces(detail::engine& engine, const product& wanted, const plan::routes::in_pieces& route,
                const spectrum* kept_b, kernels::verdict* verdict);

}  // namespace gbi::products
