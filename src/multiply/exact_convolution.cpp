/// \file
/// Exact convolutions of sequences of words, by the transforms of exact products.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <stdexcept>

#include "gpu_bigint/fft.hpp"
#include "src/multiply/exact.hpp"
#include "src/number/room.hpp"
#include "src/plan/exact_plan.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace {

/// The right-angle convolution of the transform wraps around after 2N numbers. A right-angle sequence has 2N
/// numbers; a cyclic sequence has N numbers, followed by N zeros.
plan::fft_shape convolution_shape(std::size_t count, convolution_wrap wrap) {
  return *plan::find_exact_shape(wrap == convolution_wrap::cyclic ? count : count / 2);
}

void check_convolution(const context& where, const std::uint32_t* a, const std::uint32_t* b,
                       const std::uint64_t* low, const std::int32_t* high, std::size_t count) {
  const std::string name = concat("exact convolution of ", count, " numbers");
  if (!is_exact_convolution_length(count))
    throw std::invalid_argument(name + ": the length is not 2^k {1, 3, 7, 9} from 2^14 to 2^26");
  for (const std::uint32_t* operand : {a, b})
    if (reinterpret_cast<std::uintptr_t>(operand) % alignof(limb) != 0)
      throw std::invalid_argument(name + ": an operand is not aligned to 8 bytes");
  const exec::executor& executor = detail::engine_of(where)->executor();
  for (const void* memory : {static_cast<const void*>(a), static_cast<const void*>(b),
                             static_cast<const void*>(low), static_cast<const void*>(high)})
    executor.require_access(memory, "exact convolution");
}

}  // namespace

bool is_exact_convolution_length(std::size_t count) noexcept {
  return count >= shortest_exact_convolution && count <= longest_exact_convolution && count % 2 == 0 &&
         plan::find_exact_shape(count / 2) && plan::find_exact_shape(count);
}

void exact_convolution(const context& where, const std::uint32_t* a, const std::uint32_t* b,
                       std::uint64_t* low, std::int32_t* high, std::size_t count, convolution_wrap wrap,
                       std::size_t batch) {
  check_convolution(where, a, b, low, high, count);
  detail::engine& engine = *detail::engine_of(where);
  const plan::fft_shape shape = convolution_shape(count, wrap);
  const std::size_t workspace = plan::workspace_of_exact(shape), limbs = count / 2;
  numbers::require_room(engine.executor(), workspace,
                        [&] { return concat("workspace of an exact convolution of ", count, " numbers"); });
  const std::size_t at_once = std::max<std::size_t>(engine.tuning().workspace_bytes / workspace, 1);
  for (std::size_t done = 0; done < batch; done += at_once) {
    const std::size_t first = done * count;
    const auto problems = static_cast<std::uint32_t>(std::min(at_once, batch - done));
    const auto operand = [&](const std::uint32_t* words) {
      return kernels::limb_span{reinterpret_cast<const limb*>(words + first), limbs, limbs};
    };
    const products::exact_coefficients found(
        engine, {.a = operand(a), .b = operand(b), .out = {nullptr, 0, 0}, .batch = problems}, shape);
    engine.executor().launch(
        kernels::signed_coefficients_arguments{.lower = found.lower(),
                                               .upper = found.upper(),
                                               .low = low + first,
                                               .high = high + first,
                                               .count = count,
                                               .cyclic = wrap == convolution_wrap::cyclic,
                                               .batch = problems});
  }
}

}  // namespace gbi
