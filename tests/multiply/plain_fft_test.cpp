/// \file
/// Products by plain transforms, which benches compare with the right-angle route.
#include "bench/multiply/plain_fft.hpp"

#include <string>

#include "src/exec/buffer.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

using bench::multiply_plain, plan::fft_form;

constexpr fft_form forms[] = {fft_form::packed_real, fft_form::complex};

const char* name_of(fft_form form) {
  return form == fft_form::complex ? "complex" : "packed real";
}

class PlainFft : public on_executor {};

TEST_P(PlainFft, Random) {
  const std::uint64_t bits = size({1 << 19, 1 << 16, 1 << 24});
  for (int round = 0; round < 30; ++round) {
    const integer a = random_integer(random, bits), b = random_integer(random, bits);
    const gpu_bigint x = from_oracle(a), y = from_oracle(b);
    for (const fft_form form : forms) {
      EXPECT_TRUE(matches(multiply_plain(x, y, form), a * b))
          << name_of(form) << ", " << a.bit_length() << " x " << b.bit_length() << " bits";
      EXPECT_TRUE(matches(multiply_plain(x, x, form), a * a)) << name_of(form) << ", a square";
    }
  }
}

// The longest operands that the digits of a plan can carry.
TEST_P(PlainFft, FilledByPatternsOfDigits) {
  for (const fft_form form : forms)
    for (const std::uint64_t n : {1, 6, 30, 64, 720, 4096, 8192, 10240, 15360, 65536, 1 << 18}) {
      if (n > std::uint64_t{size({1 << 18, 1 << 14, 1 << 18})}) continue;
      const auto points = [&](std::size_t limbs) {
        return plan::choose_fft(plan::product_shape::whole(limbs, limbs), form).shape.points;
      };
      std::size_t count = 0, step = n;
      for (; step > 0; step /= 2)
        while (points(count + step) <= n) count += step;
      if (count == 0) continue;
      const int digit_bits = plan::choose_fft(plan::product_shape::whole(count, count), form).digit_bits;
      for (const auto& [name, value] : hostile_digits(random, count, digit_bits)) {
        const gpu_bigint x = gpu_bigint::from_limbs(value),
                         y = gpu_bigint::from_limbs(random_limbs(random, count));
        const integer a(value), b = to_oracle(y);
        const std::string description =
            name + ", " + name_of(form) + ", digits of " + std::to_string(digit_bits) + " bits";
        ASSERT_TRUE(matches(multiply_plain(x, x, form), a * a)) << description << ", " << n << " points";
        ASSERT_TRUE(matches(multiply_plain(x, y, form), a * b)) << description << ", " << n << " points";
      }
    }
}

TEST_P(PlainFft, Batches) {
  const std::uint32_t batch = 5;
  for (const std::size_t n : {std::size_t{1}, std::size_t{30}, std::size_t{size({900, 300, 900})}})
    for (const fft_form form : forms) {
      const limbs a = random_limbs(random, n * batch), b = random_limbs(random, n * batch);
      const exec::buffer<limb> x(executor(), std::span<const limb>(a)),
          y(executor(), std::span<const limb>(b)), out(executor(), 2 * n * batch);
      bench::run_plain_fft(
          *detail::engine_of(here()),
          {.a = {x.data(), n, n}, .b = {y.data(), n, n}, .out = {out.data(), 2 * n, 2 * n}, .batch = batch},
          form);
      limbs got(out.size());
      executor().download(got.data(), out.data(), got.size() * sizeof(limb));
      for (std::size_t g = 0; g < batch; ++g)
        EXPECT_TRUE(
            matches(integer(std::span(got).subspan(2 * n * g, 2 * n)),
                    integer(std::span(a).subspan(n * g, n)) * integer(std::span(b).subspan(n * g, n))))
            << name_of(form) << ", problem " << g << " of " << n << " limbs";
    }
}

GPU_BIGINT_ON_EVERY_DEVICE(PlainFft);

}  // namespace

}  // namespace gbi::test
