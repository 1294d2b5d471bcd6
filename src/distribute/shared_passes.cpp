#include "src/distribute/shared_passes.hpp"

#include <algorithm>
#include <bit>

#include "kernels/distribute/arguments.hpp"
#include "src/plan/planner.hpp"

namespace gbi::distribute {

using kernels::direction;

namespace {

bool has_few_rows(const plan::planner& planner, const plan::shared_plan& plan) {
  plan::fft_plan own = plan.fft;
  own.shape.points = plan.own_points();
  return planner.has_few_rows(own, 1);
}

}  // namespace

shared_passes::shared_passes(detail::engine& engine, const plan::shared_plan& plan, int rank)
    : executor_(engine.executor()),
      plan_(plan),
      rank_(rank),
      by_many_threads_(has_few_rows(engine.planner(), plan)),
      passes_(engine, plan.fft.shape, 1) {}

kernels::columns_of_rank shared_passes::own_columns() const {
  return {static_cast<std::uint64_t>(rank_) * plan_.own_width(), plan_.width()};
}

template <class End>
void shared_passes::launch_strip(point* data, const End& end) const {
  kernels::columns_arguments<End> a = passes_.columns(0, {data, plan_.own_points()}, end);
  a.width = plan_.own_width();
  a.points = plan_.own_points();
  executor_.launch(a);
}

void shared_passes::first_columns(const limb* strips, std::size_t places, std::size_t limbs,
                                  std::uint64_t seed, point* data) const {
  const int bits = plan_.fft.digit_bits;
  launch_strip(data,
               kernels::strip_in{.digits = {strips, places, places, static_cast<std::uint32_t>(bits), seed},
                                 .folded = plan::digits_of(limbs, bits) > plan_.points(),
                                 .pitch = static_cast<std::uint32_t>(plan_.strip() + 1),
                                 .columns = own_columns()});
}

template <direction Towards>
void shared_passes::launch_segments(int pass, point* data, std::uint64_t points) const {
  const auto ranks = static_cast<std::uint32_t>(plan_.ranks);
  const auto rows = static_cast<std::uint32_t>(plan_.fft.shape.column[pass]);
  // Only matrices of the second pass have rows in segments. Matrices of the third pass are such rows.
  const bool in_segments = pass == 1;
  auto a = passes_.columns(pass, {data, plan_.own_points()}, kernels::segments<Towards>{});
  a.end = {.groups = a.groups,
           .segment_bits = static_cast<std::uint32_t>(std::countr_zero(in_segments ? rows / ranks : rows)),
           .rank = in_segments ? static_cast<std::uint32_t>(rank_) : 0,
           .last_rank = in_segments ? ranks - 1 : 0,
           .segment = in_segments ? plan_.segment() : 0};
  a.groups = static_cast<std::uint32_t>(points / (rows * a.width));
  executor_.launch(a);
}

void shared_passes::later_columns(point* data, direction towards, rows_chunk chunk) const {
  const std::uint64_t own = plan_.own_points();
  const auto launch = [&](int pass, point* at, std::uint64_t points) {
    if (towards == direction::forward)
      launch_segments<direction::forward>(pass, at, points);
    else
      launch_segments<direction::backward>(pass, at, points);
  };
  const auto chunks = static_cast<std::uint64_t>(chunk.count);
  const int passes = plan_.fft.shape.column_passes;
  for (int step = 1; step < passes; ++step) {
    const int pass = towards == direction::forward ? step : passes - step;
    if (pass == 1)
      launch(pass, data + static_cast<std::uint64_t>(chunk.number) * (plan_.segment() / chunks),
             own / chunks);
    else
      for_runs(chunk, [&](std::uint64_t first, std::uint64_t points) { launch(pass, data + first, points); });
  }
}

void shared_passes::multiply_rows(point* a, const point* b, rows_chunk chunk) const {
  for_runs(chunk, [&](std::uint64_t first, std::uint64_t points) {
    executor_.launch(kernels::row_product_arguments{
        .a = a + first,
        .b = b == nullptr ? nullptr : b + first,
        .points = points,
        .roots = passes_.roots(),
        .repair = {},
        .threads = by_many_threads_ ? kernels::row_threads::many : kernels::row_threads::few,
        .row = plan_.fft.shape.row});
  });
}

void shared_passes::last_columns(point* data, std::int64_t* coefficients, kernels::verdict* measured) const {
  launch_strip(data, kernels::strip_out{.coefficients = coefficients,
                                        .scale = 1.0 / static_cast<double>(plan_.points()),
                                        .verdict = measured,
                                        .columns = own_columns()});
}

void shared_passes::normalize(std::int64_t* coefficients, range rows, limb* strips,
                              const kernels::tile_chain& chain) const {
  const std::uint64_t width = plan_.own_width();
  const std::size_t pitch = plan_.strip() + 1;
  // There is nothing below the lowest strip of the number, except the negated highest strip if the product
  // wraps around.
  const std::size_t first = std::max<std::size_t>(rows.begin, rank_ == 0 ? 1 : 0);
  if (first < rows.end)
    executor_.launch(kernels::bias_arguments{coefficients + first * width, width, rows.end - first});
  if (plan_.wraps && first > rows.begin)
    executor_.launch(kernels::bias_arguments{coefficients, width, 1, -kernels::strip_bias});
  kernels::normalize_arguments a{};
  a.coefficients = coefficients + rows.begin * width;
  a.coefficient_count = width;
  a.coefficient_stride = width;
  a.digit_bits = static_cast<std::uint32_t>(plan_.fft.digit_bits);
  a.limbs = strips + rows.begin * pitch;
  a.limb_count = pitch;
  a.limb_stride = pitch;
  a.chain = chain;
  a.batch = static_cast<std::uint32_t>(rows.size());
  executor_.launch(a);
}

}  // namespace gbi::distribute
