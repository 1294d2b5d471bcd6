/// \file
/// Products of arbitrary numbers by every algorithm for numbers, against GMP.
#include "gpu_bigint/arithmetic.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "kernels/convolution/arguments.hpp"
#include "src/context/engine.hpp"
#include "src/number/access.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

constexpr algorithm algorithms[] = {algorithm::schoolbook, algorithm::fft, algorithm::bytes};

class Multiply : public on_executor {
 protected:
  /// The length in limbs beyond which quadratic algorithms take too long here.
  std::uint64_t schoolbook_limit() const { return size({3000, 600, 30000}); }

  bool sensible(algorithm how, std::size_t n, std::size_t m) const {
    if (how == algorithm::bytes && std::min(n, m) > kernels::longest_byte_factor) return false;
    return how == algorithm::fft || n * m <= schoolbook_limit() * schoolbook_limit();
  }

  void expect_product(const integer& a, const integer& b, algorithm how, const std::string& description) {
    const gpu_bigint x = from_oracle(a), y = from_oracle(b);
    ASSERT_TRUE(matches(multiply(x, y, how), a * b))
        << description << ", " << a.bit_length() << " x " << b.bit_length() << " bits, "
        << plan_product(x, y, how).to_string();
  }
};

TEST_P(Multiply, Random) {
  const std::uint64_t bits = size({1 << 21, 1 << 17, 1 << 26});
  for (int round = 0; round < 60; ++round) {
    const integer a = random_integer(random, bits), b = random_integer(random, bits);
    for (const algorithm how : algorithms)
      if (sensible(how, a.bit_length() / 64 + 1, b.bit_length() / 64 + 1))
        expect_product(a, b, how, "random");
    expect_product(a, b, algorithm::automatic, "random");
  }
}

TEST_P(Multiply, EverySmallLength) {
  for (std::size_t n = 1; n <= 9; ++n)
    for (std::size_t m = 1; m <= 9; ++m)
      for (const algorithm how : algorithms)
        expect_product(integer(random_limbs(random, n)), integer(random_limbs(random, m)), how, "small");
}

TEST_P(Multiply, LengthsAroundTheTiles) {
  for (const std::size_t n : {63, 64, 65, 127, 128, 129, 192})
    for (const std::size_t m : {1, 2, 63, 64, 65, 128, 191})
      for (const algorithm how : algorithms)
        expect_product(integer(random_limbs(random, n)), -integer(random_limbs(random, m)), how, "tiles");
}

TEST_P(Multiply, VeryUnbalanced) {
  const std::size_t longest = size({100'000, 10'000, 1'000'000});
  for (const std::size_t shorter : {1, 2, 3, 17, 64, 200})
    for (const std::size_t longer : {longest, longest / 7 + 1})
      for (const algorithm how : algorithms) {
        if (!sensible(how, shorter, longer)) continue;
        const integer a(random_limbs(random, shorter)), b(random_limbs(random, longer));
        expect_product(a, b, how, "short times long");
        expect_product(b, a, how, "long times short");
      }
}

TEST_P(Multiply, HostilePatterns) {
  for (const std::size_t count : {1, 2, 5, 64, 65, 200}) {
    const auto patterns = hostile_limbs(random, count);
    for (const auto& a : patterns) {
      const auto& b = patterns[random.below(patterns.size())];
      for (const algorithm how : algorithms) {
        expect_product(integer(a.value), integer(a.value), how, a.name + " squared");
        expect_product(integer(a.value), integer(b.value), how, a.name + " * " + b.name);
      }
    }
  }
}

TEST_P(Multiply, Zero) {
  const gpu_bigint zero, made_zero = 0, a = from_oracle(random_integer(random, 5000));
  const gpu_bigint hidden_zero = a - a;  // the host does not know that it is zero
  for (const algorithm how : algorithms)
    for (const gpu_bigint& z : {zero, made_zero, -made_zero, hidden_zero, -hidden_zero}) {
      EXPECT_TRUE(matches(multiply(a, z, how), 0));
      EXPECT_TRUE(matches(multiply(z, -a, how), 0));
      EXPECT_EQ(multiply(-a, z, how).sign(), 0);
      EXPECT_EQ(multiply(z, z, how), 0);
      EXPECT_EQ(square(z, how).bit_length(), 0u);
    }
}

TEST_P(Multiply, Signs) {
  for (const algorithm how : algorithms)
    for (const long sign_a : {-1, 1})
      for (const long sign_b : {-1, 1}) {
        const integer a = integer(sign_a) * integer(random_limbs(random, 70));
        const integer b = integer(sign_b) * integer(random_limbs(random, 40));
        expect_product(a, b, how, "signs");
        EXPECT_EQ(multiply(from_oracle(a), from_oracle(b), how).sign(), sign_a * sign_b);
      }
}

TEST_P(Multiply, ASquareIsTheProductWithACopy) {
  for (int round = 0; round < 15; ++round) {
    const integer a = random_integer(random, size({1 << 20, 1 << 16, 1 << 25}));
    const gpu_bigint x = from_oracle(a), other = from_oracle(a);
    for (const algorithm how : algorithms) {
      if (!sensible(how, x.limb_bound(), x.limb_bound())) continue;
      EXPECT_TRUE(matches(square(x, how), a * a));
      EXPECT_TRUE(matches(multiply(x, other, how), a * a));
      EXPECT_TRUE(matches(multiply(x, -other, how), -(a * a)));
    }
  }
}

TEST_P(Multiply, OperandsWithLeadingZeroLimbs) {
  for (int round = 0; round < 10; ++round) {
    const integer a = random_integer(random, 20000), low = random_integer(random, 500);
    const gpu_bigint x = from_oracle(a);
    const gpu_bigint padded = (x + from_oracle(low)) - x;  // a bound of many limbs, a value of few
    if (!executor().memory_is_host() && !detail::short_words(padded)) {
      ASSERT_GE(padded.limb_bound(), x.limb_bound());
    }
    for (const algorithm how : algorithms) {
      EXPECT_TRUE(matches(multiply(padded, x, how), low * a));
      EXPECT_TRUE(matches(square(padded, how), low * low));
    }
  }
}

TEST_P(Multiply, ThePlanSaysWhatIsDone) {
  const gpu_bigint a = from_oracle(integer(random_limbs(random, 2000)));
  const product_plan plain = plan_product(a, a, algorithm::schoolbook);
  EXPECT_EQ(plain.how, algorithm::schoolbook);
  EXPECT_EQ(plain.passes, 1);
  EXPECT_EQ(plain.digit_bits, 32);
  const product_plan bytes = plan_product(a, a, algorithm::bytes);
  EXPECT_EQ(bytes.how, algorithm::bytes);
  EXPECT_EQ(bytes.to_string(), "convolution of bytes");
  EXPECT_EQ(bytes.passes, 1);
  const product_plan plan = plan_product(a, a, algorithm::fft);
  EXPECT_EQ(plan.how, algorithm::fft);
  EXPECT_GE(plan.points * 2 * static_cast<std::uint64_t>(plan.digit_bits), 2u * 2000 * 64);
  EXPECT_NE(plan.to_string().find(std::to_string(plan.points)), std::string::npos) << plan.to_string();
  const gpu_bigint b = from_oracle(integer(random_limbs(random, 200)));
  const product_plan in_block = plan_product(b, b, algorithm::fft);
  EXPECT_LE(in_block.points, 4096U);
  EXPECT_EQ(in_block.passes, 1);
  EXPECT_EQ(plan.passes, plan.points > 4096 ? 2 : 1);
  for (const product_plan& each : {plan, in_block})
    EXPECT_NE(each.to_string().find(std::to_string(each.passes) + (each.passes > 1 ? " passes" : " pass")),
              std::string::npos)
        << each.to_string();
  EXPECT_EQ(in_block.to_string().find("passes"), std::string::npos) << in_block.to_string();
}

TEST_P(Multiply, BytesRefuseFactorsWhoseSumsAreTooLong) {
  constexpr std::size_t most = kernels::longest_byte_factor;
  const integer longest(limbs(most, ~limb{0})), longer(limbs(most + 1, ~limb{0})), other(limbs{~limb{0}, 1});
  expect_product(longer, other, algorithm::bytes, "only one is long");
  if (!is_shuffled() && test_scale() == 1)
    expect_product(longest, longest, algorithm::bytes, "the largest sums");
  const gpu_bigint x = from_oracle(longer);
  EXPECT_THROW(static_cast<void>(multiply(x, x, algorithm::bytes)), std::length_error);
}

TEST_P(Multiply, ThePlanSaysWhatIsDoneInHostWords) {
  for (const std::size_t limbs_of_b : {std::size_t{1}, std::size_t{40}, std::size_t{3000}}) {
    const gpu_bigint a = from_oracle(integer(random_limbs(random, 40))),
                     b = from_oracle(integer(random_limbs(random, limbs_of_b)));
    const plan::word_limits& limits = detail::engine_of(here())->core().limits();
    const product_plan plan = plan_product(a, b);
    EXPECT_EQ(plan.in_words, 40 <= limits.product && limbs_of_b + 40 <= limits.operands);
    EXPECT_EQ(plan.in_words, plan.to_string() == "host words");
    EXPECT_FALSE(plan_product(a, b, algorithm::fft).in_words);
  }
}

TEST_P(Multiply, TheEnvironmentChoosesForOperators) {
  const integer a(random_limbs(random, 100));
  const std::pair<const char*, algorithm> named[] = {{"schoolbook", algorithm::schoolbook},
                                                     {"fft", algorithm::fft},
                                                     {"exact", algorithm::exact},
                                                     {"", algorithm::automatic}};
  for (const auto& [name, how] : named) {
    const environment_variable set("GPU_BIGINT_ALGORITHM", name);
    const context other = new_context(GetParam(), plan::word_limits::none());
    const scoped_context use(other);
    const gpu_bigint x = from_oracle(a);
    EXPECT_TRUE(matches(x * x, a * a)) << name;
    if (how != algorithm::automatic) {
      EXPECT_EQ(plan_product(x, x).how, how) << name;
    }
  }
  const environment_variable wrong("GPU_BIGINT_ALGORITHM", "school");
  EXPECT_THROW(new_context(GetParam(), plan::word_limits::none()), std::invalid_argument);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Multiply);

}  // namespace

}  // namespace gbi::test
