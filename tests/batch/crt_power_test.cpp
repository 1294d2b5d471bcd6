/// \file
/// Powers modulo two factors, by every arithmetic, as one batch for both factors and as two.
#include "gpu_bigint/crt_power.hpp"

#include <memory>
#include <type_traits>
#include <utility>

#include "src/context/engine.hpp"
#include "src/exec/all_launches.hpp"
#include "src/exec/host/executor.hpp"
#include "tests/batch/fixture.hpp"
#include "tests/support/tuned_context.hpp"
#include "tests/support/watched_executor.hpp"

namespace gbi::test {

namespace {

struct key {
  integer p, q, exponent_p, exponent_q;

  crt_power power(modular_arithmetic how = modular_arithmetic::automatic) const {
    return {{from_oracle(p), from_oracle(exponent_p)}, {from_oracle(q), from_oracle(exponent_q)}, how};
  }
  std::size_t bits() const { return std::max<std::size_t>(64, (p * q).bit_length()); }

  /// By Garner's method.
  integer power_of(const integer& base) const {
    integer x, y, inverse;
    mpz_powm(x.get(), base.get(), exponent_p.get(), p.get());
    mpz_powm(y.get(), base.get(), exponent_q.get(), q.get());
    if (mpz_invert(inverse.get(), q.get(), p.get()) == 0) inverse = integer(0);  // only modulo 1
    integer h = (x - y) * inverse;
    mpz_fdiv_r(h.get(), h.get(), p.get());
    return y + q * h;
  }
};

class CrtPower : public batch_fixture {
 protected:
  integer odd_number(std::size_t bits) {
    integer result = (integer(random_limbs(random, bits / 64 + 1))).low_bits(bits);
    mpz_setbit(result.get(), 0);
    mpz_setbit(result.get(), bits - 1);
    return result;
  }
  /// Coprime factors of these lengths, and exponents.
  key random_key(std::size_t p_bits, std::size_t q_bits, std::size_t exponent_bits) {
    integer p = odd_number(p_bits), q = odd_number(q_bits), common;
    for (;; q = odd_number(q_bits)) {
      mpz_gcd(common.get(), p.get(), q.get());
      if (common == integer(1)) break;
    }
    return {p, q, integer(random_limbs(random, exponent_bits / 64 + 1)).low_bits(exponent_bits),
            integer(random_limbs(random, exponent_bits / 64 + 1)).low_bits(exponent_bits)};
  }

  void expect_powers(const crt_power& power, const key& of, std::size_t count, std::size_t base_bits,
                     const std::string& description) {
    const auto bases = operands(count, base_bits);
    std::vector<integer> expected;
    for (const integer& base : bases) expected.push_back(of.power_of(base));
    const bigint_batch result = power(batch_of(bases, base_bits));
    EXPECT_EQ(result.bits(), of.bits()) << description;
    EXPECT_TRUE(result.undefined().empty()) << description;
    expect_values(result, expected, description + ", " + std::to_string(count) + " elements");
  }

  /// A context in which batches are narrow up to 64 threads, and in which powers of `together` threads are
  /// one batch.
  context context_for(std::size_t together) {
    return tuned_context(GetParam(), [&](plan::tuning& tuned) {
      tuned.batch.residue_powers = plan::never;
      tuned.batch.residue_blocks = 0;
      tuned.batch.busy_threads = together;
      tuned.batch.narrow_threads = 64;
    });
  }
  void expect_everywhere(const key& of, std::initializer_list<std::size_t> counts, std::size_t base_bits) {
    for (const std::size_t together : {std::size_t{1}, std::size_t{1} << 20}) {
      const scoped_context use(context_for(together));
      for (const auto& [how, name] :
           {std::pair{modular_arithmetic::doubles, "doubles"}, std::pair{modular_arithmetic::words, "words"},
            std::pair{modular_arithmetic::residues, "residues"}}) {
        if (how == modular_arithmetic::residues && is_shuffled() && random.below(4) != 0) continue;
        // One object for all sizes, so that constants of larger batches serve smaller ones.
        const crt_power power = of.power(how);
        EXPECT_EQ(power.bits(), of.bits());
        for (const std::size_t count : counts)
          expect_powers(power, of, count, base_bits,
                        std::string(name) + (together > 1 ? ", one batch, " : ", two batches, ") +
                            brief(of.p) + " and " + brief(of.q));
      }
    }
  }
};

TEST_P(CrtPower, EverySize) {
  expect_everywhere(random_key(128, 128, 20), {1, 2, 127, 128, 129, 256, 3}, 256);
}

TEST_P(CrtPower, EveryWidth) {
  for (const auto& [p, q] : {std::pair<std::size_t, std::size_t>{2, 3},
                             {64, 64},
                             {60, 300},
                             {300, 60},
                             {191, 193},
                             {512, 512},
                             {1024, 1024}}) {
    if (is_shuffled() && p > 512) continue;
    for (const std::size_t base : {p + q + 70, std::size_t{65}})
      expect_everywhere(random_key(p, q, 17), {2, 5}, base);
  }
}

TEST_P(CrtPower, ExtremeFactors) {
  const integer top = integer(1) << 256;
  for (const auto& [p, q] : {std::pair{top - integer(1), top - integer(3)},
                             {integer(1), top - integer(1)},
                             {integer(3), integer(1)},
                             {integer(1), integer(1)},
                             {(top >> 1) + integer(1), (top >> 1) - integer(1)}})
    for (const auto& [e, f] : {std::pair{0, 0}, {1, 0}, {0, 3}, {1, 1}})
      expect_everywhere({p, q, integer(e), integer(f)}, {9}, 512);
}

/// RSA of 512 bits or, where that is fast enough, of 2048.
TEST_P(CrtPower, PrivateOperations) {
  const std::size_t bits = size({1024, 256, 1024});
  const key of = random_key(bits, bits, bits);
  for (const std::size_t together : {std::size_t{1}, std::size_t{1} << 20}) {
    const scoped_context use(context_for(together));
    expect_powers(of.power(), of, 3, 2 * bits, "private operation");
  }
}

TEST_P(CrtPower, ChecksEverythingOnRequest) {
  const verification all = verification::all;
  context checked = context_for(std::size_t{1} << 20);
  checked.set_verification(all);
  const scoped_context use(checked);
  const key of = random_key(190, 128, 30);
  expect_powers(of.power(), of, 20, 400, "checked");
  expect_powers(of.power(), of, 1, 64, "checked");
}

/// Remainders, powers, products by coefficients and cofactors, and their sums, after the constants are known.
/// One batch takes two copies, and then each launch serves both factors.
TEST_P(CrtPower, OneBatchTakesFewerLaunches) {
  const key of = random_key(128, 128, 40);
  for (const std::size_t together : {std::size_t{1}, std::size_t{1} << 20}) {
    auto owned = std::make_unique<watched_executor<exec::host::host_executor>>();
    int launches = 0, powers = 0;
    owned->before_launch = [&](const exec::launchable& kernel, const void* arguments) {
      ++launches;
      exec::launches::visit(kernel, arguments, [&]<class Arguments>(const Arguments&) {
        powers += std::is_same_v<Arguments, kernels::pow_mod_arguments> ? 1 : 0;
      });
    };
    plan::tuning tuned = detail::engine_of(context_for(together))->tuning();
    tuned.batch.single_warps = tuned.batch.narrow_words = true;
    const context counted = detail::context_of(detail::engine::make(std::move(owned), tuned));
    const scoped_context use(counted);
    const crt_power power = of.power(modular_arithmetic::doubles);
    expect_powers(power, of, 8, 256, "the constants");
    launches = powers = 0;
    const bigint_batch bases = batch_of(operands(7, 256), 256);
    const int before = launches;
    power(bases);
    EXPECT_EQ(launches - before, together > 1 ? 7 : 9);
    EXPECT_EQ(powers, together > 1 ? 1 : 2);
  }
}

TEST_P(CrtPower, NothingToDo) {
  const crt_power power = random_key(100, 100, 10).power();
  EXPECT_EQ(power(bigint_batch(0, 64)).size(), 0u);
  EXPECT_EQ(power(bigint_batch(0, 64)).bits(), power.bits());
}

TEST_P(CrtPower, RefusesWhatIsNotDefined) {
  const gpu_bigint one(1), seven(7), fifteen(15);
  EXPECT_THROW(crt_power({8, one}, {seven, one}), std::domain_error);
  EXPECT_THROW(crt_power({seven, one}, {8, one}), std::domain_error);
  EXPECT_THROW(crt_power({0, one}, {seven, one}), std::domain_error);
  EXPECT_THROW(crt_power({-7, one}, {fifteen, one}), std::domain_error);
  EXPECT_THROW(crt_power({seven, -1}, {fifteen, one}), std::domain_error);
  EXPECT_THROW(crt_power({seven, one}, {fifteen, -1}), std::domain_error);
  EXPECT_THROW(crt_power({fifteen, one}, {9, one}), std::domain_error);
  const gpu_bigint longest = (one << 32768) - 1, too_long = (one << 32768) + 1;
  EXPECT_THROW(crt_power({too_long, one}, {seven, one}), std::length_error);
  EXPECT_THROW(crt_power({seven, one << 65536}, {fifteen, one}), std::length_error);
  EXPECT_NO_THROW(crt_power({longest, one}, {seven, one}));
  const crt_power power({seven, one}, {fifteen, one});
  const context elsewhere = new_context(GetParam(), plan::word_limits::none());
  const scoped_context use(elsewhere);
  EXPECT_THROW(power(bigint_batch(1, 64)), std::invalid_argument);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(CrtPower);

}  // namespace

}  // namespace gbi::test
