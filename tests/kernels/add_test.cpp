/// \file
/// Sums, differences, comparison, length and shift of magnitudes: the value type's kernels, tested alone.
#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "src/context/engine.hpp"
#include "src/number/carry_chain.hpp"
#include "tests/kernels/limbs_on_device.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

constexpr kernels::add_rule plain(bool subtract) {
  return {.subtract = subtract};
}

class Add : public limbs_on_device {
 protected:
  limb read_word(const exec::buffer<limb>& from) { return read(from).front(); }

  /// a + b or a - b in `count` limbs.
  limbs add(const limbs& a, const limbs& b, std::size_t count, bool subtract) {
    const auto x = on_device(a), y = on_device(b);
    const exec::buffer<limb> out(executor(), count);
    const numbers::carry_chain chain(detail::engine_of(here())->chains(), count, 1);
    executor().launch(kernels::add_arguments{{x.data(), a.size(), 0},
                                             {y.data(), b.size(), 0},
                                             {out.data(), count, 0},
                                             plain(subtract),
                                             chain.get()});
    return read(out);
  }

  limb order_of(const limbs& a, const limbs& b) {
    const auto x = on_device(a), y = on_device(b);
    const auto order = exec::cleared<limb>(executor(), 1);
    executor().launch(
        kernels::compare_arguments{{x.data(), a.size(), 0}, {y.data(), b.size(), 0}, order.data()});
    return read_word(order);
  }
};

TEST_P(Add, SumsOfRandomLengths) {
  for (int round = 0; round < 100; ++round) {
    const limbs a = random_limbs(random, random.log_uniform(1, size({50000, 20000, 500000})));
    const limbs b = random_limbs(random, random.log_uniform(1, size({50000, 20000, 500000})));
    const std::size_t count = std::max(a.size(), b.size()) + random.below(3);
    ASSERT_TRUE(matches(integer(add(a, b, count, false)), (integer(a) + integer(b)).low_bits(count * 64)))
        << a.size() << " + " << b.size() << " limbs";
  }
}

TEST_P(Add, DifferencesOfRandomLengths) {
  for (int round = 0; round < 100; ++round) {
    limbs a = random_limbs(random, random.log_uniform(1, size({50000, 20000, 500000})));
    limbs b = random_limbs(random, random.log_uniform(1, size({50000, 20000, 500000})));
    if (integer(a) < integer(b)) a.swap(b);
    ASSERT_TRUE(matches(integer(add(a, b, a.size() + 1, true)), integer(a) - integer(b)))
        << a.size() << " - " << b.size() << " limbs";
  }
}

TEST_P(Add, HostilePatterns) {
  for (const std::size_t count : {1, 3, 4, 5, 128, 1024, 1025, 3000}) {
    const auto patterns = hostile_limbs(random, count);
    for (const auto& a : patterns)
      for (const auto& b : patterns) {
        const integer x(a.value), y(b.value);
        ASSERT_TRUE(matches(integer(add(a.value, b.value, count + 1, false)), x + y))
            << a.name << " + " << b.name;
        if (x >= y) {
          ASSERT_TRUE(matches(integer(add(a.value, b.value, count, true)), x - y))
              << a.name << " - " << b.name;
        }
      }
  }
}

TEST_P(Add, OneCarryAndOneBorrowRunThroughEveryTile) {
  const std::size_t count = size({1'200'000, 1'200'000, 20'000'000});
  const limbs one{1}, ones(count, ~limb{0});
  limbs power(count + 1, 0);
  power.back() = 1;
  EXPECT_EQ(add(ones, one, count + 1, false), power);
  limbs ones_and_nothing = ones;
  ones_and_nothing.push_back(0);
  EXPECT_EQ(add(power, one, count + 1, true), ones_and_nothing);
  EXPECT_EQ(add(ones, {0}, count, false), ones);
  EXPECT_EQ(add(ones, ones, count, true), limbs(count, 0));
}

// Magnitudes in more limbs than they need: the highest limbs, which are zero, do not decide the order.
TEST_P(Add, ADifferenceFindsItsSignBelowZerosOnTop) {
  for (const std::size_t count : {1, 3, 64, 65, 1000, 1025, 9000})
    for (const std::size_t zeros : {0, 1, 63, 64, 3000}) {
      limbs a = random_limbs(random, count), b = random_limbs(random, count);
      const std::size_t all = count + zeros;
      const integer difference = integer(a) - integer(b);
      a.resize(all, 0);
      b.resize(all - random.below(zeros + 1), 0);
      const auto x = on_device(a), y = on_device(b), signs = on_device({0, 0, 7});
      const exec::buffer<limb> out(executor(), all);
      const std::uint32_t tiles = numbers::carry_chain::tiles_of(all),
                          comparers = kernels::comparers_of(tiles);
      const numbers::carry_chain chain(numbers::carry_chain::tile_count{tiles + comparers},
                                       detail::engine_of(here())->chains(), 1);
      executor().launch(kernels::add_arguments{{x.data(), a.size(), 0},
                                               {y.data(), b.size(), 0},
                                               {out.data(), all, 0},
                                               {.subtract = true,
                                                .sign_a = signs.data(),
                                                .sign_b = signs.data() + 1,
                                                .comparers = comparers,
                                                .sign_result = signs.data() + 2},
                                               chain.first(tiles)});
      const bool negative = read(signs)[2] != 0;
      EXPECT_TRUE(matches(negative ? -integer(read(out)) : integer(read(out)), difference))
          << count << " limbs, " << zeros << " zeros";
    }
}

// Runs of limbs that propagate a carry, of one limb or of one to four tiles. They end at a tile's first limb,
// or one limb below or above it. Below a run a carry is generated or killed; a run of four tiles begins with
// the number itself. The result is separate, or overwrites what the next tile reads.
TEST_P(Add, TilesLearnFromTheLimbInFrontOfThem) {
  constexpr std::size_t tile = kernels::carry_tile_limbs, count = 5 * tile + 7;
  for (const bool subtract : {false, true})
    for (const std::size_t run : {std::size_t{1}, tile, 2 * tile, 3 * tile, 4 * tile})
      for (const std::size_t end : {4 * tile - 1, 4 * tile, 4 * tile + 1})
        for (const bool carries : {false, true}) {
          limbs a = random_limbs(random, count), b = random_limbs(random, count);
          a.back() = ~limb{0} / 2;
          b.back() = 1;
          const std::size_t begin = end > run ? end - run : 0;
          for (std::size_t i = begin; i < end; ++i) b[i] = subtract ? a[i] : ~a[i];
          if (begin > 0) {
            a[begin - 1] = carries ? limb{1} << 63 : 0;
            b[begin - 1] = subtract == carries ? 0 : limb{1} << 63;
          }
          const integer expected = subtract ? integer(a) - integer(b) : integer(a) + integer(b);
          const exec::buffer<limb> apart(executor(), count);
          for (const int target : {0, 1, 2}) {
            const auto x = on_device(a), y = on_device(b);
            const exec::buffer<limb>& out = target == 0 ? apart : target == 1 ? x : y;
            const numbers::carry_chain chain(detail::engine_of(here())->chains(), count, 1);
            executor().launch(kernels::add_arguments{{x.data(), count, 0},
                                                     {y.data(), count, 0},
                                                     {out.data(), count, 0},
                                                     plain(subtract),
                                                     chain.get()});
            ASSERT_TRUE(matches(integer(read(out)), expected))
                << (subtract ? "difference" : "sum") << ", limbs " << begin << " to " << end
                << (carries ? " with a carry" : "") << ", target " << target;
          }
        }
}

TEST_P(Add, BatchesInPlace) {
  for (const std::uint32_t batch : {1u, 2u, 3u, 7u, 33u}) {
    const std::size_t count = random.log_uniform(1, size({5000, 3000, 50000}));
    limbs a = random_limbs(random, count * batch);
    // Runs of ones at various positions, so that carries cross tiles in some problems only.
    for (std::uint32_t g = 0; g < batch; g += 2)
      std::fill_n(a.begin() + static_cast<std::ptrdiff_t>(g * count), count, ~limb{0});
    const limbs shared = random_limbs(random, random.between(1, count));
    const auto x = on_device(a), y = on_device(shared);
    const numbers::carry_chain chain(detail::engine_of(here())->chains(), count, batch);
    executor().launch(kernels::add_arguments{{x.data(), count, count},
                                             {y.data(), shared.size(), 0},
                                             {x.data(), count, count},
                                             plain(false),
                                             chain.get(),
                                             batch});
    const limbs result = read(x);
    for (std::uint32_t g = 0; g < batch; ++g) {
      const std::span<const limb> before(a.data() + g * count, count),
          after(result.data() + g * count, count);
      ASSERT_TRUE(matches(integer(after), (integer(before) + integer(shared)).low_bits(count * 64)))
          << "problem " << g << " of " << batch;
    }
  }
}

TEST_P(Add, ACarryComesInOnlyIfBothWordsSaySo) {
  for (const limb lost : {0, 1, 12345})
    for (const limb negative : {0, 1}) {
      const limbs a(2500, ~limb{0});
      const auto x = on_device(a), words = on_device({lost, negative});
      const exec::buffer<limb> out(executor(), a.size() + 1);
      const numbers::carry_chain chain(detail::engine_of(here())->chains(), out.size(), 1);
      kernels::add_rule rule = plain(false);
      rule.carry_if = words.data();
      rule.and_if = words.data() + 1;
      executor().launch(kernels::add_arguments{
          {x.data(), a.size(), 0}, {nullptr, 0, 0}, {out.data(), out.size(), 0}, rule, chain.get()});
      const integer expected = integer(a) + integer(lost != 0 && negative != 0 ? 1 : 0);
      EXPECT_TRUE(matches(integer(read(out)), expected)) << lost << " " << negative;
    }
}

TEST_P(Add, ComparisonFindsTheHighestDifferentLimb) {
  for (int round = 0; round < 50; ++round) {
    const limbs a = random_limbs(random, random.log_uniform(1, 20000));
    EXPECT_EQ(order_of(a, a), 0u);
    limbs b = a;
    b.resize(a.size() + random.below(3000), 0);
    EXPECT_EQ(order_of(a, b), 0u) << "leading zeros";
    b[random.below(b.size())] ^= limb{1} << random.below(64);
    const bool greater = integer(a) > integer(b);
    EXPECT_NE(order_of(a, b), 0u);
    EXPECT_EQ(order_of(a, b) % 2, greater ? 1u : 0u);
    EXPECT_EQ(order_of(b, a) % 2, greater ? 0u : 1u);
  }
}

TEST_P(Add, LengthIsThatOfTheHighestLimbThatIsNotZero) {
  for (int round = 0; round < 50; ++round) {
    limbs a(random.log_uniform(1, 20000), 0);
    const std::size_t length = random.below(a.size() + 1);
    for (std::size_t j = 0; j < length; j += random.between(1, 5000)) a[j] = 1;
    if (length > 0) a[length - 1] = random.bits() | 1;
    const auto x = on_device(a);
    const auto found = exec::cleared<limb>(executor(), 1);
    executor().launch(kernels::significant_arguments{{x.data(), a.size(), 0}, ~limb{0}, found.data()});
    EXPECT_EQ(read_word(found), length);
  }
}

TEST_P(Add, TheLastLimbCountsThroughItsMask) {
  const auto x = on_device({0, 5, 0xf0});
  for (const auto& [mask, length] : {std::pair<limb, limb>{0x0f, 2}, {0x10, 3}, {0, 2}}) {
    const auto found = exec::cleared<limb>(executor(), 1);
    executor().launch(kernels::significant_arguments{{x.data(), 3, 0}, mask, found.data()});
    EXPECT_EQ(read_word(found), length) << std::hex << mask;
  }
}

TEST_P(Add, ShiftsByAnyOffsetInBatches) {
  for (int round = 0; round < 100; ++round) {
    const std::size_t count = random.log_uniform(1, 3000), out_count = random.log_uniform(1, 3000);
    const auto batch = static_cast<std::uint32_t>(random.between(1, 3));
    const std::uint64_t distance = random.log_uniform(1, 64 * 3000) - 1;
    const bool left = random.coin();
    const limbs a = random_limbs(random, count * batch);
    const auto x = on_device(a);
    const exec::buffer<limb> out(executor(), out_count * batch);
    const auto offset = left ? -static_cast<std::int64_t>(distance) : static_cast<std::int64_t>(distance);
    executor().launch(kernels::shift_arguments{
        {x.data(), count, count}, {out.data(), out_count, out_count}, offset, nullptr, nullptr, batch});
    const limbs result = read(out);
    for (std::uint32_t g = 0; g < batch; ++g) {
      const integer value(std::span<const limb>(a.data() + g * count, count));
      const integer got(std::span<const limb>(result.data() + g * out_count, out_count));
      ASSERT_TRUE(matches(got, (left ? value << distance : value >> distance).low_bits(out_count * 64)))
          << count << " limbs to " << out_count << ", offset " << offset << ", problem " << g;
    }
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Add);

}  // namespace

}  // namespace gbi::test
