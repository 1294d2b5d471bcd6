// Batches split over a group, compared with one rank and with GMP.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include "gpu_bigint/bigint_batch.hpp"
#include "tests/distribute/groups.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

namespace {

using limbs = std::vector<std::uint64_t>;

class Parts : public on_group {
 protected:
  static constexpr std::size_t bits = 512, width = bits / 64;

  limbs random_limbs(std::size_t count) {
    limbs values(count * width);
    for (auto& value : values) value = random.bits();
    return values;
  }
  static std::span<const std::uint64_t> of(const limbs& values, const part& p, std::size_t each = width) {
    return std::span(values).subspan(p.first * each, p.size * each);
  }
  static integer element(const limbs& values, std::size_t index, std::size_t each = width) {
    return integer(std::span(values).subspan(index * each, each));
  }
  /// Compares the results of a batch operation by the group, of which this process has some parts, with those
  /// by one rank and with the expected ones.
  template <class Operation, class Expected>
  void compare(std::size_t count, std::size_t each, Operation&& operation, Expected&& expected) {
    limbs split(count * each);
    std::set<int> ranks_seen;
    std::vector<std::size_t> elements;
    std::mutex mutex;
    for_each_part(handle(), count, [&](const part& p) {
      const limbs own = operation(p);
      ASSERT_EQ(own.size(), p.size * each);
      std::ranges::copy(own, split.begin() + static_cast<std::ptrdiff_t>(p.first * each));
      const std::scoped_lock lock(mutex);
      EXPECT_TRUE(ranks_seen.insert(p.rank).second);
      for (std::size_t i = 0; i < p.size; ++i) elements.push_back(p.first + i);
    });
    std::ranges::sort(elements);
    EXPECT_TRUE(std::ranges::adjacent_find(elements) == elements.end());
    if (handle().size() == handle().local_size()) {
      EXPECT_EQ(elements.size(), count);
    }
    limbs whole;
    if (count > 0) {
      const scoped_context one(handle().at(0));
      whole = operation(part{0, count, 0});
    }
    for (const std::size_t i : elements) {
      ASSERT_EQ(limbs(of(split, {i, 1, 0}, each).begin(), of(split, {i, 1, 0}, each).end()),
                limbs(of(whole, {i, 1, 0}, each).begin(), of(whole, {i, 1, 0}, each).end()));
      ASSERT_EQ(element(split, i, each), expected(i)) << "element " << i << " of " << count;
    }
  }
};

TEST_P(Parts, Products) {
  for (const std::size_t count : {0, 1, 3, 8, 61}) {
    const limbs a = random_limbs(count), b = random_limbs(count);
    compare(
        count, 2 * width,
        [&](const part& p) {
          return mul_full(bigint_batch::from_limbs(of(a, p), p.size, bits),
                          bigint_batch::from_limbs(of(b, p), p.size, bits))
              .to_limbs();
        },
        [&](std::size_t i) { return element(a, i) * element(b, i); });
  }
}

TEST_P(Parts, ModularPowers) {
  const std::size_t count = 21;
  const limbs bases = random_limbs(count), exponents = random_limbs(count);
  limbs moduli = random_limbs(count);
  for (std::size_t i = 0; i < count; ++i) moduli[i * width] |= 1;
  compare(
      count, width,
      [&](const part& p) {
        const auto batch = [&](const limbs& values) {
          return bigint_batch::from_limbs(of(values, p), p.size, bits);
        };
        return pow_mod(batch(bases), batch(exponents), odd_moduli(batch(moduli))).to_limbs();
      },
      [&](std::size_t i) {
        integer power;
        mpz_powm(power.get(), element(bases, i).get(), element(exponents, i).get(), element(moduli, i).get());
        return power;
      });
}

TEST_P(Parts, CommonDivisors) {
  const std::size_t count = 33;
  limbs a = random_limbs(count), b = random_limbs(count);
  for (std::size_t i = 0; i < count * width; i += 3) a[i] = b[i] = 0;  // common factors
  compare(
      count, width,
      [&](const part& p) {
        return gcd(bigint_batch::from_limbs(of(a, p), p.size, bits),
                   bigint_batch::from_limbs(of(b, p), p.size, bits))
            .to_limbs();
      },
      [&](std::size_t i) {
        integer common;
        mpz_gcd(common.get(), element(a, i).get(), element(b, i).get());
        return common;
      });
}

TEST_P(Parts, EveryPartHasItsContextAndItsThread) {
  std::mutex mutex;
  std::set<std::thread::id> threads;
  for_each_part(handle(), ranks() * 3, [&](part p) {
    EXPECT_TRUE(context::current() == handle().at(p.rank - handle().first()));
    EXPECT_EQ(p.size, 3);
    EXPECT_TRUE(gpu_bigint(5).context() == context::current());
    const std::scoped_lock lock(mutex);
    threads.insert(std::this_thread::get_id());
  });
  EXPECT_EQ(threads.size(), local());
}

TEST_P(Parts, TheFirstExceptionAfterAllHaveEnded) {
  std::atomic<std::size_t> begun = 0;
  try {
    for_each_part(handle(), ranks(), [&](const part& p) {
      ++begun;
      throw std::runtime_error(std::to_string(p.rank));
    });
    ADD_FAILURE();
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), std::to_string(handle().first()));
  }
  EXPECT_EQ(begun.load(), local());
  begun = 0;
  for_each_part(handle(), 0, [&](const part&) { ++begun; });
  EXPECT_EQ(begun.load(), 0);
}

GPU_BIGINT_ON_EVERY_GROUP(Parts);

}  // namespace

}  // namespace gbi::test
