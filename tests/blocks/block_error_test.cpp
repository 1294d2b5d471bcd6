/// \file
/// The error bound of products inside one block. Their kernel rounds before an error can be seen, so these
/// tests run the same transforms on digits in memory and obtain real numbers.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include "kernels/fft/block_product.hpp"
#include "src/context/engine.hpp"
#include "src/exec/host/block.hpp"
#include "src/plan/error_bound.hpp"
#include "src/plan/fft_plan.hpp"
#include "tests/blocks/digit_products.hpp"
#include "tests/support/executors.hpp"

namespace gbi::test {

namespace {

using kernels::complex, kernels::machine;

struct unrounded_arguments {
  const double* a;  ///< 2N digits
  const double* b;
  double* out;                   ///< 2N coefficients
  const complex<double>* roots;  ///< stage_roots
};

/// The middle of block_product_kernel for one problem.
template <int Points, bool Square, machine Of>
struct unrounded_product {
  static constexpr kernels::block_policy policy = [] {
    kernels::block_policy row = kernels::on(Of, kernels::block_product_policy(Points).rows);
    row.transforms = Of == machine::vectors ? 1 : row.transforms;
    return row;
  }();
  using fft = typename kernels::block_product_kernel<Points, Square, policy>::fft;
  using shared_memory = typename fft::shared_memory;
  static constexpr int threads = fft::threads;

  template <class Block>
  static void run(Block& block, shared_memory& shared, const unrounded_arguments& args) {
    const auto load = [&](const double* digits) {
      return [digits](int, int) { return [digits](int j) { return kernels::folded(digits + j, Points); }; };
    };
    const auto store = [&](int, int which) {
      return [&, which](int j, complex<double> z) {
        if (which > 0) return;  // a copy of the problem
        args.out[j] = z.re * (1.0 / Points);
        args.out[j + Points] = -z.im * (1.0 / Points);
      };
    };
    kernels::multiply_in_block<fft, Square ? kernels::row_factor::itself : kernels::row_factor::rows>(
        block, shared, args.roots, load(args.a), load(args.b), store);
  }
};

class BlockErrorBound : public testing::Test {
 protected:
  context where = context_named("host");
  detail::engine& engine = *detail::engine_of(where);
  random_source random{test_seed()};

  template <int Points, machine Of>
  void check() {
    const plan::fft_shape& shape = plan::shape_of(Points);
    int bits = plan::widest_digit;
    while (!plan::is_exact(shape, bits, Points, Points)) --bits;
    const double extreme = std::ldexp(1.0, bits - 1), k = plan::error_constant(shape);
    unrounded_arguments args{
        .a = nullptr, .b = nullptr, .out = nullptr, .roots = engine.twiddles().stages<double>()};
    double worst = 0;
    for (int round = 0; round < (Points <= 512 ? 60 : 6); ++round) {
      const bool square = round % 3 == 0, folded = round % 2 == 1;
      // Two operands of N digits, or one of nearly 2N digits and a short one.
      const std::size_t long_one = folded && !square ? 2 * Points - Points / 8 : Points,
                        short_one = 2 * Points - long_one;
      const auto digits = [&](std::size_t count) {
        std::vector<double> x = random_digits(random, count, extreme);
        x.resize(2 * Points);
        return x;
      };
      const std::vector<double> a = digits(long_one), b = square ? a : digits(short_one);
      std::vector<double> out(2 * Points);
      args.a = a.data();
      args.b = b.data();
      args.out = out.data();
      square ? run<unrounded_product<Points, true, Of>>(args)
             : run<unrounded_product<Points, false, Of>>(args);
      const error_and_bound measured = measured_error(a, b, out, -1, k);
      ASSERT_LE(measured.error, measured.bound) << Points << " points";
      worst = std::max(worst, measured.share());
    }
    std::printf("[ measured ] %s in a block, %d points, digits of %d bits: 1/%.1f of K = %.1f\n",
                Of == machine::vectors ? "vectors" : "threads", Points, bits, 1 / worst, k);
    EXPECT_GT(worst, 1e-3) << "an error this small was not measured";
  }

 private:
  template <class Kernel>
  static void run(const unrounded_arguments& args) {
    auto shared = std::make_unique<typename Kernel::shared_memory>();
    exec::host::host_block<Kernel::threads> block(0, 0);
    Kernel::run(block, *shared, args);
  }
};

TEST_F(BlockErrorBound, HoldsForVectors) {
  check<64, machine::vectors>();
  check<128, machine::vectors>();
  check<512, machine::vectors>();
  check<4096, machine::vectors>();
}

// As on a GPU, with other butterflies.
TEST_F(BlockErrorBound, HoldsForThreads) {
  check<64, machine::threads>();
  check<512, machine::threads>();
  check<2048, machine::threads>();
}

}  // namespace

}  // namespace gbi::test
