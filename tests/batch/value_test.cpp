/// \file
/// Batches: construction, sums, products, shifts, comparison.
#include <array>

#include "tests/batch/fixture.hpp"

namespace gbi::test {

namespace {

constexpr std::size_t most_bits = 65536;

class BigintBatch : public batch_fixture {
 protected:
  std::size_t random_width() { return random.log_uniform(64, size({most_bits, 8192, most_bits})); }
  std::size_t random_count() {
    constexpr std::array<std::size_t, 6> counts{1, 2, 31, 32, 33, 130};
    return counts[random.below(counts.size())];
  }
};

TEST_P(BigintBatch, ComesBackAsItWas) {
  for (int round = 0; round < 20; ++round) {
    const std::size_t bits = round == 0 ? 64 : round == 1 ? most_bits : random_width();
    const auto values = operands(random_count(), bits);
    const bigint_batch batch = batch_of(values, bits);
    EXPECT_EQ(batch.bits(), bits);
    EXPECT_EQ(batch.context(), here());
    EXPECT_TRUE(batch.undefined().empty());
    expect_values(batch, values, "the same");
    const std::size_t some = random.below(values.size());
    EXPECT_TRUE(matches(batch[some], values[some]));
  }
}

TEST_P(BigintBatch, StartsAsZeros) {
  for (const integer& value : values_of(bigint_batch(33, 200))) EXPECT_EQ(value, integer(0));
  EXPECT_EQ(bigint_batch(0, 200).to_limbs().size(), 0u);
}

TEST_P(BigintBatch, FromNumbers) {
  const auto values = operands(5, 300);
  std::vector<gpu_bigint> numbers;
  for (const integer& value : values) numbers.push_back(from_oracle(value));
  expect_values(bigint_batch::from_numbers(numbers, 300), values, "from numbers");
}

TEST_P(BigintBatch, FilledWithOneNumber) {
  for (const integer& value : {integer(0), integer(5), operands(1, 300).front()})
    expect_values(bigint_batch::filled(33, from_oracle(value), 300), std::vector<integer>(33, value),
                  "one number");
  EXPECT_THROW(bigint_batch::filled(3, gpu_bigint(-1), 64), std::domain_error);
  EXPECT_THROW(bigint_batch::filled(3, gpu_bigint(1) << 64, 64), std::length_error);
}

TEST_P(BigintBatch, AMillionSmallOnes) {
  const std::size_t count = size({1000000, 20000, 1000000}), bits = 64;
  limbs a(count), b(count);
  for (std::uint64_t& limb : a) limb = random.bits();
  for (std::uint64_t& limb : b) limb = random.bits();
  const bigint_batch x = bigint_batch::from_limbs(a, count, bits),
                     y = bigint_batch::from_limbs(b, count, bits);
  const limbs sum = (x + y).to_limbs(), low = (x * y).to_limbs(), full = mul_full(x, y).to_limbs();
  for (std::size_t g = 0; g < count; ++g) {
    ASSERT_EQ(sum[g], a[g] + b[g]) << "element " << g;
    ASSERT_EQ(low[g], a[g] * b[g]) << "element " << g;
    mp_limb_t product[2] = {a[g], 0};
    product[1] = mpn_mul_1(product, product, 1, b[g]);
    ASSERT_TRUE(full[2 * g] == product[0] && full[2 * g + 1] == product[1]) << "element " << g;
  }
}

TEST_P(BigintBatch, SumsAndDifferencesWrapAround) {
  for (int round = 0; round < 30; ++round) {
    const std::size_t bits = random_width(), bits_b = random.coin() ? bits : random_width(),
                      count = random_count();
    const auto a = operands(count, bits), b = operands(count, bits_b);
    const bigint_batch x = batch_of(a, bits), y = batch_of(b, bits_b);
    expect_values(x + y, each(a, b, [&](auto& p, auto& q) { return (p + q).low_bits(bits); }), "sum");
    expect_values(x - y, each(a, b, [&](auto& p, auto& q) { return (p - q).low_bits(bits); }), "difference");
  }
}

TEST_P(BigintBatch, CarriesRunThroughAllLimbs) {
  const std::size_t bits = 4096;
  const integer ones = (integer(1) << bits) - integer(1);
  const std::vector<integer> a(33, ones), b(33, integer(1)), zero(33, integer(0));
  expect_values(batch_of(a, bits) + batch_of(b, bits), zero, "all ones + 1");
  expect_values(batch_of(zero, bits) - batch_of(b, bits), a, "0 - 1");
}

TEST_P(BigintBatch, Shifts) {
  for (int round = 0; round < 30; ++round) {
    const std::size_t bits = random_width();
    const auto a = operands(random_count(), bits);
    const bigint_batch x = batch_of(a, bits);
    for (const std::uint64_t by : {std::uint64_t{0}, std::uint64_t{64}, random.below(bits), bits + 70}) {
      const auto shift = static_cast<std::int64_t>(by);
      expect_values(x << shift, each(a, a, [&](auto& p, auto&) { return (p << by).low_bits(bits); }), "left");
      expect_values(x >> shift, each(a, a, [&](auto& p, auto&) { return p >> by; }), "right");
    }
  }
}

TEST_P(BigintBatch, BitwiseOperations) {
  const auto of_bits = [](void (*f)(mpz_ptr, mpz_srcptr, mpz_srcptr), std::size_t bits) {
    return [=](const integer& p, const integer& q) {
      integer result;
      f(result.get(), p.get(), q.get());
      return result.low_bits(bits);
    };
  };
  for (int round = 0; round < 30; ++round) {
    const std::size_t bits = random_width(), bits_b = random.coin() ? bits : random_width(),
                      count = random_count();
    const auto a = operands(count, bits), b = operands(count, bits_b);
    const bigint_batch x = batch_of(a, bits), y = batch_of(b, bits_b);
    expect_values(x & y, each(a, b, of_bits(mpz_and, bits)), "and");
    expect_values(x | y, each(a, b, of_bits(mpz_ior, bits)), "or");
    expect_values(x ^ y, each(a, b, of_bits(mpz_xor, bits)), "exclusive or");
    const integer ones = (integer(1) << bits) - integer(1);
    expect_values(~x, each(a, a, [&](auto& p, auto&) { return ones - p; }), "complement");
  }
  EXPECT_THROW(bigint_batch(2, 64) & bigint_batch(3, 64), std::invalid_argument);
}

TEST_P(BigintBatch, Comparison) {
  for (int round = 0; round < 20; ++round) {
    const std::size_t bits = random_width(), count = random_count();
    const auto a = operands(count, bits);
    auto b = operands(count, bits);
    for (std::size_t g = 0; g < count; g += 2) b[g] = a[g];
    const std::vector<signed char> order = compare(batch_of(a, bits), batch_of(b, bits));
    for (std::size_t g = 0; g < count; ++g)
      EXPECT_EQ(static_cast<int>(order[g]), static_cast<int>(a[g] > b[g]) - static_cast<int>(a[g] < b[g]))
          << "element " << g;
  }
}

TEST_P(BigintBatch, ProductsOfEveryTeam) {
  for (const std::size_t bits : {64, 128, 192, 256, 320, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144,
                                 8192, 12288, 16384, 32768}) {
    if (bits > size({32768, 8192, 32768})) break;
    const std::size_t count = bits > 4096 ? 3 : 33;
    const auto a = operands(count, bits), b = operands(count, bits);
    const bigint_batch x = batch_of(a, bits), y = batch_of(b, bits);
    constexpr algorithm teams = algorithm::schoolbook;
    expect_values(mul_full(x, y, teams), each(a, b, [](auto& p, auto& q) { return p * q; }), "full product");
    expect_values(mul_low(x, y, teams), each(a, b, [&](auto& p, auto& q) { return (p * q).low_bits(bits); }),
                  "low half");
    expect_values(mul_high(x, y, teams), each(a, b, [&](auto& p, auto& q) { return (p * q) >> bits; }),
                  "high half");
    expect_values(square(x, teams), each(a, a, [](auto& p, auto& q) { return p * q; }), "square");
  }
}

TEST_P(BigintBatch, ProductsOfDifferentWidths) {
  for (int round = 0; round < 20; ++round) {
    const std::size_t bits_a = random.log_uniform(64, 8192), bits_b = random.log_uniform(64, 8192);
    const std::size_t count = random_count();
    const auto a = operands(count, bits_a), b = operands(count, bits_b);
    const bigint_batch x = batch_of(a, bits_a), y = batch_of(b, bits_b);
    expect_values(mul_full(x, y), each(a, b, [](auto& p, auto& q) { return p * q; }), "full product");
    expect_values(x * y, each(a, b, [&](auto& p, auto& q) { return (p * q).low_bits(bits_a); }), "low part");
  }
}

TEST_P(BigintBatch, ResizedCutsAndExtends) {
  const auto a = operands(33, 1000);
  const bigint_batch x = batch_of(a, 1000);
  expect_values(x.resized(5000), a, "longer");
  expect_values(x.resized(130), each(a, a, [](auto& p, auto&) { return p.low_bits(130); }), "shorter");
}

TEST_P(BigintBatch, OperandsThatDoNotFit) {
  EXPECT_THROW(bigint_batch(3, 63), std::invalid_argument);
  EXPECT_THROW(bigint_batch(3, most_bits + 1), std::invalid_argument);
  EXPECT_THROW(bigint_batch(std::size_t{1} << 31, 64), std::invalid_argument);
  EXPECT_THROW(bigint_batch::from_limbs(limbs(5), 3, 128), std::invalid_argument);
  EXPECT_THROW(bigint_batch::from_limbs(limbs{0, 64}, 1, 70), std::length_error);
  EXPECT_THROW(bigint_batch::from_numbers(std::array{gpu_bigint(-1)}, 64), std::domain_error);
  EXPECT_THROW(bigint_batch::from_numbers(std::array{gpu_bigint(1) << 64}, 64), std::length_error);
  const bigint_batch a(3, 100), b(4, 100);
  EXPECT_THROW(a + b, std::invalid_argument);
  EXPECT_THROW(a * b, std::invalid_argument);
  EXPECT_THROW(compare(a, b), std::invalid_argument);
  EXPECT_THROW(a << -1, std::invalid_argument);
  EXPECT_THROW(a[3], std::out_of_range);
  EXPECT_THROW(mul_high(a, a), std::invalid_argument);
  EXPECT_THROW(mul_full(bigint_batch(1, most_bits), a.resized(64)), std::length_error);
  const context other = context(backend::host);
  const scoped_context use(other);
  EXPECT_THROW(a + bigint_batch(3, 100), std::invalid_argument);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(BigintBatch);

}  // namespace

}  // namespace gbi::test
