/// \file
/// Modular arithmetic and integers of teams, as kernels of users compute with them. nvcc compiles this
/// source, too.
#include <gtest/gtest.h>

#include "tests/device/rows.hpp"
#include "tests/device/run.hpp"

namespace gbi::test {

namespace {

using DeviceField = device_fixture;
using DeviceIntegers = device_fixture;

constexpr std::uint32_t exponent_bits = 150, skipped_bits = 3;
constexpr std::uint64_t small = 0xfedcba9876543211;

struct field_arguments {
  device::numbers n, a, b, exponent;
  device::results sum, difference, negative, product, power, of_small;
  int *same, *other;
  std::uint32_t count;
};

template <int Bits, int Threads, class Arithmetic, class Block>
struct field_kernel : device::field<Bits, Threads, Arithmetic, Block>::template kernel<field_arguments> {
  using field = device::field<Bits, Threads, Arithmetic, Block>;
  GBI_DEVICE static void run(Block& block, typename field::memory& shared, const field_arguments& args) {
    const field f(block, shared, args.n, args.count);
    typename field::number a, b, x, y;
    f.load(a, args.a);
    f.load(b, args.b);
    x = a;
    f.add(x, b);
    f.store(args.sum, x);
    y = a;
    f.subtract(y, b);
    f.store(args.difference, y);
    f.multiply(y, x);  // (a - b) (a + b)
    f.store(args.product, y);
    f.square(a);
    f.square(b);
    f.subtract(a, b);
    const auto same = f.equal(a, y), other = f.equal(b, y);
    x = y;
    f.negate(x);
    f.store(args.negative, x);
    f.template power<4>(y, args.exponent, exponent_bits, [](int) { return skipped_bits; });
    f.store(args.power, y);
    f.fill(x, [](std::uint64_t index) { return small - index; });
    f.store(args.of_small, x);
    f.phase([&](int thread) {
      if (!f.leads(thread)) return;
      args.same[f.index(thread)] = same[thread] ? 1 : 0;
      args.other[f.index(thread)] = other[thread] ? 1 : 0;
    });
  }
};

template <int Bits, int Threads, class Arithmetic>
void test_field() {
  SCOPED_TRACE(testing::Message() << Bits << " bits in " << Threads << " threads");
  using field = device::field<Bits, Threads, Arithmetic>;
  random_source random(test_seed());
  const std::size_t count = 2 * field::per_warp + 1, limbs = Bits / 64;
  rows n(random, count, limbs), a(random, count, limbs), b(random, count, limbs), e(random, count, limbs);
  n.make_odd();
  rows sum(count, limbs), difference(count, limbs), negative(count, limbs), product(count, limbs),
      power(count, limbs), of_small(count, limbs);
  device::vector<int> same(count), other(count);
  run_everywhere<field_kernel<Bits, Threads, Arithmetic, device::warp>,
                 field_kernel<Bits, Threads, Arithmetic, other_block<32>>>(
      field::warps(count),
      {n.in(), a.in(), b.in(), e.in(), sum.out(), difference.out(), negative.out(), product.out(),
       power.out(), of_small.out(), same.data(), other.data(), static_cast<std::uint32_t>(count)},
      [&] {
        for (std::size_t i = 0; i < count; ++i) {
          SCOPED_TRACE(testing::Message() << "modulo " << brief(n[i]));
          const integer m = n[i], y = a[i] * a[i] - b[i] * b[i];
          integer expected;
          mpz_powm(expected.get(), y.get(), (e[i] >> skipped_bits).low_bits(exponent_bits).get(), m.get());
          EXPECT_TRUE(matches(sum[i], modulo(a[i] + b[i], m)));
          EXPECT_TRUE(matches(difference[i], modulo(a[i] - b[i], m)));
          EXPECT_TRUE(matches(product[i], modulo(y, m)));
          EXPECT_TRUE(matches(negative[i], modulo(-y, m)));
          EXPECT_TRUE(matches(power[i], expected));
          integer drawn;
          mpz_set_ui(drawn.get(), small - i);
          EXPECT_TRUE(matches(of_small[i], modulo(drawn, m)));
          EXPECT_EQ(same[i], 1);
          EXPECT_EQ(other[i], modulo(b[i] * b[i] - y, m).sign() == 0 ? 1 : 0);
        }
      });
}

TEST_F(DeviceField, AgreesWithGmpByWords) {
  test_field<64, 1, device::words>();
  test_field<128, 4, device::words>();
  test_field<320, 2, device::words>();
  test_field<1024, 2, device::words>();
  test_field<2048, 32, device::words>();
}

TEST_F(DeviceField, AgreesWithGmpByDoubles) {
  test_field<64, 1, device::doubles>();
  test_field<448, 4, device::doubles>();
  test_field<2048, 4, device::doubles>();
  test_field<8192, 16, device::doubles>();
}

struct integer_arguments {
  device::numbers a, b;
  device::results sum, difference, low, high;
  int *carry, *borrow, *order, *same_order;
  std::uint32_t count;
};

template <int Bits, int Threads, class Block>
struct integer_kernel : device::integers<Bits, Threads, Block>::template kernel<integer_arguments> {
  using integers = device::integers<Bits, Threads, Block>;
  GBI_DEVICE static void run(Block& block, typename integers::memory& shared, const integer_arguments& args) {
    const integers z(block, shared, args.count);
    typename integers::number a, b, x, y, high;
    z.load(a, args.a);
    z.load(b, args.b);
    x = a;
    const auto carry = z.add(x, b);
    z.store(args.sum, x);
    y = a;
    const auto borrow = z.subtract(y, b);
    z.store(args.difference, y);
    const auto order = z.compare(a, b), same_order = z.compare(a, a);
    z.multiply(a, b, high);
    z.store(args.low, a);
    z.store(args.high, high);
    z.phase([&](int thread) {
      if (!z.leads(thread)) return;
      args.carry[z.index(thread)] = carry[thread] ? 1 : 0;
      args.borrow[z.index(thread)] = borrow[thread] ? 1 : 0;
      args.order[z.index(thread)] = order[thread];
      args.same_order[z.index(thread)] = same_order[thread];
    });
  }
};

/// \tparam Bits all bits of the team
template <int Bits, int Threads>
void test_integers() {
  SCOPED_TRACE(testing::Message() << Bits << " bits in " << Threads << " threads");
  using integers = device::integers<Bits, Threads>;
  static_assert(integers::thread_limbs * Threads * 64 == Bits);
  random_source random(test_seed());
  const std::size_t count = 3 * integers::per_warp + 1, limbs = Bits / 64;
  rows a(random, count, limbs), b(random, count, limbs), sum(count, limbs), difference(count, limbs),
      low(count, limbs), high(count, limbs);
  device::vector<int> carry(count), borrow(count), order(count), same_order(count);
  run_everywhere<integer_kernel<Bits, Threads, device::warp>, integer_kernel<Bits, Threads, other_block<32>>>(
      integers::warps(count),
      {a.in(), b.in(), sum.out(), difference.out(), low.out(), high.out(), carry.data(), borrow.data(),
       order.data(), same_order.data(), static_cast<std::uint32_t>(count)},
      [&] {
        for (std::size_t i = 0; i < count; ++i) {
          EXPECT_TRUE(matches(sum[i] + (integer(carry[i]) << Bits), a[i] + b[i]));
          EXPECT_TRUE(matches(difference[i] - (integer(borrow[i]) << Bits), a[i] - b[i]));
          EXPECT_TRUE(matches(low[i] + (high[i] << Bits), a[i] * b[i]));
          const auto expected = a[i] <=> b[i];
          EXPECT_EQ(order[i], expected < 0 ? -1 : expected > 0 ? 1 : 0);
          EXPECT_EQ(same_order[i], 0);
        }
      });
}

TEST_F(DeviceIntegers, AgreeWithGmp) {
  test_integers<128, 1>();
  test_integers<1024, 2>();
  test_integers<1024, 8>();
  test_integers<8192, 32>();
}

}  // namespace

}  // namespace gbi::test
