/// \file
/// The convolution by columns, for every length, and behind repair gates.
#include <span>
#include <string>
#include <vector>

#include "src/exec/buffer.hpp"
#include "src/multiply/convolution.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class ColumnProduct : public on_executor {
 protected:
  /// Products of `batch` numbers by one number each, with gaps between them. A product with a good verdict
  /// keeps the previous contents of its memory.
  void expect_products(const limbs& a, const limbs& b, std::size_t count_a, std::size_t count_b,
                       const std::vector<kernels::verdict>& said = {}, const std::string& description = {}) {
    constexpr std::uint64_t guard = 0x3c6ef372fe94f82b;
    const std::size_t batch = a.size() / count_a, count = count_a + count_b, stride = count + random.below(3);
    limbs result(stride * batch, guard);
    const exec::buffer<limb> x(executor(), std::span<const limb>(a)), y(executor(), std::span<const limb>(b)),
        z(executor(), std::span<const limb>(result));
    const exec::buffer<kernels::verdict> verdicts(executor(), std::span<const kernels::verdict>(said));
    products::repair_by_columns(*detail::engine_of(here()),
                                {.a = {x.data(), count_a, count_a},
                                 .b = {y.data(), count_b, count_b},
                                 .out = {z.data(), count, stride},
                                 .batch = static_cast<std::uint32_t>(batch)},
                                {verdicts.data(), static_cast<std::uint32_t>(batch)});
    executor().download(result.data(), z.data(), result.size() * sizeof(limb));
    for (std::size_t g = 0; g < batch; ++g) {
      const std::span<const limb> got = std::span<const limb>(result).subspan(g * stride, stride);
      const bool repaired = said.empty() || said[g].wrong != 0;
      if (repaired) {
        const integer right = integer(std::span(a).subspan(g * count_a, count_a)) *
                              integer(std::span(b).subspan(g * count_b, count_b));
        EXPECT_TRUE(matches(integer(got.first(count)), right))
            << description << ", problem " << g << ": " << count_a << " by " << count_b << " limbs";
      }
      for (std::size_t i = repaired ? count : 0; i < stride; ++i) EXPECT_EQ(got[i], guard) << "limb " << i;
    }
  }
};

TEST_P(ColumnProduct, EverySmallLength) {
  for (std::size_t n = 1; n <= size({40, 20, 60}); ++n)
    for (std::size_t m = 1; m <= n; m += 1 + random.below(4)) {
      expect_products(random_limbs(random, n), random_limbs(random, m), n, m);
      expect_products(random_limbs(random, m), random_limbs(random, n), m, n);
    }
}

TEST_P(ColumnProduct, RandomLengths) {
  for (int i = 0; i < 12; ++i) {
    const std::size_t n = random.log_uniform(1, size({3000, 1000, 30000})),
                      m = random.log_uniform(1, size({3000, 1000, 30000}));
    expect_products(random_limbs(random, n), random_limbs(random, m), n, m);
  }
}

TEST_P(ColumnProduct, HostilePatterns) {
  for (const std::size_t n : {std::size_t{63}, std::size_t{64}, std::size_t{65}, std::size_t{513}})
    for (const named_limbs& x : hostile_limbs(random, n))
      for (const named_limbs& y : {x, named_limbs{"random", random_limbs(random, n + 1)}})
        if (!x.value.empty() && !y.value.empty())
          expect_products(x.value, y.value, x.value.size(), y.value.size(), {}, x.name);
}

// (2^(64 n) - 1) (2^(64 m) + 1): carries run through many blocks. They stop at limb m and resume at limb n.
TEST_P(ColumnProduct, CarriesThroughManyBlocks) {
  for (const std::size_t n : {size({300, 100, 2000}), size({301, 99, 1999})}) {
    const limbs a(n, ~limb{0});
    for (const std::size_t m : {std::size_t{1}, n / 2, n - 1}) {
      limbs b(m + 1, 0);
      b.front() = b.back() = 1;
      expect_products(a, b, n, m + 1);
      expect_products(b, a, m + 1, n);
    }
  }
}

TEST_P(ColumnProduct, ClosedGatesLeaveProductsAlone) {
  std::vector<kernels::verdict> said(5);
  said[1].wrong = said[4].wrong = 1;
  for (const std::size_t n : {std::size_t{700}, std::size_t{1500}})
    expect_products(random_limbs(random, 5 * n), random_limbs(random, 5 * n), n, n, said);
}

GPU_BIGINT_ON_EVERY_DEVICE(ColumnProduct);

}  // namespace

}  // namespace gbi::test
