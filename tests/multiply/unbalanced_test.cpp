/// \file
/// Products whose longer operand is cut into pieces: every number of pieces, every shape, verified or proven.
#include <algorithm>
#include <string>

#include "gpu_bigint/arithmetic.hpp"
#include "src/multiply/multiply.hpp"
#include "src/multiply/pieces.hpp"
#include "tests/multiply/plans.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Unbalanced : public on_executor {
 protected:
  /// A plan with this many pieces or fewer, whatever the planner would choose. Operands of 1300 limbs have
  /// column passes.
  static plan::piece_plan cut(std::size_t longer, std::size_t shorter, std::size_t pieces, bool verified) {
    const std::size_t even = (longer + pieces - 1) / pieces;
    const std::size_t piece = pieces > 2 ? std::max(shorter + 1, even) : even;
    const auto shape = plan::product_shape::whole(piece + plan::widest_digit, shorter);
    const plan::fft_plan fft = verified ? plan::choose_verified_fft(shape) : plan::choose_fft(shape);
    return plan::cut_into(fft, longer, piece);
  }

  /// The transform of the shorter operand is kept, made before, or takes the same passes as those of the
  /// pieces. All pieces run at once, or some after others.
  gpu_bigint product(const integer& a, const integer& b, const plan::piece_plan& cut) {
    // Without a kept transform, the longer operand is cut.
    const bool keeps = a.bit_length() < b.bit_length() || random.coin(), at_once = random.coin();
    return products::of_numbers(
        from_oracle(a), from_oracle(b), [&](detail::engine& engine, const products::product& product) {
          plan::planned_product plan = plan_by(engine, product, cut);
          auto& route = std::get<plan::routes::in_pieces>(plan.route);
          if (!at_once) route.at_once = 1 + static_cast<std::uint32_t>(random.below(cut.pieces));
          route.makes_transform = route.at_once < cut.pieces || random.coin();
          if (!keeps) return products::execute(engine, plan, product);
          const products::spectrum kept = products::transform_operand(engine, product.b, cut.fft);
          products::product by_kept = product;
          by_kept.kept_b = &kept;
          products::execute(engine, plan, by_kept);
        });
  }

  void expect_product(const limbs& a, const limbs& b, const plan::piece_plan& plan,
                      const std::string& description) {
    ASSERT_GT(plan.fft.shape.column_passes, 0);
    const integer x(a, random.coin()), y(b, random.coin());
    ASSERT_TRUE(matches(product(x, y, plan), x * y))
        << description << ", " << a.size() << " limbs in " << plan.pieces << " pieces of " << plan.piece
        << " x " << b.size() << ", " << plan.fft.shape.points << " points, digits of " << plan.fft.digit_bits
        << " bits" << (plan.fft.verified ? ", verified" : "");
  }

  std::size_t shorter_operand() {
    return random.log_uniform(1300, std::max<std::uint64_t>(1500, size({5000, 1500, 50'000})));
  }
};

TEST_P(Unbalanced, AnyNumberOfPieces) {
  for (const std::size_t pieces : {1, 2, 3, 4, 5, 8, 13})
    for (const bool verified : {false, true}) {
      const std::size_t m = shorter_operand();
      const std::size_t n = m * pieces + random.below(m);
      expect_product(random_limbs(random, n), random_limbs(random, m), cut(n, m, pieces, verified), "random");
    }
}

// The last piece is as short as it can be, or as long as the others.
TEST_P(Unbalanced, TheLastPiece) {
  const std::size_t m = 1300;
  const limbs b = random_limbs(random, m);
  for (const std::size_t pieces : {2, 3, 4})
    for (const bool verified : {false, true}) {
      plan::piece_plan plan = cut(1500 * pieces, m, pieces, verified);
      ASSERT_EQ(plan.pieces, pieces);
      const std::size_t piece = plan.piece;
      for (const std::size_t last : {std::size_t{1}, std::size_t{2}, piece / 2, piece - 1, piece})
        expect_product(random_limbs(random, (pieces - 1) * piece + last), b, plan,
                       "the last of " + std::to_string(last));
    }
}

// Two pieces may be shorter than the other operand. The longest products are balanced ones cut into two
// pieces.
TEST_P(Unbalanced, TwoPiecesOfABalancedProduct) {
  for (const bool verified : {false, true})
    for (const std::size_t n : {std::size_t{2600}, std::size_t{3301}}) {
      const std::size_t m = n + random.below(500);
      const plan::piece_plan plan = cut(n, m, 2, verified);
      ASSERT_EQ(plan.pieces, 2u);
      expect_product(random_limbs(random, n), random_limbs(random, m), plan, "balanced");
    }
}

TEST_P(Unbalanced, CarriesThroughAllPieces) {
  const std::size_t m = std::max<std::size_t>(1300, size({1500, 1300, 15'000})), n = 6 * m + 7;
  const limbs ones(m, ~limb{0}), more_ones(n, ~limb{0});
  limbs power(n), sparse(n);
  power.back() = 1;
  for (std::size_t i = 0; i < n; i += m) sparse[i] = ~limb{0};
  sparse.back() = 1;
  for (const bool verified : {false, true})
    for (const limbs& a : {more_ones, power, sparse})
      for (const limbs& b : {ones, random_limbs(random, m)})
        expect_product(a, b, cut(n, m, 6, verified), "pattern");
}

TEST_P(Unbalanced, WrongPiecesAreRepaired) {
  const std::size_t m = 9000, n = 4 * m;
  if (n > size({40'000, 0, 100'000})) GTEST_SKIP() << "takes too long here";
  plan::piece_plan plan = cut(n, m, 4, true);
  ASSERT_TRUE(plan.fft.verified);
  plan.fft.digit_bits = 24;
  plan = plan::cut_into(plan.fft, n, plan.piece);
  const integer a(random_limbs(random, n)), b(random_limbs(random, m));
  EXPECT_TRUE(matches(product(a, b, plan), a * b));
}

// The planner's own choice for any shape, and for batches with or without a shared operand.
TEST_P(Unbalanced, ThePlannersChoice) {
  const verification before = here().verification();
  const std::size_t longest = size({150'000, 12'000, 4'000'000});
  for (const verification how : {verification::off, verification::residue})
    for (const std::size_t ratio : {2, 3, 7, 30, 150}) {
      here().set_verification(how);
      const std::size_t m = longest / ratio;
      const integer a(random_limbs(random, longest - random.below(m))), b(random_limbs(random, m));
      const gpu_bigint x = from_oracle(a), y = from_oracle(b);
      EXPECT_TRUE(matches(x * y, a * b)) << plan_product(x, y).to_string();
      EXPECT_TRUE(matches(y * -x, -(a * b))) << plan_product(y, x).to_string();
    }
  here().set_verification(before);
}

TEST_P(Unbalanced, BatchesAreCutToo) {
  const std::size_t n = size({60'000, 9000, 600'000}), m = n / 60 + 700;
  const std::uint32_t batch = 3;
  const limbs a = random_limbs(random, n * batch), b = random_limbs(random, m * batch);
  const exec::buffer<limb> x(executor(), std::span<const limb>(a)), y(executor(), std::span<const limb>(b));
  for (const std::size_t out_count : {n + m, n + m - 5, n + m + 5}) {
    const exec::buffer<limb> out(executor(), out_count * batch);
    products::run(*detail::engine_of(here()), {.a = {x.data(), n, n},
                                               .b = {y.data(), m, m},
                                               .out = {out.data(), out_count, out_count},
                                               .batch = batch});
    limbs got(out.size());
    executor().download(got.data(), out.data(), got.size() * sizeof(limb));
    for (std::size_t g = 0; g < batch; ++g) {
      const integer product =
          integer(std::span(a).subspan(n * g, n)) * integer(std::span(b).subspan(m * g, m));
      EXPECT_TRUE(matches(integer(std::span(got).subspan(out_count * g, out_count)),
                          product.low_bits(64 * out_count)))
          << "problem " << g << ", " << out_count << " limbs";
    }
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Unbalanced);

}  // namespace

}  // namespace gbi::test
