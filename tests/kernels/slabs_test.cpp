/// \file
/// The kernels of numbers in slabs, tested alone: one executor's memory holds all slabs of a number.
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/distribute/arguments.hpp"
#include "src/context/engine.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Slabs : public on_executor {
 protected:
  exec::buffer<limb> on_device(const limbs& values) { return {executor(), std::span<const limb>(values)}; }
  limbs read(const exec::buffer<limb>& from) {
    limbs result(from.size());
    if (!result.empty()) executor().download(result.data(), from.data(), from.size() * sizeof(limb));
    return result;
  }

  /// Adds overhangs to slabs by the kernels, and 1 to the lowest slab if `one` is set.
  std::vector<limbs> settled(const std::vector<limbs>& slabs, const std::vector<limb>& overhangs,
                             bool has_signed_overhang, bool one = false) {
    std::vector<exec::buffer<limb>> memory;
    const auto records = exec::cleared<limb>(executor(), slabs.size() * kernels::slab_record_words);
    const auto above = on_device(overhangs), yes = on_device({one ? limb{7} : 0}), sign = on_device({1});
    auto* const first = reinterpret_cast<kernels::slab_record*>(records.data());
    for (std::size_t r = 0; r < slabs.size(); ++r) {
      memory.push_back(on_device(slabs[r]));
      executor().launch(kernels::slab_record_arguments{
          {memory[r].data(), slabs[r].size(), 0}, above.data() + r, has_signed_overhang, first + r});
    }
    std::vector<limbs> result;
    for (std::size_t r = 0; r < slabs.size(); ++r) {
      executor().launch(kernels::ripple_arguments{{memory[r].data(), slabs[r].size(), 0},
                                                  first,
                                                  static_cast<std::uint32_t>(r),
                                                  yes.data(),
                                                  sign.data()});
      result.push_back(read(memory[r]));
    }
    return result;
  }

  /// The sum of slabs and overhangs, truncated to the slabs.
  static integer value_of(const std::vector<limbs>& slabs, const std::vector<limb>& overhangs,
                          bool has_signed_overhang, bool one) {
    integer sum(one ? 1 : 0);
    mp_bitcnt_t at = 0;
    for (std::size_t r = 0; r < slabs.size(); ++r) {
      sum = sum + (integer(slabs[r]) << at);
      at += slabs[r].size() * limb_bits;
      if (overhangs.empty() || overhangs[r] == 0) continue;
      const bool negative = has_signed_overhang && overhangs[r] >> 63 != 0;
      const integer term = integer(limbs{negative ? 0 - overhangs[r] : overhangs[r]}) << at;
      sum = negative ? sum - term : sum + term;
    }
    return sum.low_bits(at);
  }

  void expect_settles(const std::vector<limbs>& slabs, const std::vector<limb>& overhangs,
                      bool has_signed_overhang, bool one, const char* what) {
    const auto found = settled(slabs, overhangs, has_signed_overhang, one);
    const std::vector<limb> none(slabs.size(), 0);
    ASSERT_TRUE(
        matches(value_of(found, none, false, false), value_of(slabs, overhangs, has_signed_overhang, one)))
        << what << ", " << slabs.size() << " slabs, the first of " << slabs[0].size() << " limbs";
  }

  /// A slab that passes a carry on, or nearly does.
  limbs hostile_slab(std::size_t count) {
    limbs slab(count, random.coin() ? ~limb{0} : 0);
    if (count == 0) return slab;
    switch (random.below(5)) {
      case 0:
        slab[random.below(count)] ^= limb{1} << random.below(64);
        break;
      case 1:
        slab[0] = random.bits();
        break;
      case 2:
        slab = random_limbs(random, count);
        break;
      default:
        break;
    }
    return slab;
  }
};

// Overhangs are limbs, small numbers of either sign, or single carries and borrows.
TEST_P(Slabs, CarriesAndBorrowsCrossAllSlabs) {
  for (int round = 0; round < 300; ++round) {
    const std::size_t count = random.between(1, 9);
    const bool has_signed_overhang = random.coin();
    std::vector<limbs> slabs;
    limbs overhangs;
    for (std::size_t r = 0; r < count; ++r) {
      slabs.push_back(
          hostile_slab(random.coin() ? random.below(4) : random.log_uniform(1, size({9000, 9000, 100000}))));
      const limb some = random.bits() >> random.below(64), few = random.below(2);
      overhangs.push_back(slabs.back().empty()   ? 0
                          : !has_signed_overhang ? std::min(some, ~limb{0} - 1)
                          : random.coin()        ? (random.coin() ? few : 0 - few)
                                                 : (some >> 29) - (limb{1} << 34));
    }
    expect_settles(slabs, overhangs, has_signed_overhang, random.coin(), "random slabs");
    if (HasFatalFailure()) return;
  }
}

TEST_P(Slabs, OneRunsThroughManyTiles) {
  const std::size_t count = size({100'000, 100'000, 3'000'000});
  const limbs ones(count, ~limb{0}), zeros(count, 0);
  expect_settles({ones, ones, ones, limbs(1, 5)}, {0, 0, 0, 0}, true, true, "carry");
  expect_settles({zeros, zeros, zeros, limbs(1, 5)}, {~limb{0}, 0, 0, 0}, true, false, "borrow");
  // The run ends in the last limb of a slab.
  limbs nearly = ones;
  nearly.back() = 3;
  expect_settles({ones, nearly, ones}, {0, 0, 0}, true, true, "carry that ends");
  // Or at the first or the last limb of a block.
  for (const std::size_t end : {4095, 4096, 4097, 8191, 8192}) {
    nearly = ones;
    nearly[end] = 3;
    expect_settles({nearly, ones}, {0, 0}, true, true, "carry that ends in the middle");
  }
  // Nothing changes without an incoming carry.
  EXPECT_EQ(settled({ones, zeros}, {0, 0}, true), (std::vector<limbs>{ones, zeros}));
}

TEST_P(Slabs, BitLengthIsTheHighestBitOfAll) {
  for (int round = 0; round < 40; ++round) {
    limbs number(random.log_uniform(1, size({20000, 20000, 200000})), 0);
    const std::uint64_t at = random.below(std::uint64_t{1} << 40);
    const std::size_t bit = random.below(number.size() * 64);
    number[bit / 64] = limb{1} << bit % 64;
    for (std::size_t j = 0; j < bit / 64; ++j) number[j] = random.bits();
    const auto memory = on_device(number);
    const auto result = exec::cleared<limb>(executor(), 1);
    executor().launch(kernels::bit_length_arguments{{memory.data(), number.size(), 0}, at, result.data()});
    ASSERT_EQ(read(result)[0], at * 64 + bit + 1) << number.size() << " limbs";
  }
  const auto zeros = exec::cleared<limb>(executor(), 5000), result = exec::cleared<limb>(executor(), 1);
  executor().launch(kernels::bit_length_arguments{{zeros.data(), 5000, 0}, 99, result.data()});
  EXPECT_EQ(read(result)[0], 0u);
}

TEST_P(Slabs, ChecksumOfAWord) {
  // Threads take more limbs of longer numbers, in three steps.
  const std::size_t many = std::max(executor().properties().multiprocessors, 8u) * std::size_t{16384} + 5;
  for (int round = 0; round < 30; ++round) {
    const limbs number =
        random_limbs(random, round == 3   ? many
                             : round == 4 ? many / 2
                                          : random.log_uniform(1, size({40000, 20000, 400000})));
    const std::uint64_t at = random.below(100);
    const limb word = round == 0   ? 1
                      : round == 1 ? ~limb{0}
                      : round == 2 ? limb{1} << 63
                                   : std::max<limb>(1, random.bits() >> random.below(64));
    const auto memory = on_device(number);
    const auto sums = exec::cleared<limb>(executor(), 2);
    executor().launch(kernels::word_checksum_arguments{
        {memory.data(), number.size(), 0}, at, kernels::word_modulus::of(word), sums.data()});
    const limbs halves = read(sums);
    const integer found = integer(limbs{halves[0]}) + (integer(limbs{halves[1]}) << 32);
    const integer modulus(limbs{word});
    ASSERT_TRUE(matches(found % modulus, (integer(number) << (at * 64)) % modulus))
        << number.size() << " limbs at " << at << " by " << word;
  }
}

TEST_P(Slabs, OrderAndRandomBitsKnowWhereTheyBegin) {
  const limbs a{5, 7}, b{9, 7};
  const auto x = on_device(a), y = on_device(b);
  const auto order = exec::cleared<limb>(executor(), 1);
  executor().launch(kernels::compare_arguments{{x.data(), 2, 0}, {y.data(), 2, 0}, order.data(), 10});
  EXPECT_EQ(read(order)[0], 22u);

  constexpr std::size_t count = 6000;
  const exec::buffer<limb> whole(executor(), count);
  executor().launch(kernels::random_arguments{42, 3, {whole.data(), count, 0}, ~limb{0}, nullptr});
  const limbs all = read(whole);
  for (const std::size_t first : {1, 2, 7, 511, 1000})
    for (const std::size_t size : {0, 1, 2, 511, 512, 513, 900, 4900}) {
      const exec::buffer<limb> slab(executor(), size);
      kernels::random_arguments part{42, 3, {slab.data(), size, 0}, ~limb{0}, nullptr};
      part.first_limb = first;
      executor().launch(part);
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
      EXPECT_EQ(read(slab), limbs(begin, begin + static_cast<std::ptrdiff_t>(size))) << first << ' ' << size;
    }
}

TEST_P(Slabs, WordsOfRanksAreJoined) {
  for (const std::size_t ranks : {1, 2, 3, 8})
    for (const std::size_t words : {1, 2, 255, 256, 257, 5000}) {
      const limbs rows = random_limbs(random, ranks * words);
      limbs sums(words), maxima(words);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        sums[i % words] += rows[i];
        maxima[i % words] = std::max(maxima[i % words], rows[i]);
      }
      const auto memory = on_device(rows);
      for (const bool largest : {false, true}) {
        const exec::buffer<limb> joined(executor(), words);
        executor().launch(kernels::reduce_rows_arguments{memory.data(), static_cast<std::uint32_t>(ranks),
                                                         words, largest, joined.data()});
        EXPECT_EQ(read(joined), largest ? maxima : sums) << ranks << " ranks, " << words << " words";
      }
    }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Slabs);

}  // namespace

}  // namespace gbi::test
