/// \file
/// Sums, shifts and products by one limb of one thread against GMP.
#include "src/words/linear/linear.hpp"

#include "tests/words/levels.hpp"

namespace gbi::test {

namespace {

constexpr bool evaluates_at_compile_time() {
  const limb a[] = {~limb{0}, 1}, b[] = {1, 2};
  limb out[2] = {};
  const limb carry = words::add_n(out, a, b, 2);
  bool right = carry == 0 && out[0] == 0 && out[1] == 4;
  right = right && words::subtract_n(out, out, b, 2) == 0 && out[0] == ~limb{0} && out[1] == 1;
  right = right && words::multiply_1(out, a, 2, 2) == 0 && out[0] == ~limb{1} && out[1] == 3;
  return right && words::shift_left(out, b, 2, 63) == 1 && out[0] == limb{1} << 63;
}
static_assert(evaluates_at_compile_time());

class WordsLinear : public at_every_level {
 protected:
  using limbs = std::vector<limb>;
  /// Runs both functions on results that begin as `before`, and compares return values and results.
  template <class Ours, class Theirs>
  static void check(const limbs& before, const Ours& ours, const Theirs& theirs) {
    guarded out(before.size());
    for (std::size_t i = 0; i < before.size(); ++i) out[i] = before[i];
    limbs expected = before;
    const limb returned = ours(out.data()), right = theirs(expected.data());
    ASSERT_EQ(returned, right) << before.size() << " limbs";
    ASSERT_EQ(out.value(), expected) << before.size() << " limbs";
  }
  /// The same for a function of two operands of n limbs, whose result may take the place of either.
  template <class Ours, class Theirs>
  static void check_pair(const limbs& a, const limbs& b, const Ours& ours, const Theirs& theirs) {
    const std::size_t n = a.size();
    const auto right = [&](limb* out) { return theirs(out, a.data(), b.data(), static_cast<mp_size_t>(n)); };
    check(
        b, [&](limb* out) { return ours(out, a.data(), b.data(), n); }, right);
    check(
        a, [&](limb* out) { return ours(out, out, b.data(), n); }, right);
    check(
        b, [&](limb* out) { return ours(out, a.data(), out, n); }, right);
  }
};

TEST_P(WordsLinear, Sums) {
  for (int round = 0; round < 4000; ++round) {
    const limbs a = words_operand(random, 100), b = words_of_length(random, a.size());
    const std::size_t n = a.size(), m = random.between(1, n);
    check_pair(a, b, words::add_n, mpn_add_n);
    check_pair(a, b, words::subtract_n, mpn_sub_n);
    check(
        a, [&](limb* out) { return words::add(out, out, n, b.data(), m); },
        [&](limb* out) { return mpn_add(out, a.data(), n, b.data(), m); });
    check(
        a, [&](limb* out) { return words::subtract(out, out, n, b.data(), m); },
        [&](limb* out) { return mpn_sub(out, a.data(), n, b.data(), m); });
  }
}

TEST_P(WordsLinear, Shifts) {
  for (int round = 0; round < 4000; ++round) {
    const limbs a = words_operand(random, 40);
    const std::size_t n = a.size();
    const int bits = static_cast<int>(random.between(1, 63));
    const auto left = [&](limb* out) { return mpn_lshift(out, a.data(), n, static_cast<unsigned>(bits)); };
    const auto right = [&](limb* out) { return mpn_rshift(out, a.data(), n, static_cast<unsigned>(bits)); };
    const limbs zeros(n);
    check(
        zeros, [&](limb* out) { return words::shift_left(out, a.data(), n, bits); }, left);
    check(
        a, [&](limb* out) { return words::shift_left(out, out, n, bits); }, left);
    check(
        zeros, [&](limb* out) { return words::shift_right(out, a.data(), n, bits); }, right);
    check(
        a, [&](limb* out) { return words::shift_right(out, out, n, bits); }, right);
    const auto copy = [&](limb* out) { return std::copy(a.begin(), a.end(), out), limb{0}; };
    check(
        zeros, [&](limb* out) { return words::shift_left(out, a.data(), n, 0); }, copy);
    check(
        zeros, [&](limb* out) { return words::shift_right(out, a.data(), n, 0); }, copy);

    // Shifted by a few limbs within the same array.
    const std::size_t by = random.below(4);
    limbs moved(a), expected(n);
    moved.resize(n + by);
    const limb lost = left(expected.data());
    ASSERT_EQ(words::shift_left(moved.data() + by, moved.data(), n, bits), lost);
    ASSERT_TRUE(
        std::equal(expected.begin(), expected.end(), moved.begin() + static_cast<std::ptrdiff_t>(by)));
    std::copy(a.begin(), a.end(), moved.begin() + static_cast<std::ptrdiff_t>(by));
    const limb lost_below = right(expected.data());
    ASSERT_EQ(words::shift_right(moved.data(), moved.data() + by, n, bits), lost_below);
    ASSERT_TRUE(std::equal(expected.begin(), expected.end(), moved.begin()));
  }
}

TEST_P(WordsLinear, ProductsByOneLimb) {
  for (int round = 0; round < 4000; ++round) {
    const limbs a = words_operand(random, 100), before = words_of_length(random, a.size());
    const std::size_t n = a.size();
    const limb b = words_operand(random, 1)[0];
    const auto product = [&](limb* out) { return mpn_mul_1(out, a.data(), n, b); };
    check(
        before, [&](limb* out) { return words::multiply_1(out, a.data(), n, b); }, product);
    check(
        a, [&](limb* out) { return words::multiply_1(out, out, n, b); }, product);
    check(
        before, [&](limb* out) { return words::add_product_1(out, a.data(), n, b); },
        [&](limb* out) { return mpn_addmul_1(out, a.data(), n, b); });
    check(
        before, [&](limb* out) { return words::subtract_product_1(out, a.data(), n, b); },
        [&](limb* out) { return mpn_submul_1(out, a.data(), n, b); });
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, WordsLinear,
                         testing::Values(words::level::generic, words::level::adx, words::level::ifma));

}  // namespace

}  // namespace gbi::test
