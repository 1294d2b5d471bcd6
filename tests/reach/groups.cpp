/// \file
/// Numbers in slabs on two ranks of one device, and the first columns of transforms that ranks share.
#include <algorithm>

#include "gpu_bigint/distributed.hpp"
#include "gpu_bigint/normalize.hpp"
#include "src/distribute/shared_passes.hpp"
#include "tests/distribute/sharing.hpp"
#include "tests/reach/workplace.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

namespace {

void numbers_in_slabs(workplace& here) {
  std::vector<context> contexts;
  for (int rank = 0; rank < 2; ++rank) contexts.push_back(here.make_context(share_always));
  const device_group group(direct_communicator(2), contexts);
  const limbs a = random_limbs(here.random, 5'000), b = random_limbs(here.random, 4'000);
  const integer x(a), y(b);
  const auto u = distributed_bigint::from_limbs(group, a), v = distributed_bigint::from_limbs(group, b);
  const auto expect = [&](const distributed_bigint& got, const integer& right, const std::string& name) {
    here.expect(matches(got.gather(), right), name);
  };
  expect(u + v, x + y, "sum");
  expect(v - u, y - x, "difference");
  expect(u * v, x * y, "product");
  expect(u * u, x * x, "square");
  expect(u * 77, x * integer(77), "product with a word");
  expect(u << 100, x << 100, "shift to the left");
  expect(-u >> 1000, -x >> 1000, "shift to the right");
  here.expect(matches(u % 1'000'003, x % integer(1'000'003)), "remainder");
  here.expect((u + v).bit_length() == (x + y).bit_length() && u > v ? testing::AssertionSuccess()
                                                                    : testing::AssertionFailure(),
              "comparison");
  here.expect(u.to_string(16) == x.to_string(16) ? testing::AssertionSuccess() : testing::AssertionFailure(),
              "text");
}

/// A square by the transform of a group that has one rank.
void shared_columns(workplace& here, int column) {
  constexpr int inner = 64, digit_bits = 12;
  constexpr std::size_t width = inner * inner;
  const auto rows = static_cast<std::size_t>(column);
  const plan::shared_plan plan{.fft = {{rows * width, 2, {column, inner, 1}, inner}, digit_bits, true},
                               .ranks = 1};
  detail::engine& engine = here.engine();
  exec::executor& device = engine.executor();
  // Every strip has the limb below it. The last strip has nothing but the carry of the topmost digit.
  const std::size_t strip = plan.strip(), count = (rows - 1) * strip;
  const limbs x = random_limbs(here.random, count);
  limbs strips(rows * (strip + 1), 0);
  for (std::size_t row = 0; row < rows; ++row) {
    const auto at = strips.begin() + static_cast<std::ptrdiff_t>(row * (strip + 1));
    if (row > 0) *at = x[row * strip - 1];
    if (row + 1 < rows) std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(row * strip), strip, at + 1);
  }
  const exec::buffer<limb> digits(device, std::span<const limb>(strips)), out(device, 2 * count);
  const exec::buffer<kernels::complex<double>> data(device, plan.held_points());
  const exec::buffer<std::int64_t> coefficients(device, 2 * plan.points());
  const auto measured = exec::cleared<kernels::verdict>(device, 1);
  const distribute::shared_passes passes(engine, plan, 0);
  passes.first_columns(digits.data(), strips.size(), count, here.random.bits(), data.data());
  passes.later_columns(data.data(), kernels::direction::forward);
  passes.multiply_rows(data.data(), nullptr);
  passes.later_columns(data.data(), kernels::direction::backward);
  passes.last_columns(data.data(), coefficients.data(), measured.data());
  normalize(here.usual(), coefficients.data(), 2 * plan.points(), digit_bits, out.data(), out.size());
  limbs found(out.size());
  device.download(found.data(), out.data(), found.size() * sizeof(limb));
  here.expect(matches(integer(found), integer(x) * integer(x)), "shared columns");
}

}  // namespace

std::vector<reach_case> cases_of_groups() {
  std::vector<reach_case> all{{"numbers in slabs", numbers_in_slabs}};
  for (const int column : {256, 144, 160, 192, 224, 240})
    all.push_back({"shared columns of " + std::to_string(column) + " points",
                   [column](workplace& here) { shared_columns(here, column); }});
  return all;
}

}  // namespace gbi::test
