/// \file
/// Kernels that check their own results: right results pass on every executor, and wrong ones are reported.
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "tests/kernels/checked_launches.hpp"
#include "tests/kernels/limbs_on_device.hpp"
#include "tests/support/executors.hpp"

namespace gbi::test {

namespace {

class Checked : public limbs_on_device {
 protected:
  std::array<std::uint64_t, 3> said(const verdict_record& of) {
    std::array<std::uint64_t, 3> words{};
    executor().download(words.data(), of.words.data(), sizeof words);
    return words;
  }
};

TEST_P(Checked, SumsAndDifferencesPass) {
  for (const auto& [a, b] : operands_of_sums(random))
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
  EXPECT_EQ(said(of_sum)[0], verdict_ticket);
  EXPECT_EQ(said(of_shift)[0], verdict_ticket);
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
    EXPECT_EQ(said(of)[0], verdict_ticket);
  }
}

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
    EXPECT_EQ(said(bad)[0], verdict_ticket);
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
          EXPECT_EQ(said(first)[0], verdict_ticket)
              << "number " << number << ", half " << half << ", bit " << bit;
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
    EXPECT_EQ(said(of)[0], is_wrong ? verdict_ticket : 0);
  }
}

// A record that was given back is not written.
TEST_P(Checked, ForgottenRecordsAreNotWritten) {
  detail::engine& engine = *detail::engine_of(here());
  const product_end one(engine, random_limbs(random, 20), random_limbs(random, 30), false);
  const verdict_record of(executor());
  kernels::decision_arguments decision = one.decision(of.report());
  executor().launch(decision);  // there are no residues
  EXPECT_EQ(said(of)[0], verdict_ticket);
  const verdict_record other(executor());
  decision.record = nullptr;
  executor().launch(decision);
  EXPECT_EQ(said(other)[0], 0u);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Checked);

}  // namespace

}  // namespace gbi::test
