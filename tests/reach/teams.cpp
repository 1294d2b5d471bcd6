/// \file
/// Batches: products by every kind of team, modular arithmetic in every arithmetic, and words combined bit by
/// bit.
#include <algorithm>

#include "gpu_bigint/batch_primes.hpp"
#include "gpu_bigint/bigint_batch.hpp"
#include "gpu_bigint/crt_power.hpp"
#include "kernels/modular/arguments.hpp"
#include "kernels/rns/shapes.hpp"
#include "src/factor/field_machine.hpp"
#include "tests/reach/workplace.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

namespace {

std::vector<integer> some_numbers(workplace& here, std::size_t count, std::size_t limbs_each) {
  std::vector<integer> result;
  for (std::size_t i = 0; i < count; ++i) result.emplace_back(random_limbs(here.random, limbs_each));
  return result;
}
bigint_batch batch_of(const std::vector<integer>& values, std::size_t limbs_each) {
  std::vector<gpu_bigint> numbers;
  for (const integer& value : values) numbers.push_back(from_oracle(value));
  return bigint_batch::from_numbers(numbers, 64 * limbs_each);
}

/// Compares element g with of(g).
void expect_elements(workplace& here, const bigint_batch& got, process::function_ref<integer(std::size_t)> of,
                     const std::string& name) {
  const limbs all = got.to_limbs();
  const std::size_t each = all.size() / got.size();
  for (std::size_t g = 0; g < got.size(); ++g)
    here.expect(matches(integer(std::span(all).subspan(g * each, each)), of(g)), name);
}

/// Elements for several warps, or for a few teams of several warps.
std::size_t elements_of(std::size_t limbs_each) {
  return limbs_each < 200 ? 40 : 5;
}

/// Two integers of `limbs_each` limbs, interleaved with those of the other elements.
void product_by(workplace& here, kernels::product_order order, const kernels::team_shape& team,
                std::size_t limbs_each) {
  exec::executor& device = here.engine().executor();
  const std::size_t elements = elements_of(limbs_each);
  const limbs a = random_limbs(here.random, elements * limbs_each),
              b = random_limbs(here.random, elements * limbs_each);
  const exec::buffer<limb> x(device, std::span<const limb>(a)), y(device, std::span<const limb>(b)),
      out(device, 2 * a.size());
  const auto count = static_cast<std::uint32_t>(limbs_each);
  device.launch(kernels::batch_product_arguments{{x.data(), count, elements, 1},
                                                 {y.data(), count, elements, 1},
                                                 {out.data(), 2 * count, elements, 1, ~limb{0}},
                                                 0,
                                                 static_cast<std::uint32_t>(elements),
                                                 order,
                                                 team});
  limbs found(out.size());
  device.download(found.data(), out.data(), found.size() * sizeof(limb));
  const auto element = [&](const limbs& all, std::size_t g) {
    limbs own;
    for (std::size_t i = g; i < all.size(); i += elements) own.push_back(all[i]);
    return integer(own);
  };
  for (std::size_t g = 0; g < elements; ++g)
    here.expect(matches(element(found, g), element(a, g) * element(b, g)), "element of a product");
}

void modular(workplace& here, std::size_t limbs_each, modular_arithmetic how) {
  // Teams with as many limbs in a thread as fit best, although the batch is small.
  const scoped_context use(here.make_context([](plan::tuning& tuned) { tuned.batch.narrow_threads = 0; }));
  const std::size_t elements = elements_of(limbs_each);
  std::vector<integer> n = some_numbers(here, elements, limbs_each);
  for (integer& each : n) mpz_setbit(each.get(), 0);
  const std::vector<integer> a = some_numbers(here, elements, limbs_each),
                             b = some_numbers(here, elements, limbs_each);
  const bigint_batch x = batch_of(a, limbs_each), y = batch_of(b, limbs_each);
  const odd_moduli moduli(batch_of(n, limbs_each), how);
  expect_elements(
      here, mul_mod(x, y, moduli), [&](std::size_t g) { return modulo(a[g] * b[g], n[g]); }, "product");
  // Under racecheck a square of hundreds of limbs takes seconds.
  const std::uint64_t exponent = limbs_each < 200 ? 65537 : 33;
  const auto power_of = [&](std::size_t g) {
    integer right;
    mpz_powm_ui(right.get(), a[g].get(), exponent, n[g].get());
    return right;
  };
  expect_elements(here, pow_mod(x, gpu_bigint(exponent), moduli), power_of, "power");
}

/// By the quotients of single threads, or by reciprocals.
void products_modulo(workplace& here, std::size_t limbs_each, bool reciprocals) {
  constexpr std::size_t elements = 40;
  const scoped_context use(here.make_context([=](plan::tuning& tuned) {
    tuned.batch.quotient_limbs = reciprocals ? 0 : limbs_each;
    tuned.batch.thread_batch = 0;
    tuned.batch.reciprocal_limbs = reciprocals ? 1 : plan::never;
    tuned.batch.reciprocal_limb_products = tuned.batch.reciprocal_latency = 0;
  }));
  std::vector<integer> n = some_numbers(here, elements, limbs_each);
  for (integer& each : n) mpz_setbit(each.get(), 0);
  const std::vector<integer> a = some_numbers(here, elements, limbs_each),
                             b = some_numbers(here, elements, limbs_each);
  expect_elements(
      here, mul_mod(batch_of(a, limbs_each), batch_of(b, limbs_each), batch_of(n, limbs_each)),
      [&](std::size_t g) { return modulo(a[g] * b[g], n[g]); }, "product modulo n");
}

void bits(workplace& here) {
  constexpr std::size_t limbs_each = 5, elements = 40;
  const scoped_context use(here.usual());
  const std::vector<integer> a = some_numbers(here, elements, limbs_each),
                             b = some_numbers(here, elements, limbs_each);
  expect_elements(
      here, batch_of(a, limbs_each) & batch_of(b, limbs_each), [&](std::size_t g) { return a[g] & b[g]; },
      "bits of a batch");
}

void private_powers(workplace& here) {
  constexpr std::size_t elements = 40;
  const scoped_context use(here.usual());
  const integer p = (integer(1) << 127) - integer(1), q = (integer(1) << 107) - integer(1), n = p * q, d(3);
  const std::vector<integer> a = some_numbers(here, elements, 4);
  const auto power_of = [&](std::size_t g) {
    integer right;
    mpz_powm(right.get(), a[g].get(), d.get(), n.get());
    return right;
  };
  const crt_power power({from_oracle(p), from_oracle(d)}, {from_oracle(q), from_oracle(d)});
  expect_elements(here, power(batch_of(a, 4)), power_of, "powers modulo two factors");
}

/// Primes, and squares of primes, of a length for whose teams the host has instances.
void primes_of_batches(workplace& here) {
  constexpr std::size_t limbs_each = 4, elements = 40;
  constexpr int rounds = 1;
  const scoped_context use(here.usual());
  const std::vector<integer> a = some_numbers(here, elements, limbs_each);
  std::vector<integer> next, mixed;
  std::vector<bool> primes;
  for (const integer& each : a) {
    integer prime, factor;
    mpz_nextprime(prime.get(), each.get());
    mpz_nextprime(factor.get(), (each >> 130).get());
    next.push_back(prime);
    primes.push_back(here.random.coin());
    mixed.push_back(primes.back() ? prime : factor * factor);
  }
  expect_elements(
      here, next_prime(batch_of(a, limbs_each)), [&](std::size_t g) { return next[g]; }, "next prime");
  const bigint_batch n = batch_of(mixed, limbs_each);
  const auto expect_primes = [&](const batch_mask& found, const char* name) {
    here.expect(found.to_vector() == primes ? testing::AssertionSuccess() : testing::AssertionFailure(),
                name);
  };
  expect_primes(is_probable_prime(n, rounds), "primality");
  expect_primes(is_strong_probable_prime(n, bigint_batch::filled(elements, 3, 64)), "strong test");
  expect_primes(is_strong_lucas_probable_prime(n), "Lucas' test");
}

/// A program with a step of each kind.
void program(workplace& here, std::size_t limbs_each, kernels::arithmetic how) {
  const scoped_context use(here.make_context([&](plan::tuning& tuned) { tuned.batch.power = how; }));
  const std::size_t elements = elements_of(limbs_each);
  integer n = some_numbers(here, 1, limbs_each)[0], inverse;
  mpz_setbit(n.get(), 0);
  mpz_setbit(n.get(), 64 * limbs_each - 1);
  mpz_invert(inverse.get(), (integer(1) << 32).get(), n.get());
  const std::vector<integer> a = some_numbers(here, elements, limbs_each);
  factors::field_machine machine(from_oracle(n), elements, 2);
  const factors::reg x{0}, y{1};
  machine.load(x, batch_of(a, limbs_each));
  machine.set_small(std::vector<std::uint32_t>(elements, 5));
  factors::field_program steps;
  steps.square(y, x);
  steps.multiply_small(y, y - x);
  steps.multiply(y, x + y, x);
  machine.run(steps);
  expect_elements(
      here, machine.value(y),
      [&](std::size_t g) { return modulo(a[g] * (a[g] + integer(5) * inverse * (a[g] * a[g] - a[g])), n); },
      "program");
}

}  // namespace

std::vector<reach_case> cases_of_batches() {
  std::vector<reach_case> all;
  const auto add = [&](const std::string& name, auto run, auto... how) {
    all.push_back({name, [=](workplace& here) { run(here, how...); }});
  };
  using enum kernels::product_order;
  for (const kernels::team_shape& team : {kernels::team_shape{4, 2}, {4, 4}, {4, 6}, {64, 4}})
    add("products of a batch by columns", product_by, block_columns, team,
        static_cast<std::size_t>(team.threads * team.limbs));
  for (const int held : kernels::thread_limbs)
    add("products of a batch by threads", product_by, threads, kernels::team_shape{1, held},
        static_cast<std::size_t>(held));
  for (const std::size_t held : {32, 64, 128, 256})
    add("products of a batch by bytes", product_by, bytes, kernels::team_shape{32, held == 32 ? 32 : 64},
        held);
  for (const std::size_t limbs_each : {2, 4, 6, 8, 12, 400})
    for (const auto how : {modular_arithmetic::doubles, modular_arithmetic::words})
      add("modular arithmetic of " + std::to_string(limbs_each) + " limbs", modular, limbs_each, how);
  for (const kernels::rns_shape& shape : kernels::gpu_rns_shapes)
    add("powers in residues of " + std::to_string(shape.quads) + " quads", modular,
        static_cast<std::size_t>(kernels::rns_limbs(shape.quads)), modular_arithmetic::residues);
  for (const std::size_t limbs_each : {4, 6})
    for (const auto how : {kernels::arithmetic::doubles, kernels::arithmetic::words})
      add("programs modulo numbers of " + std::to_string(limbs_each) + " limbs", program, limbs_each, how);
  for (const int held : kernels::thread_limbs)
    add("modular products by quotients of " + std::to_string(held) + " limbs", products_modulo,
        static_cast<std::size_t>(held), false);
  add("modular products by reciprocals", products_modulo, std::size_t{5}, true);
  add("bits of a batch", bits);
  add("powers modulo two factors", private_powers);
  add("primes of batches", primes_of_batches);
  return all;
}

}  // namespace gbi::test
