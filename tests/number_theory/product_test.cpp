/// \file
/// Products of many numbers or words, and product trees, against GMP.
#include <algorithm>
#include <vector>

#include "gpu_bigint/sequences.hpp"
#include "src/exec/buffer.hpp"
#include "src/number_theory/sequences/product_tree.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Product : public on_executor {
 protected:
  /// Random numbers other than 0, each of at most `bits` bits.
  std::vector<integer> random_factors(std::size_t count, std::uint64_t bits) {
    std::vector<integer> factors;
    while (factors.size() < count)
      if (integer x = random_integer(random, bits); x.sign() != 0) factors.push_back(std::move(x));
    return factors;
  }

  void expect_product(const std::vector<integer>& factors) {
    integer expected = 1;
    std::vector<gpu_bigint> numbers;
    for (const integer& x : factors) {
      expected = expected * x;
      numbers.push_back(from_oracle(x));
    }
    ASSERT_TRUE(matches(product(numbers), expected)) << factors.size() << " factors";
  }
};

TEST_P(Product, OfNumbersOfAllLengths) {
  for (int round = 0; round < 12; ++round)
    expect_product(random_factors(random.log_uniform(1, size({60, 12, 300})),
                                  random.log_uniform(1, size({20000, 2000, 200000}))));
}

TEST_P(Product, OfNumbersOfOneLength) {
  for (const std::size_t count : {1, 2, 3, 4, 5, 7, 8, 31, 64}) {
    std::vector<integer> factors;
    for (std::size_t i = 0; i < count; ++i)
      factors.emplace_back(std::span<const std::uint64_t>(random_limbs(random, 9)), random.coin());
    expect_product(factors);
  }
}

TEST_P(Product, OfOneLongNumberAndManyShortOnes) {
  std::vector<integer> factors = random_factors(size({200, 40, 1000}), 64);
  factors.emplace_back(std::span<const std::uint64_t>(random_limbs(random, size({2000, 200, 20000}))));
  expect_product(factors);
}

TEST_P(Product, OfHostileNumbers) {
  std::vector<integer> factors;
  for (const auto& [name, value] : hostile_limbs(random, 20))
    if (integer x(value); x.sign() != 0) factors.push_back(std::move(x));
  expect_product(factors);
}

// Only the device knows signs and lengths.
TEST_P(Product, OfDifferences) {
  std::vector<gpu_bigint> numbers;
  integer expected = 1;
  for (int i = 0; i < 9; ++i) {
    const integer a = random_integer(random, 700), b = a + integer(random.coin() ? 5 : -7);
    numbers.push_back(from_oracle(a) - from_oracle(b));
    expected = expected * (a - b);
    ASSERT_TRUE(matches(product(numbers), expected));
  }
  numbers.push_back(numbers.front() - numbers.front());
  EXPECT_TRUE(matches(product(numbers), integer(0)));
}

TEST_P(Product, OfNothingAndOfZero) {
  EXPECT_TRUE(matches(product(std::vector<gpu_bigint>{}), integer(1)));
  EXPECT_TRUE(matches(product(std::vector<gpu_bigint>{{}, 3}), integer(0)));
  EXPECT_TRUE(matches(product(std::vector<gpu_bigint>{7, 0, 3}), integer(0)));
  EXPECT_TRUE(matches(product(std::vector<std::uint64_t>{}), integer(1)));
  EXPECT_TRUE(matches(product(std::vector<std::uint64_t>{5, 0, 3}), integer(0)));
  EXPECT_TRUE(matches(product(std::vector<std::uint64_t>{1, 1, 1}), integer(1)));
}

TEST_P(Product, OfDifferentContextsIsRefused) {
  const context other(backend::host);
  const std::vector<gpu_bigint> numbers{gpu_bigint(3), gpu_bigint(5).to(other)};
  EXPECT_THROW(product(numbers), std::invalid_argument);
}

TEST_P(Product, OfWords) {
  for (int round = 0; round < 12; ++round) {
    const std::size_t count = random.log_uniform(1, size({20000, 1000, 200000}));
    const std::uint64_t largest = random.log_uniform(1, ~std::uint64_t{0});
    std::vector<std::uint64_t> words;
    std::vector<integer> level;
    for (std::size_t i = 0; i < count; ++i) {
      words.push_back(random.between(1, largest));
      level.emplace_back(std::span<const std::uint64_t>(&words.back(), 1));
    }
    for (; level.size() > 1; level.resize((level.size() + 1) / 2))
      for (std::size_t i = 0; 2 * i < level.size(); ++i)
        level[i] = 2 * i + 1 < level.size() ? level[2 * i] * level[2 * i + 1] : integer(level[2 * i]);
    ASSERT_TRUE(matches(product(words), level.front())) << count << " words up to " << largest;
  }
}

// With all ones, every length bound is tight.
TEST_P(Product, OfLargestWords) {
  for (const std::size_t count : {1, 31, 32, 63, 64, 65, 127, 128, 500}) {
    const std::vector<std::uint64_t> words(count, ~std::uint64_t{0});
    integer expected;
    mpz_ui_pow_ui(expected.get(), ~0UL, count);
    ASSERT_TRUE(matches(product(words), expected)) << count;
  }
}

TEST_P(Product, TreeKeepsItsLevels) {
  constexpr std::uint64_t limbs = 3;
  constexpr std::uint32_t leaves = 16;
  const test::limbs values = random_limbs(random, limbs * leaves);
  std::vector<std::uint64_t> bits(leaves, limbs * 64);
  const faults::collector operation;
  const number_theory::product_tree tree(
      detail::engine_of(here()),
      {exec::buffer<limb>(executor(), std::span<const limb>(values)), limbs, leaves}, bits,
      number_theory::product_tree::keep::all);
  ASSERT_EQ(tree.levels().size(), 4u);
  std::vector<integer> expected;
  for (std::uint32_t i = 0; i < leaves; ++i)
    expected.emplace_back(std::span<const limb>(values.data() + i * limbs, limbs));
  for (const number_theory::tree_level& level : tree.levels()) {
    ASSERT_EQ(level.nodes, expected.size());
    test::limbs got(level.limbs * level.nodes);
    executor().download(got.data(), level.memory.data(), got.size() * sizeof(limb));
    for (std::uint32_t i = 0; i < level.nodes; ++i)
      ASSERT_TRUE(
          matches(integer(std::span<const limb>(got.data() + i * level.limbs, level.limbs)), expected[i]));
    for (std::size_t i = 0; 2 * i < expected.size(); ++i) expected[i] = expected[2 * i] * expected[2 * i + 1];
    expected.resize(expected.size() / 2);
  }
  EXPECT_TRUE(matches(tree.root(), expected.front()));
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Product);

}  // namespace

}  // namespace gbi::test
