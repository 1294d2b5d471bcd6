#include "bench/multiply/routes.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <utility>

#include "bench/support/timing.hpp"
#include "gpu_bigint/error.hpp"
#include "gpu_bigint/gpu_bigint.hpp"
#include "gpu_bigint/random.hpp"
#include "src/context/engine.hpp"
#include "src/exec/evidence.hpp"
#include "src/ground/number.hpp"
#include "src/multiply/product.hpp"
#include "src/plan/moduli.hpp"

namespace gbi::bench {

namespace {

using plan_of_product =
    std::function<plan::product_plan(const plan::tuning&, verification, const plan::product_shape&)>;

plan::product_plan whole(const plan::tuning& tuned, verification mode, const plan::product_shape& shape) {
  return plan::plan_by_transforms(tuned, mode, shape,
                                  {plan::choose_verified_fft(shape.a, shape.b, false), shape.a, 1});
}

/// One operand in two pieces.
plan::product_plan pieces(const plan::tuning& tuned, verification mode, const plan::product_shape& shape) {
  const std::size_t piece = (shape.a + 1) / 2;
  return plan::plan_by_transforms(tuned, mode, shape,
                                  {plan::choose_verified_fft(piece, shape.b, false), piece, 2});
}

plan::product_plan moduli(const plan::tuning& tuned, verification mode, const plan::product_shape& shape) {
  const auto chain = plan::cheapest_moduli(shape.a, shape.b, false, tuned);
  if (!chain) throw std::length_error("no chain of moduli is long enough");
  return plan::plan_by_moduli(tuned, mode, shape, *chain);
}

plan_of_product moduli_of(std::uint32_t factors) {
  return [factors](const plan::tuning& tuned, verification mode, const plan::product_shape& shape) {
    const auto chain = plan::find_moduli(shape.a, shape.b, false, factors);
    if (!chain) throw std::length_error("no chain of so many moduli is long enough");
    return plan::plan_by_moduli(tuned, mode, shape, *chain);
  };
}

std::string label_of(const plan::product_plan& plan) {
  const plan::fft_plan& fft = plan.transforms.fft;
  return std::to_string(fft.shape.points) + " points, digits of " + std::to_string(fft.digit_bits) +
         " bits, " + std::to_string(fft.shape.column_passes + 1) + " passes, " +
         (plan.moduli.factors > 0 ? std::to_string(plan.moduli.factors) + " moduli"
                                  : std::to_string(plan.transforms.pieces) + " pieces");
}

void measure_route(benchmark::State& state, std::size_t bits, const plan_of_product& plan_for) {
  try {
    random_engine random(std::random_device{}());
    const gpu_bigint a = random.bits(bits), b = random.bits(bits);
    detail::engine& engine = *detail::engine_of(a.context());
    const exec::collector operation;
    const kernels::limb_span x = detail::number_of(a)->span(), y = detail::number_of(b)->span();
    const exec::buffer<limb> out(engine.executor(), x.count + y.count);
    const products::product wanted{.a = x, .b = y, .out = {out.data(), out.size(), out.size()}};
    const plan::product_plan plan =
        plan_for(engine.tuning(), engine.verifier().mode(), products::shape_of(wanted));
    state.SetLabel(label_of(plan));
    measure_queued(state, engine.executor(), 1, [&] { products::execute(engine, plan, wanted); });
  } catch (const out_of_memory&) {
    state.SkipWithError("it does not fit the memory");
  } catch (const std::length_error& error) {
    state.SkipWithError(error.what());
  }
}

void add_route(const std::string& name, std::size_t bits, plan_of_product plan_for) {
  add(name,
      [bits, plan_for = std::move(plan_for)](benchmark::State& state) {
        measure_route(state, bits, plan_for);
      },
      {.count = 5, .min_time = 0.002, .unit = benchmark::kMillisecond});
}

}  // namespace

void add_routes(int smallest, int largest) {
  for (int n = smallest; n <= largest; ++n) {
    const std::size_t power = std::size_t{1} << n;
    for (const std::size_t bits : {power, power + power / 2}) {
      if (bits > power && n == largest) break;
      const std::string size = std::to_string(bits);
      add_route("route/whole/" + size, bits, whole);
      add_route("route/pieces/" + size, bits, pieces);
      add_route("route/moduli/" + size, bits, moduli);
    }
    for (std::uint32_t factors = 1; factors <= 6; ++factors)
      add_route("route/factors/" + std::to_string(power) + "/" + std::to_string(factors), power,
                moduli_of(factors));
  }
}

}  // namespace gbi::bench
