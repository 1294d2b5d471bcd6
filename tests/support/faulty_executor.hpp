/// \file
/// Failing hardware: executors that flip a bit at a requested place.
#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "gpu_bigint/context.hpp"
#include "src/context/engine.hpp"
#include "src/exec/all_launches.hpp"
#include "src/exec/host/executor.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/watched_executor.hpp"
#if defined(GPU_BIGINT_WITH_CUDA)
#include "src/exec/cuda/executor.hpp"
#endif

namespace gbi::test {

/// An executor whose hardware flips a bit in the output of a chosen kernel.
template <class Base>
class faulty_executor final : public Base {
 public:
  using Base::Base;
  enum class place { nowhere, spectrum, result, residual, kept, reduced, lifted, settled };

  /// Flips a bit in the output of `times` launches of that kernel, after `before` launches.
  void fail(place where, int times, int before = 0) {
    where_ = where;
    times_ = times;
    before_ = before;
  }
  /// Whether a fault is still to come.
  bool fails_later() const { return times_ > 0; }

  /// Allocations of more bytes fail.
  void allow(std::size_t bytes) { most_ = bytes; }
  void* allocate(std::size_t bytes) override {
    if (bytes > most_) throw out_of_memory("no memory for " + std::to_string(bytes) + " bytes in a test");
    return Base::allocate(bytes);
  }

  void launch_kernel(const exec::launchable& kernel, const void* arguments) override {
    Base::launch_kernel(kernel, arguments);
    exec::launches::visit(kernel, arguments, [&](const auto& a) { spoil(a); });
  }

 private:
  void spoil(const auto&) {}
  void spoil(const kernels::row_product_arguments& a) {
    if (fails(place::spectrum))
      flip(reinterpret_cast<std::uint64_t*>(a.a) + a.points / 3, std::uint64_t{1} << 62);
  }
  void spoil(const kernels::rows_arguments<double>& a) {  // the last pass of a kept transform
    if (fails(place::kept)) flip(reinterpret_cast<std::uint64_t*>(a.out.at), std::uint64_t{1} << 62);
  }
  void spoil(const kernels::normalize_arguments& a) {
    if (fails(place::result)) flip(a.limbs + a.limb_count / 2, 1);
  }
  void spoil(const kernels::column_sum_arguments& a) {
    if (fails(place::result)) flip(a.out.limbs + a.out.count / 2, 1);
  }
  void spoil(const kernels::residual_arguments& a) {
    if (fails(place::residual)) flip(a.out.limbs + a.out.count / 2, 1);
  }

  void spoil(const kernels::wrapped_remainder_arguments& a) { spoil_limb(place::reduced, a.out); }
  void spoil(const kernels::cyclic_remainder_arguments& a) { spoil_limb(place::reduced, a.out); }
  void spoil(const kernels::cyclic_difference_arguments& a) { spoil_limb(place::lifted, a.out); }
  void spoil(const kernels::lift_arguments& a) { spoil_limb(place::lifted, a.out); }
  void spoil(const kernels::settle_arguments& a) { spoil_limb(place::settled, a.out); }
  void spoil_limb(place here, const kernels::limb_target& out) {
    if (fails(here)) flip(out.limbs + out.count / 2, 1);
  }

  bool fails(place here) {
    if (here != where_ || times_ == 0) return false;
    if (before_ > 0) {
      --before_;
      return false;
    }
    --times_;
    return true;
  }
  void flip(std::uint64_t* word, std::uint64_t bits) {
    std::uint64_t value = 0;
    const faults::collector apart;  // the fault belongs to the hardware, not to the operation
    this->download(&value, word, sizeof value);
    value ^= bits;
    this->upload(word, &value, sizeof value);
  }

  place where_ = place::nowhere;
  int times_ = 0, before_ = 0;
  std::size_t most_ = ~std::size_t{0};
};

/// A context of failing hardware.
template <class Base>
struct faulty_context {
  faulty_executor<Base>& hardware;
  context here;

  /// \param verified_total_limbs least size at which products are verified; 0: as the device is tuned
  static faulty_context make(std::size_t verified_total_limbs, auto&&... of_base) {
    auto executor = std::make_unique<faulty_executor<Base>>(of_base...);
    auto& hardware = *executor;
    plan::tuning tuned = plan::resolve_tuning(executor->properties(), plan::read_environment());
    tuned.words = plan::word_limits::none();
    if (verified_total_limbs != 0) tuned.product.verified_total_limbs = verified_total_limbs;
    const context here = detail::context_of(detail::engine::make(std::move(executor), std::move(tuned)));
    here.set_verification(verification::residue);
    return {hardware, here};
  }
};

/// Runs the work with numbers of a failing executor.
template <class Base, class Work>
void with_faults(Work&& work, std::size_t verified_total_limbs, auto&&... of_base) {
  const auto made = faulty_context<Base>::make(verified_total_limbs, of_base...);
  const scoped_context use(made.here);
  work(made.hardware);
}

template <class Work>
void on_faulty_hardware(const std::string& name, Work&& work, std::size_t verified_total_limbs = 0) {
  // The faults are those of products by doubles, which are verified.
  const environment_variable transforms("GPU_BIGINT_TRANSFORMS", "doubles");
#if defined(GPU_BIGINT_WITH_CUDA)
  if (name == "cuda") return with_faults<exec::cuda::cuda_executor>(work, verified_total_limbs, 0, nullptr);
#endif
  if (name == "host") {
    with_faults<exec::host::host_executor>(work, verified_total_limbs);
    with_faults<distant_executor>(work, verified_total_limbs);
  }
}

}  // namespace gbi::test
