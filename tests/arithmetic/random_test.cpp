/// \file
/// Random numbers: the generator's published values, the numbers built from it, their range and distribution.
#include "gpu_bigint/random.hpp"

#include <span>
#include <stdexcept>
#include <vector>

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/word/philox.hpp"
#include "src/exec/buffer.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

using kernels::philox, kernels::philox_block;

void expect_block(const philox_block& got, const philox_block& expected) {
  for (int i = 0; i < 4; ++i) EXPECT_EQ(got.word[i], expected.word[i]) << "word " << i;
}

// From the file tests/kat_vectors of the Random123 library.
TEST(Philox, KnownAnswers) {
  constexpr std::uint32_t ones = ~std::uint32_t{0};
  expect_block(philox({{0, 0, 0, 0}}, 0, 0), {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}});
  expect_block(philox({{ones, ones, ones, ones}}, ones, ones),
               {{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}});
  expect_block(philox({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, 0xa4093822, 0x299f31d0),
               {{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}});
}

class Random : public on_executor {
 protected:
  /// The expected bits of draw number `draw`.
  static integer expected_bits(std::uint64_t seed, std::uint64_t draw, std::size_t count) {
    limbs all;
    const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
    const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
    for (std::uint64_t i = 0; 128 * i < count; ++i) {
      const philox_block block = philox({{low(i), high(i), low(draw), high(draw)}}, low(seed), high(seed));
      all.push_back(std::uint64_t{block.word[1]} << 32 | block.word[0]);
      all.push_back(std::uint64_t{block.word[3]} << 32 | block.word[2]);
    }
    return integer(all).low_bits(count);
  }
};

TEST_P(Random, BitsAreThoseOfTheGenerator) {
  const std::uint64_t seed = random.bits();
  random_engine engine(seed);
  std::uint64_t draw = 0;
  for (const std::size_t count : {0, 1, 2, 63, 64, 65, 127, 128, 129, 1000, 65536, 65537, 300'001})
    EXPECT_TRUE(matches(engine.bits(count), expected_bits(seed, draw++, count))) << count;
  EXPECT_EQ(engine.skip(1000), draw);
  EXPECT_TRUE(matches(engine.bits(500), expected_bits(seed, draw + 1000, 500)));
  EXPECT_EQ(engine.seed(), seed);
}

TEST_P(Random, ABatchIsOneDrawForEachNumber) {
  constexpr std::size_t count = 5, stride = 7, batch = 6;
  const auto memory = exec::cleared<limb>(executor(), batch * stride);
  executor().launch(
      kernels::random_arguments{42, 3, {memory.data(), count, stride}, ~limb{0} >> 3, nullptr, batch});
  limbs all(batch * stride);
  executor().download(all.data(), memory.data(), all.size() * sizeof(limb));
  for (std::size_t g = 0; g < batch; ++g) {
    const auto number = std::span<const std::uint64_t>(all).subspan(g * stride, stride);
    EXPECT_TRUE(matches(integer(number), expected_bits(42, 3 + g, 64 * count - 3))) << g;
  }
}

TEST_P(Random, BelowIsAProductCutOff) {
  const std::uint64_t seed = random.bits();
  random_engine engine(seed);
  for (std::uint64_t draw = 0; draw < 20; ++draw) {
    const integer a = random_integer(random, 20000);
    const integer bound = (a.sign() < 0 ? -a : a) + integer(1);
    const std::size_t bits = 64 * ((bound.bit_length() + 63) / 64 + 2);
    const integer expected = (expected_bits(seed, draw, bits) * bound) >> bits;
    // The drawn number does not depend on the memory of the bound.
    const gpu_bigint x = from_oracle(bound);
    EXPECT_TRUE(matches(engine.below(draw % 2 == 0 ? x : (x << 300) - (x << 300) + x), expected));
    EXPECT_LT(expected, bound);
  }
}

TEST_P(Random, EveryValueBelowASmallBoundComesAsOften) {
  random_engine engine(random.bits());
  const int draws = static_cast<int>(size({3000, 600, 3000}));
  std::vector<int> count(6);
  for (int i = 0; i < draws; ++i) {
    const gpu_bigint x = engine.below(6);
    ASSERT_TRUE(x >= 0 && x < 6);
    ++count[x.sign() == 0 ? 0 : x.to_limbs().front()];
  }
  // Chi-squared with five degrees of freedom exceeds 48 in one of 2^28 runs.
  double chi_squared = 0;
  const double expected = draws / 6.0;
  for (const int n : count) chi_squared += (n - expected) * (n - expected) / expected;
  EXPECT_LT(chi_squared, 48);
}

TEST_P(Random, OfOneThereIsOnlyZero) {
  random_engine engine(7);
  EXPECT_EQ(engine.below(1), 0);
}

TEST_P(Random, CopiesGoOnFromTheSamePlace) {
  random_engine engine(11);
  engine.bits(100);
  random_engine copy = engine;
  EXPECT_EQ(engine.bits(1000), copy.bits(1000));
  EXPECT_NE(engine.bits(1000), random_engine(12).bits(1000));
}

TEST_P(Random, BoundsThatAreNotPositiveAreRefused) {
  random_engine engine(7);
  for (const gpu_bigint& bound : {gpu_bigint(), gpu_bigint(0), gpu_bigint(-5)})
    EXPECT_THROW(engine.below(bound), std::domain_error);
  EXPECT_EQ(engine.skip(0), 0u) << "a draw that failed is none";
  EXPECT_THROW(engine.bits(std::size_t{1} << 60), out_of_memory);
  EXPECT_EQ(engine.skip(0), 0u) << "a draw that failed is none";
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Random);

}  // namespace

}  // namespace gbi::test
