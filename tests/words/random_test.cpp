/// \file
/// Short random numbers: the generator's published values and the order of its blocks.
#include "src/words/linear/random_limbs.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "kernels/word/philox.hpp"
#include "tests/words/levels.hpp"

namespace gbi::test {

namespace {

class WordsRandom : public at_every_level {};

// From the file tests/kat_vectors of the Random123 library.
TEST_P(WordsRandom, KnownAnswers) {
  guarded<limb> out(2);
  words::random_bits(out.data(), 128, 0, 0);
  EXPECT_EQ(out.data()[0], 0xe169c58d6627e8d5);
  EXPECT_EQ(out.data()[1], 0x9b00dbd8bc57ac4c);
}

TEST_P(WordsRandom, BitsAreThoseOfTheGenerator) {
  for (int round = 0; round < 1000; ++round) {
    const std::uint64_t seed = random.bits(), draw = random.bits();
    const std::size_t count = random.log_uniform(1, 400 * limb_bits) - 1;
    std::vector<limb> expected;
    for (std::uint64_t i = 0; 128 * i < count; ++i) {
      const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
      const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
      const kernels::philox_block block =
          kernels::philox({{low(i), high(i), low(draw), high(draw)}}, low(seed), high(seed));
      expected.push_back(limb{block.word[1]} << 32 | block.word[0]);
      expected.push_back(limb{block.word[3]} << 32 | block.word[2]);
    }
    expected.resize((count + limb_bits - 1) / limb_bits);
    if (count % limb_bits != 0) expected.back() &= (limb{1} << count % limb_bits) - 1;
    guarded<limb> out(expected.size());
    words::random_bits(out.data(), count, seed, draw);
    ASSERT_EQ(std::vector<limb>(out.data(), out.data() + out.size()), expected) << count << " bits";
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, WordsRandom,
                         testing::Values(words::level::generic, words::level::adx, words::level::ifma));

}  // namespace

}  // namespace gbi::test
