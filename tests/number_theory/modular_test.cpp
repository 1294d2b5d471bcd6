/// \file
/// Powers modulo a number against GMP.
#include "gpu_bigint/number_theory.hpp"
#include "kernels/bytes/run_pairs.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number_theory/modular/odd_field.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/tuned_context.hpp"

namespace gbi::test {

namespace {

class Modular : public on_executor {
 protected:
  static integer power_of(const integer& base, const integer& exponent, const integer& n) {
    integer result;
    mpz_powm(result.get(), base.get(), exponent.get(), n.get());
    return result;
  }
  /// A power by this field, whatever the planner would choose.
  template <class Field>
  static void check_by(const integer& base, const integer& exponent, const integer& n) {
    const faults::operation_scope scope("test", n.bit_length());
    const Field field(from_oracle(n));
    ASSERT_TRUE(matches(field.power(from_oracle(base), from_oracle(exponent)), power_of(base, exponent, n)))
        << brief(base) << "^" << brief(exponent) << " modulo " << brief(n);
  }
  static integer odd(integer n) {
    mpz_setbit(n.get(), 0);
    return n;
  }
};

/// One launch.
class OddField : public Modular {
 protected:
  static void check(const integer& base, const integer& exponent, const integer& n) {
    check_by<number_theory::odd_field>(base, exponent, n);
  }
};

TEST_P(OddField, EveryWidth) {
  const std::uint64_t all = size({40, 9, 300});
  for (std::uint64_t count = 1; count <= all; ++count)
    check(integer(random_limbs(random, count)), integer(random_limbs(random, 1)),
          odd(integer(random_limbs(random, count))));
  for (std::uint64_t round = 0; round < size({8, 1, 40}); ++round) {
    const std::size_t count = random.between(1, size({300, 40, 300}));
    check(integer(random_limbs(random, count)), integer(random.between(0, 300)),
          odd(integer(random_limbs(random, count))));
  }
  for (const std::uint64_t count : {16, 32, 64})
    if (count <= size({32, 0, 64}))
      check(integer(random_limbs(random, count)), integer(random_limbs(random, count)),
            odd(integer(random_limbs(random, count))));
}

TEST_P(OddField, Edges) {
  for (const std::size_t count : {1, 2, 5, 16, 65}) {
    if (count > size({65, 5, 65})) continue;
    const integer end = integer(1) << (64 * count);
    for (const integer& n : {integer(1), integer(3), end - integer(1), (end >> 1) + integer(1),
                             end - integer(189), odd(integer(random_limbs(random, count)))})
      for (const integer& base : {integer(0), integer(1), integer(2), n - integer(1), n, n + integer(1)})
        for (const integer& exponent :
             {integer(1), integer(2), integer(31), integer(random_limbs(random, 1))})
          if ((base.bit_length() + 63) / 64 <= (n.bit_length() + 63) / 64) check(base, exponent, n);
    const integer n = odd(integer(random_limbs(random, count)));
    check(n - integer(2), (integer(1) << size({700, 70, 2000})) - integer(1), n);
  }
}

/// One launch of a block that multiplies bytes.
class LongOddField : public Modular {
 protected:
  static void check(const integer& base, const integer& exponent, const integer& n) {
    check_by<number_theory::long_odd_field>(base, exponent, n);
  }
};

TEST_P(LongOddField, EveryLength) {
  const std::size_t longest = kernels::longest_byte_power;
  for (const std::size_t count : {1, 2, 31, 64, 65, 127, 128, 129, 192, 193, 255, 256}) {
    if (count > size({longest, 65, longest})) continue;
    check(integer(random_limbs(random, count)), integer(random.between(2, 300)),
          odd(integer(random_limbs(random, count))));
  }
  for (std::uint64_t round = 0; round < size({4, 0, 40}); ++round) {
    const std::size_t count = random.between(1, longest);
    check(integer(random_limbs(random, count)), integer(random_limbs(random, size({1, 1, 20}))),
          odd(integer(random_limbs(random, count))));
  }
}

TEST_P(LongOddField, Edges) {
  for (const std::size_t count : {1, 128, 256}) {
    if (count != 128 && (is_shuffled() || test_scale() < 1)) continue;
    const integer end = integer(1) << (64 * count);
    for (const integer& n :
         {integer(1), integer(3), end - integer(1), (end >> 1) + integer(1), (end >> 1) - integer(1),
          end - integer(189), odd(integer(random_limbs(random, count)))}) {
      const std::size_t limbs = (n.bit_length() + 63) / 64;
      // Exponents of every kind with one base, bases of every kind with one exponent. A CPU core takes
      // milliseconds for a product. LongExponents has longer exponents.
      for (const integer& exponent : {integer(0), integer(1), integer(2), integer(65537)})
        if (here().backend() == backend::cuda || exponent.bit_length() < 17)
          check(n - integer(1), exponent, n);
      for (const integer& base : {integer(0), integer(1), n >> 1, (integer(1) << (64 * limbs)) - integer(1)})
        check(base, integer(5), n);
    }
  }
}

// Products exceed R only if the modulus is almost as large.
TEST_P(LongOddField, ModuliNearR) {
  const std::size_t count = 128;
  const integer n = odd((integer(1) << (64 * count)) - integer(random_limbs(random, 1)));
  check(integer(random_limbs(random, count)).low_bits(64 * count - 1),
        integer(static_cast<long>(random.between(1 << 14, 1 << 15))), n);
}

// One of several thousand products of random numbers carries out of its lower half when the excess of the
// last word but one is added to the last word. The first product is that of the base and R^2 mod n.
TEST_P(LongOddField, CarryOutOfTheLastWord) {
  const std::size_t count = 128, last = 8 * count - 4;  // where the last word of the lower half begins
  const integer n = odd(integer(random_limbs(random, count)));
  const auto bytes_of = [&](const integer& a) {
    const std::vector<std::uint64_t> words = a.to_limbs(count);
    std::vector<std::uint64_t> result(8 * count);
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = words[i / 8] >> i % 8 * 8 & 255;
    return result;
  };
  const auto x = bytes_of(integer(random_limbs(random, count))),
             y = bytes_of(modulo(integer(1) << (128 * count), n));
  // Sums of byte products by columns, without the lowest four bytes of the base.
  std::vector<std::uint64_t> columns(8);
  for (std::size_t k = 0; k < 8; ++k)
    for (std::size_t i = 4; i <= last - 4 + k; ++i) columns[k] += x[i] * y[last - 4 + k - i];
  for (std::uint64_t lowest = random.bits();; ++lowest) {
    const auto word = [&](std::size_t first) {
      std::uint64_t sum = 0;
      for (std::size_t k = first; k < first + 4; ++k) {
        std::uint64_t column = columns[k];
        for (std::size_t i = 0; i < 4; ++i) column += (lowest >> 8 * i & 255) * y[last - 4 + k - i];
        sum += column << 8 * (k - first);
      }
      return sum;
    };
    if ((word(4) & 0xffffffff) + (word(0) >> 32) < std::uint64_t{1} << 32) continue;
    integer base(static_cast<long>(lowest & 0xffffffff));
    for (std::size_t i = 4; i < x.size(); ++i) base = base + (integer(static_cast<long>(x[i])) << (8 * i));
    return check(base, integer(3), n);
  }
}

TEST_P(LongOddField, HostileModuli) {
  const std::size_t count = size({200, 70, 256});
  for (const auto& pattern : hostile_limbs(random, count)) {
    const integer n = odd(integer(pattern.value));
    check(n - integer(2), integer(11), n);
    if (!is_shuffled()) check(integer(pattern.value) >> 7, integer(29), n);
  }
}

TEST_P(LongOddField, LongExponents) {
  const std::size_t count = size({130, 65, 256});
  check(integer(random_limbs(random, count)), integer(random_limbs(random, size({6, 1, 256}))),
        odd(integer(random_limbs(random, count))));
}

TEST_P(LongOddField, IsTakenByPowers) {
  const context where = tuned_context(GetParam(), [](plan::tuning& t) {
    t.number_theory.byte_power_limbs = 2;
    t.words.power = 0;
  });
  const scoped_context use(where);
  for (const mp_bitcnt_t twos : {0, 1, 63, 64}) {
    if (twos != 0 && twos != 63 && (is_shuffled() || test_scale() < 1)) continue;
    const integer n = odd(integer(random_limbs(random, 5))) << twos;
    for (const integer& base : {n - integer(3), -n, n * n + integer(2)})
      for (const integer& exponent : {integer(random_limbs(random, 1)), (integer(1) << 64) + integer(3)})
        EXPECT_TRUE(matches(powm(from_oracle(base), from_oracle(exponent), from_oracle(n)),
                            power_of(base, exponent, n)))
            << brief(base) << "^" << brief(exponent) << " modulo " << brief(n);
  }
}

/// Every pair of runs has warps for the requested halves of its convolution, and its own layers.
TEST(RunPairs, CoverTheProduct) {
  using namespace kernels;
  for (int runs = 1; runs <= longest_runs; ++runs)
    for (const product_part part :
         {product_part::whole, product_part::square, product_part::low, product_part::high}) {
      const run_pairs all = distributed_pairs(part, runs);
      int layers = 0;
      std::vector<int> owner(2 * static_cast<std::size_t>(runs) * static_cast<std::size_t>(runs), -1);
      const auto own = [&](int layer, int run) {
        ++layers;
        ASSERT_GE(layer, all.begin[run]);
        ASSERT_LT(layer, all.begin[run + 1]);
        ASSERT_EQ(owner[static_cast<std::size_t>(layer)], -1);
        owner[static_cast<std::size_t>(layer)] = run;
      };
      for (const run_pair& pair : all.of) {
        if (pair.part == pair_part::whole || pair.part == pair_part::lower) own(pair.lower, pair.i + pair.j);
        if (pair.part == pair_part::whole || pair.part == pair_part::upper)
          own(pair.upper, pair.i + pair.j + 1);
        EXPECT_EQ(pair.twice, part == product_part::square && pair.i < pair.j ? 1 : 0);
      }
      const int square = runs * runs;
      EXPECT_EQ(layers, part == product_part::whole    ? 2 * square
                        : part == product_part::square ? square + runs
                                                       : square);
      EXPECT_EQ(layers, all.begin[2 * runs]);
      const bool is_free = all.of[all.free_warp].part == pair_part::none;
      EXPECT_EQ(is_free, part != product_part::whole || runs < longest_runs);
    }
}

TEST_P(Modular, SmallNumbers) {
  for (int n = -7; n <= 7; ++n) {
    if (n == 0) continue;
    const modulus by(n);
    for (int base = -4; base <= 8; base += 3)
      for (int exponent = 0; exponent <= 6; exponent += 2)
        EXPECT_TRUE(matches(by.power(base, exponent), power_of(base, exponent, n)))
            << base << "^" << exponent << " modulo " << n;
  }
}

TEST_P(Modular, RandomPowers) {
  for (std::uint64_t round = 0; round < size({60, 10, 100}); ++round) {
    const integer base = random_integer(random, 3000), n = random_integer(random, 2500);
    integer exponent = random_integer(random, size({400, 60, 2000}));
    if (exponent.sign() < 0) exponent = -exponent;
    if (n.sign() == 0) continue;
    EXPECT_TRUE(
        matches(powm(from_oracle(base), from_oracle(exponent), from_oracle(n)), power_of(base, exponent, n)))
        << brief(base) << "^" << brief(exponent) << " modulo " << brief(n);
  }
}

TEST_P(Modular, HostileModuliAndLongOnes) {
  for (const std::size_t count : {1, 2, 7, 40}) {
    if (count > size({40, 2, 40})) continue;
    for (const auto& pattern : hostile_limbs(random, count)) {
      const integer n(pattern.value);
      if (n.sign() == 0) continue;
      for (const integer& base : {n - integer(1), integer(random_limbs(random, count)), integer(2)})
        EXPECT_TRUE(matches(powm(from_oracle(base), 29, from_oracle(n)), power_of(base, 29, n)))
            << pattern.name;
    }
  }
}

TEST_P(Modular, ReusedModulus) {
  const integer n = integer(random_limbs(random, 5));
  const modulus by(from_oracle(n));
  EXPECT_TRUE(matches(by.value(), n));
  for (int round = 0; round < 5; ++round) {
    const integer a = random_integer(random, 1000), b = random_integer(random, 1000);
    EXPECT_TRUE(matches(by.reduce(from_oracle(a)), modulo(a, n)));
    EXPECT_TRUE(matches(by.multiply(from_oracle(a), from_oracle(b)), modulo(a * b, n)));
  }
}

/// Long enough for kept transforms, if transforms of that length run in reasonable time.
TEST_P(Modular, LongModuliKeepTheirTransforms) {
  const context where = tuned_context(GetParam(), [](plan::tuning& t) {
    t.product.kept_limbs = t.product.wrapped_limbs = 1;
    t.product.schoolbook_shorter_limbs = t.product.schoolbook_total_limbs = 0;
    t.product.verified_total_limbs = 2048;
    t.words.power = 0;
  });
  const scoped_context use(where);
  for (const std::size_t count : {200, 900, 3000}) {
    if (count > size({3000, 200, 3000})) continue;
    const integer all = (integer(1) << (64 * count)) - integer(1);
    for (const integer& n : {all, (all >> 1) + integer(2), integer(random_limbs(random, count))}) {
      const modulus by(from_oracle(n));
      for (const integer& base :
           {n - integer(1), n - integer(2), integer(random_limbs(random, count)), n * n + integer(5)})
        EXPECT_TRUE(matches(by.power(from_oracle(base), 21), power_of(base, 21, n)))
            << brief(base) << " modulo " << brief(n);
    }
  }
}

TEST_P(Modular, NegativeExponentsTakeTheInverse) {
  integer n = integer(random_limbs(random, 9));
  mpz_setbit(n.get(), 0);
  EXPECT_TRUE(matches(powm(2, -77, from_oracle(n)), power_of(2, -77, n)));
  EXPECT_THROW(powm(6, -1, 9), std::domain_error);
  EXPECT_THROW(powm(6, 2, 0), std::domain_error);
}

TEST_P(Modular, BasesOfEveryKind) {
  for (const std::size_t count : {1, 3, 8, 20}) {
    if (count > size({20, 3, 20})) continue;
    integer n(random_limbs(random, count));
    for (int parity = 0; parity < 2; ++parity) {
      n = n + integer(1);
      for (const integer& base : {integer(0), integer(-1), n, -n, integer(5) - n, n * n - integer(7),
                                  integer(random_limbs(random, 3 * count))})
        for (const integer& exponent : {integer(0), integer(1), integer(65537)})
          for (const integer& by : {n, -n})
            EXPECT_TRUE(matches(powm(from_oracle(base), from_oracle(exponent), from_oracle(by)),
                                power_of(base, exponent, by)))
                << brief(base) << "^" << brief(exponent) << " modulo " << brief(by);
    }
  }
}

TEST_P(Modular, EvenModuli) {
  for (const std::size_t count : {1, 2, 5, 8}) {
    if (count > size({8, 1, 8})) continue;
    for (const mp_bitcnt_t twos : {1, 2, 17, 62, 63, 64, 65}) {
      if (twos >= 64 * count) continue;
      const integer m = odd(integer(random_limbs(random, count))) >> twos;
      for (const integer& n : {odd(m) << twos, integer(1) << twos})
        for (const integer& base :
             {integer(0), integer(2), integer(6), integer(-3), n - integer(1),
              integer(random_limbs(random, count)), integer(random_limbs(random, 2 * count))})
          for (const integer& exponent : {integer(1), integer(3), integer(63), integer(64), integer(65),
                                          integer(random_limbs(random, 2))})
            EXPECT_TRUE(matches(powm(from_oracle(base), from_oracle(exponent), from_oracle(n)),
                                power_of(base, exponent, n)))
                << brief(base) << "^" << brief(exponent) << " modulo " << brief(n);
    }
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Modular);
GPU_BIGINT_ON_EVERY_DEVICE(OddField);
GPU_BIGINT_ON_EVERY_DEVICE(LongOddField);

}  // namespace

}  // namespace gbi::test
