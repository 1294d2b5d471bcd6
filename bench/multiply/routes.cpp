/// \file
/// Long products by each route that could compute them.
///
/// bench_routes --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// route/whole/BITS, route/pieces/BITS and route/moduli/BITS are products of two numbers of BITS bits: powers
/// of two, and 1.5 times each between them. route/factors/BITS/F has chains of exactly F moduli, for powers
/// of two. The label names the transforms of a route. Routes that do not fit into memory report an error.
/// Operands, results and verification are as in product/automatic (products.cpp).
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <variant>

#include "bench/support/report.hpp"
#include "bench/support/timing.hpp"
#include "gpu_bigint/error.hpp"
#include "gpu_bigint/gpu_bigint.hpp"
#include "gpu_bigint/random.hpp"
#include "src/context/engine.hpp"
#include "src/faults/evidence.hpp"
#include "src/multiply/product.hpp"
#include "src/number/number.hpp"
#include "src/plan/fermat_plan.hpp"

namespace gbi::bench {

namespace {

using plan_of_product =
    std::function<plan::planned_product(const plan::planner&, const plan::product_shape&)>;

plan::planned_product whole(const plan::planner& planner, const plan::product_shape& shape) {
  return planner.by_transform(shape, plan::choose_verified_fft(shape));
}

/// One operand in two pieces.
plan::planned_product pieces(const plan::planner& planner, const plan::product_shape& shape) {
  const std::size_t piece = (shape.a + 1) / 2;
  const std::size_t with_room = piece + plan::widest_digit;  // for whole digits
  const plan::fft_plan fft = plan::choose_verified_fft(plan::product_shape::whole(with_room, shape.b));
  return planner.in_pieces(shape, plan::cut_into(fft, shape.a, piece));
}

plan::planned_product moduli(const plan::planner& planner, const plan::product_shape& shape) {
  const auto chain = planner.cheapest_fermat_moduli(shape);
  if (!chain) throw std::length_error("no chain of moduli is long enough");
  return planner.by_fermat_moduli(shape, *chain);
}

plan_of_product moduli_of(std::uint32_t factors) {
  return [factors](const plan::planner& planner, const plan::product_shape& shape) {
    const auto chain = plan::find_fermat_moduli(shape, factors);
    if (!chain) throw std::length_error("no chain of so many moduli is long enough");
    return planner.by_fermat_moduli(shape, *chain);
  };
}

std::string label_of(const plan::fft_plan& fft) {
  return std::to_string(fft.shape.points) + " points, digits of " + std::to_string(fft.digit_bits) +
         " bits, " + std::to_string(fft.shape.column_passes + 1) + " passes";
}
std::string label_of(const plan::routes::by_fermat_moduli& route) {
  return label_of(route.chain.first) + ", " + std::to_string(route.chain.factors) + " moduli";
}
std::string label_of(const plan::routes::in_pieces& route) {
  return label_of(route.cut.fft) + ", " + std::to_string(route.cut.pieces) + " pieces";
}
template <class Route>
std::string label_of(const Route& route) {
  if constexpr (requires { route.fft; }) return label_of(route.fft) + ", 1 pieces";
  return {};
}

void measure_route(benchmark::State& state, std::size_t bits, const plan_of_product& plan_for) {
  try {
    random_engine random(std::random_device{}());
    const gpu_bigint a = random.bits(bits), b = random.bits(bits);
    detail::engine& engine = *detail::engine_of(a.context());
    const faults::collector operation;
    const kernels::limb_span x = detail::number_of(a)->span(), y = detail::number_of(b)->span();
    const exec::buffer<limb> out(engine.executor(), x.count + y.count);
    const products::product wanted{.a = x, .b = y, .out = {out.data(), out.size(), out.size()}};
    const plan::planned_product plan = plan_for(engine.planner(), products::shape_of(wanted));
    state.SetLabel(std::visit([](const auto& route) { return label_of(route); }, plan.route));
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

}  // namespace

}  // namespace gbi::bench

int main(int argc, char** argv) {
  return gbi::bench::run(argc, argv, [](bool gpu) { gbi::bench::add_routes(gpu ? 30 : 22, gpu ? 36 : 24); });
}
