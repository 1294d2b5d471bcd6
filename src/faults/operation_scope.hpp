/// \file
/// The scope of an operation on the device. The operation computes in the library's floating-point
/// environment (src/words/floating_scope.hpp) and gathers the evidence for its results (evidence.hpp). While
/// the outermost operation of a thread lasts, launches may wait to be submitted together
/// (src/exec/launch_scope.hpp). A profiler such as Nsight Systems shows an operation as a range
/// (GPU_BIGINT_NVTX).
///
/// A range lasts while the host queues the operation; the profiler projects it onto the kernels that the host
/// submits in the meantime. Operations nest, as when a division multiplies. Sums, products and the like have
/// no scope if the calling thread computes them in host words.
#pragma once

#include "src/words/floating_scope.hpp"

#if defined(GPU_BIGINT_NVTX)
#include <nvtx3/nvtx3.hpp>

#include <concepts>
#endif

#include "src/exec/launch_scope.hpp"
#include "src/faults/evidence.hpp"
#include "src/process/concat.hpp"

namespace gbi::faults {

#if defined(GPU_BIGINT_NVTX)

/// The operation lasts as long as this object.
class operation_scope {
 public:
  /// Names the operation as in "product(4096 limbs, 2048 limbs)".
  /// \param operands numbers, batches, ranges or built-in integers
  template <class... Operands>
  explicit operation_scope(const char* name, const Operands&... operands) : range_(text(name, operands...)) {}

 private:
  struct domain {
    static constexpr const char* name{"gpu_bigint"};
  };

  template <class... Operands>
  static std::string text(const char* name, const Operands&... operands) {
    std::string result = name;
    const char* before = "(";
    ((result += before + size_of(operands), before = ", "), ...);
    return result + ")";
  }
  template <class Operand>
  static std::string size_of(const Operand& x) {
    if constexpr (std::integral<Operand>)
      return std::to_string(x);
    else if constexpr (requires { x.limb_bound(); })
      return concat(x.limb_bound(), " limbs");
    else if constexpr (requires { x.bound(); })
      return concat(x.bound(), " limbs");
    else if constexpr (requires { x.bits(); })
      return concat(x.size(), " x ", x.bits(), " bits");
    else
      return std::to_string(x.size());
  }

  const words::floating_scope environment_;
  nvtx3::scoped_range_in<domain> range_;
  collector collected_;
  const exec::launch_scope launches_;  // after the range, so that it is open while launches are submitted
};

#else

/// The operation lasts as long as this object.
class operation_scope {
 public:
  template <class... Operands>
  explicit operation_scope(const char* /*name*/, const Operands&... /*operands*/) noexcept {}

 private:
  const words::floating_scope environment_;
  collector collected_;
  const exec::launch_scope launches_;
};

#endif

}  // namespace gbi::faults
