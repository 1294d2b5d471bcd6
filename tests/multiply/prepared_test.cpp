/// \file
/// Products by prepared numbers: every kind of plan, factors of every size, several threads.
#include "gpu_bigint/prepared.hpp"

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/multiply/multiply.hpp"
#include "src/multiply/pieces.hpp"
#include "tests/multiply/plans.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Prepared : public on_executor {
 protected:
  std::size_t longest() const { return size({40'000, 3000, 1'000'000}); }

  void expect_products(const integer& a, const std::vector<integer>& others) {
    const prepared p{from_oracle(a)};
    ASSERT_TRUE(matches(p.value(), a));
    for (const integer& b : others) {
      const gpu_bigint x = from_oracle(b);
      ASSERT_TRUE(matches(x * p, a * b)) << b.bit_length() << " x prepared " << a.bit_length() << " bits";
      ASSERT_TRUE(matches(multiply(p, x), a * b)) << "prepared " << a.bit_length() << " x " << b.bit_length();
    }
  }

  integer random_factor(std::size_t limbs) { return random_integer(random, 64 * limbs); }
};

TEST_P(Prepared, FactorsOfRandomSizes) {
  for (int round = 0; round < 12; ++round) {
    std::vector<integer> others;
    for (int i = 0; i < 4; ++i) others.push_back(random_factor(longest()));
    expect_products(random_factor(longest()), others);
  }
}

TEST_P(Prepared, FactorsOfTheSameSizeShareOneTransform) {
  for (std::size_t n = 700; n < longest(); n = 2 * n + random.below(n)) {
    std::vector<integer> others;
    for (const std::size_t m : {n, n, n - 1, n / 2, n})
      others.emplace_back(random_limbs(random, m), random.coin());
    expect_products(-integer(random_limbs(random, n)), others);
  }
}

TEST_P(Prepared, MuchLongerFactorsAreCut) {
  for (const std::size_t n : {700, 1000, 1500})
    for (const std::size_t ratio : {2, 5, 23}) {
      if (n * ratio > longest()) continue;
      const integer a(random_limbs(random, n));
      expect_products(a, {integer(random_limbs(random, n * ratio + random.below(n)), random.coin())});
    }
}

TEST_P(Prepared, EveryVerification) {
  const verification before = here().verification();
  for (const verification how : {verification::off, verification::monitor, verification::residue}) {
    here().set_verification(how);
    const integer a(random_limbs(random, 2000)), b(random_limbs(random, 2500)), c(random_limbs(random, 9000));
    expect_products(a, {b, c, a});
  }
  here().set_verification(before);
}

// Kept digits are recoded and hence right for every input.
TEST_P(Prepared, HostileFactors) {
  const std::size_t n = size({6000, 2000, 100'000});
  const int digit_bits = plan::choose_verified_fft(plan::product_shape::whole(n, n)).digit_bits;
  std::vector<named_limbs> patterns = hostile_digits(random, n, digit_bits);
  for (named_limbs& pattern : hostile_limbs(random, n)) patterns.push_back(std::move(pattern));
  for (const named_limbs& pattern : patterns) {
    const named_limbs& other = patterns[random.below(patterns.size())];
    const prepared p{from_oracle(integer(pattern.value))};
    ASSERT_TRUE(matches(p * from_oracle(integer(other.value)), integer(pattern.value) * integer(other.value)))
        << pattern.name << " times " << other.name;
  }
}

TEST_P(Prepared, ZeroOneAndShortNumbers) {
  const integer long_one(random_limbs(random, 2000));
  for (const integer& a : {integer(0), integer(1), integer(-7), long_one})
    expect_products(a, {0, 1, -1, 12345, long_one, -long_one});
  const prepared nothing{gpu_bigint{}};
  EXPECT_EQ(nothing * from_oracle(long_one), 0);
  EXPECT_EQ(3 * prepared{gpu_bigint{5}}, 15);
}

TEST_P(Prepared, TwoPreparedNumbersAndTheNumberItself) {
  const integer a(random_limbs(random, 1700)), b(random_limbs(random, 1900));
  const prepared p{from_oracle(a)}, q{from_oracle(b)};
  EXPECT_TRUE(matches(p * q, a * b));
  EXPECT_TRUE(matches(p * p.value(), a * a));
  EXPECT_TRUE(matches(p * p, a * a));
}

TEST_P(Prepared, CopiesOutliveTheOriginal) {
  const integer a(random_limbs(random, 1500)), b(random_limbs(random, 1500));
  const gpu_bigint x = from_oracle(b);
  gpu_bigint product;
  {
    auto original = std::make_unique<prepared>(from_oracle(a));
    const prepared copy = *original;
    product = *original * x;
    original.reset();
    product = copy * x;
  }
  EXPECT_TRUE(matches(product, a * b));
}

// Three kinds of factors in turn, while only two transforms are kept.
TEST_P(Prepared, ManyThreads) {
  const integer a(random_limbs(random, 1200));
  std::vector<integer> others;
  for (const std::size_t n : {1200, 2500, 5000}) others.emplace_back(random_limbs(random, n));
  const prepared p{from_oracle(a)};
  std::vector<gpu_bigint> results(12);
  std::vector<gpu_bigint> factors;
  for (std::size_t i = 0; i < results.size(); ++i) factors.push_back(from_oracle(others[i % 3]));
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 3; ++t)
    threads.emplace_back([&, t] {
      for (std::size_t i = t; i < results.size(); i += 3) results[i] = factors[(i + t) % factors.size()] * p;
    });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t t = 0; t < 3; ++t)
    for (std::size_t i = t; i < results.size(); i += 3)
      EXPECT_TRUE(matches(results[i], others[(i + t) % factors.size() % 3] * a));
}

TEST_P(Prepared, IsMultipliedByTheNameWithItsNamespace) {
  const prepared p{gpu_bigint(-7)};
  EXPECT_EQ(gbi::multiply(gpu_bigint(6), p), -42);
  EXPECT_EQ(gbi::multiply(p, gpu_bigint(6)), -42);
}

TEST_P(Prepared, RefusesANumberOfAnotherContext) {
  const gpu_bigint a = from_oracle(integer(random_limbs(random, 2000)));
  const gpu_bigint elsewhere = a.to(context(backend::host));
  const prepared p{a};
  EXPECT_THROW(p * elsewhere, std::invalid_argument);
}

/// A product with digits so wide that it is wrong.
TEST_P(Prepared, WrongProductsAreRepaired) {
  const std::size_t n = 9000;
  plan::fft_plan plan = plan::choose_verified_fft(plan::product_shape::whole(n, n));
  ASSERT_TRUE(plan.verified);
  plan.digit_bits = 24;
  const integer a(random_limbs(random, n)), b(random_limbs(random, n));
  const gpu_bigint product = products::of_numbers(
      from_oracle(a), from_oracle(b), [&](detail::engine& engine, const products::product& wanted) {
        const products::spectrum kept = products::transform_operand(engine, wanted.b, plan);
        products::product by_kept = wanted;
        by_kept.kept_b = &kept;
        products::execute(engine, plan_by(engine, wanted, plan::piece_plan{plan, wanted.a.count, 1}),
                          by_kept);
      });
  EXPECT_TRUE(matches(product, a * b));
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Prepared);

}  // namespace

}  // namespace gbi::test
