/// \file
/// Quotients and remainders with every rounding, by every route, against GMP.
#include <algorithm>
#include <array>
#include <stdexcept>

#include "gpu_bigint.hpp"
#include "src/arithmetic/divide.hpp"
#include "src/number/number.hpp"
#include "src/plan/route.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/tuned_context.hpp"

namespace gbi::test {

namespace {

using gmp_division = void (*)(mpz_ptr, mpz_ptr, mpz_srcptr, mpz_srcptr);

std::array<integer, 2> divided(const integer& a, const integer& b, gmp_division by = mpz_tdiv_qr) {
  std::array<integer, 2> result;
  by(result[0].get(), result[1].get(), a.get(), b.get());
  return result;
}

class Division : public on_executor {
 protected:
  void expect_quotient(const integer& a, const integer& b) {
    if (b.sign() == 0) return;
    const auto [quotient, remainder] = divided(a, b);
    const gpu_bigint x = from_oracle(a), y = from_oracle(b);
    const quotient_remainder found = div_rem(x, y);
    ASSERT_TRUE(matches(found.quotient, quotient)) << brief(a) << " / " << brief(b);
    ASSERT_TRUE(matches(found.remainder, remainder)) << brief(a) << " % " << brief(b);
  }

  /// A dividend for which an error of one in a digit of the quotient is likely.
  integer near_multiple(const integer& b, std::uint64_t quotient_bits) {
    const integer q = random_integer(random, quotient_bits);
    switch (random.below(4)) {
      case 0:
        return b * q;
      case 1:
        return b * q - integer(1);
      case 2:
        return b * q + b - integer(1);
      default:
        return b * q + integer(1);
    }
  }

  integer hostile_number(std::size_t limbs) {
    const auto patterns = hostile_limbs(random, limbs);
    return integer(patterns[random.below(patterns.size())].value);
  }
};

TEST_P(Division, Random) {
  const std::uint64_t bits = size({1 << 17, 1 << 15, 1 << 22});
  for (int round = 0; round < 80; ++round) {
    const integer a = random_integer(random, bits), b = random_integer(random, bits);
    if (b.sign() != 0) expect_quotient(a, b);
  }
}

TEST_P(Division, EverySizeOfShortOperands) {
  for (const std::size_t n : {1, 2, 3, 4, 7, 64, 127, 128, 129})
    for (const std::size_t more : {0, 1, 2, 5, 120, 126, 127, 128, 129, 200}) {
      expect_quotient(integer(random_limbs(random, n + more), random.coin()),
                      integer(random_limbs(random, n), random.coin()));
      expect_quotient(near_multiple(hostile_number(n), 64 * more + 1), hostile_number(n));
    }
}

TEST_P(Division, HostilePatterns) {
  for (const std::size_t n : {1, 2, 3, 20, 130, 300})
    for (int round = 0; round < 12; ++round) {
      const integer b = hostile_number(n);
      if (b.sign() == 0) continue;
      expect_quotient(near_multiple(b, 64 * random.log_uniform(1, 400)), random.coin() ? b : -b);
      expect_quotient(hostile_number(n + random.below(300)), b);
    }
}

TEST_P(Division, PowersOfTwoAndNeighbours) {
  for (const std::uint64_t n : {1, 63, 64, 65, 128, 6400, 20000})
    for (const std::uint64_t m : {1, 64, 127, 6399, 6400, 12800, 40000})
      for (const int above : {-1, 0, 1})
        for (const int below : {-1, 0, 1}) {
          const integer a = (integer(1) << m) + integer(above), b = (integer(1) << n) + integer(below);
          expect_quotient(a, -b);
        }
}

TEST_P(Division, ByOneLimb) {
  for (const std::uint64_t d : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, ~std::uint64_t{0},
                                std::uint64_t{1} << 63, (std::uint64_t{1} << 63) + 1, random.bits() | 1})
    for (const std::size_t n : {1, 256, 257, 1000, 9000}) {
      const std::array<std::uint64_t, 1> divisor{d};
      expect_quotient(integer(random_limbs(random, n), random.coin()), integer(divisor, random.coin()));
      expect_quotient(hostile_number(n), integer(divisor));
    }
}

TEST_P(Division, VeryUnequalOperands) {
  const std::size_t limbs = size({8000, 2000, 300000});
  for (const std::size_t n : {2, 5, 100, 129, 1000})
    expect_quotient(integer(random_limbs(random, limbs)), integer(random_limbs(random, n)));
  for (const std::size_t q : {0, 1, 2, 10, 200})
    expect_quotient(integer(random_limbs(random, limbs)), integer(random_limbs(random, limbs - q)));
}

// By transforms that wrap around, and by kept transforms. At the edges quotients or remainders are as large
// or as small as possible.
TEST_P(Division, LongOperands) {
  const std::size_t longest = size({9000, 3300, 150'000});
  for (std::size_t n = 1500; n <= longest; n += n / 2 + random.below(n)) {
    const integer b = random.coin() ? integer(random_limbs(random, n)) : hostile_number(n) + integer(1);
    const integer one = 1, power = one << 64 * n;
    expect_quotient(integer(random_limbs(random, 2 * n)), b);
    expect_quotient(integer(random_limbs(random, n + n / 2)), b);
    for (const integer& divisor : {b, power, power - one, power + one, power + power - one}) {
      const integer q = random.coin() ? power - one : hostile_number(n);
      expect_quotient(q * divisor - one, divisor);
      expect_quotient(q * divisor + divisor - one, divisor);
    }
    expect_quotient(b * hostile_number(n), b);
  }
  const std::size_t n = longest;
  const integer b(random_limbs(random, n));
  const divider by(from_oracle(b));
  for (const std::size_t limbs : {2 * n, 2 * n + 1, 2 * n - 1, n + n / 2, 2 * n + n / 2, 4 * n, n + 5}) {
    const integer a(random_limbs(random, limbs), random.coin());
    const auto [quotient, remainder] = divided(a, b);
    const quotient_remainder found = by.div_rem(from_oracle(a));
    ASSERT_TRUE(matches(found.quotient, quotient)) << limbs << " by " << n << " limbs";
    ASSERT_TRUE(matches(found.remainder, remainder)) << limbs << " by " << n << " limbs";
  }
}

// The same operands by every route: whole and wrapped products, kept transforms or not, one problem or
// several, blocks of every length.
TEST_P(Division, LongOperandsByEveryWay) {
  auto& engine = *detail::engine_of(here());
  const std::uint64_t n = size({5000, 5000, 140'000}), q = n + 1;
  const std::uint32_t batch = 2;
  const std::uint64_t numerator = n + q - 1, stride = numerator + n;
  const limbs a = random_limbs(random, numerator * batch);
  limbs b = random_limbs(random, n);
  const int shift = static_cast<int>(random.below(64));
  b.back() = (random.bits() | std::uint64_t{1} << 63) >> shift;
  exec::executor& device = executor();
  const exec::buffer<limb> x(device, std::span<const limb>(a)), y(device, std::span<const limb>(b));
  for (const std::uint64_t block : {q, q / 2 + 1, q / 3, q + 100})
    for (const auto how : {arithmetic::transforms::kept, arithmetic::transforms::not_kept})
      for (std::uint32_t problems = 1; problems <= batch; ++problems) {
        const arithmetic::prepared_divisors by(engine, {y.data(), n, n}, shift, block, 1, how);
        // Exact products keep no transforms.
        EXPECT_EQ(by.kept(block) != nullptr,
                  how == arithmetic::transforms::kept && engine.planner().keeps_transforms(n) &&
                      engine.planner().prefers_transforms(plan::product_shape::whole(n, n)));
        const exec::buffer<limb> out(device, problems * stride);
        arithmetic::divide(engine,
                           {.numerators = {x.data(), numerator, numerator},
                            .quotients = {out.data(), numerator, stride},
                            .remainders = {out.data() + numerator, n, stride},
                            .batch = problems},
                           by);
        limbs result(problems * stride);
        device.download(result.data(), out.data(), result.size() * sizeof(limb));
        for (std::uint32_t g = 0; g < problems; ++g) {
          const std::span<const limb> all(result);
          const auto [quotient, remainder] =
              divided(integer(std::span<const limb>(a).subspan(g * numerator, numerator)), integer(b));
          ASSERT_TRUE(matches(integer(all.subspan(g * stride, numerator)), quotient)) << "block " << block;
          ASSERT_TRUE(matches(integer(all.subspan(g * stride + numerator, n)), remainder));
        }
      }
}

// Kept transforms would take memory that the numbers and the workspace of a product need.
TEST_P(Division, KeepsTransformsOnlyInEnoughMemory) {
  const std::uint64_t n = 5000;
  const auto keeps_within = [&](std::size_t memory_bytes) {
    const context where = tuned_context(GetParam(), [&](plan::tuning& tuned) {
      tuned.memory_bytes = memory_bytes;
      tuned.product.preferred = algorithm::fft;
      tuned.product.kept_limbs = n;
    });
    auto& engine = *detail::engine_of(where);
    const exec::buffer<limb> divisor(engine.executor(), std::span<const limb>(limbs(n, ~limb{0})));
    const arithmetic::prepared_divisors by(engine, {divisor.data(), n, n}, 0, n, 1,
                                           arithmetic::transforms::kept);
    return by.kept(n) != nullptr;
  };
  EXPECT_TRUE(keeps_within(std::size_t{1} << 30));
  EXPECT_TRUE(keeps_within(0)) << "not known";
  EXPECT_FALSE(keeps_within(16 * n * sizeof(limb)));
}

TEST_P(Division, OperatorsAndBuiltinIntegers) {
  for (int round = 0; round < 20; ++round) {
    const integer a = random_integer(random, 2000), b = random_integer(random, 1000) + (integer(1) << 1001);
    gpu_bigint x = from_oracle(a);
    const gpu_bigint y = from_oracle(b);
    const auto [quotient, remainder] = divided(a, b);
    EXPECT_TRUE(matches(x / y, quotient));
    EXPECT_TRUE(matches(x % y, remainder));
    x /= y;
    EXPECT_TRUE(matches(x, quotient));
    x = from_oracle(a);
    x %= y;
    EXPECT_TRUE(matches(x, remainder));
    EXPECT_TRUE(matches(from_oracle(a) / -7, divided(a, -7)[0]));
    EXPECT_TRUE(matches(from_oracle(a) % 10, divided(a, 10)[1]));
  }
  EXPECT_EQ(gpu_bigint(-7) / 2, -3);
  EXPECT_EQ(gpu_bigint(-7) % 2, -1);
  EXPECT_EQ(gpu_bigint() / 2, 0);
  EXPECT_EQ(gpu_bigint() % 2, 0);
  EXPECT_EQ((gpu_bigint(5) - 5) / 2, 0);
  gpu_bigint same = 77;
  EXPECT_EQ(same / same, 1);
  EXPECT_EQ(same /= same, 1);
}

TEST_P(Division, AllRoundings) {
  for (int round = 0; round < 40; ++round) {
    integer b = random_integer(random, 20000);
    if (b.sign() == 0) b = 1;
    const integer a = random.coin() ? near_multiple(b, 5000) : random_integer(random, 30000);
    const gpu_bigint x = from_oracle(a), y = from_oracle(b);
    const auto expect = [&](const quotient_remainder& found, const std::array<integer, 2>& expected) {
      ASSERT_TRUE(matches(found.quotient, expected[0])) << brief(a) << " / " << brief(b);
      ASSERT_TRUE(matches(found.remainder, expected[1])) << brief(a) << " % " << brief(b);
    };
    expect(floor_div_rem(x, y), divided(a, b, mpz_fdiv_qr));
    expect(ceil_div_rem(x, y), divided(a, b, mpz_cdiv_qr));
    expect(euclidean_div_rem(x, y), divided(a, b, b.sign() < 0 ? mpz_cdiv_qr : mpz_fdiv_qr));
    EXPECT_TRUE(matches(divide_exact(from_oracle(a * b), y), a));
    EXPECT_TRUE(is_divisible(from_oracle(a * b), y));
    EXPECT_EQ(is_divisible(x, y), mpz_divisible_p(a.get(), b.get()) != 0);
  }
}

TEST_P(Division, SignsThatOnlyTheDeviceKnows) {
  for (int round = 0; round < 20; ++round) {
    const integer a = random_integer(random, 40000), b = random_integer(random, 40000);
    const integer c = random_integer(random, 20000), d = random_integer(random, 20000);
    if (c == d) continue;
    const gpu_bigint x = from_oracle(a) - from_oracle(b), y = from_oracle(c) - from_oracle(d);
    const auto [quotient, remainder] = divided(a - b, c - d);
    const quotient_remainder found = div_rem(x, y);
    ASSERT_TRUE(matches(found.quotient, quotient));
    ASSERT_TRUE(matches(found.remainder, remainder));
    ASSERT_TRUE(matches(found.quotient * y + found.remainder, a - b));
    ASSERT_TRUE(matches(found.remainder - 1, remainder - integer(1)));
  }
}

TEST_P(Division, WithARepeatedDivisor) {
  for (const std::size_t n : {1, 2, 100, 260}) {
    const integer b(random_limbs(random, n), random.coin());
    const divider by(from_oracle(b));
    EXPECT_TRUE(matches(by.divisor(), b));
    for (const std::size_t limbs :
         {std::size_t{1}, n, n + 1, 2 * n - 1, 2 * n, 2 * n + 1, 5 * n, 10 * n + 300})
      for (const integer& a :
           {integer(random_limbs(random, limbs), random.coin()), b * hostile_number(limbs)}) {
        const auto [quotient, remainder] = divided(a, b);
        const quotient_remainder found = by.div_rem(from_oracle(a));
        ASSERT_TRUE(matches(found.quotient, quotient)) << limbs << " by " << n << " limbs";
        ASSERT_TRUE(matches(found.remainder, remainder)) << limbs << " by " << n << " limbs";
        gpu_bigint x = from_oracle(a);
        ASSERT_TRUE(matches(x / by, quotient));
        ASSERT_TRUE(matches(x %= by, remainder));
      }
  }
}

TEST_P(Division, ZeroDivisorsAreRefused) {
  gpu_bigint a = 77;
  const gpu_bigint zero = a - a;
  EXPECT_THROW(a / zero, std::domain_error);
  EXPECT_THROW(a % gpu_bigint(), std::domain_error);
  EXPECT_THROW(a /= 0, std::domain_error);
  EXPECT_THROW(gpu_bigint() / gpu_bigint(), std::domain_error);
  EXPECT_THROW(div_rem(zero, zero), std::domain_error);
  EXPECT_THROW(floor_div_rem(a, zero), std::domain_error);
  EXPECT_THROW(ceil_div_rem(a, zero), std::domain_error);
  EXPECT_THROW(euclidean_div_rem(a, zero), std::domain_error);
  EXPECT_THROW(divide_exact(a, zero), std::domain_error);
  EXPECT_THROW(divider{zero}, std::domain_error);
  EXPECT_FALSE(is_divisible(a, zero));
  EXPECT_TRUE(is_divisible(zero, zero));
  EXPECT_EQ(a, 77) << "changed by an operation that failed";
}

TEST_P(Division, OperandsOfDifferentContextsAreRefused) {
  const gbi::context other{backend::host};
  const gpu_bigint a = from_oracle(integer(random_limbs(random, 10)));
  EXPECT_THROW(a / gpu_bigint(3).to(other), std::invalid_argument);
}

// Batches of numerators, divided by one divisor or by one divisor each, with steps of every length.
TEST_P(Division, Batches) {
  auto& engine = *detail::engine_of(here());
  for (const std::uint64_t n : {2, 30, 200})
    for (const std::uint64_t extra : {0, 1, 50, 450})
      for (const std::uint64_t block : {1, 40, 500})
        for (const bool shared : {false, true}) {
          const std::uint64_t numerator = n + extra, steps = (extra + block) / block;
          if (steps > 12) continue;
          const std::uint32_t batch = 3, divisors = shared ? 1 : batch;
          limbs a = random_limbs(random, numerator * batch), b = random_limbs(random, n * divisors);
          const int shift = static_cast<int>(random.below(64));
          for (std::uint32_t g = 0; g < divisors; ++g)
            b[(g + 1) * n - 1] = (random.bits() | std::uint64_t{1} << 63) >> shift;
          exec::executor& device = executor();
          const exec::buffer<limb> x(device, std::span<const limb>(a)), y(device, std::span<const limb>(b));
          const exec::buffer<limb> out(device, batch * (numerator + n));
          const std::uint64_t stride = numerator + n;
          const arithmetic::division task{.numerators = {x.data(), numerator, numerator},
                                          .quotients = {out.data(), numerator, stride},
                                          .remainders = {out.data() + numerator, n, stride},
                                          .batch = batch};
          const auto expect_right = [&](const char* how) {
            limbs result(batch * stride);
            device.download(result.data(), out.data(), result.size() * sizeof(limb));
            for (std::uint32_t g = 0; g < batch; ++g) {
              const std::span<const limb> all(result);
              const auto [quotient, remainder] =
                  divided(integer(std::span<const limb>(a).subspan(g * numerator, numerator)),
                          integer(std::span<const limb>(b).subspan(shared ? 0 : g * n, n)));
              ASSERT_TRUE(matches(integer(all.subspan(g * stride, numerator)), quotient))
                  << how << ", " << n << " + " << extra << " limbs, block " << block << ", shared " << shared;
              ASSERT_TRUE(matches(integer(all.subspan(g * stride + numerator, n)), remainder)) << how;
            }
          };
          arithmetic::divide(engine, task,
                             arithmetic::prepared_divisors(engine, {y.data(), n, n}, shift, block, divisors));
          expect_right("by a reciprocal");
          if (numerator > kernels::short_numerator_limbs || n > kernels::short_divisor_limbs) continue;
          arithmetic::divide_short(engine, task, {y.data(), n, shared ? 0 : n});
          expect_right("in one block");
        }
}

// What an earlier block has left in shared memory does not count.
TEST_P(Division, NumeratorsShorterThanTheDivisorInOneBlock) {
  auto& engine = *detail::engine_of(here());
  const auto expect_right = [&](const limbs& a, const limbs& b) {
    const exec::buffer<limb> x(executor(), std::span<const limb>(a)), y(executor(), std::span<const limb>(b)),
        out(executor(), a.size() + b.size());
    arithmetic::divide_short(engine,
                             {.numerators = {x.data(), a.size(), 0},
                              .quotients = {out.data(), a.size(), 0},
                              .remainders = {out.data() + a.size(), b.size(), 0}},
                             {y.data(), b.size(), 0});
    limbs found(out.size());
    executor().download(found.data(), out.data(), found.size() * sizeof(limb));
    const auto [quotient, remainder] = divided(integer(a), integer(b));
    const std::span<const limb> all(found);
    EXPECT_TRUE(matches(integer(all.first(a.size())), quotient)) << a.size() << " by " << b.size();
    EXPECT_TRUE(matches(integer(all.subspan(a.size())), remainder)) << a.size() << " by " << b.size();
  };
  for (const std::size_t n : {2, 3, 8, 100})
    for (const std::size_t shorter : {std::size_t{1}, n / 2, n - 1}) {
      limbs b = random_limbs(random, n);
      b.back() |= 1;
      expect_right(limbs(kernels::short_numerator_limbs, ~limb{0}), b);
      expect_right(random_limbs(random, shorter), b);
    }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Division);

}  // namespace

}  // namespace gbi::test
