/// \file
/// Kernels that check their own results: right results pass on every executor, wrong ones are reported, and
/// no bit that flips between two phases goes unnoticed.
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "src/context/engine.hpp"
#include "src/exec/grids/checked.hpp"
#include "src/ground/carry_chain.hpp"
#include "tests/kernels/failing_block.hpp"
#include "tests/kernels/limbs_on_device.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

constexpr std::uint64_t ticket = 77;
constexpr std::size_t limbs_of_tile = kernels::carry_tile_limbs;

/// Words of a verdict_record: whether the result is wrong.
struct verdict_record {
  exec::buffer<std::uint64_t> words;
  explicit verdict_record(exec::executor& executor) : words(exec::cleared<std::uint64_t>(executor, 3)) {}
  kernels::verdict_report report() const { return {words.data(), ticket, words.data() + 2, 5, true}; }
};

limbs of_ones(std::size_t count) {
  return limbs(count, ~limb{0});
}

/// Pairs whose carries run far, not at all, or at random.
std::vector<std::pair<limbs, limbs>> operands(random_source& random) {
  std::vector<std::pair<limbs, limbs>> all;
  for (const std::size_t n : {std::size_t{1}, std::size_t{70}, limbs_of_tile - 1, limbs_of_tile,
                              limbs_of_tile + 1, 2 * limbs_of_tile + 300})
    all.emplace_back(random_limbs(random, n), random_limbs(random, random.between(1, n)));
  limbs one(1, 1), power(2 * limbs_of_tile + 1, 0), nearly = of_ones(2 * limbs_of_tile + 5);
  power.back() = 1;
  nearly[limbs_of_tile - 1] = 5;
  all.emplace_back(of_ones(2 * limbs_of_tile + 5), one);
  all.emplace_back(power, one);
  all.emplace_back(nearly, one);
  limbs close = random_limbs(random, 2 * limbs_of_tile);
  limbs other = close;
  other[limbs_of_tile / 2] ^= 4;
  all.emplace_back(close, close);
  all.emplace_back(close, other);
  all.emplace_back(other, close);
  return all;
}

class Checked : public limbs_on_device {
 protected:
  std::array<std::uint64_t, 3> said(const verdict_record& of) {
    std::array<std::uint64_t, 3> words{};
    executor().download(words.data(), of.words.data(), sizeof words);
    return words;
  }
};

/// A sum of signed magnitudes, and its expected value.
class addition {
 public:
  addition(detail::engine& engine, const limbs& a, bool a_negative, const limbs& b, bool b_negative,
           bool subtract)
      : x_(engine.executor(), std::span<const limb>(a)),
        y_(engine.executor(), std::span<const limb>(b)),
        signs_(engine.executor(), std::span<const limb>(std::array<limb, 2>{a_negative, b_negative})),
        tiles_(ground::carry_chain::tiles_of(std::max(a.size(), b.size()) + 1)),
        comparers_(kernels::comparers_of(tiles_)),
        chain_(ground::carry_chain::tile_count{tiles_ + comparers_}, engine.chains(), 1),
        memory_(engine.executor(), std::max(a.size(), b.size()) + 2) {
    const integer x = a_negative ? -integer(a) : integer(a), y = b_negative ? -integer(b) : integer(b);
    right = subtract ? x - y : x + y;
  }

  kernels::add_arguments sum(bool subtract) const {
    return {{x_.data(), x_.size(), 0},
            {y_.data(), y_.size(), 0},
            {memory_.data() + 1, memory_.size() - 1, 0},
            {.subtract = subtract,
             .sign_a = signs_.data(),
             .sign_b = signs_.data() + 1,
             .comparers = comparers_,
             .sign_result = memory_.data()},
            chain_.first(tiles_)};
  }
  std::uint32_t blocks() const { return tiles_ + comparers_; }
  void reset() const {
    const kernels::tile_chain chain = chain_.get();
    if (chain.states != nullptr) std::fill_n(chain.states, chain.tiles, 0);
    std::fill_n(memory_.data(), memory_.size(), limb{0xbad});
  }
  /// The sign word, then the limbs.
  const exec::buffer<limb>& memory() const { return memory_; }
  static integer value(const limbs& found) {
    const integer magnitude(limbs(found.begin() + 1, found.end()));
    return found.front() != 0 ? -magnitude : magnitude;
  }

  integer right;

 private:
  exec::buffer<limb> x_, y_, signs_;
  std::uint32_t tiles_, comparers_;
  ground::carry_chain chain_;
  exec::buffer<limb> memory_;
};

TEST_P(Checked, SumsAndDifferencesPass) {
  for (const auto& [a, b] : operands(random))
    for (int signs = 0; signs < 8; ++signs) {
      const bool subtract = (signs & 4) != 0;
      const addition one(*detail::engine_of(here()), a, signs & 1, b, signs & 2, subtract);
      const verdict_record of(executor());
      executor().launch(kernels::checked_add_arguments{one.sum(subtract), of.report()});
      EXPECT_EQ(addition::value(read(one.memory())), one.right);
      EXPECT_EQ(said(of), (std::array<std::uint64_t, 3>{0, 0, 5}));
    }
}

TEST_P(Checked, ShiftsPass) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{900}, 3 * limbs_of_tile + 7})
    for (const std::int64_t offset : {-1, -64, -131, 1, 63, 64, 200, 0}) {
      const limbs a = random_limbs(random, n);
      const auto x = on_device(a), sign = on_device({1});
      const exec::buffer<limb> out(executor(), n + 4);
      const verdict_record of(executor());
      executor().launch(kernels::checked_shift_arguments{
          {{x.data(), n, 0}, {out.data() + 1, n + 3, 0}, offset, sign.data(), out.data()}, of.report()});
      const limbs found = read(out);
      EXPECT_EQ(found.front(), 1u);
      const integer value(limbs(found.begin() + 1, found.end()));
      EXPECT_EQ(value, offset < 0 ? integer(a) << static_cast<std::uint64_t>(-offset)
                                  : integer(a) >> static_cast<std::uint64_t>(offset));
      EXPECT_EQ(said(of), (std::array<std::uint64_t, 3>{0, 0, 5}));
    }
}

// If blocks share multiprocessors, nothing is read again.
TEST_P(Checked, LongSumsAndShiftsPass) {
  const std::size_t n = (std::max(executor().properties().multiprocessors, 8u) + 2) * limbs_of_tile + 5;
  limbs nearly = of_ones(n);
  nearly[limbs_of_tile / 2] = 7;
  const std::pair<limbs, limbs> all[] = {{random_limbs(random, n), random_limbs(random, n - 3)},
                                         {random_limbs(random, limbs_of_tile), random_limbs(random, n)},
                                         {of_ones(n), limbs(1, 1)},
                                         {nearly, of_ones(n)},
                                         {nearly, nearly}};
  for (const auto& [a, b] : all)
    for (const bool subtract : {false, true}) {
      const addition one(*detail::engine_of(here()), a, random.coin(), b, random.coin(), subtract);
      const verdict_record of(executor());
      executor().launch(kernels::checked_add_arguments{one.sum(subtract), of.report()});
      EXPECT_EQ(addition::value(read(one.memory())), one.right);
      EXPECT_EQ(said(of), (std::array<std::uint64_t, 3>{0, 0, 5}));
    }
  for (const std::int64_t offset : {-67, 5, 64}) {
    const auto x = on_device(nearly), sign = on_device({1});
    const exec::buffer<limb> out(executor(), n + 3);
    const verdict_record of(executor());
    executor().launch(kernels::checked_shift_arguments{
        {{x.data(), n, 0}, {out.data() + 1, n + 2, 0}, offset, sign.data(), out.data()}, of.report()});
    const limbs found = read(out);
    EXPECT_EQ(integer(limbs(found.begin() + 1, found.end())),
              offset < 0 ? integer(nearly) << static_cast<std::uint64_t>(-offset)
                         : integer(nearly) >> static_cast<std::uint64_t>(offset));
    EXPECT_EQ(said(of), (std::array<std::uint64_t, 3>{0, 0, 5}));
  }
}

// The sign overwrites the lowest limb before the result is read again.
TEST_P(Checked, ResultsThatChangeAreReported) {
  constexpr std::size_t n = 5;
  const auto x = on_device(random_limbs(random, n)), y = on_device(random_limbs(random, n));
  const auto signs = on_device({0, 0}), out = on_device(limbs(n + 1, 0));
  const ground::carry_chain chain(detail::engine_of(here())->chains(), n + 1, 1);
  const verdict_record of_sum(executor()), of_shift(executor());
  executor().launch(kernels::checked_add_arguments{
      {{x.data(), n, 0},
       {y.data(), n, 0},
       {out.data(), n + 1, 0},
       {.sign_a = signs.data(), .sign_b = signs.data() + 1, .sign_result = out.data()},
       chain.get()},
      of_sum.report()});
  executor().launch(kernels::checked_shift_arguments{
      {{y.data(), n, 0}, {out.data(), n, 0}, 3, signs.data(), out.data()}, of_shift.report()});
  EXPECT_EQ(said(of_sum)[0], ticket);
  EXPECT_EQ(said(of_shift)[0], ticket);
}

// A word says that the smaller of two magnitudes is the larger one.
TEST_P(Checked, DifferencesWithTheWrongOrderAreReported) {
  const std::size_t longest = (executor().properties().multiprocessors + 2) * limbs_of_tile;
  for (const std::size_t n : {std::size_t{5}, 2 * limbs_of_tile + 9, longest}) {
    limbs small = random_limbs(random, n), large = random_limbs(random, n);
    if (integer(small) > integer(large)) std::swap(small, large);
    const auto x = on_device(small), y = on_device(large), out = on_device(limbs(n + 1, 0));
    const auto words = on_device({0, 1, 2 * n + 1, 0});  // signs, order, sign of the result
    const ground::carry_chain chain(detail::engine_of(here())->chains(), n + 1, 1);
    const verdict_record of(executor());
    executor().launch(kernels::checked_add_arguments{{{x.data(), n, 0},
                                                      {y.data(), n, 0},
                                                      {out.data(), n + 1, 0},
                                                      {.sign_a = words.data(),
                                                       .sign_b = words.data() + 1,
                                                       .order = words.data() + 2,
                                                       .sign_result = words.data() + 3},
                                                      chain.get()},
                                                     of.report()});
    EXPECT_EQ(said(of)[0], ticket);
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Checked);

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
    const bool is_reported = of.words.data()[0] == ticket;
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

/// Flips each bit of shared memory before each phase.
template <class Kernel>
void flip_every(outcome& all, const repeatable<Kernel>& launch) {
  const std::uint64_t phases = launch.phases();
  for (std::uint64_t when = 0; when < phases; ++when)
    for (std::uint64_t bit = 0; bit < 8 * sizeof(typename Kernel::shared_memory); ++bit) {
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

  /// \tparam Kernel of sums
  template <class Kernel>
  repeatable<Kernel> launch_of(const addition& one, const kernels::checked_add_arguments& arguments,
                               const verdict_record& of) {
    return {one.blocks(), arguments, of, [&one] { one.reset(); },
            [&one] {
              const auto& memory = one.memory();
              return addition::value(limbs(memory.data(), memory.data() + memory.size())) == one.right;
            }};
  }

  void expect_none_silent() const {
    EXPECT_EQ(all.silent, 0);
    EXPECT_GT(all.reported, 5);
    EXPECT_GT(all.harmless, 100);
  }
};

TEST_F(FlipsBetweenPhases, OfSums) {
  using kernel = kernels::checked_add_kernel<true>;
  for (int round = 0; round < 4; ++round)
    for (const auto& [a, b] : operands(random)) {
      const bool subtract = random.coin();
      const addition one(engine, a, random.coin(), b, random.coin(), subtract);
      const verdict_record of(executor);
      const kernels::checked_add_arguments arguments{one.sum(subtract), of.report()};
      const auto launch = launch_of<kernel>(one, arguments, of);
      for (int i = 0; i < 25; ++i) flip_one(all, random, launch, words_of(one.memory()));
    }
  expect_none_silent();
}

// In shared memory only, because stored results are not read again.
TEST_F(FlipsBetweenPhases, OfLongSums) {
  using kernel = kernels::checked_add_kernel<false>;
  for (int round = 0; round < 4; ++round)
    for (const auto& [a, b] : operands(random)) {
      const bool subtract = random.coin();
      const addition one(engine, a, random.coin(), b, random.coin(), subtract);
      const verdict_record of(executor);
      const kernels::checked_add_arguments arguments{one.sum(subtract), of.report()};
      const auto launch = launch_of<kernel>(one, arguments, of);
      for (int i = 0; i < 25; ++i) flip_one(all, random, launch, {});
    }
  expect_none_silent();
}

// The first tile has no tile before it, even if a damaged word says that it has to ask one.
TEST_F(FlipsBetweenPhases, OfEveryBitOfAShortSum) {
  const bool subtract = random.coin();
  const addition one(engine, of_ones(3), false, {1}, false, subtract);
  const verdict_record of(executor);
  const kernels::checked_add_arguments arguments{one.sum(subtract), of.report()};
  flip_every(all, launch_of<kernels::checked_add_kernel<true>>(one, arguments, of));
  expect_none_silent();
}

TEST_F(FlipsBetweenPhases, OfShifts) {
  using kernel = kernels::checked_shift_kernel<true>;
  for (int round = 0; round < 40; ++round) {
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

/// The coefficients of a product of numbers in digits.
std::vector<std::int64_t> coefficients_of(const limbs& a, const limbs& b, std::uint32_t digit_bits) {
  const auto digits_of = [&](const limbs& x) {
    std::vector<std::int64_t> result;
    for (const limb word : x)
      for (std::uint32_t at = 0; at < limb_bits; at += digit_bits)
        result.push_back(static_cast<std::int64_t>(word >> at & ((limb{1} << digit_bits) - 1)));
    return result;
  };
  const auto x = digits_of(a), y = digits_of(b);
  std::vector<std::int64_t> result(x.size() + y.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < y.size(); ++j) result[i + j] += x[i] * y[j];
  return result;
}

/// The end of a product, in a launch that checks it.
class product_end {
 public:
  static constexpr std::uint32_t digit_bits = 16;

  product_end(detail::engine& engine, const limbs& a, const limbs& b, bool negative)
      : right(integer(a) * integer(b)),
        x_(engine.executor(), std::span<const limb>(a)),
        y_(engine.executor(), std::span<const limb>(b)),
        signs_(engine.executor(), std::span<const limb>(std::array<limb, 2>{negative, false})),
        coefficients_(engine.executor(), std::span<const std::int64_t>(coefficients_of(a, b, digit_bits))),
        chain_(engine.chains(), a.size() + b.size(), 1),
        table_(engine.verifier().table()),
        sums_(exec::cleared<kernels::residue_sums>(engine.executor(), 2)),
        memory_(engine.executor(), a.size() + b.size() + 1) {}

  /// \param turn which of two sums this launch uses
  /// \param earlier a decision that this launch makes
  kernels::checked_normalize_arguments arguments(const kernels::verdict_report& report, int turn = 0,
                                                 const kernels::decision_arguments& earlier = {}) const {
    kernels::normalize_arguments product{coefficients_.data(),
                                         coefficients_.size(),
                                         0,
                                         digit_bits,
                                         memory_.data() + 1,
                                         memory_.size() - 1,
                                         0,
                                         chain_.get(),
                                         sign()};
    kernels::residue_check check{};
    const kernels::limb_span numbers[] = {
        {x_.data(), x_.size(), 0}, {y_.data(), y_.size(), 0}, {memory_.data() + 1, memory_.size() - 1, 0}};
    const limb* const signs[] = {signs_.data(), signs_.data() + 1, memory_.data()};
    for (std::size_t i = 0; i < 3; ++i) {
      check.number[i] = numbers[i];
      check.pieces[i] = kernels::pieces_of(numbers[i]);
      check.signs[i] = signs[i];
    }
    check.modulus = table_->modulus();
    check.sums = sums_.data() + turn % 2;
    check.earlier = earlier;
    check.report = report;
    return {product, check};
  }
  /// The decision on this product.
  kernels::decision_arguments decision(const kernels::verdict_report& report, int turn = 0) const {
    return kernels::decision_on(arguments(report, turn).check);
  }
  /// Arguments of the kernel itself.
  template <class Kernel>
  typename Kernel::arguments arguments_of(const kernels::verdict_report& report) const {
    const auto given = arguments(report);
    const auto layout = kernels::tile_layout::of(given.product, 1, Kernel::product_kernel::halo,
                                                 kernels::split_memory<false, Kernel::threads>::stage);
    return {{given.product, layout}, given.check};
  }
  const exec::buffer<limb>& memory() const { return memory_; }
  const exec::buffer<std::int64_t>& coefficients() const { return coefficients_; }
  void reset() const {
    const kernels::tile_chain chain = chain_.get();
    if (chain.states != nullptr) std::fill_n(chain.states, chain.tiles, 0);
    std::fill_n(sums_.data(), sums_.size(), kernels::residue_sums{});
    std::fill_n(memory_.data(), memory_.size(), limb{0xbad});
  }

  integer right;

 private:
  kernels::sign_rule sign() const { return {signs_.data(), signs_.data() + 1, memory_.data()}; }

  exec::buffer<limb> x_, y_, signs_;
  exec::buffer<std::int64_t> coefficients_;
  ground::carry_chain chain_;
  std::shared_ptr<const tables::residue_table> table_;
  exec::buffer<kernels::residue_sums> sums_;
  exec::buffer<limb> memory_;
};

TEST_P(Checked, ProductsPassAndOthersAreReported) {
  detail::engine& engine = *detail::engine_of(here());
  for (const std::size_t n : {std::size_t{3}, std::size_t{500}, std::size_t{1100}}) {
    const product_end one(engine, random_limbs(random, n), random_limbs(random, n / 2 + 1), true);
    const verdict_record good(executor()), bad(executor());
    executor().launch(one.arguments(good.report()));
    const limbs found = read(one.memory());
    EXPECT_EQ(addition::value(found), -one.right);
    // A changed coefficient changes the number.
    std::int64_t coefficient = 0;
    executor().download(&coefficient, one.coefficients().data() + n, sizeof coefficient);
    ++coefficient;
    executor().upload(one.coefficients().data() + n, &coefficient, sizeof coefficient);
    executor().launch(one.arguments(bad.report(), 1, one.decision(good.report())));
    EXPECT_EQ(said(good), (std::array<std::uint64_t, 3>{0, 0, 5}));
    EXPECT_EQ(said(bad), (std::array<std::uint64_t, 3>{0, 0, 5}));  // nobody has decided
    executor().launch(one.decision(bad.report(), 1));
    EXPECT_EQ(said(bad)[0], ticket);
  }
}

TEST_P(Checked, DamagedSumsAreReportedAndCleared) {
  detail::engine& engine = *detail::engine_of(here());
  const limbs a = random_limbs(random, 1500);
  for (const bool is_square : {false, true}) {
    const product_end one(engine, a, is_square ? a : random_limbs(random, 700), false);
    kernels::residue_sums* const damaged = one.arguments({}).check.sums;
    for (int number = 0; number < 3; ++number)
      for (int half = 0; half < 2; ++half)
        for (const int bit : {0, 30, 47, 60}) {
          const std::uint64_t word = std::uint64_t{1} << bit;
          executor().upload(&damaged->of[number][half], &word, sizeof word);
          const verdict_record first(executor()), second(executor()), third(executor());
          executor().launch(one.arguments(first.report(), 0));
          executor().launch(one.arguments(second.report(), 1, one.decision(first.report(), 0)));
          executor().launch(one.arguments(third.report(), 2, one.decision(second.report(), 1)));
          executor().launch(one.decision(third.report(), 2));
          EXPECT_EQ(said(first)[0], ticket) << "number " << number << ", half " << half << ", bit " << bit;
          EXPECT_EQ(said(second)[0], 0u);
          EXPECT_EQ(said(third)[0], 0u);
        }
  }
}

// The square of one number has no pieces of a second one.
TEST_P(Checked, SquaresAreDecided) {
  detail::engine& engine = *detail::engine_of(here());
  const limbs a = random_limbs(random, 1300);
  const product_end one(engine, a, a, false);
  auto arguments = one.arguments({});
  arguments.check.pieces[1] = 0;
  for (const bool is_wrong : {false, true}) {
    const verdict_record of(executor());
    executor().launch(arguments);
    if (is_wrong) {
      const limb one_residue = 1;
      executor().upload(&arguments.check.sums->of[2][0], &one_residue, sizeof one_residue);
    }
    kernels::residue_check check = arguments.check;
    check.report = of.report();
    executor().launch(kernels::decision_on(check));
    EXPECT_EQ(said(of)[0], is_wrong ? ticket : 0);
  }
}

// A record that was given back is not written.
TEST_P(Checked, ForgottenRecordsAreNotWritten) {
  detail::engine& engine = *detail::engine_of(here());
  const product_end one(engine, random_limbs(random, 20), random_limbs(random, 30), false);
  const verdict_record of(executor());
  kernels::decision_arguments decision = one.decision(of.report());
  executor().launch(decision);  // there are no residues
  EXPECT_EQ(said(of)[0], ticket);
  const verdict_record other(executor());
  decision.record = nullptr;
  executor().launch(decision);
  EXPECT_EQ(said(other)[0], 0u);
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
  for (int round = 0; round < 12; ++round) {
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
