/// \file
/// Products of batches by each algorithm, whatever the planner prefers.
#include <algorithm>
#include <stdexcept>

#include "tests/batch/fixture.hpp"

namespace gbi::test {

namespace {

constexpr std::size_t widest = 65536;
constexpr std::size_t widest_by_bytes = 16384;
constexpr algorithm algorithms[] = {algorithm::schoolbook, algorithm::fft, algorithm::bytes};

const char* name_of(algorithm how) {
  return how == algorithm::fft ? "transforms" : how == algorithm::bytes ? "bytes" : "teams";
}

class BatchProduct : public batch_fixture {
 protected:
  void expect_all_products(const std::vector<integer>& a, std::size_t bits_a, const std::vector<integer>& b,
                           std::size_t bits_b) {
    const bigint_batch x = batch_of(a, bits_a), y = batch_of(b, bits_b);
    for (const algorithm how : algorithms) {
      SCOPED_TRACE(name_of(how));
      if (how == algorithm::bytes && std::max(bits_a, bits_b) > widest_by_bytes) continue;
      expect_values(mul_low(x, y, how),
                    each(a, b, [&](auto& p, auto& q) { return (p * q).low_bits(bits_a); }), "low half");
      if (bits_a + bits_b <= widest)
        expect_values(mul_full(x, y, how), each(a, b, [](auto& p, auto& q) { return p * q; }), "product");
      if (bits_a % 64 == 0)
        expect_values(mul_high(x, y, how),
                      each(a, b, [&](auto& p, auto& q) { return ((p * q) >> bits_a).low_bits(bits_b); }),
                      "high half");
      if (2 * bits_a <= widest)
        expect_values(square(x, how), each(a, a, [](auto& p, auto& q) { return p * q; }), "square");
    }
  }
};

TEST_P(BatchProduct, RandomWidths) {
  for (std::uint64_t round = 0; round < size({20, 8, 40}); ++round) {
    const auto width = [&] {
      const std::size_t bits = random.log_uniform(64, size({16384, 4096, widest}));
      return random.coin() ? bits : bits / 64 * 64;
    };
    const std::size_t count = round % 4 == 0 ? 1 : round % 4 == 1 ? 33 : random.between(1, 70);
    const std::size_t bits_a = width(), bits_b = round % 3 == 0 ? bits_a : width();
    expect_all_products(operands(count, bits_a), bits_a, operands(count, bits_b), bits_b);
  }
}

// One width for each transform length, and full products at the greatest width of a batch.
TEST_P(BatchProduct, PowersOfTwo) {
  for (std::size_t bits = 512; bits <= size({widest, 8192, widest}); bits *= 2) {
    const std::size_t count = bits > 8192 ? 3 : 33;
    expect_all_products(operands(count, bits), bits, operands(count, bits), bits);
  }
}

TEST_P(BatchProduct, CarriesThroughTheWholeProduct) {
  for (const std::size_t bits : {64, 1000, 4096, 8192}) {
    const integer ones = (integer(1) << bits) - integer(1);
    std::vector<integer> factors;
    for (std::size_t g = 0; g < 31; ++g)
      factors.push_back(g % 3 == 0 ? ones
                                   : (integer(1) << (g * bits / 31)) + integer(static_cast<long>(g % 2)));
    expect_all_products(std::vector<integer>(31, ones), bits, factors, bits);
  }
}

TEST_P(BatchProduct, AThousandElements) {
  const std::size_t bits = 1024, count = size({1000, 200, 1000});
  expect_all_products(operands(count, bits), bits, operands(count, bits), bits);
}

TEST_P(BatchProduct, ElementsOfOneLimbBesideWideOnes) {
  expect_all_products(operands(35, 64), 64, operands(35, 8000), 8000);
  expect_all_products(operands(35, 8000), 8000, operands(35, 64), 64);
}

TEST_P(BatchProduct, ByBytesAreNotTooWide) {
  const bigint_batch a = batch_of(operands(3, widest_by_bytes + 64), widest_by_bytes + 64);
  EXPECT_THROW(static_cast<void>(mul_full(a, a, algorithm::bytes)), std::length_error);
}

TEST_P(BatchProduct, HaveNoExactTransforms) {
  const bigint_batch a = batch_of(operands(3, 256), 256);
  EXPECT_THROW(static_cast<void>(mul_full(a, a, algorithm::exact)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(mul_low(a, a, algorithm::exact)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(square(a, algorithm::exact)), std::invalid_argument);
}

GPU_BIGINT_ON_EVERY_DEVICE(BatchProduct);

}  // namespace

}  // namespace gbi::test
