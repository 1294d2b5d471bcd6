/// \file
/// Modular products and powers of batches, by every arithmetic.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "src/context/engine.hpp"
#include "src/plan/rns_plan.hpp"
#include "tests/batch/fixture.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/tuned_context.hpp"

namespace gbi::test {

namespace {

class ModularBatch : public batch_fixture {
 protected:
  /// Odd numbers, including 1 and numbers near powers of two.
  std::vector<integer> odd_numbers(std::size_t count, std::size_t bits) {
    std::vector<integer> result = operands(count, bits);
    for (integer& value : result) {
      if (random.below(6) == 0) value = (integer(1) << random.below(bits)) + integer(1);
      mpz_setbit(value.get(), 0);
    }
    return result;
  }

  static integer power(const integer& base, const integer& exponent, const integer& n) {
    integer result;
    mpz_powm(result.get(), base.get(), exponent.get(), n.get());
    return result;
  }
  static integer residue(const integer& a, const integer& n) {
    integer result;
    mpz_fdiv_r(result.get(), a.get(), n.get());
    return result;
  }

  /// Wider numbers need another arithmetic. A CPU core takes milliseconds for a long product of bytes, so
  /// long exponents and many blocks are left to a GPU, and so are most blocks that are as large as on a GPU.
  bool suits_rns(const bigint_batch& x, const auto& exponent) {
    if (is_shuffled() && random.below(10) != 0) return false;
    constexpr std::size_t widest = 64 * plan::longest_rns_limbs, many = 1000;
    const std::size_t longest = test_scale() < 1 ? 1 << 16 : 1 << 18;
    std::size_t exponent_bits = 0;
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(exponent)>, gpu_bigint>)
      exponent_bits = exponent.bit_length();
    else
      exponent_bits = exponent.bits();
    return x.bits() <= widest && (x.context().backend() == backend::cuda ||
                                  (x.size() <= many && x.bits() * exponent_bits <= longest));
  }

  /// How products modulo n are reduced if no arithmetic is asked for.
  enum class reduction { quotients, reciprocals };
  static context reducing_by(reduction how, std::size_t workspace_bytes = std::size_t{1} << 26) {
    return tuned_context(GetParam(), [=](plan::tuning& tuned) {
      tuned.batch.quotient_limbs = how == reduction::quotients ? 32 : 0;
      tuned.batch.thread_batch = 0;
      tuned.batch.reciprocal_limbs = how == reduction::reciprocals ? 1 : plan::never;
      tuned.batch.reciprocal_limb_products = tuned.batch.reciprocal_latency = 0;
      tuned.workspace_bytes = workspace_bytes;
    });
  }
  static bigint_batch moved(const bigint_batch& a) {
    return bigint_batch::from_limbs(a.to_limbs(), a.size(), a.bits());
  }
  static gpu_bigint moved(const gpu_bigint& a) { return a.to(context::current()); }

  /// Compares products and powers by every arithmetic with the expected values.
  void expect_all(const bigint_batch& x, const bigint_batch& y, const auto& exponent, const auto& n,
                  const std::vector<integer>& product, const std::vector<integer>& powers,
                  const std::string& description) {
    for (const auto& [how, name] : {std::pair{modular_arithmetic::doubles, ", doubles"},
                                    std::pair{modular_arithmetic::words, ", words"},
                                    std::pair{modular_arithmetic::residues, ", residues"}}) {
      if (how == modular_arithmetic::residues && !suits_rns(x, exponent)) continue;
      const std::string by = description + name;
      const odd_moduli moduli(n, how);
      expect_values(mul_mod(x, y, moduli), product, "product, " + by);
      expect_values(pow_mod(x, exponent, moduli), powers, "power, " + by);
    }
    for (std::size_t i = 0; i < 2; ++i) {
      if (!others_[i]) others_[i] = reducing_by(i == 0 ? reduction::quotients : reduction::reciprocals);
      const std::string by = description + (i == 0 ? ", quotients" : ", reciprocals");
      const scoped_context use(*others_[i]);
      const odd_moduli moduli(moved(n));
      const bigint_batch a = moved(x), b = moved(y);
      expect_values(mul_mod(a, b, moduli), product, "product, " + by);
      if (&x == &y) expect_values(mul_mod(a, a, moduli), product, "square, " + by);
    }
  }

  /// All operations modulo numbers of `bits` bits, with exponents of `exponent_bits` bits.
  void expect_arithmetic(std::size_t count, std::size_t bits, std::size_t exponent_bits) {
    const auto n = odd_numbers(count, bits), a = operands(count, bits), b = operands(count, bits),
               e = operands(count, exponent_bits);
    const bigint_batch x = batch_of(a, bits), y = batch_of(b, bits), moduli = batch_of(n, bits);
    const std::string description = std::to_string(bits) + " bits";
    std::vector<integer> product, powers, shared_exponent;
    for (std::size_t g = 0; g < count; ++g) {
      product.push_back(residue(a[g] * b[g], n[g]));
      powers.push_back(power(a[g], e[g], n[g]));
      shared_exponent.push_back(power(a[g], e[0], n[g]));
    }
    expect_all(x, y, batch_of(e, exponent_bits), moduli, product, powers, description);
    expect_all(x, y, from_oracle(e[0]), moduli, product, shared_exponent, description + ", shared exponent");
  }

  std::size_t widest() { return size({12288, 3072, 32768}); }

 private:
  std::array<std::optional<context>, 2> others_;
};

/// Moduli and exponents that are single numbers may be in host words.
class ModularBatchWithNumbers : public ModularBatch {};

TEST_P(ModularBatch, EveryTeam) {
  for (const std::size_t bits : {64, 128, 192, 256, 320, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144,
                                 8192, 12288, 16384, 32768}) {
    if (bits > widest()) break;
    expect_arithmetic(bits > 1024 ? 3 : 9, bits, bits > 1024 ? 64 : 90);
  }
}

TEST_P(ModularBatch, TeamsOfSeveralWarps) {
  for (const std::size_t bits : {16384, 20000, 40000, 65536})
    if (bits <= size({20000, 16384, 65536})) expect_arithmetic(2, bits, 64);
}

TEST_P(ModularBatch, AnyWidth) {
  for (int round = 0; round < 12; ++round)
    expect_arithmetic(random.between(1, 5), random.log_uniform(64, widest()), random.log_uniform(64, 200));
}

TEST_P(ModularBatchWithNumbers, CountsAroundWarps) {
  for (const std::size_t count : {1, 31, 32, 33, 65})
    for (const std::size_t bits : {100, 512}) expect_arithmetic(count, bits, 64);
}

/// Workspaces that hold the powers of one element to those of all of them.
TEST_P(ModularBatch, PartsOfABatch) {
  for (const std::size_t bytes :
       {std::size_t{1}, std::size_t{1} << 11, std::size_t{1} << 12, std::size_t{3} << 12}) {
    const scoped_context use(
        tuned_context(GetParam(), [&](plan::tuning& tuned) { tuned.workspace_bytes = bytes; }));
    expect_arithmetic(9, 320, 90);
  }
}

/// Moduli that are as long as their width and just above a power of 2^64, or shorter by whole limbs, where
/// estimated quotients are least exact; odd and even; by quotients of single threads, and by reciprocals in
/// pieces of one element and of several.
TEST_P(ModularBatch, ModuliOfAllLengths) {
  for (const std::size_t bytes :
       {std::size_t{0}, std::size_t{1}, std::size_t{1} << 12, std::size_t{1} << 26}) {
    const scoped_context use(bytes == 0 ? reducing_by(reduction::quotients)
                                        : reducing_by(reduction::reciprocals, bytes));
    for (const std::size_t limbs : {1, 2, 3, 5, bytes == 0 ? 32 : 33}) {
      const std::size_t bits = 64 * limbs;
      const integer all_ones = (integer(1) << bits) - integer(1);
      std::vector<integer> n, a, b, products;
      for (std::size_t length = bits; length > 0;
           length -= std::min<std::size_t>(length, limbs > 5 ? 61 : 13))
        for (const integer& modulus :
             {(integer(1) << (length - 1)) + integer(1), (integer(1) << length) - integer(1),
              random_integer(random, length).low_bits(length)}) {
          n.push_back(modulus);
          a.push_back(random.coin() ? all_ones : operands(1, bits).front());
          b.push_back(random.coin() ? all_ones : operands(1, bits).front());
        }
      for (std::size_t g = 0; g < n.size(); ++g) {
        const bool is_odd = mpz_odd_p(n[g].get()) != 0;
        products.push_back(is_odd ? residue(a[g] * b[g], n[g]) : integer(0));
      }
      expect_values(mul_mod(batch_of(a, bits), batch_of(b, bits), batch_of(n, bits)), products,
                    std::to_string(limbs) + " limbs, pieces of " + std::to_string(bytes) + " bytes");
    }
  }
}

TEST_P(ModularBatch, ManySmallOnes) {
  expect_arithmetic(size({5000, 300, 1000000}), 128, 64);
}

TEST_P(ModularBatch, FullLengthExponents) {
  for (const std::size_t bits : {64, 256, 1024, 2048})
    if (bits <= size({2048, 256, 2048})) expect_arithmetic(4, bits, bits);
}

TEST_P(ModularBatch, ExtremeOperands) {
  for (const std::size_t bits : {64, 128, 256, 1000, 1024}) {
    const integer top = integer(1) << bits;
    std::vector<integer> a, n;
    for (const integer& modulus : {top - integer(1), (top >> 1) + integer(1), integer(1), integer(3)})
      for (const integer& base : {integer(0), integer(1), modulus - integer(1), modulus, top - integer(1)}) {
        n.push_back(modulus);
        a.push_back(base.low_bits(bits));
      }
    const bigint_batch x = batch_of(a, bits), moduli = batch_of(n, bits);
    const auto squares = each(a, n, [&](auto& p, auto& m) { return residue(p * p, m); });
    const integer all_ones = (integer(1) << 65) - integer(1);
    for (const integer& e : {integer(0), integer(1), integer(2), integer(65537), all_ones})
      expect_all(x, x, from_oracle(e), moduli, squares,
                 each(a, n, [&](auto& p, auto& m) { return power(p, e, m); }), "exponent " + brief(e));
  }
}

/// Words of zeros and ones, so that carries and borrows run through whole teams. The moduli have every length
/// that a team holds and lie just above and below powers of two.
TEST_P(ModularBatch, CarriesThroughTeams) {
  for (const std::size_t bits : {128, 256, 768, 1024, 1536, 4096, 16384}) {
    if (bits > size({16384, 4096, 16384})) break;
    const integer top = integer(1) << bits;
    const auto runs = [&](std::size_t count) {
      std::vector<integer> result;
      for (std::size_t g = 0; g < count; ++g) {
        limbs words(bits / 64);
        const auto zeros = random.below(2);
        for (std::uint64_t& word : words) word = random.below(8) < 1 ? random.bits() : zeros - 1;
        result.emplace_back(words);
      }
      return result;
    };
    const std::size_t count = bits > 1024 ? 6 : 24;
    const auto a = runs(count), b = runs(count);
    std::vector<integer> n = runs(count / 2), product, powers;
    while (n.size() < count) {
      const integer power_of_two = integer(1) << random.between(2, bits);
      n.push_back(random.below(2) == 0 && power_of_two < top ? power_of_two + integer(1)
                                                             : power_of_two - integer(1));
    }
    for (integer& value : n) mpz_setbit(value.get(), 0);
    const integer e(static_cast<long>(random.below(1000)));
    for (std::size_t g = 0; g < count; ++g) {
      product.push_back(residue(a[g] * b[g], n[g]));
      powers.push_back(power(a[g], e, n[g]));
    }
    expect_all(batch_of(a, bits), batch_of(b, bits), from_oracle(e), batch_of(n, bits), product, powers,
               std::to_string(bits) + " bits, exponent " + brief(e));
  }
}

/// Fields of 52 bits at the limits of a signed digit, and one more or less.
TEST_P(ModularBatch, DigitsAtTheirLimits) {
  for (const std::size_t bits : {128, 256, 384, 1024, 1536}) {
    const auto fields = [&](std::size_t count) {
      std::vector<integer> result;
      for (std::size_t g = 0; g < count; ++g) {
        const auto kinds = random.between(1, 3);
        integer value(0);
        for (std::size_t bit = 0; bit < bits; bit += 52)
          value = value + (((integer(1) << 51) - integer(static_cast<long>(random.below(kinds)))) << bit);
        result.push_back(value.low_bits(bits));
      }
      return result;
    };
    const auto a = fields(20), b = fields(20), e = operands(20, 64);
    auto n = fields(20);
    for (integer& value : n) mpz_setbit(value.get(), 0);
    std::vector<integer> product, powers;
    for (std::size_t g = 0; g < n.size(); ++g) {
      product.push_back(residue(a[g] * b[g], n[g]));
      powers.push_back(power(a[g], e[g], n[g]));
    }
    expect_all(batch_of(a, bits), batch_of(b, bits), batch_of(e, 64), batch_of(n, bits), product, powers,
               std::to_string(bits) + " bits");
  }
}

TEST_P(ModularBatchWithNumbers, OneModulusForAll) {
  for (const std::size_t bits : {64, 200, 1024}) {
    const integer n = odd_numbers(1, bits).front();
    const odd_moduli modulus = from_oracle(n);
    EXPECT_EQ(modulus.bits(), std::max<std::size_t>(64, n.bit_length()));
    const auto a = operands(33, modulus.bits()), b = operands(33, modulus.bits()), e = operands(33, 70);
    const bigint_batch x = batch_of(a, modulus.bits()), y = batch_of(b, modulus.bits());
    expect_all(x, y, batch_of(e, 70), from_oracle(n),
               each(a, b, [&](auto& p, auto& q) { return residue(p * q, n); }),
               each(a, e, [&](auto& p, auto& q) { return power(p, q, n); }), std::to_string(bits) + " bits");
  }
}

// Few elements have other teams than many.
TEST_P(ModularBatch, OneModulusForFewAndMany) {
  const context here = tuned_context(GetParam(), [](plan::tuning& tuned) {
    tuned.batch.narrow_threads = 64;
    tuned.batch.residue_powers = tuned.batch.residue_products = plan::never;
  });
  const scoped_context use(here);
  const std::size_t bits = 1024;
  integer n(random_limbs(random, bits / limb_bits)), exponent(random_limbs(random, 1));
  mpz_setbit(n.get(), 0);
  mpz_setbit(n.get(), bits - 1);
  for (const modular_arithmetic how : {modular_arithmetic::words, modular_arithmetic::doubles}) {
    const odd_moduli shared(from_oracle(n), how);
    for (const std::size_t count : {100, 2, 70, 3}) {
      const auto a = operands(count, bits), b = operands(count, bits);
      std::vector<integer> products, powers;
      for (std::size_t g = 0; g < count; ++g) {
        products.push_back(residue(a[g] * b[g], n));
        powers.push_back(power(a[g], exponent, n));
      }
      const std::string description = std::to_string(count) + " elements";
      expect_values(mul_mod(batch_of(a, bits), batch_of(b, bits), shared), products, description);
      expect_values(pow_mod(batch_of(a, bits), from_oracle(exponent), shared), powers, description);
    }
  }
}

TEST_P(ModularBatchWithNumbers, ModuliThatAreNotOddAreReported) {
  const std::size_t bits = 300, count = 40;
  auto n = odd_numbers(count, bits);
  const auto a = operands(count, bits);
  const std::vector<std::size_t> bad{0, 7, 31, 32, 39};
  for (const std::size_t g : bad) n[g] = g == 7 ? integer(0) : n[g] - integer(1);
  const bigint_batch x = batch_of(a, bits);
  std::vector<integer> expected;
  for (std::size_t g = 0; g < count; ++g)
    expected.push_back(std::ranges::count(bad, g) > 0 ? integer(0) : power(a[g], integer(5), n[g]));
  for (const auto how :
       {modular_arithmetic::doubles, modular_arithmetic::words, modular_arithmetic::residues}) {
    const odd_moduli moduli(batch_of(n, bits), how);
    const bigint_batch result = pow_mod(x, gpu_bigint(5), moduli);
    EXPECT_EQ(result.undefined(), bad);
    EXPECT_EQ(mul_mod(x, x, moduli).undefined(), bad);
    expect_values(result, expected, "with bad moduli");
  }
}

TEST_P(ModularBatchWithNumbers, OperandsThatDoNotFit) {
  const bigint_batch a(3, 200);
  const odd_moduli n = gpu_bigint(1001);
  EXPECT_THROW(mul_mod(a, a, n), std::invalid_argument) << "wider than the modulus";
  EXPECT_THROW(pow_mod(a.resized(64), gpu_bigint(-1), n), std::domain_error);
  EXPECT_THROW(odd_moduli(gpu_bigint(1000)), std::domain_error);
  EXPECT_THROW(odd_moduli(gpu_bigint(0)), std::domain_error);
  EXPECT_THROW(odd_moduli(gpu_bigint(-3)), std::domain_error);
  EXPECT_THROW(odd_moduli((gpu_bigint(1) << 65536) + 1), std::length_error);
  EXPECT_THROW(pow_mod(a, bigint_batch(2, 64), bigint_batch(3, 200)), std::invalid_argument);
  EXPECT_EQ(pow_mod(bigint_batch(0, 64), gpu_bigint(3), n).size(), 0u);
}

TEST_P(ModularBatch, TheEnvironmentChooses) {
  for (const char* name : {"words", "doubles", "residues"}) {
    const environment_variable set("GPU_BIGINT_MODULAR_ARITHMETIC", name);
    const context other = new_context(GetParam(), plan::word_limits::none());
    const scoped_context use(other);
    const gpu_bigint n(1000001);
    const bigint_batch x = batch_of(operands(5, 64), 64);
    EXPECT_EQ(detail::engine_of(other)->tuning().batch.power == kernels::arithmetic::words,
              name == std::string("words"));
    EXPECT_EQ(detail::engine_of(other)->tuning().batch.residue_powers == 1, name == std::string("residues"));
    expect_values(pow_mod(x, gpu_bigint(77), n),
                  each(values_of(x), values_of(x),
                       [&](auto& p, auto&) { return power(p, integer(77), integer(1000001)); }),
                  name);
  }
  const environment_variable wrong("GPU_BIGINT_MODULAR_ARITHMETIC", "floats");
  EXPECT_THROW(new_context(GetParam(), plan::word_limits::none()), std::invalid_argument);
}

GPU_BIGINT_ON_EVERY_DEVICE(ModularBatch);
GPU_BIGINT_ON_EVERY_EXECUTOR(ModularBatchWithNumbers);

}  // namespace

}  // namespace gbi::test
