/// \file
/// Products with digits wider than proven: they are right for every input, because wrong ones are noticed and
/// repaired.
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/error.hpp"
#include "src/exec/buffer.hpp"
#include "src/multiply/right_angle.hpp"
#include "src/multiply/verified.hpp"
#include "src/number/number.hpp"
#include "tests/multiply/plans.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/faulty_executor.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

using kernels::verdict;

/// A plan with wide digits for every size above one block.
plan::fft_plan wide_plan(std::size_t limbs_a, std::size_t limbs_b, bool square) {
  return plan::choose_verified_fft(plan::product_shape::whole(limbs_a, limbs_b, square));
}

class Verified : public on_executor {
 protected:
  struct outcome {
    gpu_bigint value;
    bool wrong;
  };

  /// Runs the plan once without repair. Tells whether verification found an error.
  outcome run(const limbs& a, const limbs& b, const plan::fft_plan& plan, bool recoded) {
    const faults::collector operation;
    const gpu_bigint x = gpu_bigint::from_limbs(a), y = gpu_bigint::from_limbs(b);
    auto& engine = *detail::engine_of(x.context());
    auto result = product_number(x, y);
    const products::product product = product_of(x, y, *result);
    const faults::verifier::lease verdicts(engine.verifier(), 1);
    run_passes(engine, product, plan, recoded, verdicts.get());
    operation::verify(engine, products::relation_of(product),
                      {.how = engine.verifier().mode(), .blocks = 528}, verdicts, false, {});
    verdict said{};
    engine.executor().download(&said, verdicts.get(), sizeof said);
    return {detail::value_of(result), said.wrong != 0};
  }

  /// The verdict about numbers in the executor's memory.
  /// \param run tiles a block
  /// \param memory verdicts of this check and of the one before it
  verdict verdict_of(kernels::verify_arguments of_numbers, std::uint32_t run,
                     const exec::buffer<verdict>& memory) {
    for (int i = 0; i < 4; ++i) {
      const std::size_t tiles =
          (of_numbers.number[i].count + kernels::checksum_tile - 1) / kernels::checksum_tile;
      of_numbers.tiles[i] = static_cast<std::uint32_t>(tiles);
      of_numbers.blocks[i] = (of_numbers.tiles[i] + run - 1) / run;
    }
    of_numbers.run = run;
    const auto table = detail::engine_of(here())->verifier().table();
    of_numbers.modulus = table->modulus();
    of_numbers.verdicts = memory.data();
    of_numbers.spent = memory.data() + 1;
    executor().launch(of_numbers);
    verdict said{};
    executor().download(&said, memory.data(), sizeof said);
    return said;
  }

  /// Without recoding, the digits of hostile operands reach their intended size.
  static void run_passes(detail::engine& engine, const products::product& product, const plan::fft_plan& plan,
                         bool recoded, verdict* verdicts) {
    const products::right_angle_passes passes(engine, plan);
    const products::right_angle_passes first(engine, {plan.shape, plan.digit_bits, recoded});
    const exec::buffer<kernels::complex<double>> data(engine.executor(), 2 * passes.points());
    auto* const second = data.data() + passes.points();
    auto* const coefficients = reinterpret_cast<std::int64_t*>(second);
    first.forward({{first.digits(product.a), first.digits(product.b)},
                   {first.folded(product.a.count), first.folded(product.b.count)},
                   {0, 1, 2}},
                  2, data.data());
    passes.multiply_rows(data.data(), second, nullptr, 1, false);
    passes.backward(data.data(), coefficients, 1, verdicts);
    passes.normalize(coefficients, product.out, 1);
  }

  static detail::new_number product_number(const gpu_bigint& x, const gpu_bigint& y) {
    auto result = detail::number::make(detail::engine_of(x.context()),
                                       detail::number_of(x)->size() + detail::number_of(y)->size());
    result->set_negative(false);
    return result;
  }
  static products::product product_of(const gpu_bigint& x, const gpu_bigint& y, detail::number& result) {
    return {.a = detail::number_of(x)->span(), .b = detail::number_of(y)->span(), .out = result.target()};
  }

  /// Operand lengths in limbs that fill a transform of about this many points.
  std::vector<std::size_t> sizes_of_operands() {
    std::vector<std::size_t> result;
    const std::size_t largest = size({20000, 3000, 300000});
    for (std::size_t n = 1400; n < largest; n += n / 3) result.push_back(n + random.below(n / 3));
    return result;
  }
};

TEST_P(Verified, RandomProductsAreRightAndSaidToBe) {
  for (const std::size_t n : sizes_of_operands()) {
    const limbs a = random_limbs(random, n), b = random_limbs(random, n / (1 + random.below(3)) + 1);
    for (const limbs& other : {b, a}) {
      const plan::fft_plan plan = wide_plan(a.size(), other.size(), false);
      if (!plan.verified) continue;
      const outcome got = run(a, other, plan, true);
      EXPECT_TRUE(matches(got.value, integer(a) * integer(other))) << n << " limbs";
      EXPECT_FALSE(got.wrong) << n << " limbs";
    }
  }
}

TEST_P(Verified, HostileOperandsBehaveLikeRandomOnes) {
  for (const std::size_t n : sizes_of_operands()) {
    const plan::fft_plan plan = wide_plan(n, n, false);
    if (!plan.verified) continue;
    std::vector<named_limbs> patterns = hostile_digits(random, n, plan.digit_bits);
    for (named_limbs& pattern : hostile_limbs(random, n)) patterns.push_back(std::move(pattern));
    for (named_limbs& pattern : patterns) {
      pattern.value.back() |= 1;
      const limbs& other = patterns[random.below(patterns.size())].value;
      if (other.size() != n || pattern.value.size() != n) continue;
      const outcome got = run(pattern.value, other, plan, true);
      ASSERT_TRUE(matches(got.value, integer(pattern.value) * integer(other))) << pattern.name << ", " << n;
      ASSERT_FALSE(got.wrong) << pattern.name << ", " << n << " limbs";
    }
  }
}

// The same digits without recoding: every wrong product is noticed, and some products are wrong.
TEST_P(Verified, HostileOperandsThatAreNotRecodedAreNoticed) {
  int wrong = 0;
  for (const std::size_t n : {std::size_t{9000}, std::size_t{20000}}) {
    if (n > 9000 && n > size({20000, 9000, 20000})) continue;
    plan::fft_plan plan = wide_plan(n, n, false);
    ASSERT_TRUE(plan.verified);
    plan.digit_bits += 2;
    for (named_limbs& pattern : hostile_digits(random, n, plan.digit_bits)) {
      if (pattern.value.size() < n) continue;
      const outcome got = run(pattern.value, pattern.value, plan, false);
      const integer right = integer(pattern.value) * integer(pattern.value);
      if (!matches(got.value, right)) {
        EXPECT_TRUE(got.wrong) << pattern.name << ", " << n << " limbs";
        ++wrong;
      }
    }
  }
  EXPECT_GT(wrong, 0);
}

TEST_P(Verified, WrongProductsAreRepaired) {
  const std::size_t n = 9000;
  plan::fft_plan plan = wide_plan(n, n, false);
  ASSERT_TRUE(plan.verified);
  plan.digit_bits = 24;
  const limbs a = random_limbs(random, n), b = random_limbs(random, n);
  ASSERT_TRUE(run(a, b, plan, true).wrong) << "digits this wide are exact?";
  const gpu_bigint x = gpu_bigint::from_limbs(a), y = gpu_bigint::from_limbs(b);
  for (const plan::repair how : {plan::repair::by_columns, plan::repair::by_transform}) {
    const faults::collector operation;
    auto result = product_number(x, y);
    const products::product product = product_of(x, y, *result);
    products::execute(*detail::engine_of(x.context()),
                      plan_by(*detail::engine_of(x.context()), product, plan, how), product);
    EXPECT_TRUE(matches(detail::value_of(result), integer(a) * integer(b))) << static_cast<int>(how);
  }
}

// The same holds for the longest products, which have no proven digits.
TEST_P(Verified, WrongProductsAreTriedAgain) {
  const std::size_t n = 9000;
  plan::fft_plan plan = wide_plan(n, n, false);
  const int trusted = plan.digit_bits, too_wide = 24;
  const limbs a = random_limbs(random, n), b = random_limbs(random, n);
  const gpu_bigint x = gpu_bigint::from_limbs(a), y = gpu_bigint::from_limbs(b);
  auto& engine = *detail::engine_of(x.context());
  for (const int wrong_attempts : {0, 1, 2}) {
    auto result = product_number(x, y);
    const products::product product = product_of(x, y, *result);
    faults::collector operation;
    int attempts = 0;
    const auto attempt = [&](verdict* verdicts) {
      plan.digit_bits = attempts++ < wrong_attempts ? too_wide : trusted;
      products::run_right_angle(engine, product, plan, {.verdicts = verdicts});
    };
    products::run_corrected(engine, product, check_with(engine, product, plan::repair::by_attempt), attempt);
    EXPECT_EQ(attempts, wrong_attempts == 0 ? 1 : 2);
    if (wrong_attempts == 2)
      EXPECT_THROW(faults::require_right(operation.so_far()), device_error);
    else
      EXPECT_TRUE(matches(detail::value_of(result), integer(a) * integer(b)));
  }
}

TEST_P(Verified, ASecondAttemptMayHaveAnotherTransform) {
  const std::size_t n = 9000;
  const plan::fft_plan sure = wide_plan(n, n, false);
  plan::fft_plan first = sure;
  first.digit_bits = 24;
  const limbs a = random_limbs(random, n), b = random_limbs(random, n);
  const gpu_bigint x = gpu_bigint::from_limbs(a), y = gpu_bigint::from_limbs(b);
  auto& engine = *detail::engine_of(x.context());
  faults::collector operation;
  auto result = product_number(x, y);
  const products::product product = product_of(x, y, *result);
  products::compute(engine, product,
                    plan::routes::by_verified_transforms{
                        first, false, check_with(engine, product, plan::repair::by_attempt), sure});
  EXPECT_TRUE(matches(detail::value_of(result), integer(a) * integer(b)));
  EXPECT_NO_THROW(faults::require_right(operation.so_far()));
}

TEST_P(Verified, DigitsWiderThanABlockStagesAreRefused) {
  plan::fft_plan plan = wide_plan(9000, 9000, false);
  plan.digit_bits = plan::widest_digit + 1;
  const limbs a = random_limbs(random, 9000);
  EXPECT_THROW(run(a, a, plan, true), std::logic_error);
}

// The verdict does not depend on the number of tiles per block.
TEST_P(Verified, ChecksumsOfRunsOfTiles) {
  const std::size_t tile = kernels::checksum_tile, m = tile / 2;
  const std::size_t n = size({300 * tile + 77, 3 * tile + 77, 300 * tile + 1});
  const limbs a = random_limbs(random, n), b = random_limbs(random, m);
  limbs product = from_oracle(integer(a) * integer(b)).to_limbs();
  product.resize(n + m);
  for (std::uint32_t run = 1; run <= 5; ++run)
    for (const bool wrong : {false, true}) {
      limbs c = product;
      if (wrong) c[random.below(n + m)] ^= limb{1} << random.below(64);
      const exec::buffer<limb> x(executor(), std::span<const limb>(a)),
          y(executor(), std::span<const limb>(b)), z(executor(), std::span<const limb>(c));
      kernels::verify_arguments numbers{};
      numbers.number[0] = {x.data(), x.size(), 0};
      numbers.number[1] = {y.data(), y.size(), 0};
      numbers.number[2] = {z.data(), z.size(), 0};
      const verdict said = verdict_of(numbers, run, exec::cleared<verdict>(executor(), 2));
      EXPECT_EQ(said.wrong != 0, wrong) << run << " tiles a block";
    }
}

// The mark says that the check has run. The words of the record say that a product is wrong in the end, and
// that one was wrong before its repair. What an earlier check has used is cleared, also by a check of the
// monitors alone.
TEST_P(Verified, ReportsOfChecks) {
  exec::mailboxes& boxes = detail::engine_of(here())->mailboxes();
  const limbs operands{3, 5, 15, 16};
  const exec::buffer<limb> x(executor(), std::span<const limb>(operands));
  verdict found_wrong{};
  found_wrong.wrong = 1;
  const exec::buffer<verdict> gate(executor(), std::span(&found_wrong, 1));
  enum class sum { none, right, wrong };
  for (const sum checked : {sum::none, sum::right, sum::wrong})
    for (const bool is_last : {false, true})
      for (const bool repaired : {false, true}) {
        const exec::mailboxes::box box = boxes.take();
        limb* const words = box.words + kernels::report_limbs;
        std::fill_n(words, 3, 0);
        kernels::verify_arguments numbers{};
        const bool wrong = checked == sum::wrong;
        for (int i = 0; i < 3 && checked != sum::none; ++i)
          numbers.number[i] = {x.data() + i + (i == 2 && wrong ? 1 : 0), 1, 0};
        if (repaired) numbers.repair.verdicts = gate.data();
        numbers.report = {
            .record = words, .ticket = 7, .progress = words + 2, .mark = 11, .is_last = is_last};
        const auto memory = exec::cleared<verdict>(executor(), 2);
        verdict spent{};
        spent.blocks_done = spent.wrong = 1;
        executor().upload(memory.data() + 1, &spent, sizeof spent);
        const verdict said = verdict_of(numbers, 1, memory);
        executor().download(&spent, memory.data() + 1, sizeof spent);
        EXPECT_EQ(spent.blocks_done + spent.wrong, 0u);
        EXPECT_EQ(said.wrong != 0, wrong);
        EXPECT_EQ(limbs(words, words + 3),
                  (limbs{wrong && is_last ? limb{7} : 0, repaired ? limb{7} : 0, 11}));
        boxes.give_back(box);
      }
}

// A flipped bit in the count of blocks may hide a wrong product once, but not another one.
TEST_P(Verified, DamagedCountsLastForOneCheck) {
  const std::size_t n = 3 * kernels::checksum_tile + 77;
  const limbs a = random_limbs(random, n), b = random_limbs(random, n);
  limbs right = from_oracle(integer(a) * integer(b)).to_limbs();
  right.resize(2 * n);
  limbs wrong = right;
  wrong[random.below(2 * n)] ^= limb{1} << random.below(64);
  const exec::buffer<limb> x(executor(), std::span<const limb>(a)), y(executor(), std::span<const limb>(b)),
      good(executor(), std::span<const limb>(right)), bad(executor(), std::span<const limb>(wrong));
  auto& engine = *detail::engine_of(here());
  const auto passes = [&](const exec::buffer<limb>& product) {
    faults::collector operation;
    operation::run_checked(
        engine, {.a = {x.data(), n, 0}, .b = {y.data(), n, 0}, .sum = {product.data(), 2 * n, 0}}, [] {});
    try {
      executor().synchronize();
    } catch (const device_error&) {
      return false;
    }
    return true;
  };
  ASSERT_TRUE(passes(good));
  for (const int bit : {0, 1, 10, 31}) {
    {
      const faults::verifier::lease next(engine.verifier(), 1);
      const std::uint32_t count = std::uint32_t{1} << bit;
      for (verdict* const one : {next.get(), next.spent()})
        executor().upload(&one->blocks_done, &count, sizeof count);
    }
    passes(good);
    EXPECT_FALSE(passes(bad)) << "bit " << bit;
    EXPECT_TRUE(passes(good)) << "bit " << bit;
  }
}

// A remainder must be less than its bound, or not more than twice the bound, even if its checksum is right.
TEST_P(Verified, RestsHaveBounds) {
  const std::size_t tile = kernels::checksum_tile;
  const exec::buffer<limb> zero = exec::cleared<limb>(executor(), 1);
  const auto verdict_memory = exec::cleared<verdict>(executor(), 2);
  for (const std::size_t n : {std::size_t{1}, tile, tile + 1, 2 * tile + 77})
    for (const bool twice : {false, true})
      for (const bool top : {false, true}) {
        limbs of_bound = random_limbs(random, n);
        of_bound.back() |= limb{top} << 63;
        of_bound.front() |= 4;
        const integer bound(of_bound), most = twice ? bound + bound : bound - integer(1);
        const exec::buffer<limb> y(executor(), std::span<const limb>(of_bound));
        const integer step = integer(1) << random.below(64 * n - 1);
        const integer rests[] = {integer(0), most, most + integer(1), most - integer(1), most + step};
        for (const integer& rest : rests) {
          limbs c = from_oracle(rest).to_limbs();
          c.resize(n + 1);
          const exec::buffer<limb> z(executor(), std::span<const limb>(c));
          kernels::verify_arguments numbers{};
          numbers.number[0] = numbers.number[1] = {zero.data(), 1, 0};
          numbers.number[2] = numbers.number[3] = {z.data(), z.size(), 0};
          numbers.bound = {.of = {y.data(), n, 0}, .twice = twice};
          const verdict said = verdict_of(numbers, 1, verdict_memory);
          EXPECT_EQ(said.wrong != 0, most < rest) << n << " limbs, twice: " << twice;
          EXPECT_EQ(said.order, 0u);
        }
      }
}

// Only wrong products of a batch are repaired. The memory of the others is not written again.
TEST_P(Verified, BatchesOfOperandsOfWhichSomeAreHostile) {
  const std::size_t n = 9000;
  const std::uint32_t batch = 3;
  plan::fft_plan plan = wide_plan(n, n, false);
  ASSERT_TRUE(plan.verified);
  plan.digit_bits += 2;  // zero and sparse operands are right with these digits, random ones are not
  limbs all(n * batch);
  all[n - 1] = 1;
  for (std::size_t i = n; i < all.size(); ++i) all[i] = random.bits();
  const limbs b = random_limbs(random, n);
  const gpu_bigint x = gpu_bigint::from_limbs(all), y = gpu_bigint::from_limbs(b);
  auto& engine = *detail::engine_of(x.context());
  const exec::buffer<limb> out(engine.executor(), 2 * n * batch);
  const products::product product{.a = {detail::number_of(x)->limbs(), n, n},
                                  .b = {detail::number_of(y)->limbs(), n, 0},
                                  .out = {out.data(), 2 * n, 2 * n},
                                  .batch = batch};
  products::execute(engine, plan_by(engine, product, plan), product);
  limbs got(out.size());
  engine.executor().download(got.data(), out.data(), got.size() * sizeof(limb));
  for (std::size_t g = 0; g < batch; ++g)
    EXPECT_TRUE(matches(integer(std::span(got).subspan(2 * n * g, 2 * n)),
                        integer(std::span(all).subspan(n * g, n)) * integer(b)))
        << "problem " << g;
}

TEST_P(Verified, TheContextSaysHow) {
  const context here = context::current();
  const verification before = here.verification();
  const std::size_t n = std::size_t{1} << 18;
  const gpu_bigint x = gpu_bigint{1} << (64 * n - 1);
  here.set_verification(verification::off);
  const product_plan off = plan_product(x, x, algorithm::fft);
  for (const verification how : {verification::monitor, verification::residue}) {
    here.set_verification(how);
    EXPECT_EQ(here.verification(), how);
    const product_plan wide = plan_product(x, x, algorithm::fft);
    EXPECT_FALSE(off.verified);
    EXPECT_TRUE(wide.verified);
    EXPECT_GT(wide.digit_bits, off.digit_bits);
    EXPECT_LT(wide.points, off.points);
    EXPECT_NE(wide.to_string().find("verified"), std::string::npos);
  }
  here.set_verification(before);
}

TEST_P(Verified, FaultsOfTheHardwareAreRepairedOrReported) {
  const std::size_t n = std::size_t{1} << 17;  // the longest size whose verification comes last
  const limbs a = random_limbs(random, n), b = random_limbs(random, n);
  const integer right = integer(a) * integer(b);
  on_faulty_hardware(GetParam(), [&](auto& hardware) {
    using place = typename std::remove_reference_t<decltype(hardware)>::place;
    const gpu_bigint x = gpu_bigint::from_limbs(a), y = gpu_bigint::from_limbs(b);
    ASSERT_TRUE(plan_product(x, y).verified);
    for (const place where : {place::spectrum, place::result}) {
      hardware.fail(where, 1);
      EXPECT_TRUE(matches(x * y, right)) << "one fault";
    }
    // Every kind of repair ends with limbs.
    hardware.fail(place::result, 2);
    const auto twice_wrong = [&] { (x * y).to_limbs(); };
    EXPECT_THROW(twice_wrong(), device_error);
    EXPECT_TRUE(matches(x * y, right)) << "after an error";
  });
}

TEST_P(Verified, ARepairThatDoesNotFitMemoryIsAnotherAttempt) {
  const std::size_t n = std::size_t{1} << 17;
  const limbs a = random_limbs(random, n), b = random_limbs(random, n);
  const integer right = integer(a) * integer(b);
  on_faulty_hardware(GetParam(), [&](auto& hardware) {
    const gpu_bigint x = gpu_bigint::from_limbs(a), y = gpu_bigint::from_limbs(b);
    auto& engine = *detail::engine_of(x.context());
    const plan::fft_plan plan = engine.planner().transform(plan::product_shape::whole(n, n));
    ASSERT_TRUE(plan.verified);
    // The attempt needs less workspace than proven digits do.
    hardware.allow(plan::workspace_of(plan));
    ASSERT_GT(plan::workspace_of(plan::choose_fft(plan::product_shape::whole(n, n))),
              plan::workspace_of(plan));
    const exec::buffer<limb> out(engine.executor(), 2 * n);
    const auto product = [&] {
      const products::product wanted{.a = {detail::number_of(x)->limbs(), n, n},
                                     .b = {detail::number_of(y)->limbs(), n, n},
                                     .out = {out.data(), 2 * n, 2 * n}};
      products::execute(engine, plan_by(engine, wanted, plan, plan::repair::by_transform), wanted);
      limbs got(2 * n);
      engine.executor().download(got.data(), out.data(), got.size() * sizeof(limb));
      return got;
    };
    EXPECT_TRUE(matches(integer(product()), right));
    hardware.fail(std::remove_reference_t<decltype(hardware)>::place::result, 1);
    EXPECT_TRUE(matches(integer(product()), right)) << "one fault";
  });
}

GPU_BIGINT_ON_EVERY_DEVICE(Verified);

}  // namespace

}  // namespace gbi::test
