/// \file
/// Operands with more digits than their transform has points, with first columns of every length: digits of
/// any width up to the last digit, small numbers, and products that wrap around.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "src/context/engine.hpp"
#include "src/multiply/right_angle.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Folded : public on_executor {
 protected:
  static plan::fft_plan plan_of(int column, int bits, bool verified) {
    constexpr int row = 64;
    return {{static_cast<std::uint64_t>(column) * row, 1, {column, 1}, row}, bits, verified};
  }

  /// Operands with the greatest permitted number of limbs. If digits are recoded at random, operands have as
  /// many limbs as the modulus and stand for numbers from -1/4 to 1/2 of it.
  std::vector<named_limbs> operands(const plan::fft_plan& plan) {
    const std::size_t k = plan::modulus_limbs(plan), count = plan.verified ? k : k - 1;
    std::vector<named_limbs> result{
        {"all ones", limbs(count, ~limb{0})},        {"alternating bits", limbs(count, 0x5555555555555555u)},
        {"alternating limbs", limbs(count)},         {"random", random_limbs(random, count)},
        {"one digit short", limbs(count, ~limb{0})}, {"the uppermost bit", limbs(count)}};
    for (std::size_t i = 1; i < count; i += 2) result[2].value[i] = ~limb{0};
    result[2].value.back() = result[3].value.back() = plan.verified ? 0x3fff'ffff'ffff'ffffu : ~limb{0};
    result[4].value.back() >>= plan.digit_bits;
    result[5].value.back() = limb{1} << 62;
    return result;
  }
  static integer number_of(const limbs& operand, const plan::fft_plan& plan) {
    const integer plain(operand);
    return plan.verified && operand.back() >> 62 == 3 ? plain - (integer(1) << 64 * operand.size()) : plain;
  }

  void expect_wrapped(const limbs& a, const limbs& b, const plan::fft_plan& plan, const std::string& what) {
    const std::size_t k = plan::modulus_limbs(plan);
    const exec::buffer<limb> x(executor(), std::span<const limb>(a)), y(executor(), std::span<const limb>(b));
    const exec::buffer<limb> out(executor(), k + 1);
    const faults::collector operation;
    detail::engine& engine = *detail::engine_of(here());
    const faults::verifier::lease verdicts(engine.verifier(), 1);  // not read, because the digits are exact
    const products::product wanted{
        .a = {x.data(), x.size(), 0}, .b = {y.data(), y.size(), 0}, .out = {out.data(), k + 1, k + 1}};
    products::run_right_angle(engine, wanted, plan,
                              {.verdicts = verdicts.get(), .fills_modulus = plan.verified});
    limbs found(k + 1);
    executor().download(found.data(), out.data(), found.size() * sizeof(limb));
    const auto top = static_cast<long>(found.back());
    found.pop_back();
    const integer power = integer(1) << 64 * k, modulus = power + integer(1);
    const integer right = number_of(a, plan) * (b.size() == a.size() ? number_of(b, plan) : integer(b));
    ASSERT_TRUE(matches(modulo(integer(found) + integer(top) * power, modulus), modulo(right, modulus)))
        << what << ", columns of " << plan.shape.column[0] << " points, digits of " << plan.digit_bits
        << (plan.verified ? " bits, recoded" : " bits, balanced");
  }

  static constexpr int columns[] = {64, 128, 144, 160, 192, 224, 240, 256, 512, 1024};
};

TEST_P(Folded, TimesASmallNumber) {
  for (const int column : columns)
    for (const bool verified : {false, true})
      for (const int bits : {plan::widest_digit, static_cast<int>(random.between(2, plan::widest_digit))}) {
        const plan::fft_plan plan = plan_of(column, bits, verified);
        for (const auto& [name, value] : operands(plan)) {
          expect_wrapped(value, {3}, plan, name);
          if (HasFatalFailure()) return;
        }
      }
}

TEST_P(Folded, TimesFolded) {
  for (const int column : columns)
    for (const bool verified : {false, true}) {
      const plan::fft_plan plan = plan_of(column, 12, verified);
      const auto values = operands(plan);
      for (const std::size_t other : {random.below(values.size()), values.size() - 3}) {
        const auto& [name, value] = values[random.below(values.size())];
        expect_wrapped(value, values[other].value, plan, name + " times " + values[other].name);
        if (HasFatalFailure()) return;
      }
    }
}

GPU_BIGINT_ON_EVERY_DEVICE(Folded);

}  // namespace

}  // namespace gbi::test
