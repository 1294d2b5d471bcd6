/// \file
/// Products of numbers in host memory: pieces of every number, the memory that they take, failures.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/host_memory/host_numbers.hpp"
#include "tests/host_memory/small_device.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class HostProducts : public on_executor {};

TEST_P(HostProducts, AreThoseOfTheOracle) {
  const std::uint64_t bits = size({.host = 1'000'000, .shuffled = 100'000, .cuda = 50'000'000});
  for (int round = 0; round < 20; ++round) {
    const integer a = random_integer(random, bits), b = random_integer(random, bits);
    const host_bigint x = host_from_oracle(a), y = host_from_oracle(b);
    ASSERT_TRUE(matches(x * y, a * b));
    ASSERT_TRUE(matches(y * y, b * b));
    ASSERT_TRUE(matches(x * -x, -(a * a)));
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(HostProducts);

std::size_t pieces_of(std::size_t limbs, std::size_t piece) {
  return (limbs + piece - 1) / piece;
}

/// The numbers of pieces that memory from much to little leads to. All products are right, and none takes
/// more memory than there is.
std::set<std::size_t> multiply_with_less_and_less(std::size_t n, std::size_t m) {
  random_source random(test_seed());
  const integer ones = (integer(1) << 64 * n) - 1, a = integer(random_limbs(random, n)),
                b = -integer(random_limbs(random, m));
  std::set<std::size_t> pieces;
  constexpr std::size_t tables = std::size_t{1} << 20;
  for (std::size_t bytes = 600 * n; bytes > 40 * n; bytes -= bytes / 8) {
    const small_device device(tables + bytes);
    const scoped_context use(device.handle);
    const host_bigint x = host_from_oracle(a), y = host_from_oracle(b), z = host_from_oracle(ones);
    for (const auto& [left, right, expected] :
         {std::tuple{x, y, a * b}, {y, x, a * b}, {x, x, a * a}, {z, y, ones * b}, {z, z, ones * ones}}) {
      const auto in_use = [&] { return device.executor->bytes_in_use(); };
      std::size_t piece = 0, before = 0;
      // The tables of the transforms are large beside such a device. Once there are all, products take no
      // more memory than there is.
      do {
        before = in_use();
        piece = device.piece_of(left.limbs().size(), right.limbs().size(),
                                left.limbs().data() == right.limbs().data());
        if (piece == 0) {
          EXPECT_THROW(left * right, out_of_memory);
          break;
        }
        pieces.insert(pieces_of(n, piece));
        device.executor->take_most();
        EXPECT_TRUE(matches(left * right, expected)) << n << " and " << m << " limbs, pieces of " << piece;
      } while (in_use() != before);
      EXPECT_LE(device.executor->take_most(), detail::engine_of(device.handle)->planner().usable_memory())
          << n << " and " << m << " limbs, pieces of " << piece;
    }
  }
  return pieces;
}

TEST(HostProductPieces, OfEqualLengths) {
  const auto pieces = multiply_with_less_and_less(20'000, 20'000);
  for (const std::size_t count : {1, 2, 3, 4}) EXPECT_TRUE(pieces.contains(count)) << count;
}
TEST(HostProductPieces, OfNearlyEqualLengths) {
  const auto pieces = multiply_with_less_and_less(20'001, 19'000);
  EXPECT_GE(pieces.size(), 4u);
}
TEST(HostProductPieces, OfAShortFactor) {
  const auto pieces = multiply_with_less_and_less(30'000, 1'234);
  EXPECT_GE(pieces.size(), 3u);
  multiply_with_less_and_less(30'000, 1);
}

// Products by one limb take no workspace, so sums of columns decide.
TEST(HostProductPieces, SumsOfColumnsFit) {
  constexpr std::size_t n = 30'000, bytes_of_halves = n / 2 * sizeof(std::uint64_t);
  const small_device device(7 * bytes_of_halves / 2 * 32 / 31);
  const scoped_context use(device.handle);
  random_source random(test_seed());
  const integer a = integer(random_limbs(random, n)), b = integer(random_limbs(random, 1));
  const host_bigint x = host_from_oracle(a), y = host_from_oracle(b);
  EXPECT_EQ(device.piece_of(n, 1), n / 3) << "three and a half halves: products of two fit, sums do not";
  device.executor->take_most();
  EXPECT_TRUE(matches(x * y, a * b));
  EXPECT_LE(device.executor->take_most(), detail::engine_of(device.handle)->planner().usable_memory());
}

// Every column of a product of ones, and of pieces that are zero.
TEST(HostProductPieces, CarriesAndZeros) {
  const small_device device(std::size_t{3} << 20);
  const scoped_context use(device.handle);
  const std::size_t n = 64 * 1024, piece = device.piece_of(n, n);
  ASSERT_GT(pieces_of(n, piece), 3u);
  random_source random(test_seed());
  std::vector<integer> all;
  for (const std::size_t limbs : {n, n - 1, 3 * piece, 3 * piece + 1, 2 * piece - 1, piece}) {
    all.push_back((integer(1) << 64 * limbs) - 1);
    all.push_back(integer(1) << 64 * limbs - 1);
    all.push_back((integer(1) << 64 * limbs - 1) + integer(random_limbs(random, 5)));
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const integer &a = all[i], &b = all[(5 * i + 1) % all.size()];
    const host_bigint x = host_from_oracle(a), y = host_from_oracle(b);
    ASSERT_TRUE(matches(x * y, a * b)) << brief(a) << " * " << brief(b);
    ASSERT_TRUE(matches(x * x, a * a)) << brief(a);
    ASSERT_EQ((x + y) * (x - y), x * x - y * y);
  }
}

TEST(HostProductPieces, TheDeviceHoldsNone) {
  const small_device device(2000);
  const scoped_context use(device.handle);
  random_source random(test_seed());
  const integer a = integer(random_limbs(random, 1000));
  const host_bigint x = host_from_oracle(a);
  const exec::buffer<std::byte> held(*device.executor, 1900);
  try {
    (void)(x * x);
    FAIL() << "no piece fits";
  } catch (const out_of_memory& error) {
    EXPECT_NE(std::string(error.what()).find("product of 1000 and 1000 limbs in host memory: the "),
              std::string::npos)
        << error.what();
  }
  EXPECT_TRUE(matches(x + x, a + a)) << "the context goes on working";
}

// A context's limit counts as the device's memory does.
TEST(HostProductPieces, StayWithinTheLimitOfTheContext) {
  const small_device limited(0, std::size_t{6} << 20);
  const scoped_context use(limited.handle);
  random_source random(test_seed());
  const integer a = integer(random_limbs(random, 60'000));
  const host_bigint x = host_from_oracle(a);
  EXPECT_THROW((void)square(x.gather()), out_of_memory);
  EXPECT_TRUE(matches(x * x, a * a));
}

/// Two numbers whose product takes several pieces.
class HostFailures : public testing::Test {
 protected:
  HostFailures() { device.handle.set_verification(verification::all); }

  const small_device device{std::size_t{3} << 20};
  const scoped_context use{device.handle};
  random_source random{test_seed()};
  const integer a = integer(random_limbs(random, 30'000)), b = -integer(random_limbs(random, 20'000));
  const host_bigint x = host_from_oracle(a), y = host_from_oracle(b);
};

// Whichever allocation fails, operands and context are as before, and no memory is lost.
TEST_F(HostFailures, EveryAllocationInTurn) {
  ASSERT_GT(pieces_of(30'000, device.piece_of(30'000, 20'000)), 1u);
  const std::pair<const char*, host_bigint (*)(const host_bigint&, const host_bigint&)> operations[] = {
      {"sum", [](const host_bigint& l, const host_bigint& r) { return l + r; }},
      {"shift", [](const host_bigint& l, const host_bigint&) { return l << 1000; }},
      {"product", [](const host_bigint& l, const host_bigint& r) { return l * r; }},
      {"square", [](const host_bigint& l, const host_bigint&) { return l * l; }},
      {"copies", [](const host_bigint& l, const host_bigint&) { return host_bigint(l.gather()); }}};
  for (const auto& [name, compute] : operations) {
    const integer expected = to_oracle(compute(x, y));
    const std::size_t before = device.executor->bytes_in_use();
    bool failed = true;
    int n = 1;
    for (; failed; ++n) {
      device.handle.trim();  // so that pinned memory is allocated again
      device.executor->fail(n);
      try {
        const host_bigint result = compute(x, y);  // also without memory for a repair
        failed = device.executor->has_failed();
        EXPECT_TRUE(matches(result, expected)) << name;
      } catch (const out_of_memory& error) {
        EXPECT_NE(std::string(error.what()).find("limbs"), std::string::npos) << error.what();
      }
      device.executor->fail(0);
      ASSERT_LE(device.executor->bytes_in_use(), before + (std::size_t{1} << 20)) << name;
    }
    EXPECT_GT(n, 2) << name << ": the first allocation must have failed";
    EXPECT_TRUE(matches(x, a));
    EXPECT_TRUE(matches(y, b));
  }
}

// A bit flips on the device after some launch of an operation: the result is right or the operation throws.
TEST_F(HostFailures, BitsFlipOnTheDevice) {
  int launches = 0;
  device.executor->after_launch = [&](const exec::launchable&, const void*) { ++launches; };
  ASSERT_TRUE(matches(x * y, a * b));
  const int all = launches;
  int noticed = 0;
  for (int at = 1; at <= all; at += std::max(1, all / 40)) {
    launches = 0;
    device.executor->fresh_mark = static_cast<std::uint64_t>(at);
    device.executor->after_launch = [&](const exec::launchable&, const void*) {
      if (++launches == at)
        device.executor->flip_one(*device.executor, random, static_cast<std::uint64_t>(at));
    };
    const std::uint64_t repairs = device.handle.repairs();
    try {
      EXPECT_TRUE(matches(x * y, a * b)) << "launch " << at;
      if (device.handle.repairs() != repairs) ++noticed;
    } catch (const device_error&) {
      ++noticed;
    }
  }
  device.executor->after_launch = {};
  EXPECT_GT(noticed, 0);
  EXPECT_TRUE(matches(x * y, a * b));
  EXPECT_TRUE(matches(x, a));
}

}  // namespace

}  // namespace gbi::test
