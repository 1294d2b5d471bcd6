/// \file
/// Results of every length, shorter and longer than the product, by every algorithm and in batches, against
/// GMP. Every limb of a result is written, and no other. Sums of coefficients have a test of their own
/// (sums_test.cpp).
#include <cstdint>
#include <utility>
#include <vector>

#include "src/context/engine.hpp"
#include "src/multiply/product.hpp"
#include "src/process/concat.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class ResultLengths : public on_executor {
 protected:
  static constexpr std::size_t gap = 3;

  void expect_results(algorithm how, std::size_t n, std::size_t m, std::uint32_t batch) {
    detail::engine& engine = *detail::engine_of(context::current());
    exec::executor& device = engine.executor();
    const limbs a = random_limbs(random, n * batch), b = random_limbs(random, m * batch);
    const exec::buffer<limb> x(device, std::span<const limb>(a)), y(device, std::span<const limb>(b));
    const std::size_t whole = n + m;
    for (const std::size_t count :
         {std::size_t{1}, (whole + 1) / 2, whole - 1, whole, whole + 1, whole + 2, 3 * whole + 5}) {
      const std::size_t stride = count + gap;
      limbs found(stride * batch, poison);
      const exec::buffer<limb> out(device, std::span<const limb>(found));
      products::run(
          engine,
          {.a = {x.data(), n, n}, .b = {y.data(), m, m}, .out = {out.data(), count, stride}, .batch = batch},
          {.how = how});
      device.download(found.data(), out.data(), found.size() * sizeof(limb));
      for (std::uint32_t g = 0; g < batch; ++g) {
        const std::string what = concat(n, " x ", m, " limbs to ", count, ", number ", g, " of ", batch);
        integer expected = part(a, g * n, n) * part(b, g * m, m);
        mpz_fdiv_r_2exp(expected.get(), expected.get(), count * limb_bits);
        EXPECT_TRUE(part(found, g * stride, count) == expected) << what;
        EXPECT_EQ(limbs(gap, poison),
                  limbs(found.begin() + g * stride + count, found.begin() + (g + 1) * stride))
            << what;
      }
    }
  }

 private:
  static constexpr limb poison = 0xa5a5'a5a5'a5a5'a5a5;

  static integer part(const limbs& all, std::size_t begin, std::size_t count) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(begin);
    return integer(limbs(first, first + static_cast<std::ptrdiff_t>(count)));
  }
};

TEST_P(ResultLengths, ByEveryAlgorithm) {
  const std::uint64_t repairs = context::current().repairs();
  for (const algorithm how :
       {algorithm::schoolbook, algorithm::bytes, algorithm::fft, algorithm::exact, algorithm::automatic})
    for (const auto& [n, m] :
         {std::pair<std::size_t, std::size_t>{1, 1}, {1, 300}, {5, 3}, {70, 40}, {150, 500}}) {
      expect_results(how, n, m, 1);
      expect_results(how, n, m, 3);
    }
  for (const algorithm how : {algorithm::fft, algorithm::exact}) expect_results(how, 30'000, 20'000, 1);
  EXPECT_EQ(context::current().repairs(), repairs);
}

GPU_BIGINT_ON_EVERY_DEVICE(ResultLengths);

}  // namespace

}  // namespace gbi::test
