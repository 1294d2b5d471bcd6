/// \file
/// The kernel of batch products: teams of every shape, all columns or only the low ones, and any range of
/// limbs of the product.
#include <algorithm>
#include <span>
#include <vector>

#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/plan/team_shape.hpp"
#include "tests/batch/fixture.hpp"

namespace gbi::test {

namespace {

using kernels::product_order;
using kernels::team_shape;

const char* name_of(product_order order) {
  if (order == product_order::threads) return "threads";
  if (order == product_order::bytes) return "bytes";
  return order == product_order::block_columns ? "columns" : "low columns";
}

class TeamProduct : public batch_fixture {
 protected:
  /// The values with interleaved limbs, the layout of batches.
  exec::buffer<limb> interleaved(const std::vector<integer>& values, std::uint32_t count) {
    const std::size_t elements = values.size();
    limbs all(elements * count);
    for (std::size_t g = 0; g < elements; ++g) {
      const limbs one = values[g].to_limbs(count);
      for (std::size_t j = 0; j < count; ++j) all[j * elements + g] = one[j];
    }
    return {executor(), std::span<const limb>(all)};
  }

  void expect_product(const plan::product_team& team, std::size_t elements, std::uint32_t count_a,
                      std::uint32_t count_b, std::uint32_t first, std::uint32_t count) {
    constexpr limb guard = 0x510e527fade682d1;
    const bool ones = random.below(4) == 0;
    const auto operands_of = [&](std::uint32_t limbs) {
      const integer all_ones = (integer(1) << 64 * limbs) - integer(1);
      return ones ? std::vector<integer>(elements, all_ones) : operands(elements, 64 * limbs);
    };
    const std::vector<integer> a = operands_of(count_a), b = operands_of(count_b);
    const exec::buffer<limb> x = interleaved(a, count_a), y = interleaved(b, count_b);
    limbs result(elements * count + 1, guard);
    const exec::buffer<limb> out(executor(), std::span<const limb>(result));
    const limb top_mask = ~limb{0} >> random.below(64);
    executor().launch(kernels::batch_product_arguments{{x.data(), count_a, elements, 1},
                                                       {y.data(), count_b, elements, 1},
                                                       {out.data(), count, elements, 1, top_mask},
                                                       first,
                                                       static_cast<std::uint32_t>(elements),
                                                       team.order,
                                                       team.shape});
    executor().download(result.data(), out.data(), result.size() * sizeof(limb));
    ASSERT_EQ(result.back(), guard) << "written behind the end";
    for (std::size_t g = 0; g < elements; ++g) {
      limbs got(count);
      for (std::size_t j = 0; j < count; ++j) got[j] = result[j * elements + g];
      limbs wanted = ((a[g] * b[g]) >> 64 * first).low_bits(64 * count).to_limbs(count);
      wanted.back() &= top_mask;
      ASSERT_TRUE(matches(integer(got), integer(wanted)))
          << "element " << g << " of " << elements << ": limbs " << first << " to " << first + count << " of "
          << count_a << " x " << count_b << ", " << team.shape.threads << " threads of " << team.shape.limbs
          << " limbs, " << name_of(team.order);
    }
  }

  /// Operands of the longest length that a team holds, and of random shorter lengths.
  void expect_products(team_shape shape) {
    const auto held = static_cast<std::uint32_t>(shape.threads * shape.limbs);
    const auto any = [&](std::uint32_t most) { return 1 + static_cast<std::uint32_t>(random.below(most)); };
    const auto elements = [&] {
      constexpr std::size_t counts[] = {1, 31, 33};
      return shape.threads > 32 ? 1 + random.below(3) : counts[random.below(3)];
    };
    expect_product({product_order::block_columns, shape}, elements(), held, held, 0, 2 * held);
    expect_product({product_order::low_block_columns, shape}, elements(), 2 * held, 2 * held, 0, 2 * held);
    for (int round = 0; round < 4; ++round) {
      const std::uint32_t a = any(held), b = any(held), first = any(a + b) - 1;
      expect_product({product_order::block_columns, shape}, elements(), a, b, first, any(a + b - first));
      const std::uint32_t c = any(2 * held), d = any(2 * held), longer = std::max(c, d),
                          from = any(longer) - 1;
      expect_product({product_order::low_block_columns, shape}, elements(), c, d, from, any(longer - from));
    }
  }
};

TEST_P(TeamProduct, WithinAWarp) {
  for (const int limbs : {2, 4, 6})
    for (int threads = 1; threads <= 32; threads *= 2) expect_products({threads, limbs});
}

TEST_P(TeamProduct, ByThreads) {
  for (const int limbs : kernels::thread_limbs) {
    const auto held = static_cast<std::uint32_t>(limbs);
    const plan::product_team team{product_order::threads, {1, limbs}};
    const auto any = [&](std::uint32_t most) { return 1 + static_cast<std::uint32_t>(random.below(most)); };
    expect_product(team, 1 + random.below(200), held, held, 0, 2 * held);
    for (int round = 0; round < 4; ++round) {
      const std::uint32_t a = any(held), b = any(2 * held), first = any(a + b) - 1;
      expect_product(team, 33, a, b, first, any(a + b - first));
    }
  }
}

TEST_P(TeamProduct, ByBytes) {
  for (const std::uint32_t held : {32u, 64u, 128u, 256u}) {
    const plan::product_team team{product_order::bytes, {32, held == 32 ? 32 : 64}};
    const auto any = [&](std::uint32_t most) { return 1 + static_cast<std::uint32_t>(random.below(most)); };
    expect_product(team, held == 256 ? 3 : 9, held, held, 0, 2 * held);
    expect_product(team, 3, held, held, 0, held);
    for (int round = 0; round < 4; ++round) {
      const std::uint32_t a = any(held), b = any(held), first = any(a + b) - 1;
      expect_product(team, 1 + random.below(17), a, b, first, any(a + b - first));
    }
  }
}

TEST_P(TeamProduct, OfSeveralWarps) {
  for (int threads = 64; threads <= static_cast<int>(size({256, 128, 256})); threads *= 2)
    expect_products({threads, 4});
}

TEST_P(TeamProduct, OfABatchOfAThousand) {
  expect_product({product_order::block_columns, {2, 4}}, 1000, 8, 7, 0, 15);
  expect_product({product_order::low_block_columns, {1, 4}}, 1000, 8, 8, 0, 8);
}

// Each block multiplies several groups by bytes in sequence, and the last group is not full.
TEST_P(TeamProduct, OfABatchOfManyGroupsByBytes) {
  expect_product({product_order::bytes, {32, 32}}, 2 * 2048 * 8 + 8 + 5, 1, 2, 0, 3);
}

GPU_BIGINT_ON_EVERY_DEVICE(TeamProduct);

}  // namespace

}  // namespace gbi::test
