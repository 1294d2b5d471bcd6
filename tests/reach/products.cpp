/// \file
/// Products by every transform: columns and rows of every length, with digits that are proven, verified or
/// repaired, and with a kept factor; exact products; the forms of integer convolutions.
#include <algorithm>

#include "bench/multiply/plain_fft.hpp"
#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/fft.hpp"
#include "src/exec/buffer.hpp"
#include "src/multiply/exact.hpp"
#include "src/multiply/multiply.hpp"
#include "src/multiply/pieces.hpp"
#include "src/multiply/right_angle.hpp"
#include "src/plan/exact_plan.hpp"
#include "tests/reach/workplace.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

namespace {

constexpr int shortest = 64;  // points of columns and of rows
constexpr int columns[] = {64, 128, 256, 512, 1024, 144, 160, 192, 224, 240};
constexpr int exact_columns[] = {64, 256, 144, 192, 224};

plan::fft_shape shape_of(int column, int row) {
  return {static_cast<std::uint64_t>(column) * static_cast<std::uint64_t>(row),
          column > 1 ? 1 : 0,
          {column, 1, 1},
          row};
}

/// Digits that are exact at all of these lengths.
constexpr int digit_bits = 12;

/// A product of two operands, or the square of the first one.
void multiply_by(workplace& here, std::size_t limbs_each, bool square, const std::string& name,
                 process::function_ref<void(detail::engine&, const products::product&)> run) {
  const scoped_context use(here.usual());
  const integer a(random_limbs(here.random, limbs_each)), b(random_limbs(here.random, limbs_each));
  const gpu_bigint x = from_oracle(a), y = from_oracle(b);
  const gpu_bigint product = products::of_numbers(x, square ? x : y, run);
  here.expect(matches(product, a * (square ? a : b)), name);
}

/// Half of the digits that the transform holds.
std::size_t limbs_for(const plan::fft_shape& shape, int bits) {
  return static_cast<std::size_t>((shape.points - 1) * static_cast<std::uint64_t>(bits) / 64);
}

void by_transform(workplace& here, const plan::fft_shape& shape, bool many_threads) {
  const std::string name = std::to_string(shape.column[0]) + " x " + std::to_string(shape.row) + " points";
  for (const bool square : {false, true})
    multiply_by(here, limbs_for(shape, digit_bits), square, name,
                [&](detail::engine& engine, const auto& wanted) {
                  products::run_right_angle(engine, wanted, {shape, digit_bits},
                                            {.rows_by_many_threads = many_threads});
                });
  if (shape.column_passes == 0) return;
  // Both kinds of digits repair: proven ones once, verified ones as another attempt.
  for (const bool verified : {false, true})
    for (const bool square : {false, true})
      multiply_by(
          here, limbs_for(shape, digit_bits), square, name, [&](detail::engine& engine, const auto& wanted) {
            const exec::buffer<kernels::verdict> verdicts = here.wrong_verdict();
            const plan::fft_plan digits{shape, digit_bits, verified};
            if (verified)
              products::run_right_angle(engine, wanted, digits,
                                        {.verdicts = verdicts.data(), .rows_by_many_threads = many_threads});
            products::run_right_angle(engine, wanted, digits,
                                      {.verdicts = verified ? verdicts.data() : nullptr,
                                       .rows_by_many_threads = many_threads,
                                       .repair = {verdicts.data()}});
          });
  multiply_by(
      here, limbs_for(shape, digit_bits) / 2, false, name + ", kept",
      [&](detail::engine& engine, const auto& wanted) {
        const products::spectrum kept = products::transform_operand(engine, wanted.b, {shape, digit_bits});
        const exec::buffer<kernels::complex<double>> data(engine.executor(), 2 * shape.points);
        const products::right_angle_passes passes(engine, {shape, digit_bits});
        auto* const coefficients = reinterpret_cast<std::int64_t*>(data.data() + shape.points);
        passes.forward({{passes.digits(wanted.a)}, {}, {0, 1, 1}}, 1, data.data());
        passes.multiply_rows(data.data(), nullptr, kept.values.data(), 1, many_threads);
        passes.backward(data.data(), coefficients, 1, nullptr);
        passes.normalize(coefficients, wanted.out, 1, wanted.sign);
      });
}

/// The last pass leaves sums, in rows of whole segments.
void by_sums(workplace& here, const plan::fft_shape& shape, int bits) {
  const scoped_context use(here.make_context([](plan::tuning& tuned) { tuned.product.sum_points = 1; }));
  const integer a(random_limbs(here.random, limbs_for(shape, bits)));
  const gpu_bigint x = from_oracle(a);
  const gpu_bigint square = products::of_numbers(x, x, [&](detail::engine& engine, const auto& wanted) {
    const auto verdicts = exec::cleared<kernels::verdict>(engine.executor(), 1);
    products::run_right_angle(engine, wanted, {shape, bits, true}, {.verdicts = verdicts.data()});
  });
  here.expect(matches(square, a * a), "sums of " + std::to_string(bits) + " bits");
}

/// Two pieces, whose coefficients are added while they are normalised.
void by_pieces(workplace& here, std::size_t limbs_each) {
  multiply_by(here, limbs_each, false, "product by pieces", [&](detail::engine& engine, const auto& wanted) {
    const std::size_t half = limbs_each / 2 + plan::widest_digit;
    const plan::fft_plan fft = plan::choose_fft(plan::product_shape::whole(half, limbs_each));
    const plan::piece_plan cut = plan::cut_into(fft, limbs_each, limbs_each / 2);
    products::execute(engine, engine.planner().in_pieces(products::shape_of(wanted), cut), wanted);
  });
}

void exactly(workplace& here, const plan::fft_shape& shape) {
  for (const bool square : {false, true})
    multiply_by(here, limbs_for(shape, plan::exact_digit_bits), square, "exact product",
                [&](detail::engine& engine, const auto& wanted) {
                  products::compute(engine, wanted, plan::routes::by_integers{shape});
                });
}

void in_tiles(workplace& here) {
  const scoped_context use(here.make_context([](plan::tuning& tuned) {
    tuned.convolution.tiles = true;
    tuned.convolution.byte_shorter_limbs = plan::never;
  }));
  const integer a(random_limbs(here.random, 1'000)), b(random_limbs(here.random, 700));
  here.expect(matches(multiply(from_oracle(a), from_oracle(b), algorithm::schoolbook), a * b),
              "product in tiles");
}

/// One kernel for each step, for comparison with the right-angle convolution.
void by_plain_transforms(workplace& here) {
  const scoped_context use(here.usual());
  const integer a(random_limbs(here.random, 1'000)), b(random_limbs(here.random, 700));
  here.expect(
      matches(bench::multiply_plain(from_oracle(a), from_oracle(b), plan::fft_form::packed_real), a * b),
      "plain transforms");
}

/// Constants, whose coefficients are easily known.
void exact_convolution_of_constants(workplace& here) {
  constexpr std::size_t count = shortest_exact_convolution;
  constexpr std::uint32_t a = 3'000'000'001, b = 2'000'000'003;
  exec::executor& device = here.engine().executor();
  const exec::buffer<std::uint32_t> x(device,
                                      std::span<const std::uint32_t>(std::vector<std::uint32_t>(count, a))),
      y(device, std::span<const std::uint32_t>(std::vector<std::uint32_t>(count, b)));
  const exec::buffer<std::uint64_t> low(device, count);
  const exec::buffer<std::int32_t> high(device, count);
  exact_convolution(here.usual(), x.data(), y.data(), low.data(), high.data(), count,
                    convolution_wrap::cyclic);
  std::vector<std::uint64_t> found(count);
  device.download(found.data(), low.data(), count * sizeof(std::uint64_t));
  const bool right = std::ranges::all_of(found, [&](std::uint64_t each) { return each == count * a * b; });
  here.expect(right ? testing::AssertionSuccess() : testing::AssertionFailure(), "exact convolution");
}

}  // namespace

std::vector<reach_case> cases_of_products() {
  std::vector<reach_case> all;
  const auto add = [&](const std::string& name, auto run, const plan::fft_shape& shape, auto... more) {
    all.push_back(
        {name + " of " + std::to_string(shape.column[0]) + " x " + std::to_string(shape.row) + " points",
         [=](workplace& here) { run(here, shape, more...); }});
  };
  for (int points = shortest; points <= 4096; points *= 2) {
    add("product in a block", by_transform, shape_of(1, points), false);
    if (points == shortest) continue;  // comes with the columns
    add("product", by_transform, shape_of(shortest, points), false);
    if (points == 512 || points == 1024)
      add("product by many threads", by_transform, shape_of(shortest, points), true);
    if (points <= 2048) add("exact product", exactly, shape_of(shortest, points));
  }
  for (const int column : columns) add("product", by_transform, shape_of(column, shortest), false);
  for (const int column : columns)
    add("sums of a product", by_sums, shape_of(column, kernels::columns_of_segment),
        kernels::widest_sum_digit);
  for (int bits = kernels::narrowest_sum_digit; bits < kernels::widest_sum_digit; ++bits)
    add("sums of " + std::to_string(bits) + " bits", by_sums, shape_of(shortest, kernels::columns_of_segment),
        bits);
  add("product of more tiles than multiprocessors", by_transform, shape_of(1024, 512), false);
  // More tiles than multiprocessors, and fewer.
  for (const std::size_t limbs_each : {70'000, 5'000})
    all.push_back({"product by pieces of " + std::to_string(limbs_each) + " limbs",
                   [=](workplace& here) { by_pieces(here, limbs_each); }});
  for (const int column : exact_columns) add("exact product", exactly, shape_of(column, shortest));
  all.push_back({"product in tiles", in_tiles});
  all.push_back({"product by plain transforms", by_plain_transforms});
  all.push_back({"exact convolution", exact_convolution_of_constants});
  return all;
}

}  // namespace gbi::test
