/// \file
/// Products by one limb: lengths at the limits of tiles, carries through all tiles, batches, truncated
/// results, and results with room above the product.
#include <span>
#include <string>

#include "gpu_bigint/gpu_bigint.hpp"
#include "kernels/normalize/arguments.hpp"
#include "src/exec/buffer.hpp"
#include "src/multiply/product.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class LimbProduct : public on_executor {
 protected:
  /// Products of `factors.size()` numbers of `count` limbs, or of one number, by one limb each. Each product
  /// has `out` limbs, with gaps between them.
  void expect_products(const limbs& a, std::size_t count, const limbs& factors, std::size_t out,
                       const std::string& description = {}) {
    constexpr limb guard = 0x3c6ef372fe94f82b;
    const std::size_t batch = factors.size(), stride = out + random.below(3);
    const std::size_t stride_a = a.size() == count ? 0 : count;
    limbs result(stride * batch, guard);
    const exec::buffer<limb> x(executor(), std::span<const limb>(a)),
        y(executor(), std::span<const limb>(factors)), z(executor(), std::span<const limb>(result));
    kernels::limb_span number{x.data(), count, stride_a}, limb_of{y.data(), 1, 1};
    if (random.coin()) std::swap(number, limb_of);
    products::run(*detail::engine_of(here()),
                  {.a = number,
                   .b = limb_of,
                   .out = {z.data(), out, stride},
                   .batch = static_cast<std::uint32_t>(batch)},
                  {.how = algorithm::schoolbook, .form = plan::convolution::by_limb});
    executor().download(result.data(), z.data(), result.size() * sizeof(limb));
    for (std::size_t g = 0; g < batch; ++g) {
      const std::span<const limb> got = std::span<const limb>(result).subspan(g * stride, stride);
      const integer right =
          integer(std::span(a).subspan(g * stride_a, count)) * integer(std::span(factors).subspan(g, 1));
      EXPECT_TRUE(matches(integer(got.first(out)), right.low_bits(64 * out)))
          << description << ", problem " << g << " of " << batch << ": " << count << " limbs, " << out
          << " of the product";
      for (std::size_t i = out; i < stride; ++i) EXPECT_EQ(got[i], guard) << "limb " << i;
    }
  }

  limb hostile_factor() {
    const limb factors[] = {
        0, 1, 2, ~limb{0}, ~limb{0} - 1, limb{1} << 63, (limb{1} << 63) - 1, random.bits()};
    return factors[random.below(std::size(factors))];
  }
};

TEST_P(LimbProduct, AtTheLimitsOfTiles) {
  constexpr std::size_t tile = kernels::carry_tile_limbs;
  for (const std::size_t tiles : {std::size_t{0}, std::size_t{1}, std::size_t{3}})
    for (const std::size_t n : {tiles * tile - 1, tiles * tile, tiles * tile + 1}) {
      if (n == 0 || n > 4 * tile) continue;
      const limbs ones(n, ~limb{0});
      for (const limb factor : {limb{1}, limb{2}, limb{3}, ~limb{0}, random.bits()})
        for (const std::size_t out : {n, n + 1, n + 2, (n + 1) / 2, n + tile})
          expect_products(ones, n, {factor}, out, "all ones");
      expect_products(random_limbs(random, n), n, {hostile_factor()}, n + 1, "random");
    }
}

TEST_P(LimbProduct, RandomLengthsAndBatches) {
  for (const std::size_t batch : {std::size_t{1}, std::size_t{2}, std::size_t{31}, std::size_t{33}})
    for (int round = 0; round < 4; ++round) {
      const std::size_t n = random.log_uniform(1, size({20000, 8000, 200000}) / batch + 1);
      limbs factors(batch);
      for (limb& x : factors) x = hostile_factor();
      const std::size_t out = random.coin() ? n + 1 : random.between(1, n + 4);
      expect_products(random_limbs(random, n * (random.coin() ? batch : 1)), n, factors, out, "random");
    }
}

TEST_P(LimbProduct, CarriesThroughEveryLimb) {
  // (2^(64 n) - 1) / 3 times 3 is all ones. Adding one to the first factor gives a carry through all of them.
  for (const std::size_t n : {std::size_t{100}, std::size_t{5000}, size({30000, 10000, 1000000})}) {
    limbs third(n, 0x5555555555555555);
    expect_products(third, n, {3}, n + 1, "a third of all ones");
    third[0] += 1;
    expect_products(third, n, {3}, n + 1, "a third of all ones, and 1");
    for (const named_limbs& x : hostile_limbs(random, n))
      if (!x.value.empty())
        expect_products(x.value, x.value.size(), {hostile_factor()}, x.value.size() + 1, x.name);
  }
}

TEST_P(LimbProduct, SignsOfNumbers) {
  const limbs digits = random_limbs(random, 3000);
  for (const bool minus_a : {false, true})
    for (const bool minus_b : {false, true}) {
      const gpu_bigint a = gpu_bigint::from_limbs(digits, minus_a);
      const gpu_bigint b = minus_b ? -gpu_bigint(7) : gpu_bigint(7);
      const gpu_bigint product = a * b;
      EXPECT_EQ(product.sign(), minus_a != minus_b ? -1 : 1);
      EXPECT_TRUE(matches(abs(product), integer(digits) * integer(7)));
    }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(LimbProduct);

}  // namespace

}  // namespace gbi::test
