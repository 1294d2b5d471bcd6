/// \file
/// Operations that make the host wait for the device, and operations that do not. The executor counts the
/// waits.
#include <functional>

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/division.hpp"
#include "gpu_bigint/prepared.hpp"
#include "gpu_bigint/random.hpp"
#include "gpu_bigint/sequences.hpp"
#include "src/number/access.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Waits : public on_executor {
 protected:
  std::uint64_t waits_in(const std::function<void()>& work) const {
    const std::uint64_t before = executor().waits();
    work();
    return executor().waits() - before;
  }

  /// Lengths at which products take each of their routes.
  std::vector<std::uint64_t> lengths() const { return {100, 5000, 40000, size({1 << 19, 1 << 17, 1 << 24})}; }
};

TEST_P(Waits, NotInChainsOfSumsProductsAndShifts) {
  for (const std::uint64_t bits : lengths()) {
    const integer a = random_integer(random, bits), b = random_integer(random, bits),
                  c = random_integer(random, 2 * bits);
    const gpu_bigint x = from_oracle(a), y = from_oracle(b), z = from_oracle(c);
    gpu_bigint chain;
    EXPECT_EQ(waits_in([&] {
                chain = x * y + z;
                chain = (chain - y) * (x - z) << 77;
                chain = -(chain >> 50) + abs(y - x);
                chain = square(chain) - 12345;
                chain = multiply_add(chain, x - y, z);
                chain += prepared(x) * (y + 1);
              }),
              0u)
        << bits << " bits";
    integer expected = a * b + c;
    expected = (expected - b) * (a - c) << 77;
    expected = (a < b ? b - a : a - b) - (expected >> 50);
    expected = expected * expected - integer(12345);
    expected = expected + (a - b) * c;
    expected = expected + a * (b + integer(1));
    EXPECT_TRUE(matches(chain, expected)) << bits << " bits";
  }
}

TEST_P(Waits, ForValuesOfTheHost) {
  const gpu_bigint x = from_oracle(random_integer(random, 5000)) + (gpu_bigint(1) << 5001),
                   difference = x - (x >> 1);
  // The host does not wait for numbers in host words, nor if device memory is host memory.
  const bool in_words = detail::short_words(difference) || executor().memory_is_host();
  EXPECT_EQ(waits_in([&] { difference.sign(); }) > 0, !in_words);
  EXPECT_EQ(waits_in([&] { difference.sign(); }), 0u) << "asked before";
  EXPECT_EQ(waits_in([&] { (x * x).to_limbs(); }) > 0, !detail::short_words(x * x));
  EXPECT_EQ(waits_in([&] { here().synchronize(); }), 1u);
}

TEST_P(Waits, NotForNumbersMadeOfBits) {
  for (const std::uint64_t bits : lengths()) {
    const gpu_bigint x = from_oracle(random_integer(random, bits)),
                     y = from_oracle(random_integer(random, bits));
    random_engine engine(random.bits());
    EXPECT_EQ(waits_in([&] {
                const gpu_bigint z = (x & -y) | (~x ^ engine.bits(bits));
                rotate_left(flip_bit(z, bits / 2), 70, bits) + low_bits(x - y, bits / 2);
              }),
              0u)
        << bits << " bits";
  }
}

TEST_P(Waits, ForTheLengthOfADivisorUnlessItIsPrepared) {
  for (const std::uint64_t bits : lengths()) {
    const gpu_bigint x = from_oracle(random_integer(random, 2 * bits)),
                     y = from_oracle(random_integer(random, bits)) + 1 + (gpu_bigint(1) << (bits + 1));
    // One wait for the divisor's length, and one for the bits of its highest limb.
    EXPECT_LE(waits_in([&] { div_rem(x, y); }), 2u) << bits << " bits";
    const divider by(y);
    EXPECT_EQ(waits_in([&] { by.div_rem(x * y); }), 0u) << bits << " bits";
  }
}

TEST_P(Waits, NotInSequences) {
  EXPECT_EQ(waits_in([] {
              factorial(2000);
              double_factorial(2001);
              multifactorial(30000, 12);
              binomial(3000, 1400);
              primorial(5000);
              fibonacci(20000);
              lucas(20001);
            }),
            0u);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Waits);

}  // namespace

}  // namespace gbi::test
