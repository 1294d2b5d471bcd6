/// \file
/// Sums and differences of a number and a product, by convolution columns of digits and of bytes, against
/// GMP.
#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "kernels/convolution/arguments.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/number/carry_chain.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

/// A test case: contiguous problems with `out` limbs each.
struct wanted_sum {
  std::uint64_t skip = 0, out = 0, c_at = 0;
  std::uint64_t bias = 0;
  bool negated = false, halved = false;
};

using kernels::column_form;

/// The sum of the digit products of a b at positions below 64 * limbs bits.
integer products_below(const limbs& a, const limbs& b, std::uint64_t limbs, column_form form) {
  const std::uint64_t bits = form == column_form::digits ? 32 : 8, each = 64 / bits;
  integer sum;
  const integer all(b);
  for (std::uint64_t i = 0; i < each * std::min<std::uint64_t>(limbs, a.size()); ++i) {
    const auto digit = static_cast<long>(a[i / each] >> bits * (i % each) & ((1ull << bits) - 1));
    sum = sum + ((integer(digit) * all.low_bits(64 * limbs - bits * i)) << bits * i);
  }
  return sum;
}

limbs half_of(limbs a) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] >> 1 | (i + 1 < a.size() ? a[i + 1] << 63 : 0);
  return a;
}

class ColumnSum : public on_executor {
 protected:
  static integer expected(const limbs& whole_a, const limbs& b, const limbs& c, const wanted_sum& wanted,
                          column_form form) {
    const limbs a = wanted.halved ? half_of(whole_a) : whole_a;
    const integer product =
        integer(a) * integer(b) - products_below(a, b, kernels::first_limb_of_sum(wanted.skip), form);
    const integer more = integer(c) << 64 * wanted.c_at, bias(std::span(&wanted.bias, 1));
    const integer sum = wanted.negated ? ((more - product) >> 64 * wanted.skip) - bias
                                       : ((more + product) >> 64 * wanted.skip) + bias;
    return sum.low_bits(64 * wanted.out);
  }

  /// Problems of equal lengths.
  void expect_sums(const std::vector<std::array<limbs, 3>>& problems, const wanted_sum& wanted,
                   const std::string& name = {}) {
    expect_sums_of(column_form::digits, problems, wanted, name);
    if (wanted.halved) return;
    for (const column_form form : {column_form::bytes_2, column_form::bytes_3})
      expect_sums_of(form, problems, wanted, name);
  }

  void expect_sums_of(column_form form, const std::vector<std::array<limbs, 3>>& problems,
                      const wanted_sum& wanted, const std::string& name) {
    constexpr std::uint64_t guard = 0x510e527fade682d1;
    const auto batch = static_cast<std::uint32_t>(problems.size());
    std::array<limbs, 3> all;
    for (const auto& problem : problems)
      for (int k = 0; k < 3; ++k) all[k].insert(all[k].end(), problem[k].begin(), problem[k].end());
    const std::uint64_t stride = wanted.out + random.below(3);
    limbs result(stride * batch + 1, guard);
    exec::executor& device = executor();
    const exec::buffer<limb> x(device, std::span<const limb>(all[0])),
        y(device, std::span<const limb>(all[1])), z(device, std::span<const limb>(all[2])),
        out(device, std::span<const limb>(result));
    const auto span_of = [&](const exec::buffer<limb>& from, int k) {
      const std::uint64_t count = problems[0][k].size();
      return kernels::limb_span{from.data(), count, count};
    };
    const numbers::carry_chain chain(
        numbers::carry_chain::tile_count{kernels::column_sum_tiles(wanted.skip, wanted.out, form)},
        detail::engine_of(here())->chains(), batch);
    device.launch(kernels::column_sum_arguments{.a = span_of(x, 0),
                                                .b = span_of(y, 1),
                                                .c = span_of(z, 2),
                                                .c_at = wanted.c_at,
                                                .bias = wanted.bias,
                                                .negated = wanted.negated,
                                                .halved = wanted.halved,
                                                .skip = wanted.skip,
                                                .out = {out.data(), wanted.out, stride},
                                                .chain = chain.get(),
                                                .batch = batch,
                                                .form = form});
    device.download(result.data(), out.data(), result.size() * sizeof(limb));
    for (std::uint32_t g = 0; g < batch; ++g) {
      const auto& [a, b, c] = problems[g];
      const std::span<const limb> got = std::span<const limb>(result).subspan(g * stride, stride);
      ASSERT_TRUE(matches(integer(got.first(wanted.out)), expected(a, b, c, wanted, form)))
          << name << (form == column_form::digits ? " digits" : " bytes") << " problem " << g << " of "
          << batch << ": " << c.size() << " limbs at " << wanted.c_at << (wanted.negated ? " - " : " + ")
          << (wanted.halved ? "half of " : "") << a.size() << " x " << b.size() << ", limbs " << wanted.skip
          << " to " << wanted.skip + wanted.out;
      for (const limb behind : got.subspan(wanted.out)) ASSERT_EQ(behind, guard) << "written behind the end";
    }
    ASSERT_EQ(result.back(), guard) << "written behind the end";
  }

  void expect_random_sums(std::uint64_t longest) {
    const std::uint64_t n = random.log_uniform(1, longest), m = random.log_uniform(1, longest);
    wanted_sum wanted{
        .bias = random.coin() ? 0 : random.bits(), .negated = random.coin(), .halved = random.coin()};
    wanted.skip = random.coin() ? 0 : random.below(n + m);
    wanted.out = random.log_uniform(1, n + m + 40);
    wanted.c_at = kernels::first_limb_of_sum(wanted.skip) + random.below(20);
    std::vector<std::array<limbs, 3>> problems;
    const std::uint64_t count_c = random.below(n + m + 1) + 1;
    for (std::uint64_t g = random.log_uniform(1, 4); g-- > 0;)
      problems.push_back({random_limbs(random, n), random_limbs(random, m), random_limbs(random, count_c)});
    expect_sums(problems, wanted);
  }
};

TEST_P(ColumnSum, EverySmallLength) {
  for (std::uint64_t n = 1; n <= 12; ++n)
    for (std::uint64_t m = 1; m <= 12; ++m)
      for (const bool negated : {false, true})
        for (std::uint64_t skip = 0; skip < n + m; skip += 1 + random.below(3)) {
          const std::uint64_t first = kernels::first_limb_of_sum(skip);
          expect_sums(
              {{random_limbs(random, n), random_limbs(random, m), random_limbs(random, m)}},
              {skip, n + m - skip + random.below(4), first + random.below(3), random.below(20), negated});
        }
}

TEST_P(ColumnSum, RandomLengths) {
  for (int round = 0; round < 150; ++round) expect_random_sums(60);
  for (int round = 0; round < 15; ++round) expect_random_sums(size({900, 400, 6000}));
}

// Carries and borrows that run through many blocks: every block but the first has to look back.
TEST_P(ColumnSum, LongCarries) {
  const limbs one{1};
  for (const std::uint64_t n : {13, 14, 15, 28, 29, 31, 32, 47, 48, 62, 94, 300, 1000}) {
    if (n > size({2400, 300, 1000})) continue;
    const limbs ones(n, ~std::uint64_t{0});
    limbs power(n, 0);
    power.back() = 1;
    for (const std::uint64_t skip : {std::uint64_t{0}, std::uint64_t{1}, n / 2}) {
      const std::uint64_t first = kernels::first_limb_of_sum(skip);
      expect_sums({{one, one, ones}, {one, {2}, ones}, {one, {0}, ones}}, {skip, n + 2, first}, "ones + 1");
      expect_sums({{one, one, power}, {one, {7}, power}, {one, {0}, power}},
                  {.skip = skip, .out = n + 2, .c_at = first, .negated = true}, "a power - 1");
      expect_sums({{ones, ones, ones}, {ones, power, ones}, {power, ones, ones}, {power, power, power}},
                  {skip, 2 * n, first, ~std::uint64_t{0}}, "ones");
      expect_sums({{ones, ones, ones}, {ones, power, ones}, {power, ones, ones}, {power, power, power}},
                  {skip, 2 * n + 30, first, 1, true}, "ones");
    }
  }
}

TEST_P(ColumnSum, HostilePatterns) {
  for (const std::size_t n : {std::size_t{64}, std::size_t{129}})
    for (const named_limbs& x : hostile_limbs(random, n))
      for (const named_limbs& y : {x, named_limbs{"random", random_limbs(random, n + 1)}}) {
        if (x.value.empty() || y.value.empty()) continue;
        for (const bool negated : {false, true})
          expect_sums({{x.value, y.value, y.value}},
                      {.skip = n, .out = n + 3, .c_at = random.below(3) + n, .bias = 15, .negated = negated},
                      x.name + " by " + y.name);
      }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(ColumnSum);

}  // namespace

}  // namespace gbi::test
