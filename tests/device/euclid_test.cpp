/// \file
/// Shifts, division, greatest common divisors and inverses of teams. nvcc compiles this source, too.
#include <gtest/gtest.h>

#include "tests/device/rows.hpp"
#include "tests/device/run.hpp"

namespace gbi::test {

namespace {

using DeviceEuclid = device_fixture;

/// Pairs of numbers below 2^bits of all kinds, the kinds in turn.
void fill_pairs(random_source& random, std::size_t count, std::size_t bits, rows& a, rows& b) {
  const auto drawn = [&](std::size_t most) {
    integer x = random_integer(random, random.log_uniform(1, most));
    mpz_abs(x.get(), x.get());
    return x;
  };
  for (std::size_t i = 0; i < count; ++i) {
    integer x = drawn(bits), y = drawn(bits);
    switch (i % 9) {
      case 0:
        break;
      case 1: {
        const std::size_t shared = random.between(1, bits - 1);
        const integer common = drawn(shared);
        x = common * drawn(bits - shared);
        y = common * drawn(bits - shared);
        break;
      }
      case 2:
        y = integer(0);
        break;
      case 3:
        x = integer(0);
        break;
      case 4:
        y = x;
        break;
      case 5:
        y = integer(1);
        break;
      case 6:
        y = drawn(64);
        break;
      case 7:
        x = (integer(1) << bits) - integer(1);
        y = (integer(1) << random.below(bits)) - integer(static_cast<long>(random.below(3)) - 1);
        break;
      default:
        x = y * drawn(64);
    }
    a.set(i, x);
    b.set(i, y);
  }
}

struct euclid_arguments {
  device::numbers a, b;
  device::results quotient, rest, gcd, inverse, shifted;
  int *divided, *inverted;
  const int* shifts;
  std::uint32_t count;
};

template <int Bits, int Threads, class Block>
struct euclid_kernel : device::integers<Bits, Threads, Block>::template kernel<euclid_arguments> {
  using integers = device::integers<Bits, Threads, Block>;
  GBI_DEVICE static void run(Block& block, typename integers::memory& shared, const euclid_arguments& args) {
    const integers z(block, shared, args.count);
    typename integers::number a, b, x, rest;
    z.load(a, args.a);
    z.load(b, args.b);
    x = a;
    const auto divided = z.divide(x, b, rest);
    z.store(args.quotient, x);
    z.store(args.rest, rest);
    x = a;
    z.gcd(x, b);
    z.store(args.gcd, x);
    x = a;
    const auto inverted = z.invert(x, b);
    z.store(args.inverse, x);
    z.shift(a, [&](int thread) { return z.exists(thread) ? args.shifts[z.index(thread)] : 0; });
    z.store(args.shifted, a);
    z.phase([&](int thread) {
      if (!z.leads(thread)) return;
      args.divided[z.index(thread)] = divided[thread] ? 1 : 0;
      args.inverted[z.index(thread)] = inverted[thread] ? 1 : 0;
    });
  }
};

/// \tparam Bits all bits of the team
template <int Bits, int Threads>
void test_euclid() {
  SCOPED_TRACE(testing::Message() << Bits << " bits in " << Threads << " threads");
  using integers = device::integers<Bits, Threads>;
  static_assert(integers::thread_limbs * Threads * 64 == Bits);
  random_source random(test_seed());
  const std::size_t count = 2 * integers::per_warp + 9, limbs = Bits / 64;
  rows a(count, limbs), b(count, limbs), quotient(count, limbs), rest(count, limbs), gcd(count, limbs),
      inverse(count, limbs), shifted(count, limbs);
  fill_pairs(random, count, Bits, a, b);
  device::vector<int> divided(count), inverted(count), shifts(count);
  for (int& shift : shifts) shift = static_cast<int>(random.below(2 * Bits + 200)) - Bits - 100;
  run_everywhere<euclid_kernel<Bits, Threads, device::warp>, euclid_kernel<Bits, Threads, other_block<32>>>(
      integers::warps(count),
      {a.in(), b.in(), quotient.out(), rest.out(), gcd.out(), inverse.out(), shifted.out(), divided.data(),
       inverted.data(), shifts.data(), static_cast<std::uint32_t>(count)},
      [&] {
        for (std::size_t i = 0; i < count; ++i) {
          SCOPED_TRACE(testing::Message() << brief(a[i]) << " and " << brief(b[i]));
          const bool is_divisor = b[i].sign() != 0;
          EXPECT_EQ(divided[i], is_divisor ? 1 : 0);
          EXPECT_TRUE(matches(quotient[i], is_divisor ? a[i] / b[i] : integer(0)));
          EXPECT_TRUE(matches(rest[i], is_divisor ? a[i] % b[i] : integer(0)));
          integer expected;
          mpz_gcd(expected.get(), a[i].get(), b[i].get());
          EXPECT_TRUE(matches(gcd[i], expected));
          const bool is_invertible = is_divisor && expected == integer(1);
          EXPECT_EQ(inverted[i], is_invertible ? 1 : 0);
          expected = integer(0);
          if (is_invertible && b[i] != integer(1)) mpz_invert(expected.get(), a[i].get(), b[i].get());
          EXPECT_TRUE(matches(inverse[i], expected));
          const auto left = static_cast<mp_bitcnt_t>(std::max(shifts[i], 0)),
                     right = static_cast<mp_bitcnt_t>(std::max(-shifts[i], 0));
          EXPECT_TRUE(matches(shifted[i], ((a[i] << left) >> right).low_bits(Bits)));
        }
      });
}

TEST_F(DeviceEuclid, AgreesWithGmp) {
  test_euclid<128, 1>();
  test_euclid<512, 4>();
  test_euclid<1024, 2>();
  test_euclid<8192, 32>();
}

struct reciprocal_arguments {
  device::numbers n, a;
  device::results reciprocal, square;
  int* exists;
  std::uint32_t count;
};

template <int Bits, int Threads, class Arithmetic, class Block>
struct reciprocal_kernel
    : device::field<Bits, Threads, Arithmetic, Block>::template kernel<reciprocal_arguments> {
  using field = device::field<Bits, Threads, Arithmetic, Block>;
  GBI_DEVICE static void run(Block& block, typename field::memory& shared, const reciprocal_arguments& args) {
    const field f(block, shared, args.n, args.count);
    typename field::number x;
    f.load(x, args.a);
    const auto exists = f.invert(x);
    f.store(args.reciprocal, x);
    f.square(x);  // the constants are still there
    f.store(args.square, x);
    f.phase([&](int thread) {
      if (f.leads(thread)) args.exists[f.index(thread)] = exists[thread] ? 1 : 0;
    });
  }
};

template <int Bits, int Threads, class Arithmetic>
void test_reciprocals() {
  SCOPED_TRACE(testing::Message() << Bits << " bits in " << Threads << " threads");
  using field = device::field<Bits, Threads, Arithmetic>;
  random_source random(test_seed());
  const std::size_t count = 2 * field::per_warp + 9, limbs = Bits / 64;
  rows n(count, limbs), a(count, limbs), reciprocal(count, limbs), square(count, limbs);
  fill_pairs(random, count, Bits, a, n);
  n.make_odd();
  device::vector<int> exists(count);
  run_everywhere<reciprocal_kernel<Bits, Threads, Arithmetic, device::warp>,
                 reciprocal_kernel<Bits, Threads, Arithmetic, other_block<32>>>(
      field::warps(count),
      {n.in(), a.in(), reciprocal.out(), square.out(), exists.data(), static_cast<std::uint32_t>(count)},
      [&] {
        for (std::size_t i = 0; i < count; ++i) {
          SCOPED_TRACE(testing::Message() << brief(a[i]) << " modulo " << brief(n[i]));
          integer expected, common;
          mpz_gcd(common.get(), a[i].get(), n[i].get());
          EXPECT_EQ(exists[i], common == integer(1) ? 1 : 0);
          if (common == integer(1) && n[i] != integer(1)) mpz_invert(expected.get(), a[i].get(), n[i].get());
          EXPECT_TRUE(matches(reciprocal[i], expected));
          EXPECT_TRUE(matches(square[i], modulo(expected * expected, n[i])));
        }
      });
}

TEST_F(DeviceEuclid, InverseOfAFieldAgreesWithGmp) {
  test_reciprocals<64, 1, device::words>();
  test_reciprocals<1024, 2, device::words>();
  test_reciprocals<448, 4, device::doubles>();
  test_reciprocals<2048, 4, device::doubles>();
}

}  // namespace

}  // namespace gbi::test
