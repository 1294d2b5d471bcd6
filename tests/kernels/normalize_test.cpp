/// \file
/// The normalisation kernel, tested alone: signed coefficients of any digit width become limbs.
#include <algorithm>
#include <limits>
#include <span>

#include "kernels/normalize/normalize_runs.hpp"
#include "kernels/normalize/split.hpp"
#include "src/context/engine.hpp"
#include "src/number/carry_chain.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

using coefficients = std::vector<std::int64_t>;

/// magnitude += value 2^bit
void add_at(limbs& magnitude, std::uint64_t value, std::uint64_t bit) {
  const std::uint64_t shift = bit % 64;
  std::size_t at = bit / 64;
  std::uint64_t parts[] = {value << shift, shift == 0 ? 0 : value >> (64 - shift)};
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < 2 || carry != 0; ++i, ++at) {
    const std::uint64_t part = i < 2 ? parts[i] : 0;
    const std::uint64_t sum = magnitude[at] + part, total = sum + carry;
    carry = (sum < part || total < sum) ? 1 : 0;
    magnitude[at] = total;
  }
}

/// sum_k c_k 2^(k digit_bits), with positive and negative coefficients added apart.
integer value_of(std::span<const std::int64_t> c, std::uint32_t digit_bits) {
  const std::size_t count = (c.size() * digit_bits + 63) / 64 + 4;
  limbs positive(count, 0), negative(count, 0);
  for (std::size_t k = 0; k < c.size(); ++k)
    add_at(c[k] < 0 ? negative : positive,
           c[k] < 0 ? 0 - static_cast<std::uint64_t>(c[k]) : static_cast<std::uint64_t>(c[k]),
           k * digit_bits);
  return integer(positive) - integer(negative);
}

class Normalize : public on_executor {
 protected:
  /// A coefficient of either sign below 2^52, often an extreme one.
  std::int64_t random_coefficient() {
    constexpr std::int64_t largest = (std::int64_t{1} << 52) - 1;
    const auto magnitude =
        random.below(8) == 0 ? largest : static_cast<std::int64_t>(random.bits() >> (12 + random.below(52)));
    return random.coin() ? magnitude : -magnitude;
  }

  /// Random coefficients of a nonnegative number.
  coefficients random_coefficients(std::size_t count, std::uint32_t digit_bits) {
    coefficients c(count);
    for (std::int64_t& value : c) value = random_coefficient();
    if (value_of(c, digit_bits).sign() < 0)
      for (std::int64_t& value : c) value = -value;
    return c;
  }

  /// Limbs of `batch` problems, each `limb_count` limbs long; their coefficients are `stride` apart. Guards
  /// between the problems must survive.
  std::vector<limbs> run(const coefficients& c, std::size_t count, std::size_t stride, std::uint32_t batch,
                         std::uint32_t digit_bits, std::size_t limb_count) {
    constexpr std::size_t gap = 3;
    constexpr std::uint64_t guard = 0x6a09e667f3bcc908;
    const std::size_t limb_stride = limb_count + gap;
    const exec::buffer<std::int64_t> input(executor(), std::span<const std::int64_t>(c));
    limbs memory(limb_stride * batch, guard);
    const exec::buffer<limb> output(executor(), std::span<const limb>(memory));
    const numbers::carry_chain chain(detail::engine_of(here())->chains(), limb_count, batch);
    executor().launch(kernels::normalize_arguments{input.data(),
                                                   count,
                                                   stride,
                                                   digit_bits,
                                                   output.data(),
                                                   limb_count,
                                                   limb_stride,
                                                   chain.get(),
                                                   {nullptr, nullptr, nullptr},
                                                   batch});
    executor().download(memory.data(), output.data(), memory.size() * sizeof(limb));
    std::vector<limbs> results;
    for (std::uint32_t g = 0; g < batch; ++g) {
      const auto first = memory.begin() + static_cast<std::ptrdiff_t>(g * limb_stride);
      const auto end = first + static_cast<std::ptrdiff_t>(limb_count);
      results.emplace_back(first, end);
      EXPECT_EQ(limbs(end, end + gap), limbs(gap, guard)) << "written behind the end of problem " << g;
    }
    return results;
  }

  limbs run(const coefficients& c, std::uint32_t digit_bits, std::size_t limb_count) {
    return run(c, c.size(), c.size(), 1, digit_bits, limb_count).front();
  }

  void expect_carry_through_everything(std::size_t limb_count, std::int64_t lowest);
};

TEST_P(Normalize, RandomCoefficientsOfEveryWidth) {
  for (std::uint32_t digit_bits = 1; digit_bits <= 32; ++digit_bits)
    for (int round = 0; round < 4; ++round) {
      const std::size_t count = random.log_uniform(1, size({20000, 8000, 200000}));
      const coefficients c = random_coefficients(count, digit_bits);
      const std::size_t limb_count = count * digit_bits / 64 + 2;
      const integer expected = value_of(c, digit_bits);
      ASSERT_TRUE(matches(integer(run(c, digit_bits, limb_count)), expected))
          << count << " coefficients of " << digit_bits << " bits";
    }
}

TEST_P(Normalize, TruncatesToTheLimbsAskedFor) {
  for (int round = 0; round < 60; ++round) {
    const auto digit_bits = static_cast<std::uint32_t>(random.between(1, 32));
    const coefficients c = random_coefficients(random.log_uniform(1, 9000), digit_bits);
    const std::size_t all = c.size() * digit_bits / 64 + 2;
    const std::size_t limb_count = random.between(1, all);
    ASSERT_TRUE(
        matches(integer(run(c, digit_bits, limb_count)), value_of(c, digit_bits).low_bits(limb_count * 64)))
        << c.size() << " coefficients of " << digit_bits << " bits to " << limb_count << " limbs";
  }
}

TEST_P(Normalize, LimbsAboveTheNumberAreZero) {
  for (const std::uint32_t digit_bits : {1u, 16u, 18u, 31u, 32u}) {
    const coefficients c = random_coefficients(random.log_uniform(1, 3000), digit_bits);
    ASSERT_TRUE(matches(integer(run(c, digit_bits, c.size() + 5000)), value_of(c, digit_bits)));
  }
}

// c_0 = 2^b and every other digit all ones: the carry passes through all limbs. With c_0 = 2^b - 1 there is
// no carry; with c_0 = -1 below a single one at the top there is a borrow.
void Normalize::expect_carry_through_everything(std::size_t limb_count, std::int64_t lowest) {
  constexpr std::uint32_t digit_bits = 16;
  constexpr std::int64_t full = (std::int64_t{1} << digit_bits) - 1;
  coefficients c(limb_count * 64 / digit_bits, lowest < 0 ? 0 : full);
  c.front() = lowest;
  if (lowest < 0) c.back() = 1;
  const limbs result = run(c, digit_bits, limb_count + 1);
  limbs expected(limb_count + 1, lowest > full ? 0 : ~std::uint64_t{0});
  expected.back() = lowest > full ? 1 : 0;
  if (lowest < 0) expected[limb_count - 1] = (std::uint64_t{1} << 48) - 1;
  const auto different = std::mismatch(result.begin(), result.end(), expected.begin());
  EXPECT_EQ(result, expected) << limb_count << " limbs, lowest coefficient " << lowest
                              << ", first wrong limb " << different.first - result.begin();
}

TEST_P(Normalize, OneCarryRunsThroughEveryTile) {
  const std::size_t longest = size({1'100'000, 1'100'000, 20'000'000});
  for (const std::size_t limb_count :
       {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{4}, std::size_t{127}, std::size_t{128},
        std::size_t{129}, std::size_t{256}, std::size_t{1023}, std::size_t{1024}, std::size_t{1025},
        std::size_t{1152}, std::size_t{4096}, longest})
    for (const std::int64_t lowest : {std::int64_t{65535}, std::int64_t{65536}, std::int64_t{-1}})
      expect_carry_through_everything(limb_count, lowest);
}

TEST_P(Normalize, OneCarryRunsThroughDigitsOfEveryWidth) {
  for (std::uint32_t digit_bits = 1; digit_bits <= 32; ++digit_bits) {
    const std::int64_t full = (std::int64_t{1} << digit_bits) - 1;
    coefficients c(size({40'000, 20'000, 200'000}) / digit_bits + 1, full);
    c.front() = full + 1;
    const std::size_t bits = c.size() * digit_bits;
    EXPECT_TRUE(matches(integer(run(c, digit_bits, bits / 64 + 1)), integer(1) << bits)) << digit_bits;
    // ... and a borrow: a one at the top, minus one at the bottom.
    std::fill(c.begin(), c.end(), 0);
    c.front() = -1;
    c.back() += 1;
    const std::size_t top = (c.size() - 1) * digit_bits;
    EXPECT_TRUE(matches(integer(run(c, digit_bits, bits / 64 + 1)), (integer(1) << top) - integer(1)))
        << digit_bits;
  }
}

// The lengths are those around the ends of runs and tiles. There are so many problems that no executor has a
// multiprocessor for each.
TEST_P(Normalize, ExtremeCoefficientsMeetAtEveryBoundary) {
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min(),
                         most = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t pairs[][2] = {{least, least}, {most, most}, {least, most}, {most, least}, {0, 0},
                                       {-1, -1},       {1, -1},      {0, least},    {-1, 0}};
  for (const std::uint32_t digit_bits : {1u, 7u, 12u, 13u, 16u, 17u, 19u, 21u, 31u, 32u}) {
    const std::size_t piece = kernels::normalize_runs_kernel::run_of(digit_bits);
    const std::size_t tile = kernels::normalized_runs * piece;
    for (const std::size_t limb_count :
         {std::size_t{1}, std::size_t{2}, piece - 1, piece, piece + 1, std::size_t{1023}, std::size_t{1024},
          std::size_t{1025}, tile - 1, tile, tile + 1, tile + piece, 2 * tile + 1}) {
      const std::size_t count = limb_count * 64 / digit_bits + random.below(3);
      coefficients all;
      std::vector<integer> expected;
      for (const auto& pair : pairs) {
        coefficients c(count);
        for (std::size_t k = 0; k < count; ++k) c[k] = pair[k % 2];
        if (count > 0 && random.coin()) c[random.below(count)] = random.coin() ? 1 : least;
        expected.push_back(modulo(value_of(c, digit_bits), integer(1) << (limb_count * 64)));
        all.insert(all.end(), c.begin(), c.end());
      }
      const auto batch = static_cast<std::uint32_t>(std::size(pairs));
      const auto results = run(all, count, count, batch, digit_bits, limb_count);
      for (std::uint32_t g = 0; g < batch; ++g)
        ASSERT_TRUE(matches(integer(results[g]), expected[g]))
            << "problem " << g << ", " << limb_count << " limbs, digits of " << digit_bits << " bits";
    }
  }
}

TEST_P(Normalize, BatchesOfProblemsKeepApart) {
  for (const std::uint32_t batch : {1u, 2u, 3u, 7u, 33u}) {
    const auto digit_bits = static_cast<std::uint32_t>(random.between(8, 32));
    const std::size_t count = random.log_uniform(1, size({20000, 10000, 100000}));
    const std::size_t stride = count + random.below(5);
    coefficients all;
    std::vector<integer> expected;
    for (std::uint32_t g = 0; g < batch; ++g) {
      coefficients c = random_coefficients(count, digit_bits);
      expected.push_back(value_of(c, digit_bits));
      c.resize(stride, -1);
      all.insert(all.end(), c.begin(), c.end());
    }
    const auto results = run(all, count, stride, batch, digit_bits, count * digit_bits / 64 + 2);
    for (std::uint32_t g = 0; g < batch; ++g)
      ASSERT_TRUE(matches(integer(results[g]), expected[g])) << "problem " << g << " of " << batch;
  }
}

// Neighbouring pieces overlap. The last two may have as many coefficients as they like.
TEST_P(Normalize, OverlappingPiecesAreAdded) {
  for (int round = 0; round < 24; ++round) {
    const auto digit_bits = static_cast<std::uint32_t>(random.between(8, 24));
    const auto pieces = static_cast<std::uint32_t>(random.between(2, 6));
    const std::size_t piece = kernels::shortest_piece_limbs / digit_bits + 1 + random.below(40);
    const std::size_t digits = 64 * piece, most = pieces == 2 ? 4 * digits : 2 * digits;
    const std::size_t count = random.coin() ? most : random.between(digits, most);
    coefficients all(pieces * count), sum((pieces - 1) * digits + count, 0);
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i] = random_coefficient();
      sum[i / count * digits + i % count] += all[i];
    }
    const std::size_t longest = sum.size() * digit_bits / 64 + 2;
    const std::size_t limb_count = round % 3 == 0   ? random.between(1, 250)
                                   : round % 3 == 1 ? random.between(1, longest)
                                                    : longest;
    const exec::buffer<std::int64_t> input(executor(), std::span<const std::int64_t>(all));
    const exec::buffer<limb> output(executor(), limb_count);
    const numbers::carry_chain chain(detail::engine_of(here())->chains(), limb_count, 1);
    executor().launch(kernels::normalize_arguments{.coefficients = input.data(),
                                                   .coefficient_count = sum.size(),
                                                   .coefficient_stride = count,
                                                   .digit_bits = digit_bits,
                                                   .limbs = output.data(),
                                                   .limb_count = limb_count,
                                                   .limb_stride = limb_count,
                                                   .chain = chain.get(),
                                                   .sign = {},
                                                   .pieces = pieces,
                                                   .piece_digits = digits});
    limbs result(limb_count);
    executor().download(result.data(), output.data(), limb_count * sizeof(limb));
    ASSERT_TRUE(matches(integer(result), value_of(sum, digit_bits).low_bits(64 * limb_count)))
        << pieces << " pieces of " << count << " coefficients, " << digits << " digits of " << digit_bits
        << " bits apart, to " << limb_count << " limbs";
  }
}

/// For digits of every width and problems of every length.
template <bool Wide, int Threads>
void expect_stages_that_fit_memory() {
  using memory = kernels::split_memory<Wide, Threads>;
  for (std::uint32_t digit_bits = 1; digit_bits <= 32; ++digit_bits)
    for (std::size_t limb_count = 1; limb_count <= kernels::carry_tile_limbs + 1; ++limb_count) {
      kernels::normalize_arguments a{};
      a.digit_bits = digit_bits;
      a.limb_count = limb_count;
      a.chain.tiles = limb_count > kernels::carry_tile_limbs ? 2 : 1;
      const auto layout = kernels::tile_layout::of(a, 1 << 20, memory::halo, memory::stage);
      // Neither the first nor the last coefficient of a problem begins with its limb.
      const auto most_coefficients = [&](std::uint32_t positions) {
        return 64 * positions / digit_bits + positions / layout.pitch + 2;
      };
      ASSERT_LE(most_coefficients(layout.stage_positions), memory::stage) << digit_bits << " " << limb_count;
      if (layout.stage_positions < kernels::carry_tile_limbs) {
        ASSERT_GT(most_coefficients(2 * layout.stage_positions) + 2, memory::stage)
            << "two stages of " << layout.stage_positions << " limbs would fit into one";
      }
    }
}

TEST(NormalizeTile, StagesFillSharedMemory) {
  expect_stages_that_fit_memory<false, kernels::carry_tile_threads>();
  expect_stages_that_fit_memory<true, kernels::carry_tile_threads>();
  expect_stages_that_fit_memory<false, kernels::carry_tile_limbs>();
}

TEST_P(Normalize, TheSignIsTheProductOfTheSigns) {
  for (const limb a : {0, 1})
    for (const limb b : {0, 1}) {
      const coefficients c = {1};
      const limb words[] = {a, b, 7};
      const exec::buffer<limb> signs(executor(), std::span<const limb>(words));
      const exec::buffer<std::int64_t> input(executor(), std::span<const std::int64_t>(c));
      const exec::buffer<limb> output(executor(), 1);
      const numbers::carry_chain chain(detail::engine_of(here())->chains(), 1, 1);
      executor().launch(kernels::normalize_arguments{input.data(),
                                                     1,
                                                     1,
                                                     16,
                                                     output.data(),
                                                     1,
                                                     1,
                                                     chain.get(),
                                                     {signs.data(), signs.data() + 1, signs.data() + 2}});
      limb sign = 9;
      executor().download(&sign, signs.data() + 2, sizeof sign);
      EXPECT_EQ(sign, a ^ b);
    }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Normalize);

}  // namespace

}  // namespace gbi::test
