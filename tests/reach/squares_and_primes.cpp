/// \file
/// Squares modulo 2^p - 1 by every transform, primality tests and powers by every team, primes for products,
/// greatest common divisors.
#include <algorithm>
#include <bit>

#include "gpu_bigint/number_theory.hpp"
#include "gpu_bigint/sequences.hpp"
#include "src/number_theory/mersenne/exact_square.hpp"
#include "src/number_theory/mersenne/square.hpp"
#include "src/number_theory/primes/prime_tests.hpp"
#include "src/plan/exact_plan.hpp"
#include "tests/reach/workplace.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

namespace {

/// The shortest shapes that together have every length of a first column and of a row.
std::vector<plan::fft_shape> shapes_with_every_length(std::span<const plan::fft_shape> shapes) {
  std::vector<plan::fft_shape> chosen;
  std::set<int> columns, rows;
  for (const plan::fft_shape& shape : shapes) {
    const bool has_new_column = columns.insert(shape.column[0]).second,
               // Rows without columns are another kernel, which has its own lengths.
        has_new_row = rows.insert(shape.column_passes == 0 ? -shape.row : shape.row).second;
    if (has_new_column || has_new_row) chosen.push_back(shape);
  }
  return chosen;
}

template <class Square>
void two_squares(workplace& here, std::uint64_t digits, std::uint64_t bits_of_digit) {
  const std::uint64_t p = digits * bits_of_digit + 1;
  const integer modulus = (integer(1) << p) - integer(1);
  const integer x = integer(random_limbs(here.random, p / 64));
  const scoped_context use(here.usual());
  Square square(detail::engine_of(here.usual()), p, digits);
  square.set(from_oracle(x));
  square.step(0);
  square.step(2);
  const integer once = modulo(x * x, modulus);
  here.expect(matches(square.residue(), modulo(once * once - integer(2), modulus)), "two squares");
}

/// 2^p - 1 is prime, and its square is not.
void primality(workplace& here, int p, kernels::arithmetic how) {
  const scoped_context use(here.make_context([=](plan::tuning& tuned) { tuned.batch.power = how; }));
  const gpu_bigint prime = (gpu_bigint(1) << p) - 1;
  constexpr int rounds = 1;
  here.expect(is_probable_prime(prime, rounds) ? testing::AssertionSuccess() : testing::AssertionFailure(),
              "a prime");
}

/// Lucas' test of 2^127 - 1 with D = 5, by a team with room for more limbs.
void lucas_by_large_team(workplace& here, std::uint32_t room) {
  const scoped_context use(here.usual());
  const gpu_bigint prime = (gpu_bigint(1) << 127) - 1;
  here.expect(
      number_theory::lucas_test(prime, -1, room) ? testing::AssertionSuccess() : testing::AssertionFailure(),
      "a prime");
}

void power_by_bytes(workplace& here, std::size_t limbs_each) {
  const scoped_context use(here.make_context([](plan::tuning& tuned) {
    tuned.number_theory.power_limbs = tuned.number_theory.byte_power_limbs = 1;
  }));
  const integer a(random_limbs(here.random, limbs_each)), e(random_limbs(here.random, 2));
  integer n(random_limbs(here.random, limbs_each)), right;
  mpz_setbit(n.get(), 0);
  mpz_powm(right.get(), a.get(), e.get(), n.get());
  here.expect(matches(powm(from_oracle(a), from_oracle(e), from_oracle(n)), right), "power by bytes");
}

void primes_of_a_factorial(workplace& here) {
  const scoped_context use(
      here.make_context([](plan::tuning& tuned) { tuned.number_theory.sieved_numbers = 64; }));
  constexpr unsigned long n = 20'000;
  integer right;
  mpz_fac_ui(right.get(), n);
  here.expect(matches(factorial(n), right), "factorial");
}

}  // namespace

std::vector<reach_case> cases_of_number_theory() {
  std::vector<reach_case> all;
  const auto add = [&](const std::string& name, auto run, auto... how) {
    all.push_back({name, [=](workplace& here) { run(here, how...); }});
  };
  const auto name_of = [](const plan::fft_shape& shape) {
    return std::to_string(2 * shape.points) + " digits";
  };
  for (const plan::fft_shape& shape : shapes_with_every_length(plan::mersenne_shapes()))
    add("squares with " + name_of(shape), two_squares<number_theory::mersenne_square>, 2 * shape.points, 12);
  for (const plan::fft_shape& shape : shapes_with_every_length(plan::exact_shapes()))
    add("exact squares with " + name_of(shape), two_squares<number_theory::exact_mersenne_square>,
        2 * shape.points, 16);
  // Four and six limbs in a thread, and small and large teams, which only Lucas' test tells apart.
  for (const std::uint32_t room : {51u, 67u})
    add("Lucas' test with room for " + std::to_string(room) + " limbs", lucas_by_large_team, room);
  for (const int p : {127, 1279})
    add("primality of 2^" + std::to_string(p) + " - 1", primality, p, kernels::arithmetic::doubles);
  for (const int p : {127, 1279})
    add("primality of 2^" + std::to_string(p) + " - 1 by words", primality, p, kernels::arithmetic::words);
  for (const std::size_t limbs_each : {100, 150, 220})
    add("power of " + std::to_string(limbs_each) + " limbs by bytes", power_by_bytes, limbs_each);
  add("primes of a factorial", primes_of_a_factorial);
  return all;
}

}  // namespace gbi::test
