/// \file
/// Hostile operands of products that wrap around: residuals, modulo 2^(64 k) + 1, and squares modulo Mersenne
/// numbers.
#include "src/multiply/residual.hpp"
#include "src/number_theory/mersenne/square.hpp"
#include "tests/adversarial/fixture.hpp"

namespace gbi::test {

namespace {

class AdversarialWrapped : public Adversarial {
 protected:
  /// Checks c - a b = left, by the shortest possible transform.
  void expect_residual(const operand_pair& operands, const limbs& left, const plan::fft_plan& plan) {
    const limbs c = (integer(operands.a) * integer(operands.b) + integer(left)).to_limbs();
    const exec::buffer<limb> x(executor(), std::span<const limb>(operands.a)),
        y(executor(), std::span<const limb>(operands.b)), z(executor(), std::span<const limb>(c)),
        out(executor(), left.size());
    const kernels::limb_span first{x.data(), x.size(), 0}, second{y.data(), y.size(), 0};
    const products::residual wanted{.a = first,
                                    .b = operands.a == operands.b ? first : second,
                                    .c = {z.data(), z.size(), 0},
                                    .out = {out.data(), out.size(), out.size()}};
    products::execute(engine(), engine().planner().residual_by(products::shape_of(wanted), plan), wanted);
    limbs found(left.size());
    executor().download(found.data(), out.data(), found.size() * sizeof(limb));
    ++done_;
    const bool right = static_cast<bool>(matches(integer(found), integer(left)));
    if (!right) ++wrong_;
    EXPECT_TRUE(right) << operands.name << ", " << x.size() << " limbs, wrapped, " << described(plan);
  }
};

TEST_P(AdversarialWrapped, Residuals) {
  for (const bool verified : {false, true}) {
    const auto plan_of = [&](std::size_t n) {
      return *plan::find_wrapped(plan::product_shape::whole(n, n), n + 2, verified);
    };
    for (const std::size_t n : sizes_beside_changes(2, longest({4000, 700, 20000}), plan_of)) {
      const plan::fft_plan plan = plan_of(n);
      pairs().visit(n, n, plan.digit_bits, [&](const operand_pair& operands) {
        expect_residual(operands,
                        random.coin() ? limbs(n + 1, ~std::uint64_t{0}) : random_limbs(random, n + 1), plan);
      });
    }
  }
}

/// The number whose digits in the irrational base follow a pattern of +-1, times half of the largest digit.
integer weighted_number(const digit_pattern& pattern, std::uint64_t exponent, std::uint64_t digits) {
  const auto first_bit = [&](std::uint64_t j) { return (exponent * j + digits - 1) / digits; };
  integer sum;
  for (std::uint64_t j = digits; j-- > 0;) {
    const std::uint64_t width = first_bit(j + 1) - first_bit(j);
    const double digit = pattern(j, digits) * (std::ldexp(1.0, static_cast<int>(width) - 1) - 1);
    sum = (std::move(sum) << width) + integer(static_cast<long>(digit));
  }
  return modulo(sum, (integer(1) << exponent) - integer(1));
}

// Digit widths are measured for random values. Here errors may be too large, which the square must report.
TEST_P(AdversarialWrapped, SquaresModuloMersenneNumbers) {
  std::uint64_t distrusted = 0;
  const std::uint64_t largest = longest({200'000, 8'000, 1'000'000});
  for (const std::uint64_t around : {700, 1500, 4000, 20'000, 60'000, 200'000, 1'000'000, 3'000'000}) {
    if (around > largest) break;
    integer prime(static_cast<long>(around));
    mpz_nextprime(prime.get(), prime.get());
    const std::uint64_t p = mpz_get_ui(prime.get()), planned = number_theory::mersenne_digits(p);
    const integer modulus = (integer(1) << p) - integer(1);
    for (const std::uint64_t digits : {planned, number_theory::mersenne_digits(p, planned + planned / 4)}) {
      number_theory::mersenne_square square(detail::engine_of(here()), p, digits);
      std::vector<std::pair<std::string, integer>> values{{"all ones but one", modulus - integer(1)},
                                                          {"a half", integer(1) << (p - 1)}};
      for (const digit_family family : digit_families) {
        digit_pattern pattern = random_pattern(random, digits);
        pattern.family = family;
        values.emplace_back(pattern.to_string(), weighted_number(pattern, p, digits));
      }
      for (const auto& [name, value] : values) {
        square.set(from_oracle(value));
        square.step(0);
        const bool trusted = square.measured().trusted;
        const integer expected = modulo(value * value, modulus);
        ++done_;
        if (!trusted) {
          ++distrusted;
          continue;
        }
        const bool right = static_cast<bool>(matches(square.residue(), expected));
        if (!right) ++wrong_;
        EXPECT_TRUE(right) << name << " squared modulo 2^" << p << " - 1, " << digits << " digits";
        EXPECT_TRUE(right || digits == planned);
      }
    }
  }
  std::printf("[ measured ] of these squares %llu say that they may be wrong\n",
              static_cast<unsigned long long>(distrusted));
}

GPU_BIGINT_ON_EVERY_EXECUTOR(AdversarialWrapped);

}  // namespace

}  // namespace gbi::test
