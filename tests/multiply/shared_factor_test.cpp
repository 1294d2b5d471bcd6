/// \file
/// Products of many numbers by one kept transform, modulo 2^(64 k) + 1, against GMP.
#include "src/multiply/shared_factor.hpp"

#include <algorithm>
#include <vector>

#include "src/plan/residual_plan.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/tuned_context.hpp"

namespace gbi::test {

namespace {

class SharedFactor : public on_executor {
 protected:
  /// Products of all rows of `a`, which are equally long, by b, modulo at least 2^(64 least) + 1.
  void expect_right(const std::vector<limbs>& a, const limbs& b, std::size_t least, bool verified) {
    expect_right(here(), a, b, least, verified);
  }
  void expect_right(const context& where, const std::vector<limbs>& a, const limbs& b, std::size_t least,
                    bool verified) {
    detail::engine& engine = *detail::engine_of(where);
    exec::executor& executor = engine.executor();
    const std::size_t count = a.front().size(), stride = count + random.below(3);
    const auto transform =
        plan::find_wrapped(plan::product_shape::whole(count, b.size()), std::max(least, count), verified);
    ASSERT_TRUE(transform);
    const std::size_t k = plan::modulus_limbs(*transform), out_stride = k + 1 + random.below(3);
    limbs rows(a.size() * stride, ~limb{0});
    for (std::size_t g = 0; g < a.size(); ++g)
      std::copy(a[g].begin(), a[g].end(), rows.begin() + static_cast<std::ptrdiff_t>(g * stride));
    const exec::buffer<limb> operands(executor, std::span<const limb>(rows)),
        factor(executor, std::span<const limb>(b)), products(executor, a.size() * out_stride);
    const products::spectrum kept =
        products::transform_operand(engine, {factor.data(), b.size(), 0}, *transform);
    const auto rounding = exec::cleared<kernels::verdict>(executor, 1);
    products::run_by_spectrum(engine,
                              {{operands.data(), count, stride},
                               {products.data(), k + 1, out_stride},
                               static_cast<std::uint32_t>(a.size())},
                              kept, transform->verified ? rounding.data() : nullptr);
    limbs found(products.size());
    executor.download(found.data(), products.data(), found.size() * sizeof(limb));
    const integer modulus = (integer(1) << 64 * k) + integer(1);
    for (std::size_t g = 0; g < a.size(); ++g) {
      const limbs row(found.begin() + static_cast<std::ptrdiff_t>(g * out_stride),
                      found.begin() + static_cast<std::ptrdiff_t>(g * out_stride + k + 1));
      integer value(row);
      if (row.back() >> 63 != 0) value = value - (integer(1) << 64 * (k + 1));
      ASSERT_TRUE(matches(modulo(value, modulus), modulo(integer(a[g]) * integer(b), modulus)))
          << "product " << g << " of " << a.size() << ", " << count << " by " << b.size() << " limbs, "
          << transform->shape.points << " points of " << transform->digit_bits << " bits";
    }
  }
};

TEST_P(SharedFactor, RandomLengths) {
  const std::size_t longest = size({20000, 3000, 200000});
  for (std::size_t n = 2; n < longest; n += n / 2 + random.below(n)) {
    std::vector<limbs> a(1 + random.below(5));
    for (limbs& row : a) row = random_limbs(random, n);
    for (const bool verified : {false, true})
      expect_right(a, random_limbs(random, 1 + random.below(n)), n + random.below(n), verified);
  }
}

// Workspaces that hold from one product to all of them.
TEST_P(SharedFactor, PartsOfABatch) {
  std::vector<limbs> a(7);
  for (limbs& row : a) row = random_limbs(random, 700);
  for (std::size_t bytes = 1; bytes < size({1 << 20, 1 << 16, 1 << 20}); bytes += bytes / 2 + (1 << 14)) {
    const context small =
        tuned_context(GetParam(), [&](plan::tuning& tuned) { tuned.workspace_bytes = bytes; });
    for (const bool verified : {false, true})
      expect_right(small, a, random_limbs(random, 500), 700, verified);
  }
}

TEST_P(SharedFactor, Hostile) {
  for (const std::size_t n : {3, 300, 1500}) {
    std::vector<limbs> a;
    for (const named_limbs& pattern : hostile_limbs(random, n))
      if (pattern.value.size() == n) a.push_back(pattern.value);
    for (const bool verified : {false, true}) {
      expect_right(a, limbs(n / 2 + 1, ~limb{0}), n, verified);
      expect_right(a, random_limbs(random, n), n, verified);
    }
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(SharedFactor);

}  // namespace

}  // namespace gbi::test
