/// \file
/// The iteration. With x = X / 2^(64 p) below t = 2^(64 n) / v, and w = p' + 1 leading limbs v' of v,
///
///     E = 2^(64 (p + w)) - v' X,    X' = X 2^(64 (p' - p)) + X e / 2^(64 (p + 1)),    e = E / 2^(64 p) - 16.
///
/// The limbs left out of v and of E make e at most 3 too large, so that e is too small by 13 to 16 units, all
/// signs are known and nothing has to be compared: x' stays below t, by at least 13 / 2^(64 (p' + 1)), which
/// is why the next e is not negative. Above, t - x' <= t (1 - x v)^2 + 32 / 2^(64 (p' + 1)) + 1 / 2^(64 p'):
/// a distance below 4 units of X gives less than 1 + (16 + 32) / 2^64 of X', if p' <= 2 p - 1.
#include "src/arithmetic/reciprocal.hpp"

#include <algorithm>
#include <vector>

#include "src/arithmetic/chain.hpp"
#include "src/multiply/multiply.hpp"

namespace gbi::arithmetic {

namespace {

using kernels::limb_span;
using kernels::limb_target;

/// One block finds so many limbs by division; longer first ones take longer than the steps they save.
constexpr std::uint64_t first_precision = 24;

/// The leading limbs of each divisor.
limb_span leading(limb_span divisors, std::uint64_t limbs) {
  const std::uint64_t kept = std::min(limbs, divisors.count);
  return {divisors.limbs + (divisors.count - kept), kept, divisors.stride};
}

/// Precisions from the first to the last, each at most twice the one before minus 1.
std::vector<std::uint64_t> precisions_to(std::uint64_t last) {
  std::vector<std::uint64_t> result{last};
  while (result.back() > first_precision) result.push_back(result.back() / 2 + 1);
  std::reverse(result.begin(), result.end());
  return result;
}

/// -16 in two's complement, as long as any E.
exec::buffer<limb> minus_sixteen(detail::engine& engine, std::uint64_t limbs) {
  exec::executor& executor = engine.executor();
  const limb sixteen = 16;
  const exec::buffer<limb> word(executor, std::span<const limb>(&sixteen, 1));
  exec::buffer<limb> result(executor, limbs);
  const carry_chain chain(engine.chains(), limbs, 1);
  executor.launch(
      kernels::add_arguments{
          {nullptr, 0, 0}, {word.data(), 1, 0}, {result.data(), limbs, 0}, {.subtract = true}, chain.get()},
      1);
  return result;
}

/// The first p limbs: floor((2^(64 p) - 1) 2^(64 w) / v') of w = p + 1 leading limbs v' is at most 3 below
/// the reciprocal of v', and at least 1, which is more than what the limbs left out of v make.
void first_reciprocals(exec::executor& executor, limb_span divisors, std::uint32_t batch, std::uint64_t p,
                       limb_target out) {
  const std::uint64_t w = p + 1;
  const limb_span cut = leading(divisors, w);
  // Divisors of fewer limbs stand for themselves times a power of 2^64.
  std::vector<limb> numerator(p + cut.count, 0);
  std::fill(numerator.end() - static_cast<std::ptrdiff_t>(p), numerator.end(), ~limb{0});
  const exec::buffer<limb> dividend(executor, std::span<const limb>(numerator));
  executor.launch(
      kernels::short_division_arguments{{dividend.data(), dividend.size(), 0}, cut, out, {nullptr, 0, 0}, {}},
      batch);
}

}  // namespace

exec::buffer<limb> reciprocals(detail::engine& engine, limb_span divisors, std::uint32_t batch,
                               std::uint64_t precision) {
  exec::executor& executor = engine.executor();
  const std::vector<std::uint64_t> precisions = precisions_to(precision);
  const std::uint64_t stride = precision + 1;
  // The leading limbs of each number are what is known; those below are zero.
  auto result = exec::cleared<limb>(executor, batch * stride);
  const auto known = [&](std::uint64_t p) {
    return limb_target{result.data() + (precision - p), p + 1, stride};
  };
  first_reciprocals(executor, divisors, batch, precisions.front(), known(precisions.front()));
  if (precisions.size() == 1) return result;

  const exec::buffer<limb> offset = minus_sixteen(engine, precision + 2 - precisions[precisions.size() - 2]);
  for (std::size_t step = 1; step < precisions.size(); ++step) {
    const std::uint64_t p = precisions[step - 1], next = precisions[step];
    const limb_span x{known(p).limbs, p + 1, stride};
    const limb_span v = leading(divisors, next + 1);
    // Zeros at the end of v', which a shorter divisor does not have.
    const std::uint64_t missing = next + 1 - v.count;
    const std::uint64_t size_e = next + 2 - p;
    const exec::buffer<limb> e(executor, batch * size_e);
    {
      // -E modulo 2^(64 (p + size_e)).
      const std::uint64_t size = p + size_e;
      const auto product = missing == 0 ? exec::buffer<limb>(executor, batch * size)
                                        : exec::cleared<limb>(executor, batch * size);
      products::run(
          engine, {.a = v, .b = x, .out = {product.data() + missing, size - missing, size}, .batch = batch});
      const carry_chain chain(engine.chains(), size_e, batch);
      executor.launch(kernels::add_arguments{{offset.data(), size_e, 0},
                                             {product.data() + p, size_e, size},
                                             {e.data(), size_e, size_e},
                                             {.subtract = true},
                                             chain.get()},
                      batch);
    }
    const std::uint64_t size = p + 1 + size_e;
    const exec::buffer<limb> product(executor, batch * size);
    products::run(
        engine,
        {.a = x, .b = {e.data(), size_e, size_e}, .out = {product.data(), size, size}, .batch = batch});
    const limb_target sum = known(next);
    const carry_chain chain(engine.chains(), sum.count, batch);
    executor.launch(kernels::add_arguments{{sum.limbs, sum.count, sum.stride},
                                           {product.data() + (p + 1), size_e, size},
                                           sum,
                                           {.subtract = false},
                                           chain.get()},
                    batch);
  }
  return result;
}

}  // namespace gbi::arithmetic
