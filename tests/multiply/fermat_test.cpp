/// \file
/// Products by coprime moduli at sizes that the planner would not cut, against GMP.
#include "src/multiply/fermat.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/error.hpp"
#include "gpu_bigint/prepared.hpp"
#include "src/multiply/right_angle.hpp"
#include "src/number/number.hpp"
#include "src/plan/fermat_plan.hpp"
#include "tests/multiply/plans.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/faulty_executor.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/tuned_context.hpp"
#include "tests/support/watched_executor.hpp"

namespace gbi::test {

namespace {

plan::planned_product plan_by_factors(detail::engine& engine, const products::product& wanted,
                                      std::uint32_t factors) {
  const plan::product_shape shape = products::shape_of(wanted);
  const auto chain = plan::find_fermat_moduli(shape, factors);
  if (!chain) throw std::logic_error("no chain of " + std::to_string(factors) + " moduli");
  return plan::planner(engine.tuning(), verification::residue).by_fermat_moduli(shape, *chain);
}

/// The product by a chain of `factors` moduli.
gpu_bigint product_of(const gpu_bigint& x, const gpu_bigint& y, std::uint32_t factors) {
  const detail::number &a = *detail::number_of(x), &b = *detail::number_of(y);
  detail::engine& engine = *detail::engine_of(x.context());
  const faults::collector operation;
  const kernels::limb_span span_a = a.span(), span_b = b.span();
  auto result = detail::number::make(detail::engine_of(x.context()), span_a.count + span_b.count);
  const products::product wanted{.a = span_a,
                                 .b = span_b,
                                 .out = result->target(),
                                 .sign = {a.sign_word(), b.sign_word(), result->sign_word()}};
  products::execute(engine, plan_by_factors(engine, wanted, factors), wanted);
  return detail::value_of(std::move(result));
}

/// Limbs of the longest operands whose product takes the shortest chain of `factors` moduli. The longest
/// modulus has as many limbs.
std::size_t filled_by(std::uint32_t factors, std::size_t at_least = 0) {
  std::size_t limbs = std::max<std::size_t>(at_least, 1);
  for (;;) {
    const auto chain = plan::find_fermat_moduli(plan::product_shape::whole(limbs, limbs), factors);
    if (!chain) throw std::logic_error("no chain");
    if (chain->limbs(0) == limbs) return limbs;
    limbs = chain->limbs(0);
  }
}

class ProductByModuli : public on_executor {
 protected:
  std::uint32_t most_factors() const { return is_shuffled() ? 2 : 4; }

  void expect_products(const limbs& a, const limbs& b, std::uint32_t batch, std::size_t more,
                       std::uint32_t factors);
  void expect_right(const limbs& a, const limbs& b, std::uint32_t factors) {
    const gpu_bigint x = from_oracle(integer(std::span(a))), y = from_oracle(integer(std::span(b)));
    ASSERT_TRUE(matches(product_of(x, y, factors), integer(std::span(a)) * integer(std::span(b))))
        << a.size() << " by " << b.size() << " limbs, " << factors << " factors";
  }
  void expect_right(const integer& a, const integer& b, std::uint32_t factors) {
    const gpu_bigint x = from_oracle(a), y = from_oracle(b);
    ASSERT_TRUE(matches(product_of(x, y, factors), a * b))
        << a.limb_count() << " by " << b.limb_count() << " limbs, " << factors << " factors";
  }
};

TEST_P(ProductByModuli, OfRandomSizesBySomeFactors) {
  for (std::uint32_t factors = 1; factors <= most_factors(); ++factors)
    for (int round = 0; round < (is_shuffled() ? 1 : 3); ++round) {
      const std::size_t most = 5000 << (factors - 1);
      expect_right(random_limbs(random, random.log_uniform(1, most)),
                   random_limbs(random, random.log_uniform(1, most)), factors);
      expect_right(random_limbs(random, random.log_uniform(most / 2, most)),
                   random_limbs(random, random.log_uniform(most / 2, most)), factors);
      if (HasFatalFailure()) return;
    }
}

// Odd factors of the first column, longer chains, and operands that are cut into many parts.
TEST_P(ProductByModuli, OfOtherLengths) {
  if (is_shuffled()) return;
  for (const std::size_t count : {12000, 17000, 30000})
    expect_right(random_limbs(random, count), random_limbs(random, count - random.below(2000)), 1);
  expect_right(random_limbs(random, 1), random_limbs(random, 39000), 3);
  expect_right(random_limbs(random, 39000), random_limbs(random, 77), 3);
  expect_right(random_limbs(random, 60000), random_limbs(random, 60000), 5);
}

// Operands that fill the longest modulus would have one more digit than the transform without their seeds.
TEST_P(ProductByModuli, OfOperandsThatFillTheModulus) {
  const std::uint32_t factors = most_factors() / 2;
  const std::size_t n = filled_by(factors);
  const integer m = integer(1) << n * 64;
  std::vector<integer> operands;
  for (int less = 1; less <= 2; ++less) operands.push_back(m - integer(less));  // congruent to -2 and -3
  for (int more : {-1, 0, 1}) operands.push_back((m >> 1) + integer(more));     // of the largest magnitude
  operands.push_back((m >> 1) + (m >> 30));
  operands.emplace_back(std::span<const limb>(random_limbs(random, n)));
  for (std::size_t i = 0; i < operands.size(); ++i) {
    expect_right(operands[i], operands[random.below(operands.size())], factors);
    if (!is_shuffled()) expect_right(operands[i], operands[i], factors);
    if (HasFatalFailure()) return;
  }
}

TEST_P(ProductByModuli, OfHostileNumbers) {
  const std::uint32_t factors = most_factors() / 2;
  const std::size_t n = filled_by(factors) - random.below(3);
  const auto patterns = hostile_limbs(random, n);
  for (std::size_t i = 0; i < patterns.size(); i += is_shuffled() ? 6 : 2) {
    expect_right(patterns[i].value, patterns[i].value, factors);
    expect_right(patterns[i].value, patterns[random.below(patterns.size())].value, factors);
    if (HasFatalFailure()) return;
  }
}

// Operands and products that are 0 and -1 modulo a factor. Only the device knows of the zeros.
TEST_P(ProductByModuli, OfMultiplesOfTheModuli) {
  const std::uint32_t factors = most_factors() - 1;
  const std::size_t n = filled_by(factors);
  const auto chain = *plan::find_fermat_moduli(plan::product_shape::whole(n, n), factors);
  const integer other{std::span<const limb>(random_limbs(random, n))};
  std::vector<integer> moduli{(integer(1) << chain.tail_limbs() * 64) - integer(1)};
  for (std::uint32_t j = 0; j < factors; ++j)
    moduli.push_back((integer(1) << chain.limbs(j) * 64) + integer(1));
  for (const integer& modulus : moduli) {
    expect_right(modulus, other, factors);
    expect_right(modulus - integer(1), modulus - integer(1), factors);
    expect_right(modulus - integer(1), integer(1), factors);
    if (HasFatalFailure()) return;
  }
}

// Zeros and short numbers in long operands. Only the device knows of them.
TEST_P(ProductByModuli, OfOperandsWithZerosAbove) {
  const std::uint32_t factors = most_factors() - 1;
  const std::size_t n = filled_by(factors);
  const limbs zero(n), some = random_limbs(random, n);
  limbs one = zero, minus = zero, half = some;
  one[0] = 1;
  for (std::size_t i = 0; i < n / 2; ++i) minus[i] = ~limb{0};
  std::fill(half.begin() + static_cast<std::ptrdiff_t>(n / 2), half.end(), 0);
  for (const auto& [a, b] : {std::pair{zero, zero},
                             {zero, some},
                             {some, zero},
                             {one, one},
                             {one, some},
                             {minus, minus},
                             {half, minus}}) {
    expect_products(a, b, 1, 0, factors);
    if (HasFatalFailure()) return;
  }
}

TEST_P(ProductByModuli, OfSquaresAndSigns) {
  const integer a{std::span<const limb>(random_limbs(random, 4000))},
      b{std::span<const limb>(random_limbs(random, 3000)), true};
  const gpu_bigint x = from_oracle(a), y = from_oracle(b);
  EXPECT_TRUE(matches(product_of(x, x, 1), a * a));
  EXPECT_TRUE(matches(product_of(y, y, 2), b * b));
  EXPECT_TRUE(matches(product_of(x, y, 1), a * b));
  EXPECT_TRUE(matches(product_of(y, x, 2), a * b));
}

// A batch, and a result with more limbs than the operands together.
TEST_P(ProductByModuli, OfBatchesWithRoom) {
  expect_products(random_limbs(random, 6000), random_limbs(random, 6000), 2, 5, 1);
}

/// A batch of products of numbers with as many limbs as the given ones.
void ProductByModuli::expect_products(const limbs& a, const limbs& b, std::uint32_t batch, std::size_t more,
                                      std::uint32_t factors) {
  const std::size_t n = a.size() / batch, room = 2 * n + more;
  const exec::buffer<limb> x(executor(), std::span<const limb>(a)), y(executor(), std::span<const limb>(b));
  const exec::buffer<limb> out(executor(), room * batch);
  detail::engine& engine = *detail::engine_of(here());
  const products::product wanted{
      .a = {x.data(), n, n}, .b = {y.data(), n, n}, .out = {out.data(), room, room}, .batch = batch};
  const faults::collector operation;
  products::execute(engine, plan_by_factors(engine, wanted, factors), wanted);
  limbs found(room * batch);
  executor().download(found.data(), out.data(), found.size() * sizeof(limb));
  for (std::size_t g = 0; g < batch; ++g)
    ASSERT_TRUE(matches(integer(std::span(found).subspan(g * room, room)),
                        integer(std::span(a).subspan(g * n, n)) * integer(std::span(b).subspan(g * n, n))));
}

TEST_P(ProductByModuli, WithATailInTwoPasses) {
  if (is_shuffled()) GTEST_SKIP() << "takes long";
  const context narrow =
      tuned_context(GetParam(), [](plan::tuning& tuned) { tuned.product.two_pass_limbs = 1; });
  const scoped_context use(narrow);
  const std::size_t limbs = filled_by(1, std::size_t{18} << 16);
  const plan::planned_product plan =
      plan::planner(detail::engine_of(narrow)->tuning(), verification::residue)
          .by_fermat_moduli(plan::product_shape::whole(limbs, limbs),
                            *plan::find_fermat_moduli(plan::product_shape::whole(limbs, limbs), 1));
  const auto& tail = std::get<plan::routes::by_fermat_moduli>(plan.route).tail->route;
  ASSERT_TRUE(has_tall_column(std::get<plan::routes::by_verified_transforms>(tail).fft.shape));
  expect_right(random_limbs(random, limbs), random_limbs(random, limbs), 1);
}

// If the device's memory is too small for other products, the planner chooses moduli by itself.
TEST(PlannedModuli, WhereMemoryIsShort) {
  random_source random(test_seed());
  auto executor_of_host = std::make_unique<exec::host::host_executor>();
  plan::tuning tuned = plan::resolve_tuning(executor_of_host->properties(), plan::read_environment());
  tuned.words = plan::word_limits::none();
  constexpr std::size_t n = 30000;
  tuned.memory_bytes = 4 * n * sizeof(limb) + (std::size_t{2} << 20);
  const context small =
      detail::context_of(detail::engine::make(std::move(executor_of_host), std::move(tuned)));
  const scoped_context use(small);
  const integer a{std::span<const limb>(random_limbs(random, n))},
      b{std::span<const limb>(random_limbs(random, n))};
  const gpu_bigint x = from_oracle(a), y = from_oracle(b);
  const product_plan found = plan_product(x, y, algorithm::fft);
  EXPECT_GT(found.moduli, 0u) << found.to_string();
  EXPECT_NE(found.to_string().find("coprime moduli"), std::string::npos);
  EXPECT_TRUE(matches(multiply(x, y, algorithm::fft), a * b));
  EXPECT_TRUE(matches(square(x, algorithm::fft), a * a));
  EXPECT_TRUE(matches(x * prepared(y), a * b));
  small.set_verification(verification::off);
  EXPECT_EQ(plan_product(x, y, algorithm::fft).moduli, 0u) << "digits are not verified";
  EXPECT_TRUE(matches(multiply(x, y, algorithm::fft), a * b));
}

// The planner knows only the numbers of the product; those that others hold are seen when it runs.
TEST(PlannedModuli, WhereOthersHoldTheMemory) {
  random_source random(test_seed());
  auto watched = std::make_unique<watched_executor<exec::host::host_executor>>();
  live_memory& memory = *watched;
  exec::executor& executor = *watched;
  plan::tuning tuned = plan::resolve_tuning(watched->properties(), plan::read_environment());
  tuned.words = plan::word_limits::none();
  tuned.product.preferred = algorithm::fft;
  constexpr std::size_t n = 30000;
  const auto shape = plan::product_shape::whole(n, n);
  const plan::planner planner(tuned, verification::residue);
  const std::size_t usual = planner.product(shape).workspace_bytes,
                    least = plan::workspace_of(planner.cheapest_fermat_moduli(shape).value(), shape);
  ASSERT_LT(least, usual);
  tuned.memory_bytes = 4 * usual;
  const context small = detail::context_of(detail::engine::make(std::move(watched), std::move(tuned)));
  const scoped_context use(small);
  const integer a{std::span<const limb>(random_limbs(random, n))},
      b{std::span<const limb>(random_limbs(random, n))};
  const gpu_bigint x = from_oracle(a), y = from_oracle(b);
  EXPECT_TRUE(matches(x * y, a * b));  // fills the tables
  std::size_t most = 0;
  memory.after_launch = [&](const exec::launchable&, const void*) {
    most = std::max(most, memory.bytes_in_use());
  };
  EXPECT_TRUE(matches(x * y, a * b));
  EXPECT_GE(most, memory.bytes_in_use() + usual);
  const std::size_t usable = 4 * usual - 4 * usual / 32,
                    before = executor.memory().in_use + 2 * n * sizeof(limb);
  const exec::buffer<std::byte> held(executor, usable - before - (usual + least) / 2);
  most = 0;
  EXPECT_TRUE(matches(x * y, a * b));
  EXPECT_LT(most, memory.bytes_in_use() + usual);
  memory.after_launch = {};
}

// Each launch of the route fails in turn, once or also in the repeated attempt.
TEST_P(ProductByModuli, FaultsAreRepairedOrReported) {
  on_faulty_hardware(GetParam(), [&](auto& hardware) {
    using place = typename std::remove_reference_t<decltype(hardware)>::place;
    constexpr std::uint32_t factors = 2;
    const std::size_t n = filled_by(factors);
    const integer a{std::span<const limb>(random_limbs(random, n))},
        b{std::span<const limb>(random_limbs(random, n))};
    const gpu_bigint x = from_oracle(a), y = from_oracle(b);
    const integer right = a * b;
    const std::pair<place, int> launches[] = {{place::reduced, 7},
                                              {place::lifted, 4},
                                              {place::settled, 1},
                                              {place::spectrum, 3},
                                              {place::result, 3}};
    for (const auto& [where, count] : launches)
      for (int which = 0; which < count; ++which) {
        const std::uint64_t repairs = context::current().repairs();
        hardware.fail(where, 1, which);
        EXPECT_TRUE(matches(product_of(x, y, factors), right)) << static_cast<int>(where) << ", " << which;
        context::current().synchronize();
        EXPECT_EQ(context::current().repairs(), repairs + 1) << static_cast<int>(where) << ", " << which;
        EXPECT_FALSE(hardware.fails_later()) << "there are fewer launches";
      }
    hardware.fail(place::settled, 2);
    const gpu_bigint wrong = product_of(x, y, factors);
    EXPECT_THROW(wrong.to_limbs(), device_error);
    EXPECT_TRUE(matches(product_of(x, y, factors), right)) << "after an error";
  });
}

TEST_P(ProductByModuli, FreesItsMemoryWhenThereIsNotEnough) {
  on_faulty_hardware(GetParam(), [&](auto& hardware) {
    constexpr std::size_t n = 5000;
    const integer a{std::span<const limb>(random_limbs(random, n))};
    const gpu_bigint x = from_oracle(a);
    const std::size_t before = hardware.memory().in_use;
    hardware.allow(n * sizeof(limb));
    EXPECT_THROW(product_of(x, x, 1), out_of_memory);
    hardware.allow(~std::size_t{0});
    EXPECT_EQ(hardware.memory().in_use, before);
    EXPECT_TRUE(matches(x, a));
    EXPECT_TRUE(matches(product_of(x, x, 1), a * a));
  });
}

// Every fourth seed suits a residue that fills the modulus.
TEST_P(ProductByModuli, RefusesRemaindersWithoutASeedForThem) {
  detail::engine& engine = *detail::engine_of(here());
  const plan::fft_plan verified = plan::find_fermat_moduli(plan::product_shape::whole(5000, 5000), 1)->first;
  const exec::buffer<limb> x = exec::cleared<limb>(executor(), plan::modulus_limbs(verified));
  const exec::buffer<kernels::complex<double>> data(executor(), verified.shape.points);
  const kernels::limb_span residue{x.data(), x.size(), 0};
  const products::right_angle_passes passes(engine, verified);
  kernels::digit_source digits = passes.filling_digits(residue);
  const auto forward = [&] { passes.forward({{digits}, {true}, {0, 1, 1}}, 1, data.data()); };
  EXPECT_NO_THROW(forward());
  int refused = 0;
  constexpr int seeds = 48;
  for (int i = 0; i < seeds; ++i) {
    digits.seed = random.bits();
    try {
      forward();
    } catch (const std::logic_error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, seeds / 2);
  EXPECT_LT(refused, seeds);
  plan::fft_plan proven = verified;
  proven.verified = false;
  EXPECT_THROW(products::right_angle_passes(engine, proven).filling_digits(residue), std::logic_error);
}

GPU_BIGINT_ON_EVERY_DEVICE(ProductByModuli);

}  // namespace

}  // namespace gbi::test
