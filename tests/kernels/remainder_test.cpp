/// \file
/// The end of divisions and square roots: whether a divisor is subtracted once more, against GMP.
#include <algorithm>
#include <span>
#include <vector>

#include "src/arithmetic/divide.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

struct settled_problem {
  limbs candidate, divisor, estimate;
};

class Remainder : public on_executor {
 protected:
  struct shape {
    std::uint32_t shift = 0, divisor_shift = 0;
    std::uint64_t remainder = 0, quotient = 0;  ///< limbs of the results
  };

  /// Problems of equal lengths.
  void expect_settled(const std::vector<settled_problem>& problems, const shape& of) {
    constexpr std::uint64_t guard = 0x9b05688c2b3e6c1f;
    const auto batch = static_cast<std::uint32_t>(problems.size());
    limbs rests, divisors, estimates;
    for (const settled_problem& p : problems) {
      rests.insert(rests.end(), p.candidate.begin(), p.candidate.end());
      divisors.insert(divisors.end(), p.divisor.begin(), p.divisor.end());
      estimates.insert(estimates.end(), p.estimate.begin(), p.estimate.end());
    }
    limbs remainders(of.remainder * batch + 1, guard), quotients(of.quotient * batch + 1, guard);
    exec::executor& device = executor();
    const exec::buffer<limb> candidate(device, std::span<const limb>(rests)),
        divisor(device, std::span<const limb>(divisors)), estimate(device, std::span<const limb>(estimates)),
        remainder(device, std::span<const limb>(remainders)),
        quotient(device, std::span<const limb>(quotients));
    const auto span_of = [](const exec::buffer<limb>& from, const limbs& one) {
      return kernels::limb_span{from.data(), one.size(), one.size()};
    };
    const settled_problem& one = problems.front();
    arithmetic::settle_remainder(*detail::engine_of(here()),
                                 {.candidate = span_of(candidate, one.candidate),
                                  .divisor = span_of(divisor, one.divisor),
                                  .shift = of.shift,
                                  .divisor_shift = of.divisor_shift,
                                  .out = {remainder.data(), of.remainder, of.remainder},
                                  .signs = {},
                                  .estimate = span_of(estimate, one.estimate),
                                  .quotient = {quotient.data(), of.quotient, of.quotient},
                                  .batch = batch});
    device.download(remainders.data(), remainder.data(), remainders.size() * sizeof(limb));
    device.download(quotients.data(), quotient.data(), quotients.size() * sizeof(limb));
    for (std::uint32_t g = 0; g < batch; ++g) {
      const settled_problem& p = problems[g];
      const integer r = integer(p.candidate) >> of.shift, d = integer(p.divisor) >> of.divisor_shift;
      const bool fits = !(r < d);
      const auto found = [&](const limbs& from, std::uint64_t count) {
        return integer(std::span<const limb>(from).subspan(g * count, count));
      };
      ASSERT_TRUE(matches(found(remainders, of.remainder), (fits ? r - d : r).low_bits(64 * of.remainder)))
          << "problem " << g << " of " << batch << ": " << p.candidate.size() << " limbs / 2^" << of.shift
          << ", " << p.divisor.size() << " limbs / 2^" << of.divisor_shift
          << (fits ? ", fits" : ", too large");
      ASSERT_TRUE(matches(found(quotients, of.quotient),
                          (integer(p.estimate) + integer(fits ? 1 : 0)).low_bits(64 * of.quotient)))
          << "quotient of problem " << g << " of " << batch;
    }
    ASSERT_EQ(remainders.back(), guard) << "written behind the end";
    ASSERT_EQ(quotients.back(), guard) << "written behind the end";
  }

  /// Problems of n limbs. The remainder and the divisor agree above a random limb, everywhere or nowhere.
  void expect_random(std::uint64_t n, std::uint64_t q) {
    const auto shift = static_cast<std::uint32_t>(random.below(64));
    std::vector<settled_problem> problems;
    for (std::uint64_t g = random.log_uniform(1, 5); g-- > 0;) {
      settled_problem p{random_limbs(random, n), {}, random_limbs(random, q)};
      if (random.coin()) std::fill(p.estimate.begin(), p.estimate.end(), ~limb{0});
      p.divisor = p.candidate;
      const std::uint64_t at = random.below(n);
      switch (random.below(4)) {
        case 0:
          break;
        case 1:
          p.divisor[at] ^= limb{1} << random.below(64);
          break;
        case 2:
          std::fill(p.divisor.begin(), p.divisor.begin() + static_cast<std::ptrdiff_t>(at), ~limb{0});
          break;
        default:
          p.divisor = random_limbs(random, n);
      }
      p.candidate.push_back(random.below(4) == 0 ? 1 : 0);
      problems.push_back(std::move(p));
    }
    const bool equal_shifts = random.coin();
    expect_settled(problems,
                   {.shift = shift,
                    .divisor_shift = equal_shifts ? shift : static_cast<std::uint32_t>(random.below(64)),
                    .remainder = n + 1 - random.below(2),
                    .quotient = random.coin() ? q : 0});
  }
};

TEST_P(Remainder, EverySmallLength) {
  for (std::uint64_t n = 1; n <= 70; ++n) expect_random(n, 1 + random.below(5));
}

// If more than 64 limbs are equal, blocks compare slices.
TEST_P(Remainder, RandomLengths) {
  for (int round = 0; round < 60; ++round)
    expect_random(random.log_uniform(60, size({20'000, 6000, 400'000})),
                  random.log_uniform(1, size({5000, 3000, 100'000})));
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Remainder);

}  // namespace

}  // namespace gbi::test
