/// \file
/// The public normalisation against GMP: both kinds of coefficients, both phases together and separately,
/// every digit width, any length and batch.
#include "gpu_bigint/normalize.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <vector>

#include "kernels/normalize/arguments.hpp"
#include "src/exec/buffer.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

/// Coefficients of 64 bits (no upper words) or 96 bits.
struct coefficients {
  std::vector<std::int64_t> lower;
  std::vector<std::int32_t> upper;

  std::size_t size() const { return lower.size(); }
  integer operator[](std::size_t k) const {
    const auto word = static_cast<std::uint64_t>(lower[k]);
    if (upper.empty()) return integer(static_cast<long>(lower[k]));
    return (integer(static_cast<long>(upper[k])) << 64) + integer(std::span(&word, 1));
  }
};

/// sum_k c_k 2^(k digit_bits) over `count` coefficients starting at `first`, computed by halves.
integer value_of(const coefficients& c, std::size_t first, std::size_t count, int digit_bits) {
  if (count == 0) return integer(0);
  if (count == 1) return c[first];
  const std::size_t half = count / 2;
  return value_of(c, first, half, digit_bits) +
         (value_of(c, first + half, count - half, digit_bits) << half * static_cast<unsigned>(digit_bits));
}

/// The phases to run: both at once, or phase 1 and then phase 2.
enum class phases { fused, apart };

class Normalization : public on_executor {
 protected:
  static constexpr std::uint64_t guard = 0x6a09e667f3bcc908;

  std::size_t fitting_limbs(std::size_t count, int digit_bits) const {
    return count * static_cast<unsigned>(digit_bits) / 64 + 3;
  }

  /// Extreme values, and random values of every magnitude.
  coefficients random_coefficients(std::size_t count, bool wide) {
    coefficients c;
    for (std::size_t k = 0; k < count; ++k) {
      std::uint64_t low = random.bits();
      auto high = static_cast<std::int32_t>(random.bits());
      switch (random.below(6)) {
        case 0:
          low = wide ? 0 : std::uint64_t{1} << 63;
          high = std::numeric_limits<std::int32_t>::min();
          break;
        case 1:
          low = wide ? ~std::uint64_t{0} : ~std::uint64_t{0} >> 1;
          high = std::numeric_limits<std::int32_t>::max();
          break;
        case 2:
          low = static_cast<std::uint64_t>(static_cast<std::int64_t>(low) >> random.below(64));
          high = static_cast<std::int64_t>(low) < 0 ? -1 : 0;
          break;
        default:
          break;
      }
      c.lower.push_back(static_cast<std::int64_t>(low));
      if (wide) c.upper.push_back(high);
    }
    return c;
  }

  coefficients constant_coefficients(std::size_t count, std::int64_t lower, std::int32_t upper, bool wide) {
    return {std::vector(count, lower), std::vector(wide ? count : 0, upper)};
  }

  /// The limbs of all problems, with guards after each.
  std::vector<std::uint64_t> run(const coefficients& c, std::size_t count, int digit_bits,
                                 std::size_t limb_count, phases which, const normalize_options& options) {
    const std::size_t all = options.batch * options.limb_stride;
    const exec::buffer<std::int64_t> lower(executor(), std::span<const std::int64_t>(c.lower));
    const exec::buffer<std::int32_t> upper(executor(), std::span<const std::int32_t>(c.upper));
    limbs memory(all, guard);
    const exec::buffer<std::uint64_t> words(executor(), std::span<const std::uint64_t>(memory));
    const wide_coefficients wide{reinterpret_cast<const std::uint64_t*>(lower.data()), upper.data()};
    if (which == phases::fused) {
      if (c.upper.empty())
        normalize(here(), lower.data(), count, digit_bits, words.data(), limb_count, options);
      else
        normalize(here(), wide, count, digit_bits, words.data(), limb_count, options);
    } else {
      const exec::buffer<std::uint64_t> addends(executor(), std::span<const std::uint64_t>(memory));
      if (c.upper.empty())
        split_coefficients(here(), lower.data(), count, digit_bits, words.data(), addends.data(), limb_count,
                           options);
      else
        split_coefficients(here(), wide, count, digit_bits, words.data(), addends.data(), limb_count,
                           options);
      expect_split(c, count, digit_bits, limb_count, words, addends, options);
      propagate_carries(here(), words.data(), addends.data(), words.data(), limb_count, options);
    }
    executor().download(memory.data(), words.data(), all * sizeof(std::uint64_t));
    return memory;
  }

  /// Checks the promise of phase 1: the sum of words and addends, and addends up to 2 for 96 bits.
  void expect_split(const coefficients& c, std::size_t count, int digit_bits, std::size_t limb_count,
                    const exec::buffer<std::uint64_t>& words, const exec::buffer<std::uint64_t>& addends,
                    const normalize_options& options) {
    limbs w(words.size()), d(words.size());
    executor().download(w.data(), words.data(), w.size() * sizeof(std::uint64_t));
    executor().download(d.data(), addends.data(), d.size() * sizeof(std::uint64_t));
    for (std::size_t g = 0; g < options.batch; ++g) {
      const std::size_t at = g * options.limb_stride;
      const integer sum =
          integer(std::span(w).subspan(at, limb_count)) + integer(std::span(d).subspan(at, limb_count));
      const integer expected = value_of(c, g * options.coefficient_stride, count, digit_bits);
      ASSERT_TRUE(matches(sum.low_bits(64 * limb_count), expected.low_bits(64 * limb_count)))
          << "phase 1, problem " << g;
      for (std::size_t l = 0; l < limb_count && !c.upper.empty(); ++l)
        ASSERT_LE(d[at + l], 2u) << "addend " << l;
    }
  }

  void check(const coefficients& c, std::size_t count, int digit_bits, std::size_t limb_count, phases which,
             const normalize_options& options) {
    SCOPED_TRACE(testing::Message() << options.batch << " x " << count << " coefficients of "
                                    << (c.upper.empty() ? 64 : 96) << " bits, digits of " << digit_bits
                                    << ", to " << limb_count << " limbs, strides "
                                    << options.coefficient_stride << " and " << options.limb_stride
                                    << (which == phases::fused ? "" : ", phases apart"));
    const limbs result = run(c, count, digit_bits, limb_count, which, options);
    for (std::size_t g = 0; g < options.batch; ++g) {
      const auto all = std::span(result).subspan(g * options.limb_stride, options.limb_stride);
      const integer expected = value_of(c, g * options.coefficient_stride, count, digit_bits);
      ASSERT_TRUE(matches(integer(all.first(limb_count)), expected.low_bits(64 * limb_count)))
          << "problem " << g << (expected.sign() < 0 ? ", a negative number" : "");
      for (const std::uint64_t behind : all.subspan(limb_count)) ASSERT_EQ(behind, guard) << "problem " << g;
    }
  }

  /// One problem, with the phases fused and separate.
  void check(const coefficients& c, int digit_bits, std::size_t limb_count) {
    for (const phases which : {phases::fused, phases::apart}) {
      check(c, c.size(), digit_bits, limb_count, which,
            {.batch = 1, .coefficient_stride = c.size(), .limb_stride = limb_count + 2});
      if (HasFatalFailure()) return;
    }
  }
};

TEST_P(Normalization, EveryWidth) {
  for (int digit_bits = 1; digit_bits <= 32; ++digit_bits)
    for (const bool wide : {false, true}) {
      const std::size_t count = random.log_uniform(1, size({40000, 20000, 400000}));
      check(random_coefficients(count, wide), digit_bits, fitting_limbs(count, digit_bits));
      if (HasFatalFailure()) return;
    }
}

// The largest and smallest sums by columns: every coefficient is extreme.
TEST_P(Normalization, ExtremeCoefficients) {
  for (int digit_bits = 1; digit_bits <= 32; ++digit_bits)
    for (const bool wide : {false, true})
      for (const bool negative : {false, true}) {
        const std::size_t count = size({5000, 2000, 50000});
        constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
        const std::int64_t lower = wide ? (negative ? 0 : -1) : negative ? least : -(least + 1);
        using upper = std::numeric_limits<std::int32_t>;
        check(constant_coefficients(count, lower, negative ? upper::min() : upper::max(), wide), digit_bits,
              fitting_limbs(count, digit_bits));
        if (HasFatalFailure()) return;
      }
}

TEST_P(Normalization, TruncatesAndExtends) {
  for (int round = 0; round < 60; ++round) {
    const int digit_bits = static_cast<int>(random.between(1, 32));
    const std::size_t count = random.log_uniform(1, 9000);
    const bool wide = random.coin();
    check(random_coefficients(count, wide), digit_bits,
          random.log_uniform(1, 2 * fitting_limbs(count, digit_bits)));
    if (HasFatalFailure()) return;
  }
}

TEST_P(Normalization, NoCoefficientsAreZero) {
  EXPECT_EQ(normalize(std::span<const std::int64_t>(), 16, 3, {}, here()), limbs(3, 0));
  EXPECT_TRUE(normalize(std::vector<std::int64_t>{1}, 16, 0, {}, here()).empty());
}

TEST_P(Normalization, BatchesWithStrides) {
  for (int round = 0; round < 40; ++round) {
    const int digit_bits = static_cast<int>(random.between(1, 32));
    const std::size_t count = random.log_uniform(1, 20000), fit = fitting_limbs(count, digit_bits);
    const std::size_t limb_count = random.coin() ? fit : random.between(1, fit);
    const std::size_t batch = std::max<std::size_t>(1, size({60000, 30000, 2000000}) / count / 4);
    normalize_options options{.batch = random.between(1, std::min<std::size_t>(batch, 40)),
                              .coefficient_stride = count + random.below(4),
                              .limb_stride = limb_count + random.below(4)};
    check(random_coefficients(options.batch * options.coefficient_stride, random.coin()), count, digit_bits,
          limb_count, random.coin() ? phases::fused : phases::apart, options);
    if (HasFatalFailure()) return;
  }
}

// Many short problems share tiles.
TEST_P(Normalization, LargeBatchesOfShortProblems) {
  for (int round = 0; round < 24; ++round) {
    const int digit_bits = static_cast<int>(random.between(1, 32));
    const std::size_t batch = random.between(1000, 1000 + size({3000, 1000, 9000}));
    const std::size_t count = random.log_uniform(1, 300);
    const std::size_t limb_count =
        random.coin() ? fitting_limbs(count, digit_bits) : random.log_uniform(1, 600);
    const normalize_options options{.batch = batch,
                                    .coefficient_stride = count + random.below(3),
                                    .limb_stride = limb_count + random.below(3)};
    check(random_coefficients(batch * options.coefficient_stride, random.coin()), count, digit_bits,
          limb_count, random.coin() ? phases::fused : phases::apart, options);
    if (HasFatalFailure()) return;
  }
}

// The lowest digit is 2^b and all others are 2^b - 1, so a carry runs through everything. In a batch, every
// second problem has no carry and must not receive its neighbour's.
TEST_P(Normalization, CarriesRunThroughProblemsAndStopBehind) {
  for (const int digit_bits : {1, 8, 16, 32})
    for (const std::size_t limb_count : {1, 2, 31, 32, 33, 127, 511, 1023, 1024, 1025, 4096})
      for (const bool wide : {false, true}) {
        if (limb_count > size({8200, 1025, 4096})) continue;
        const std::size_t batch = limb_count < 600 && digit_bits > 8 ? size({1100, 1100, 1100}) : 4;
        const std::size_t count = limb_count * 64 / static_cast<unsigned>(digit_bits);
        const std::int64_t full = (std::int64_t{1} << digit_bits) - 1;
        coefficients c = constant_coefficients(count * batch, full, 0, wide);
        for (std::size_t g = 0; g < batch; g += 2) c.lower[g * count] = full + 1;
        limbs expected(limb_count * batch, 0);
        for (std::size_t g = 1; g < batch; g += 2)
          std::fill_n(expected.begin() + static_cast<std::ptrdiff_t>(g * limb_count), limb_count,
                      ~std::uint64_t{0});
        for (const phases which : {phases::fused, phases::apart}) {
          ASSERT_EQ(run(c, count, digit_bits, limb_count, which,
                        {.batch = batch, .coefficient_stride = count, .limb_stride = limb_count}),
                    expected)
              << limb_count << " limbs, digits of " << digit_bits << (wide ? ", wide" : "");
        }
      }
}

// A look-back of full length: 10^8 limbs on CUDA. The input is built on the device from one piece, and the
// host holds one piece of the result at a time.
TEST_P(Normalization, OneCarryRunsThroughAHundredMillionLimbs) {
  const std::size_t limb_count = size({1'000'000, 100'000, 100'000'000}), count = 2 * limb_count;
  constexpr std::size_t piece = std::size_t{1} << 20;
  const std::vector<std::int64_t> full(std::min(piece, count), 0xffffffff);
  const exec::buffer<std::int64_t> lower(executor(), count);
  executor().upload(lower.data(), full.data(), full.size() * sizeof(std::int64_t));
  for (std::size_t filled = full.size(); filled < count; filled *= 2)
    executor().copy(lower.data() + filled, lower.data(),
                    std::min(filled, count - filled) * sizeof(std::int64_t));
  const exec::buffer<std::uint64_t> result(executor(), limb_count + 1);
  for (const std::int64_t lowest : {std::int64_t{0x100000000}, std::int64_t{0xffffffff}}) {
    executor().upload(lower.data(), &lowest, sizeof lowest);
    normalize(here(), lower.data(), count, 32, result.data(), limb_count + 1);
    const bool carries = lowest > full.back();
    limbs some(piece);
    for (std::size_t at = 0; at < limb_count; at += piece) {
      some.resize(std::min(piece, limb_count - at));
      executor().download(some.data(), result.data() + at, some.size() * sizeof(std::uint64_t));
      const std::uint64_t expected = carries ? 0 : ~std::uint64_t{0};
      const auto wrong = std::find_if(some.begin(), some.end(), [=](auto x) { return x != expected; });
      ASSERT_EQ(wrong, some.end()) << "limb " << at + static_cast<std::size_t>(wrong - some.begin());
    }
    std::uint64_t top = 9;
    executor().download(&top, result.data() + limb_count, sizeof top);
    ASSERT_EQ(top, carries ? 1u : 0u);
  }
}

// Runs of ones or zeros, of one limb or of one to three tiles, that end at a tile's first limb or one limb
// below or above it. A carry, a borrow or nothing enters them. The two problems differ outside the runs.
TEST_P(Normalization, TilesLearnFromTheLimbInFrontOfThem) {
  constexpr std::size_t tile = kernels::carry_tile_limbs, limb_count = 4 * tile + 9;
  for (const int digit_bits : {16, 32})
    for (const bool wide : {false, true})
      for (const std::size_t run : {std::size_t{1}, tile, 2 * tile, 3 * tile})
        for (const std::size_t end : {4 * tile - 1, 4 * tile, 4 * tile + 1})
          for (const bool ones : {false, true})
            for (const int enters : {-1, 0, 1}) {
              if (random.below(8) >= size({8, 8, 8})) continue;  // only some cases under a sanitizer
              const std::size_t digits = 64 / static_cast<unsigned>(digit_bits), count = limb_count * digits;
              const std::int64_t full = (std::int64_t{1} << digit_bits) - 1;
              coefficients c = constant_coefficients(2 * count, ones ? full : 0, 0, wide);
              for (std::size_t k = 0; k < 2 * count; ++k) {
                const std::size_t limb = k % count / digits;
                if (limb + run < end || limb >= end)
                  c.lower[k] = static_cast<std::int64_t>(random.bits()) & full;
              }
              const std::size_t first = end > run ? end - run : 0;
              for (const std::size_t problem : {0, 1}) c.lower[problem * count + first * digits] += enters;
              if (wide)
                for (std::size_t k = 0; k < 2 * count; ++k) c.upper[k] = c.lower[k] < 0 ? -1 : 0;
              for (const phases which : {phases::fused, phases::apart}) {
                check(c, count, digit_bits, limb_count, which,
                      {.batch = 2, .coefficient_stride = count, .limb_stride = limb_count + 1});
                if (HasFatalFailure()) {
                  ADD_FAILURE() << "limbs " << first << " to " << end << (ones ? ", ones" : ", zeros")
                                << ", enters " << enters;
                  return;
                }
              }
            }
}

// Phase 2 accepts any addends, not only those of phase 1.
TEST_P(Normalization, PropagatesCarriesOfAnySum) {
  for (int round = 0; round < 20; ++round) {
    const std::size_t limb_count = random.log_uniform(1, size({20000, 10000, 1000000}));
    const std::size_t batch = random.between(1, 3), stride = limb_count + random.below(3);
    limbs words(batch * stride), addends(batch * stride), expected;
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i] = random.below(50) == 0 ? random.bits() : ~std::uint64_t{0};
      addends[i] = random.below(50) == 0 ? random.bits() : random.below(2000) == 0 ? 1 : 0;
    }
    const exec::buffer<std::uint64_t> a(executor(), std::span<const std::uint64_t>(words));
    const exec::buffer<std::uint64_t> b(executor(), std::span<const std::uint64_t>(addends));
    const exec::buffer<std::uint64_t> apart(executor(), words.size());
    std::uint64_t* const targets[] = {apart.data(), a.data(), b.data()};
    std::uint64_t* const target = targets[random.below(3)];
    propagate_carries(here(), a.data(), b.data(), target, limb_count,
                      {.batch = batch, .limb_stride = stride});
    limbs result(words.size());
    executor().download(result.data(), target, result.size() * sizeof(std::uint64_t));
    for (std::size_t g = 0; g < batch; ++g) {
      const integer sum = integer(std::span(words).subspan(g * stride, limb_count)) +
                          integer(std::span(addends).subspan(g * stride, limb_count));
      ASSERT_TRUE(
          matches(integer(std::span(result).subspan(g * stride, limb_count)), sum.low_bits(64 * limb_count)))
          << limb_count << " limbs, problem " << g;
    }
  }
}

TEST_P(Normalization, OfHostMemory) {
  const std::vector<std::int64_t> c = {-1, 3, 5, std::numeric_limits<std::int64_t>::min()};
  const integer value = value_of({c, {}}, 0, 4, 20);
  EXPECT_TRUE(matches(integer(normalize(c, 20, 4, {}, here())), value.low_bits(256)));
  const limbs two = normalize(c, 20, 3, {.batch = 2}, here());
  EXPECT_TRUE(matches(integer(std::span(two).first(3)), value_of({c, {}}, 0, 2, 20).low_bits(192)));
  EXPECT_TRUE(matches(integer(std::span(two).last(3)), value_of({c, {}}, 2, 2, 20).low_bits(192)));
  const limbs lower = {~std::uint64_t{0}, 7};
  const std::vector<std::int32_t> upper = {-1, std::numeric_limits<std::int32_t>::min()};
  EXPECT_TRUE(matches(integer(normalize(lower, upper, 31, 4, {}, here())),
                      value_of({{-1, 7}, upper}, 0, 2, 31).low_bits(256)));
}

TEST_P(Normalization, RefusesBadArguments) {
  const exec::buffer<std::uint64_t> memory(executor(), 100);
  std::uint64_t* const at = memory.data();
  const auto* const c = reinterpret_cast<const std::int64_t*>(at);
  for (const int digit_bits : {-1, 0, 33, 64})
    EXPECT_THROW(normalize(here(), c, 10, digit_bits, at + 50, 10), std::invalid_argument) << digit_bits;
  const auto refuses = [&](const normalize_options& options) {
    EXPECT_THROW(normalize(here(), c, 10, 16, at + 50, 10, options), std::invalid_argument);
    EXPECT_THROW(split_coefficients(here(), c, 10, 16, at + 50, at + 75, 10, options), std::invalid_argument);
  };
  refuses({.batch = 2, .coefficient_stride = 9});
  refuses({.batch = 2, .limb_stride = 9});
  for (const std::size_t batch : {0, 1}) {
    refuses({.batch = batch, .coefficient_stride = 9});
    refuses({.batch = batch, .limb_stride = 9});
    EXPECT_THROW(propagate_carries(here(), at, at + 20, at + 40, 10, {.batch = batch, .limb_stride = 9}),
                 std::invalid_argument);
  }
  refuses({.batch = std::size_t{1} << 32});
  refuses({.batch = (std::size_t{1} << 31) + 1});
  EXPECT_THROW(normalize(here(), c, 10, 16, at + 9, 10), std::invalid_argument);
  EXPECT_THROW(normalize(here(), c + 9, 10, 16, at, 10), std::invalid_argument);
  EXPECT_THROW(split_coefficients(here(), c, 10, 16, at + 20, at + 29, 10), std::invalid_argument);
  EXPECT_THROW(split_coefficients(here(), c, 10, 16, at + 20, at + 5, 10), std::invalid_argument);
  EXPECT_THROW(propagate_carries(here(), at, at + 20, at + 1, 10), std::invalid_argument);
  EXPECT_THROW(propagate_carries(here(), at, at + 20, at + 40, 10, {.batch = 2, .limb_stride = 9}),
               std::invalid_argument);
  EXPECT_THROW(normalize(std::vector<std::int64_t>(5), 16, 2, {.batch = 2}, here()), std::invalid_argument);
  EXPECT_THROW(normalize(std::vector<std::int64_t>(5), 16, 2, {.batch = 0}, here()), std::invalid_argument);
  EXPECT_THROW(normalize(std::vector<std::int64_t>(4), 16, 2, {.limb_stride = 2}, here()),
               std::invalid_argument);
  EXPECT_THROW(normalize(limbs(4), std::vector<std::int32_t>(3), 16, 2, {}, here()), std::invalid_argument);
  EXPECT_THROW(normalize(here(), wide_coefficients{at, nullptr}, 10, 16, at + 50, 10), std::invalid_argument);
  EXPECT_NO_THROW(normalize(here(), c, 10, 16, at, 0));
  EXPECT_NO_THROW(normalize(here(), c, 10, 16, at, 10, {.batch = 0}));
  EXPECT_NO_THROW(propagate_carries(here(), at, at + 20, at, 10));
}

TEST_P(Normalization, RefusesMemoryThatTheDeviceCannotAccess) {
  limbs own(100);
  if (executor().can_access(own.data())) GTEST_SKIP() << "the device accesses all memory of the process";
  const auto memory = exec::cleared<std::uint64_t>(executor(), 100);
  std::uint64_t *const at = memory.data(), *const host = own.data();
  const auto c = [](const std::uint64_t* p) { return reinterpret_cast<const std::int64_t*>(p); };
  const auto* const upper = reinterpret_cast<const std::int32_t*>(host + 50);
  EXPECT_THROW(normalize(here(), c(host), 10, 16, at, 10), std::invalid_argument);
  EXPECT_THROW(normalize(here(), c(at), 10, 16, host, 10), std::invalid_argument);
  EXPECT_THROW(normalize(here(), wide_coefficients{at, upper}, 10, 16, at + 20, 10), std::invalid_argument);
  EXPECT_THROW(split_coefficients(here(), c(at), 10, 16, at + 20, host, 10), std::invalid_argument);
  EXPECT_THROW(propagate_carries(here(), at, host, at + 20, 10), std::invalid_argument);
  EXPECT_THROW(propagate_carries(here(), at, at + 20, host, 10), std::invalid_argument);
  EXPECT_NO_THROW(normalize(here(), c(at), 10, 16, at + 20, 10));
  EXPECT_NO_THROW(here().synchronize()) << "the device goes on working";
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Normalization);

}  // namespace

}  // namespace gbi::test
