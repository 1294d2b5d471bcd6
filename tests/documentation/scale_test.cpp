/// \file
/// The samples of docs/scale.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "gpu_bigint.hpp"

namespace {

TEST(scale, splits_a_batch_over_all_gpus) {
  constexpr std::size_t count = 25, limbs = 4;
  std::vector<std::uint64_t> messages(count * limbs);
  for (std::size_t i = 0; i < messages.size(); ++i) messages[i] = 0x9e3779b97f4a7c15 * (i + 1);

  const gbi::device_group gpus = gbi::device_group::local();  // a rank for every GPU; without a GPU the host
  EXPECT_EQ(gpus.size(), gpus.local_size());

  std::vector<std::uint64_t> results(messages.size());
  gbi::for_each_part(gpus, count, [&](const gbi::part& own) {
    const auto mine = std::span(messages).subspan(own.first * limbs, own.size * limbs);
    const auto batch = gbi::bigint_batch::from_limbs(mine, own.size, 64 * limbs);
    const std::vector<std::uint64_t> squares = gbi::mul_low(batch, batch).to_limbs();
    std::ranges::copy(squares, results.begin() + static_cast<std::ptrdiff_t>(own.first * limbs));
  });
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = gbi::gpu_bigint::from_limbs(std::span(messages).subspan(i * limbs, limbs));
    const auto low = gbi::gpu_bigint::from_limbs(std::span(results).subspan(i * limbs, limbs));
    EXPECT_EQ(low, number * number % (gbi::gpu_bigint{1} << 256));
  }
}

TEST(scale, scans_over_a_group) {
  const gbi::device_group ranks = gbi::device_group::host(3);
  const std::vector<std::int64_t> values(1000, 2);

  const std::vector<std::int64_t> sums = gbi::scan(ranks, values);                 // one problem
  const std::vector<std::int64_t> rows = gbi::scan(ranks, values, {.batch = 50});  // 50 problems

  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(sums[i], 2 * static_cast<std::int64_t>(i + 1));
    EXPECT_EQ(rows[i], 2 * static_cast<std::int64_t>(i % 20 + 1));
  }
}

TEST(scale, divides_and_takes_roots) {
  const gbi::device_group ranks = gbi::device_group::host(2);
  const gbi::distributed_bigint ones = (gbi::distributed_bigint(ranks, 1) << 3000) - 1;
  const gbi::distributed_bigint x = ones * 10 + (ones >> 3), divisor = ones >> 1500;

  const auto [quotient, remainder] = gbi::div_rem(x, divisor);
  const auto [root, rest] = gbi::sqrt_rem(x);
  const gbi::distributed_divider by(divisor);  // the reciprocal, computed once
  const gbi::distributed_bigint residue = (x * x) % by;

  EXPECT_EQ(quotient * divisor + remainder, x);
  EXPECT_LT(remainder, divisor);
  EXPECT_EQ(root * root + rest, x);
  EXPECT_EQ((remainder * remainder - residue) % by, ones - ones);
}

TEST(scale, sums_a_series) {
  const gbi::device_group ranks = gbi::device_group::host(3);
  const std::uint64_t terms = 100;

  const gbi::rational_series inverse_factorials{{1}, {1, 1}, {1}};  // e - 2 = 1/2! + 1/3! + ...
  const gbi::distributed_fraction sum = gbi::sum_of(ranks, inverse_factorials, 1, terms);

  const gbi::fraction alone = gbi::sum_of(inverse_factorials, 1, terms);
  EXPECT_EQ(sum.numerator.gather(), alone.numerator);
  EXPECT_EQ(sum.denominator.gather(), alone.denominator);
}

TEST(scale, writes_and_reads_text) {
  const gbi::device_group ranks = gbi::device_group::host(2);
  const gbi::distributed_bigint x = gbi::pow(gbi::distributed_bigint(ranks, 7), 1000);
  std::ostringstream file;

  gbi::write_text(x, [&](std::string_view piece) { file << piece; });  // in the process of rank 0
  const std::string digits = file.str();
  EXPECT_EQ(digits, gbi::pow(gbi::gpu_bigint(7), 1000).to_string());

  // Each rank reads the digits of its part.
  const auto read = [&](std::size_t first, std::size_t count) { return digits.substr(first, count); };
  const gbi::distributed_bigint again = gbi::read_text(ranks, digits.size(), read);
  EXPECT_EQ(again, x);
}

}  // namespace
