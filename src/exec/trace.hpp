/// \file
/// What an operation on long numbers lasts on the host: it computes in the library's floating-point
/// environment meanwhile (src/words/floating_scope.hpp), and profilers show it as a range.
///
/// Ranges in which a profiler such as Nsight Systems shows the library's operations (GPU_BIGINT_NVTX).
/// Without that option nothing is shown.
///
/// A range lasts while the host queues an operation; the profiler projects it onto the kernels. Ranges nest,
/// as in a division that multiplies. Sums, products and the like have none if the calling thread computes
/// them in host words.
#pragma once

#include "src/words/floating_scope.hpp"

#if defined(GPU_BIGINT_NVTX)
#include <nvtx3/nvtx3.hpp>

#include <concepts>
#include <string>
#endif

namespace gbi::exec {

#if defined(GPU_BIGINT_NVTX)

/// Lasts as long as this object.
class trace_range {
 public:
  /// Named as in "product(4096 limbs, 2048 limbs)".
  /// \param operands numbers, batches, ranges or built-in integers
  template <class... Operands>
  explicit trace_range(const char* operation, const Operands&... operands)
      : range_(text(operation, operands...)) {}

 private:
  struct domain {
    static constexpr const char* name{"gpu_bigint"};
  };

  template <class... Operands>
  static std::string text(const char* operation, const Operands&... operands) {
    std::string result = operation;
    const char* before = "(";
    ((result += before + size_of(operands), before = ", "), ...);
    return result + ")";
  }
  template <class Operand>
  static std::string size_of(const Operand& x) {
    if constexpr (std::integral<Operand>)
      return std::to_string(x);
    else if constexpr (requires { x.limb_bound(); })
      return std::to_string(x.limb_bound()) + " limbs";
    else if constexpr (requires { x.bound(); })
      return std::to_string(x.bound()) + " limbs";
    else if constexpr (requires { x.bits(); })
      return std::to_string(x.size()) + " x " + std::to_string(x.bits()) + " bits";
    else
      return std::to_string(x.size());
  }

  const words::floating_scope environment_;
  nvtx3::scoped_range_in<domain> range_;
};

#else

class [[maybe_unused]] trace_range {
 public:
  template <class... Operands>
  explicit trace_range(const char* /*operation*/, const Operands&... /*operands*/) noexcept {}

 private:
  const words::floating_scope environment_;
};

#endif

}  // namespace gbi::exec
