/// \file
/// Long-running programs: no number holds much more memory than its value needs, however many operations led
/// to it, and keeping it so does not make the host wait at every step.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/division.hpp"
#include "src/context/engine.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

bool is_odd(const integer& a) {
  return mpz_odd_p(a.get()) != 0;
}
bool is_odd(const gpu_bigint& a) {
  return test_bit(a, 0);
}
integer divide_exact(const integer& a, const integer& b) {
  return a / b;
}
integer random_of(random_source& random, std::size_t count) {
  return integer(random_limbs(random, count));
}
integer power_of_two(std::size_t bits) {
  return integer(1) << bits;
}

struct limits {
  double waits;         ///< most waits per step, on a device
  std::uint64_t every;  ///< steps between two checks; odd, so that checks meet every phase
  std::size_t written;  ///< a bound of up to this many limbs is accepted, however short the result is
  bool asks = false;    ///< the program itself asks for values
};

class Bounds : public on_executor {
 protected:
  bool has_words() const { return detail::engine_of(here())->core().limits().residence != 0; }

  /// The number of steps that take a few milliseconds in host words and not much longer elsewhere.
  std::uint64_t short_steps() const {
    return has_words() ? size({100000, 100000, 100000}) : size({20000, 300, 3000});
  }
  std::uint64_t long_steps() const { return size({60, 12, 300}); }
  std::size_t long_limbs() const { return size({3000, 600, 3000}); }

  /// Repeats a step on the library's numbers and on GMP's.
  template <class Step>
  void run(std::uint64_t steps, const std::vector<integer>& start, const limits& most, const Step& step) {
    std::vector<integer> expected = start;
    std::vector<gpu_bigint> numbers;
    for (const integer& value : start) numbers.push_back(from_oracle(value));
    // One-time work is not counted: making tables, and learning the sizes of the constants.
    const std::uint64_t warming = steps > 100 ? 20 : 3;
    for (std::uint64_t i = 0; i < warming; ++i) {
      step(numbers, i);
      step(expected, i);
    }
    const std::size_t memory_before = memory_in_use();
    const std::uint64_t waits_before = executor().waits();
    std::size_t most_needed = 0;
    for (std::uint64_t i = warming; i < warming + steps && !HasFailure(); ++i) {
      step(numbers, i);
      step(expected, i);
      if (i % most.every != 0) continue;
      std::size_t needed = 0, accepted = 0;
      for (std::size_t k = 0; k < numbers.size(); ++k) {
        const std::size_t limbs = expected[k].limb_count();
        const std::size_t most_limbs = std::max(2 * (limbs + known_late) + 64, most.written);
        needed += limbs;
        accepted += most_limbs;
        EXPECT_GE(numbers[k].limb_bound(), limbs) << "number " << k << " after " << i << " steps";
        EXPECT_LE(numbers[k].limb_bound(), most_limbs) << "number " << k << " after " << i << " steps";
      }
      most_needed = std::max(most_needed, needed);
      // The initial numbers may have been released, together with their memory. Results, operands of the last
      // step and temporaries take at most eight times what the numbers may take, however long the chain is. A
      // step that subtracts two products of a number takes that much: the number, another operand, and three
      // results of twice the length. The bounds known now say less: the device may have reported a size after
      // the memory was allocated.
      const std::size_t in_use = memory_in_use(), grown = in_use > memory_before ? in_use - memory_before : 0;
      EXPECT_LE(grown, 8 * (8 * accepted + 96 * numbers.size())) << "after " << i << " steps";
    }
    const std::uint64_t waits = executor().waits() - waits_before;
    const bool in_words = has_words() && most_needed <= 16 * numbers.size();
    if (in_words || (executor().memory_is_host() && !most.asks))
      EXPECT_EQ(waits, 0u) << "in " << steps << " steps";
    else
      EXPECT_LE(static_cast<double>(waits), most.waits * static_cast<double>(steps) + 3);
    for (std::size_t k = 0; k < numbers.size(); ++k)
      EXPECT_TRUE(matches(numbers[k], expected[k])) << "number " << k;
  }

  /// The host knows the size that a number had some steps earlier, when it may have been longer.
  static constexpr std::size_t known_late = 3;
  /// A GPU that other programs use reports sizes later, which makes the host wait more often.
  static constexpr double seldom = 0.4;
  static constexpr limits of_short{.waits = seldom, .every = 7, .written = 0};
  /// Limits for short numbers forced onto a device. The host's knowledge is some steps old, and products
  /// multiply bounds that are already too large.
  static constexpr limits of_short_products{.waits = 1, .every = 7, .written = 0};
  static constexpr limits of_long{.waits = seldom, .every = 1, .written = 0};
};

TEST_P(Bounds, Sums) {
  run(short_steps(), {0, 0, random_of(random, 3)}, of_short, [](auto& v, std::uint64_t i) {
    v[0] = v[0] + v[2];
    v[1] = i % 2 == 0 ? v[1] + v[0] : v[1] - v[0];
  });
}

TEST_P(Bounds, SumsThatCancel) {
  run(short_steps(), {0, random_of(random, 3), random_of(random, 3)}, of_short, [](auto& v, std::uint64_t) {
    v[0] = v[0] + v[1] - v[2];
    v[0] = v[0] - v[1] + v[2];
  });
}

TEST_P(Bounds, Counters) {
  run(short_steps(), {0, power_of_two(64), -power_of_two(128)}, of_short, [](auto& v, std::uint64_t) {
    v[0] = v[0] + 1;
    v[1] = v[1] - 1;
    v[2] = v[2] + 3;
  });
}

/// Every other value of v[1] is short. Its bound is that of a difference of two long numbers whose sizes the
/// host learns late.
TEST_P(Bounds, CountersOfLongNumbers) {
  const integer value = random_of(random, long_limbs());
  run(10 * long_steps(), {value, -value},
      {.waits = seldom, .every = 1, .written = 2 * (long_limbs() + known_late) + 64},
      [](auto& v, std::uint64_t i) {
        v[0] = v[0] + 1;
        v[1] = i % 2 == 0 ? v[1] + v[0] : v[1] - v[0];
      });
}

/// z^2 - 1.75 in fixed point. The value stays between -2 and 2 and never settles.
constexpr auto fixed_point = [](std::size_t bits) {
  return [bits = static_cast<std::int64_t>(bits)](auto& v, std::uint64_t) {
    v[0] = ((v[0] * v[0]) >> bits) + v[1];
  };
};

TEST_P(Bounds, FixedPoint) {
  run(short_steps(), {integer(1), -(integer(7) << 254)}, of_short_products, fixed_point(256));
}

TEST_P(Bounds, FixedPointOfLongNumbers) {
  const std::size_t bits = 64 * long_limbs();
  run(long_steps(), {integer(1) << (bits - 3), -(integer(7) << (bits - 2))}, of_long, fixed_point(bits));
}

constexpr auto masked_congruence = [](auto& v, std::uint64_t) { v[0] = (v[0] * v[1] + v[2]) & v[3]; };

TEST_P(Bounds, CongruencesWithAMask) {
  run(short_steps(), {1, random_of(random, 4), random_of(random, 2), power_of_two(200) - 1}, of_short,
      masked_congruence);
}

TEST_P(Bounds, CongruencesWithALongMask) {
  const std::size_t n = long_limbs();
  run(long_steps(), {1, random_of(random, n), random_of(random, n / 2), power_of_two(64 * n - 5) - 1},
      of_long, masked_congruence);
}

/// Only the device knows the mask's sign at first. The host asks for it once.
TEST_P(Bounds, CongruencesWithAMaskOfUnknownSign) {
  const std::size_t n = long_limbs();
  run(long_steps(), {1, random_of(random, n), random_of(random, n / 2), power_of_two(64 * n - 5), integer(0)},
      of_long, [](auto& v, std::uint64_t i) {
        if (i == 0) v[4] = v[3] - 1;
        v[0] = (v[0] * v[1] - v[2]) & v[4];
      });
}

constexpr auto congruence = [](auto& v, std::uint64_t) { v[0] = (v[0] * v[1] + v[2]) % v[3]; };

TEST_P(Bounds, CongruencesByARemainder) {
  run(short_steps(), {1, random_of(random, 3), random_of(random, 2), random_of(random, 3)}, of_short,
      congruence);
}

TEST_P(Bounds, CongruencesByALongRemainder) {
  const std::size_t n = long_limbs();
  run(long_steps(), {1, random_of(random, n), random_of(random, n / 2), random_of(random, n)}, of_long,
      congruence);
}

/// Newton's iteration for the reciprocal of v[1] in fixed point. It continues after it has converged.
constexpr auto newton = [](std::size_t bits) {
  return [bits = static_cast<std::int64_t>(bits)](auto& v, std::uint64_t) {
    v[0] = v[0] + ((v[0] * (v[2] - ((v[0] * v[1]) >> bits))) >> bits);
  };
};

TEST_P(Bounds, Newton) {
  const integer one = power_of_two(384), half = power_of_two(383);
  run(short_steps(), {one, half + random_of(random, 5), one}, of_short_products, newton(384));
}

TEST_P(Bounds, NewtonOfLongNumbers) {
  const std::size_t bits = 64 * long_limbs();
  const integer one = power_of_two(bits), half = power_of_two(bits - 1);
  run(long_steps(), {one, half + random_of(random, long_limbs() - 1), one}, of_long, newton(bits));
}

TEST_P(Bounds, Fibonacci) {
  run(short_steps(), {0, 1}, of_short, [](auto& v, std::uint64_t) {
    v[0] = v[0] + v[1];
    std::swap(v[0], v[1]);
  });
}

TEST_P(Bounds, Collatz) {
  // The program itself asks for a value at each step.
  run(short_steps(), {random_of(random, 15)}, {.waits = 1, .every = 7, .written = 0, .asks = true},
      [](auto& v, std::uint64_t) {
        if (is_odd(v[0]))
          v[0] = v[0] * 3 + 1;
        else
          v[0] = v[0] >> 1;
      });
}

/// A point near the centre of the bulb of period 3, where nothing escapes.
constexpr auto mandelbrot = [](std::size_t bits) {
  return [bits = static_cast<std::int64_t>(bits)](auto& v, std::uint64_t) {
    auto real = ((v[0] * v[0] - v[1] * v[1]) >> bits) + v[2];
    v[1] = ((v[0] * v[1]) >> (bits - 1)) + v[3];
    v[0] = std::move(real);
  };
};

TEST_P(Bounds, Mandelbrot) {
  run(short_steps(), {0, 0, -(integer(1) << 253), integer(3) << 254}, of_short_products, mandelbrot(256));
}

TEST_P(Bounds, MandelbrotOfLongNumbers) {
  const std::size_t bits = 64 * long_limbs();
  run(long_steps(), {0, 0, -(integer(1) << (bits - 3)), integer(3) << (bits - 2)}, of_long, mandelbrot(bits));
}

TEST_P(Bounds, QuotientsOfSquares) {
  const integer value = random_of(random, long_limbs());
  // Each divisor is new, so the host must learn its length.
  run(long_steps(), {value, -value}, {.waits = 2, .every = 1, .written = 0}, [](auto& v, std::uint64_t) {
    v[0] = v[0] * v[0] / v[0];
    v[1] = divide_exact(v[1] * v[1], v[1]);
  });
}

/// Only the device knows how much of a difference is left. The products grow with every step, so the host
/// must wait for every second size.
TEST_P(Bounds, DifferencesOfProducts) {
  const integer value = random_of(random, long_limbs());
  // The last size known to the host may be that of a product, which is twice as long as the difference.
  const std::size_t written = 2 * (2 * long_limbs() + known_late) + 64;
  run(long_steps(), {value, random_of(random, long_limbs())}, {.waits = 1, .every = 1, .written = written},
      [](auto& v, std::uint64_t) { v[0] = v[0] * v[1] - v[0] * (v[1] - 1); });
  run(long_steps(), {value}, {.waits = 1, .every = 1, .written = written},
      [](auto& v, std::uint64_t) { v[0] = v[0] * v[0] - v[0] * (v[0] - 1); });
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Bounds);

}  // namespace

}  // namespace gbi::test
