/// \file
/// Division by one limb: quotients with remainders and remainders alone, across the tiles of either kernel.
#include <array>
#include <vector>

#include "gpu_bigint.hpp"
#include "kernels/division/arguments.hpp"
#include "src/arithmetic/divide.hpp"
#include "src/exec/buffer.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

constexpr std::size_t tile = kernels::limb_quotient_tile, unit = kernels::limb_remainder_unit;

class LimbDivision : public on_executor {
 protected:
  void expect_results(const integer& a, std::uint64_t divisor) {
    const std::array<std::uint64_t, 1> words{divisor};
    const integer d(words);
    integer quotient, remainder;
    mpz_tdiv_qr(quotient.get(), remainder.get(), a.get(), d.get());
    const gpu_bigint x = from_oracle(a), y = from_oracle(d);
    const quotient_remainder both = div_rem(x, y);
    ASSERT_TRUE(matches(both.quotient, quotient)) << brief(a) << " / " << divisor;
    ASSERT_TRUE(matches(both.remainder, remainder)) << brief(a) << " % " << divisor;
    ASSERT_TRUE(matches(x / y, quotient)) << brief(a) << " / " << divisor << " alone";
    ASSERT_TRUE(matches(x % y, remainder)) << brief(a) << " % " << divisor << " alone";
  }

  std::vector<std::uint64_t> divisors() {
    return {1,
            3,
            ~std::uint64_t{0},
            std::uint64_t{1} << 63,
            std::uint64_t{1} << random.below(63),
            random.bits() | std::uint64_t{1} << 63,
            random.bits() >> random.below(60) | 1};
  }
};

TEST_P(LimbDivision, AroundTheTiles) {
  for (const std::size_t edge : {std::size_t{1}, unit, tile, 3 * tile})
    for (const int more : {-1, 0, 1}) {
      const std::size_t limbs = edge + static_cast<std::size_t>(more);
      if (limbs == 0) continue;
      for (const std::uint64_t d : divisors())
        expect_results(integer(random_limbs(random, limbs), random.coin()), d);
    }
}

TEST_P(LimbDivision, RandomLengths) {
  for (int round = 0; round < 12; ++round) {
    const std::size_t limbs = random.log_uniform(1, size({200'000, 20'000, 3'000'000}));
    for (const std::uint64_t d : {divisors().back(), random.bits() | 1})
      expect_results(integer(random_limbs(random, limbs)), d);
  }
}

// The last block joins the remainders of more blocks than it has threads.
TEST_P(LimbDivision, ManyBlocks) {
  const std::size_t limbs = size({300, 3, 300}) * unit + random.below(unit);
  expect_results(integer(random_limbs(random, limbs)), random.bits() | 1);
}

// Multiples of the divisor and their neighbours have remainders 0, 1 and d - 1, at every limb.
TEST_P(LimbDivision, RemaindersAtBothEnds) {
  for (const std::uint64_t divisor : divisors()) {
    const std::array<std::uint64_t, 1> words{divisor};
    const integer d(words);
    for (const std::size_t limbs : {std::size_t{20}, tile - 1, 2 * tile + 7}) {
      const auto patterns = hostile_limbs(random, limbs);
      const integer q(patterns[random.below(patterns.size())].value);
      for (const integer& a : {q * d, q * d + d - integer(1), (integer(1) << 64 * limbs) - integer(1)})
        expect_results(a, divisor);
    }
  }
}

// A numerator with zeros on top, and targets longer and shorter than their values.
TEST_P(LimbDivision, TargetsOfAnyLength) {
  exec::executor& device = executor();
  detail::engine& engine = *detail::engine_of(here());
  const faults::collector apart;
  for (const std::size_t limbs : {std::size_t{5}, tile, tile + 3})
    for (const std::size_t zeros : {0, 1, 5000})
      for (const int targets : {0, 1, 2}) {
        std::vector<limb> a = random_limbs(random, limbs);
        a.resize(limbs + zeros, 0);
        const std::uint64_t divisor = divisors()[random.below(7)];
        const std::size_t q = targets == 0 ? 0 : limbs + zeros + (targets == 2 ? tile : 0),
                          r = 1 + random.below(3);
        const exec::buffer<limb> x(device, std::span<const limb>(a)), out(device, q + r);
        arithmetic::divide_by_limb(engine,
                                   {.numerators = {x.data(), a.size(), 0},
                                    .quotients = {out.data(), q, 0},
                                    .remainders = {out.data() + q, r, 0}},
                                   divisor);
        std::vector<limb> result(q + r);
        device.download(result.data(), out.data(), result.size() * sizeof(limb));
        const std::array<std::uint64_t, 1> words{divisor};
        integer quotient, remainder;
        mpz_tdiv_qr(quotient.get(), remainder.get(), integer(a).get(), integer(words).get());
        const std::span<const limb> all(result);
        if (q > 0) {
          ASSERT_TRUE(matches(integer(all.first(q)), quotient)) << a.size() << " limbs, " << q;
        }
        ASSERT_TRUE(matches(integer(all.last(r)), remainder)) << a.size() << " limbs, " << q;
      }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(LimbDivision);

}  // namespace

}  // namespace gbi::test
