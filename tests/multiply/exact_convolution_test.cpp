/// \file
/// Exact convolutions against GMP's products, in which every coefficient has 128 bits of its own.
#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu_bigint/fft.hpp"
#include "src/exec/buffer.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

using words = std::vector<std::uint32_t>;
__extension__ typedef __int128 wide;

class ExactConvolution : public on_executor {
 protected:
  static integer spread(std::span<const std::uint32_t> x) {
    limbs apart(2 * x.size());
    for (std::size_t i = 0; i < x.size(); ++i) apart[2 * i] = x[i];
    return integer(apart);
  }
  static std::vector<wide> expected(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b,
                                    convolution_wrap wrap) {
    const limbs product = (spread(a) * spread(b)).to_limbs(4 * a.size());
    const auto at = [&](std::size_t k) {
      return static_cast<wide>(product[2 * k]) | static_cast<wide>(product[2 * k + 1]) << 64;
    };
    std::vector<wide> result(a.size());
    for (std::size_t k = 0; k < a.size(); ++k)
      result[k] = wrap == convolution_wrap::cyclic ? at(k) + at(k + a.size()) : at(k) - at(k + a.size());
    return result;
  }

  void expect_convolution(const words& a, const words& b, std::size_t batch, const std::string& name) {
    const std::size_t count = a.size() / batch;
    const exec::buffer<std::uint32_t> in_a(executor(), std::span<const std::uint32_t>(a)),
        in_b(executor(), std::span<const std::uint32_t>(b));
    const exec::buffer<std::uint64_t> low(executor(), a.size());
    const exec::buffer<std::int32_t> high(executor(), a.size());
    for (const convolution_wrap wrap : {convolution_wrap::cyclic, convolution_wrap::right_angle}) {
      if (is_shuffled() && wrap == convolution_wrap::cyclic && batch > 1) continue;
      exact_convolution(here(), in_a.data(), &a == &b ? in_a.data() : in_b.data(), low.data(), high.data(),
                        count, wrap, batch);
      std::vector<std::uint64_t> found_low(a.size());
      std::vector<std::int32_t> found_high(a.size());
      executor().download(found_low.data(), low.data(), found_low.size() * sizeof(std::uint64_t));
      executor().download(found_high.data(), high.data(), found_high.size() * sizeof(std::int32_t));
      for (std::size_t g = 0; g < batch; ++g) {
        const std::vector<wide> wanted =
            expected(std::span(a).subspan(g * count, count), std::span(b).subspan(g * count, count), wrap);
        for (std::size_t k = 0; k < count; ++k) {
          const wide found = static_cast<wide>(found_high[g * count + k]) * (static_cast<wide>(1) << 64) +
                             static_cast<wide>(found_low[g * count + k]);
          ASSERT_TRUE(found == wanted[k])
              << name << ", " << count << " numbers, problem " << g << ", coefficient " << k
              << (wrap == convolution_wrap::cyclic ? ", cyclic" : ", right angle");
        }
      }
    }
  }

  words random_words(std::size_t count) {
    words result(count);
    for (std::uint32_t& word : result) word = static_cast<std::uint32_t>(random.bits());
    return result;
  }
};

TEST_P(ExactConvolution, RandomNumbers) {
  for (const std::size_t eighths : {8, 9, 12, 14})
    for (std::size_t count = shortest_exact_convolution / 8 * eighths;
         count <= size({std::uint64_t{1} << (eighths == 8 ? 17 : 16), 7 << 12, 1 << 20}); count *= 2) {
      ASSERT_TRUE(is_exact_convolution_length(count)) << count;
      const words a = random_words(count), b = random_words(count);
      expect_convolution(a, b, 1, "random");
      if (!is_shuffled()) expect_convolution(a, a, 1, "random square");
    }
}

// The largest coefficients of both signs.
TEST_P(ExactConvolution, ExtremeNumbers) {
  for (const std::size_t count : {std::size_t{1} << 14, std::size_t{7} << 12}) {
    const words ones(count, ~std::uint32_t{0});
    expect_convolution(ones, ones, 1, "ones");
    words one(count, 0);
    one[count - 1] = ~std::uint32_t{0};
    expect_convolution(ones, one, 1, "ones by one");
    words alternating(count);
    for (std::size_t i = 0; i < count; i += 2) alternating[i] = ~std::uint32_t{0};
    if (!is_shuffled()) expect_convolution(alternating, ones, 1, "alternating");
  }
}

TEST_P(ExactConvolution, Batches) {
  const std::size_t batch = is_shuffled() ? 2 : 3;
  for (const std::size_t count : {shortest_exact_convolution, std::size_t{3} << 13})
    expect_convolution(random_words(batch * count), random_words(batch * count), batch, "batch");
}

TEST_P(ExactConvolution, WhatIsNoConvolutionIsRefused) {
  const exec::buffer<std::uint32_t> in(executor(), shortest_exact_convolution + 2);
  const exec::buffer<std::uint64_t> low(executor(), shortest_exact_convolution);
  const exec::buffer<std::int32_t> high(executor(), shortest_exact_convolution);
  const auto convolve = [&](const std::uint32_t* a, std::size_t count) {
    exact_convolution(here(), a, in.data(), low.data(), high.data(), count, convolution_wrap::cyclic);
  };
  for (const std::size_t count :
       {std::size_t{0}, std::size_t{1} << 13, std::size_t{7} << 11, std::size_t{5} << 12,
        (std::size_t{3} << 13) + 2, std::size_t{9} << 23, std::size_t{1} << 27})
    EXPECT_THROW(convolve(in.data(), count), std::invalid_argument) << count;
  EXPECT_THROW(convolve(in.data() + 1, shortest_exact_convolution), std::invalid_argument);
  EXPECT_TRUE(is_exact_convolution_length(longest_exact_convolution));
  EXPECT_FALSE(is_exact_convolution_length(longest_exact_convolution * 2));
}

GPU_BIGINT_ON_EVERY_DEVICE(ExactConvolution);

}  // namespace

}  // namespace gbi::test
