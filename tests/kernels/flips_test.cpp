/// \file
/// Bits flip between two phases of kernels that check their own results: no wrong result goes unnoticed.
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "tests/kernels/checked_launches.hpp"
#include "tests/kernels/failing_block.hpp"

namespace gbi::test {

namespace {

/// Counts the outcomes of flips.
struct outcome {
  int harmless = 0, reported = 0, at_rest = 0, silent = 0;
};

/// A launch that can be repeated, and what it leaves.
template <class Kernel>
struct repeatable {
  std::uint32_t blocks;
  const typename Kernel::arguments& arguments;
  const verdict_record& of;
  std::function<void()> reset;           ///< restores everything to the state before a launch
  std::function<bool()> is_right;        ///< whether the result is
  std::function<void()> decide = [] {};  ///< lets a later launch decide whether the result is right

  /// \param before_phase receives the watch and the shared memory
  template <class Body>
  block_watch run(Body&& before_phase) const {
    reset();
    std::span<unsigned char> shared;
    block_watch watch;
    watch.before_phase = [&] { before_phase(watch, shared); };
    run_watched<Kernel>(watch, blocks, arguments, [&](void* memory, std::size_t bytes) {
      shared = {static_cast<unsigned char*>(memory), bytes};
    });
    decide();
    return watch;
  }
  /// The phases of a launch without a flip, which must be right.
  std::uint64_t phases() const {
    const std::uint64_t result = run([](const block_watch&, std::span<unsigned char>) {}).phases;
    EXPECT_TRUE(is_right());
    EXPECT_EQ(of.words.data()[0], 0u);
    return result;
  }
  /// \param at_rest the flipped word is not read any more
  void count(outcome& all, bool at_rest) const {
    const bool is_reported = of.words.data()[0] == verdict_ticket;
    of.words.data()[0] = 0;
    ++(is_right()    ? (is_reported ? all.reported : all.harmless)
       : is_reported ? all.reported
       : at_rest     ? all.at_rest
                     : all.silent);
  }
};

void flip(std::span<unsigned char> memory, std::uint64_t bit) {
  memory[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
}

/// Flips a bit before a random phase, in shared memory or in one of the given words. A word that the kernel
/// has already read again counts as at rest.
template <class Kernel>
void flip_one(outcome& all, random_source& random, const repeatable<Kernel>& launch,
              const std::vector<std::uint64_t*>& words) {
  const std::uint64_t when = random.below(launch.phases());
  bool at_rest = false;
  launch.run([&](const block_watch& watch, std::span<unsigned char> shared) {
    if (watch.phases != when) return;
    if (words.empty() || (!shared.empty() && random.coin())) {
      flip(shared, random.below(8 * shared.size()));
      return;
    }
    std::uint64_t* const word = words[random.below(words.size())];
    *word ^= std::uint64_t{1} << random.below(64);
    at_rest = watch.observed.contains(word);
  });
  launch.count(all, at_rest);
}

/// Flips each bit of shared memory before each phase; under a sanitizer, each ninth bit.
template <class Kernel>
void flip_every(outcome& all, random_source& random, const repeatable<Kernel>& launch) {
  const std::uint64_t phases = launch.phases(), apart = test_scale() < 1 ? 9 : 1;
  for (std::uint64_t when = 0; when < phases; ++when)
    for (std::uint64_t bit = random.below(apart); bit < 8 * sizeof(typename Kernel::shared_memory);
         bit += apart) {
      launch.run([&](const block_watch& watch, std::span<unsigned char> shared) {
        if (watch.phases == when) flip(shared, bit);
      });
      launch.count(all, false);
    }
}

std::vector<std::uint64_t*> words_of(const exec::buffer<limb>& memory) {
  std::vector<std::uint64_t*> result;
  for (limb& word : std::span(memory.data(), memory.size())) result.push_back(&word);
  return result;
}

class FlipsBetweenPhases : public testing::Test {
 protected:
  random_source random{test_seed()};
  const context here{backend::host};
  detail::engine& engine = *detail::engine_of(here);
  exec::executor& executor = engine.executor();
  outcome all;

  /// \tparam ReadsAgain whether the kernel reads again what it has stored
  template <bool ReadsAgain>
  repeatable<kernels::checked_add_kernel<ReadsAgain>> launch_of(
      const addition& one, const kernels::checked_add_arguments& arguments, const verdict_record& of) {
    return {one.blocks(), arguments, of, [&one] { one.reset(); },
            [&one] {
              const auto& memory = one.memory();
              return addition::value(limbs(memory.data(), memory.data() + memory.size())) == one.right;
            }};
  }

  template <bool ReadsAgain>
  void flip_sums() {
    for (std::uint64_t round = 0; round < rounds(4); ++round)
      for (const auto& [a, b] : operands_of_sums(random)) {
        const bool subtract = random.coin();
        const addition one(engine, a, random.coin(), b, random.coin(), subtract);
        const verdict_record of(executor);
        const kernels::checked_add_arguments arguments{one.sum(subtract), of.report()};
        const auto launch = launch_of<ReadsAgain>(one, arguments, of);
        const auto words = ReadsAgain ? words_of(one.memory()) : std::vector<std::uint64_t*>{};
        for (int i = 0; i < 25; ++i) flip_one(all, random, launch, words);
      }
    expect_none_silent();
  }

  /// A quarter of them under a sanitizer.
  static std::uint64_t rounds(std::uint64_t all) { return test_scale() < 1 ? all / 4 : all; }

  void expect_none_silent() const {
    EXPECT_EQ(all.silent, 0);
    EXPECT_GT(all.reported, 5 * test_scale());
    EXPECT_GT(all.harmless, 100 * test_scale());
  }
};

TEST_F(FlipsBetweenPhases, OfSums) {
  flip_sums<true>();
}

// In shared memory only, because stored results are not read again.
TEST_F(FlipsBetweenPhases, OfLongSums) {
  flip_sums<false>();
}

// The first tile has no tile before it, even if a damaged word says that it has to ask one.
TEST_F(FlipsBetweenPhases, OfEveryBitOfAShortSum) {
  const bool subtract = random.coin();
  const addition one(engine, of_ones(3), false, {1}, false, subtract);
  const verdict_record of(executor);
  const kernels::checked_add_arguments arguments{one.sum(subtract), of.report()};
  flip_every(all, random, launch_of<true>(one, arguments, of));
  expect_none_silent();
}

TEST_F(FlipsBetweenPhases, OfShifts) {
  using kernel = kernels::checked_shift_kernel<true>;
  for (std::uint64_t round = 0; round < rounds(40); ++round) {
    const limbs a = random_limbs(random, random.between(1, 3000));
    const std::int64_t offset = static_cast<std::int64_t>(random.below(300)) - 150;
    const exec::buffer<limb> x(executor, std::span<const limb>(a)),
        sign(executor, std::span<const limb>(std::array<limb, 1>{random.coin()})),
        out(executor, a.size() + 4);
    const integer right = offset < 0 ? integer(a) << static_cast<std::uint64_t>(-offset)
                                     : integer(a) >> static_cast<std::uint64_t>(offset);
    const verdict_record of(executor);
    const kernels::checked_shift_arguments arguments{
        {{x.data(), a.size(), 0}, {out.data() + 1, out.size() - 1, 0}, offset, sign.data(), out.data()},
        of.report()};
    const repeatable<kernel> launch{exec::blocks_for(out.size() - 1, kernel::tile_limbs), arguments, of,
                                    [&] { std::fill_n(out.data(), out.size(), limb{0xbad}); },
                                    [&] {
                                      return *out.data() == *sign.data() &&
                                             integer(limbs(out.data() + 1, out.data() + out.size())) == right;
                                    }};
    for (int i = 0; i < 25; ++i) flip_one(all, random, launch, words_of(out));
  }
  expect_none_silent();
}

class FlipsInProducts : public FlipsBetweenPhases {
 protected:
  /// \tparam Threads of a block
  /// \tparam Apart pieces of the factors have blocks of their own
  template <int Threads, bool Apart>
  void flip();
};

template <int Threads, bool Apart>
void FlipsInProducts::flip() {
  using kernel = kernels::checked_normalize_kernel<Threads, Apart>;
  for (std::uint64_t round = 0; round < rounds(12); ++round) {
    const product_end one(engine, random_limbs(random, random.between(1, 800)),
                          random_limbs(random, random.between(1, 800)), random.coin());
    const verdict_record of(executor);
    const auto arguments = one.arguments_of<kernel>(of.report());
    auto words = words_of(one.memory());
    for (auto& number : arguments.check.sums->of)
      for (std::uint64_t& word : number) words.push_back(&word);
    for (std::int64_t& each : std::span(one.coefficients().data(), one.coefficients().size()))
      words.push_back(reinterpret_cast<std::uint64_t*>(&each));
    std::vector<std::int64_t> coefficients(one.coefficients().data(),
                                           one.coefficients().data() + one.coefficients().size());
    const limb negative = *arguments.product.problem.sign.a;
    const repeatable<kernel> launch{
        kernel::blocks_of(arguments.check),
        arguments,
        of,
        [&] {
          one.reset();
          std::copy(coefficients.begin(), coefficients.end(), one.coefficients().data());
        },
        [&] {
          return *one.memory().data() == negative &&
                 integer(limbs(one.memory().data() + 1, one.memory().data() + one.memory().size())) ==
                     one.right;
        },
        [&] {
          block_watch sound;
          run_watched<kernels::decide_kernel>(sound, 1, one.decision(of.report()), [](void*, std::size_t) {});
        }};
    for (int i = 0; i < 40; ++i) flip_one(all, random, launch, words);
  }
  expect_none_silent();
}

TEST_F(FlipsInProducts, SeveralLimbsForEachThread) {
  flip<kernels::carry_tile_threads, false>();
}

// On GPUs with a multiprocessor for each tile.
TEST_F(FlipsInProducts, OneLimbForEachThread) {
  flip<kernels::carry_tile_limbs, false>();
}

// On GPUs with a multiprocessor for each block.
TEST_F(FlipsInProducts, FactorsInOtherBlocks) {
  flip<kernels::carry_tile_limbs, true>();
}

}  // namespace

}  // namespace gbi::test
