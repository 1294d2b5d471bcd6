/// \file
/// Results that are verified: wrong products and residuals that are repaired in every way, the checksums of
/// long numbers, and products by coprime moduli, which are verified as a whole.
#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/division.hpp"
#include "src/multiply/multiply.hpp"
#include "src/multiply/residual.hpp"
#include "src/multiply/verified.hpp"
#include "src/number/column_sum.hpp"
#include "src/plan/fermat_plan.hpp"
#include "tests/multiply/plans.hpp"
#include "tests/reach/workplace.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

namespace {

/// Digits so wide that products are wrong.
constexpr int too_wide = 24;

void multiply_by(workplace& here, std::size_t limbs_each,
                 process::function_ref<void(detail::engine&, const products::product&)> run,
                 const std::string& name) {
  const scoped_context use(here.usual());
  const integer a(random_limbs(here.random, limbs_each)), b(random_limbs(here.random, limbs_each));
  here.expect(matches(products::of_numbers(from_oracle(a), from_oracle(b), run), a * b), name);
}

void repaired_product(workplace& here, plan::repair how) {
  constexpr std::size_t limbs_each = 9'000;
  multiply_by(
      here, limbs_each,
      [&](detail::engine& engine, const products::product& wanted) {
        plan::fft_plan digits = plan::choose_verified_fft(products::shape_of(wanted));
        digits.digit_bits = too_wide;
        products::execute(engine, plan_by(engine, wanted, digits, how), wanted);
      },
      "repaired product");
}

void product_by_moduli(workplace& here) {
  constexpr std::uint32_t factors = 2;
  multiply_by(
      here, 6'000,
      [&](detail::engine& engine, const products::product& wanted) {
        const plan::product_shape shape = products::shape_of(wanted);
        products::execute(engine,
                          plan::planner(engine.tuning(), verification::residue)
                              .by_fermat_moduli(shape, *plan::find_fermat_moduli(shape, factors)),
                          wanted);
      },
      "product by coprime moduli");
}

/// c - a b, which is nearly 0.
struct difference {
  limbs a, b, rest, c;

  explicit difference(random_source& random, std::size_t limbs_each)
      : a(random_limbs(random, limbs_each)),
        b(random_limbs(random, limbs_each)),
        rest(random_limbs(random, limbs_each)),
        c((integer(a) * integer(b) + integer(rest)).to_limbs(2 * limbs_each + 1)) {}
};

void repaired_residual(workplace& here, plan::repair how) {
  constexpr std::size_t limbs_each = 7'000;
  const difference d(here.random, limbs_each);
  detail::engine& engine = here.engine();
  exec::executor& device = engine.executor();
  const exec::buffer<limb> a(device, std::span<const limb>(d.a)), b(device, std::span<const limb>(d.b)),
      c(device, std::span<const limb>(d.c)), out(device, limbs_each);
  const products::residual wanted{.a = {a.data(), a.size(), 0},
                                  .b = {b.data(), b.size(), 0},
                                  .c = {c.data(), c.size(), 0},
                                  .out = {out.data(), out.size(), out.size()}};
  const plan::product_shape shape = plan::product_shape::whole(limbs_each, limbs_each);
  plan::fft_plan digits = *plan::find_wrapped(shape, limbs_each + 1, true);
  digits.digit_bits = plan::widest_digit;
  digits.verified = true;
  plan::residual_plan plan = engine.planner().residual_by(products::shape_of(wanted), digits);
  plan.check.again = how;
  plan.check.proven = *plan::find_wrapped(shape, limbs_each + 1, false);
  products::execute(engine, plan, wanted);
  limbs found(out.size());
  device.download(found.data(), out.data(), found.size() * sizeof(limb));
  here.expect(matches(integer(found), integer(d.rest)), "repaired residual");
}

/// The checksum of a number of so many limbs, which decides how many of them a thread takes.
void checksum(workplace& here, std::size_t count) {
  exec::executor& device = here.engine().executor();
  const limbs x = random_limbs(here.random, count);
  const exec::buffer<limb> on_device(device, std::span<const limb>(x));
  const auto sums = exec::cleared<limb>(device, 2);
  constexpr limb modulus = 1'000'000'007;
  device.launch(kernels::word_checksum_arguments{
      {on_device.data(), count, 0}, 0, kernels::word_modulus::of(modulus), sums.data()});
  limb found[2];
  device.download(found, sums.data(), sizeof found);
  const integer m(static_cast<long>(modulus));
  const integer sum = integer(std::span(&found[0], 1)) + (integer(std::span(&found[1], 1)) << 32);
  here.expect(matches(modulo(sum, m), modulo(integer(x), m)), "checksum");
}

/// Divisors long enough for the larger block of reciprocals.
void long_reciprocal(workplace& here) {
  const scoped_context use(
      here.make_context([](plan::tuning& tuned) { tuned.division.reciprocal_limbs = 300; }));
  const integer a(random_limbs(here.random, 2'000)), b(random_limbs(here.random, 1'000));
  here.expect(matches(from_oracle(a) / from_oracle(b), a / b), "quotient");
}

/// Text of a number whose conversion rounds.
void checked_text(workplace& here, verification mode) {
  const context where =
      here.make_context([](plan::tuning& tuned) { tuned.product.verified_total_limbs = 1; });
  where.set_verification(mode);
  const scoped_context use(where);
  const integer x(random_limbs(here.random, 5'000));
  const std::string text = x.to_string();
  here.expect(matches(gpu_bigint(text), x), "number of checked text");
  here.expect(from_oracle(x).to_string() == text ? testing::AssertionSuccess() : testing::AssertionFailure(),
              "checked text");
}

}  // namespace

std::vector<reach_case> cases_of_corrections() {
  std::vector<reach_case> all;
  const auto add = [&](const std::string& name, auto run, auto... how) {
    all.push_back({name, [=](workplace& here) { run(here, how...); }});
  };
  for (const plan::repair how : {plan::repair::by_columns, plan::repair::by_transform}) {
    add("repaired product", repaired_product, how);
    add("repaired residual", repaired_residual, how);
  }
  add("product by coprime moduli", product_by_moduli);
  for (const std::size_t count : {50'000, 2'000'000, 5'000'000}) add("checksum", checksum, count);
  add("long reciprocal", long_reciprocal);
  for (const verification mode : {verification::residue, verification::all})
    add("checked text", checked_text, mode);
  return all;
}

}  // namespace gbi::test
