/// \file
/// Limbs in device memory: views without a copy, and numbers and batches made from them.
#include "gpu_bigint/view.hpp"

#include <cstdint>
#include <optional>
#include <vector>

#include "gpu_bigint.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class View : public on_executor {
 protected:
  limbs fetch(const std::uint64_t* from, std::size_t count) const {
    limbs result(count);
    executor().download(result.data(), from, count * sizeof(std::uint64_t));
    return result;
  }
  void expect_shows(const limb_view& view, const integer& value) const {
    integer magnitude = value.sign() < 0 ? -value : value;
    ASSERT_NE(view.data(), nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(view.data()) % 128, 0u);
    EXPECT_LE(view.size(), view.bound());
    EXPECT_EQ(integer(fetch(view.data(), view.size())), magnitude);
    EXPECT_EQ(integer(fetch(view.data(), view.bound())), magnitude) << "the limbs above are zeros";
    EXPECT_EQ(view.negative(), value.sign() < 0);
    EXPECT_EQ(view.context(), here());
    EXPECT_TRUE(matches(view.value(), value));
  }
};

TEST_P(View, OfANumberShowsItsLimbs) {
  for (const std::size_t length : {1, 2, 5, 6, 17, 300, 3000}) {
    for (const bool negative : {false, true}) {
      const integer value(random_limbs(random, length), negative);
      const gpu_bigint x = from_oracle(value);
      const limb_view view(x);
      EXPECT_EQ(view.size(), length);
      expect_shows(view, value);
      EXPECT_EQ(limb_view(x).data(), view.data()) << "a second copy was made";
      expect_shows(limb_view((x << 70) - 1), (value << 70) - integer(1));
      expect_shows(limb_view((x + 5) - x), integer(5));
    }
  }
}

TEST_P(View, OfZeroHasNoLimbs) {
  for (const gpu_bigint& zero : {gpu_bigint(), gpu_bigint(0), gpu_bigint(5) - 5}) {
    const limb_view view(zero);
    EXPECT_EQ(view.size(), 0u);
    expect_shows(view, 0);
  }
}

TEST_P(View, KeepsTheNumberAlive) {
  const integer value(random_limbs(random, 2000));
  std::optional<limb_view> view;
  {
    gpu_bigint x = from_oracle(value);
    view.emplace(x);
    x = 1;
  }
  const gpu_bigint other = from_oracle(integer(random_limbs(random, 2000)));
  const limb_view copy = *view;
  view.reset();
  expect_shows(copy, value);
  EXPECT_EQ(other.sign(), 1);
}

TEST_P(View, OfABatchHasStrides) {
  for (const std::size_t count : {0, 1, 33}) {
    for (const std::size_t bits : {64, 100, 1024}) {
      const std::size_t each = (bits + 63) / 64;
      limbs rows(count * each);
      for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = (i + 1) % each == 0 ? random.bits() >> (each * 64 - bits) : random.bits();
      const batch_view view(bigint_batch::from_limbs(rows, count, bits));
      EXPECT_EQ(view.elements(), count);
      EXPECT_EQ(view.limbs(), each);
      EXPECT_EQ(view.context(), here());
      const limbs all = fetch(view.data(), count * each);
      for (std::size_t g = 0; g < count; ++g)
        for (std::size_t j = 0; j < each; ++j)
          ASSERT_EQ(all[j * view.limb_stride() + g * view.element_stride()], rows[g * each + j]);
      // Back with the same strides, and as rows.
      const bigint_batch same =
          import_batch(here(), view.data(), count, bits, {view.element_stride(), view.limb_stride()});
      EXPECT_EQ(same.to_limbs(), rows);
      EXPECT_EQ(same.bits(), bits);
      const exec::buffer<std::uint64_t> plain(executor(), rows);
      EXPECT_EQ(import_batch(here(), plain.data(), count, bits).to_limbs(), rows);
    }
  }
}

TEST_P(View, ABatchIsCutToItsWidth) {
  const limbs rows{~std::uint64_t{0}, ~std::uint64_t{0}, 1, 2};
  const exec::buffer<std::uint64_t> plain(executor(), rows);
  EXPECT_EQ(import_batch(here(), plain.data(), 2, 70).to_limbs(), (limbs{rows[0], 63, 1, 2}));
  EXPECT_EQ(import_batch(here(), plain.data(), 1, 70, {.element_stride = 4, .limb_stride = 3}).to_limbs(),
            (limbs{rows[0], 2}));
  EXPECT_THROW(static_cast<void>(import_batch(here(), plain.data(), 2, 63)), std::invalid_argument);
}

TEST_P(View, ANumberIsMadeFromLimbs) {
  for (const std::size_t length : {0, 1, 5, 6, 400, 5000}) {
    const limbs magnitude = length == 0 ? limbs{} : random_limbs(random, length);
    limbs with_zeros = magnitude;
    with_zeros.resize(length + 3);
    const exec::buffer<std::uint64_t> memory(executor(), with_zeros);
    for (const bool negative : {false, true}) {
      const integer value(magnitude, negative);
      EXPECT_TRUE(matches(import_limbs(here(), memory.data(), length, negative), value));
      const gpu_bigint x = import_limbs(here(), memory.data(), length + 3, negative);
      EXPECT_EQ(x.context(), here());
      EXPECT_TRUE(matches(x, value));
      EXPECT_TRUE(matches(x * x - 1, value * value - integer(1)));
      const limb_view view(x);
      EXPECT_TRUE(matches(import_limbs(here(), view.data(), view.size(), view.negative()), value));
    }
  }
  EXPECT_TRUE(matches(import_limbs(here(), nullptr, 0), 0));
}

/// Two contexts with separate streams pass limbs to each other without making the host wait.
TEST_P(View, GoesFromContextToContext) {
  const context other = new_context(GetParam(), detail::engine_of(here())->tuning().words);
  EXPECT_EQ(here().stream() == nullptr, here().backend() == backend::host);
  EXPECT_TRUE(here().backend() == backend::host || here().stream() != other.stream());
  const std::size_t length = size({3000, 300, 100000});
  for (int round = 0; round < 5; ++round) {
    const integer a(random_limbs(random, length));
    const gpu_bigint x = from_oracle(a) * from_oracle(a);
    gpu_bigint there;
    {
      const limb_view view(x);
      here().precede(other.stream());
      there = import_limbs(other, view.data(), view.bound());
      here().follow(other.stream());
    }
    EXPECT_EQ(there.context(), other);
    EXPECT_TRUE(matches(there, a * a));
    EXPECT_TRUE(matches(there.to(here()) - x, 0));
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(View);

}  // namespace

}  // namespace gbi::test
