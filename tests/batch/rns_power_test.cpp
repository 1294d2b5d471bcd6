/// \file
/// Products in residues on every executor: states at the bounds of docs/rns.md, and moduli that share
/// primes with the bases.
#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "src/batch/storage.hpp"
#include "src/exec/all_launches.hpp"
#include "src/exec/host/executor.hpp"
#include "src/plan/rns_plan.hpp"
#include "tests/batch/fixture.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/watched_executor.hpp"

namespace gbi::test {

namespace {

using plan::rns_matrix;
using words = std::vector<std::uint64_t>;

class RnsBatch : public batch_fixture {
 protected:
  /// Tables, bases and places of a shape.
  struct layout {
    const cache::stored_bases& table;
    plan::rns_bases bases;

    const kernels::rns_shape& shape() const { return table.shape(); }
    std::size_t elements() const {
      return kernels::elements_of_pack(shape().tiles) * static_cast<std::size_t>(shape().warps);
    }
    /// The word of 64 bits with a residue of an element of the first block, and how far its bits are shifted.
    std::pair<std::size_t, unsigned> place(std::size_t element, std::size_t base, std::size_t residue) const {
      const auto rows = static_cast<std::size_t>(2 * shape().tiles),
                 pairs = static_cast<std::size_t>(kernels::quad_pairs(shape().quads));
      const std::size_t inside = element % (8 * rows), quad = residue / 4;
      const std::size_t pack = element / (8 * rows);
      return {
          ((pack * 2 + base) * pairs + quad / 2) * rows * 32 + inside / 8 * 32 + inside % 8 * 4 + residue % 4,
          quad % 2 == 0 ? 0 : 32};
    }
    const std::vector<std::uint32_t>& primes(std::size_t base) const { return base == 0 ? bases.a : bases.b; }
  };

  layout layout_of(std::uint32_t limbs) {
    detail::engine& engine = *detail::engine_of(here());
    const kernels::rns_shape shape = plan::choose_rns(limbs, engine.tuning());
    return {engine.rns().of(shape), plan::make_rns_bases(shape.quads)};
  }

  static integer product_of(const std::vector<std::uint32_t>& base) {
    integer result(1);
    for (const std::uint32_t prime : base) result = result * integer(static_cast<long>(prime));
    return result;
  }

  /// The bounds of words in products (docs/rns.md).
  static constexpr std::array<std::uint64_t, 2> word_bounds{27u << 27, 5u << 29};
  /// States of numbers. Words are as large as the bounds of both bases allow, not the least residues.
  words states_of(const layout& at, const std::vector<integer>& values,
                  const std::array<std::uint64_t, 2>& bounds) {
    words result(kernels::words_of_pack(at.shape().quads, at.shape().tiles) *
                 static_cast<std::size_t>(at.shape().warps));
    for (std::size_t g = 0; g < values.size(); ++g)
      for (std::size_t base = 0; base < 2; ++base)
        for (std::size_t i = 0; i < at.primes(base).size(); ++i) {
          const std::uint32_t p = at.primes(base)[i];
          std::uint64_t residue = mpz_fdiv_ui(values[g].get(), p);
          if (base == 1) residue = residue * at.bases.one_b[i] % p;
          while (residue + p < bounds[base]) residue += p;
          const auto [word, shift] = at.place(g, base, i);
          result[word] |= residue << shift;
        }
    return result;
  }
  /// The number below the product of a base with these residues.
  static integer number_of(const layout& at, const words& states, std::size_t element, std::size_t base) {
    const integer whole = product_of(at.primes(base));
    integer sum;
    for (std::size_t i = 0; i < at.primes(base).size(); ++i) {
      const long p = at.primes(base)[i];
      const integer cofactor = whole / integer(p);
      const auto [word, shift] = at.place(element, base, i);
      integer digit(static_cast<long>(static_cast<std::uint32_t>(states[word] >> shift)));
      if (base == 0) {
        integer inverse;
        mpz_invert(inverse.get(), cofactor.get(), integer(p).get());
        digit = modulo(digit * inverse, integer(p));
      }
      sum = sum + digit * cofactor;
    }
    return modulo(sum, whole);
  }

  exec::buffer<std::uint64_t> on_device(const words& values) {
    return {executor(), std::span<const std::uint64_t>(values)};
  }
};

/// Both bases hold the same number after a product, congruent to x y / A and below (2 n + 1) N.
TEST_P(RnsBatch, StatesStayBelowTheirBound) {
  int quads = 0;
  for (std::uint32_t limbs = 1; limbs <= plan::longest_rns_limbs; ++limbs) {
    const layout at = layout_of(limbs);
    if (limbs != kernels::rns_limbs(at.shape().quads)) continue;  // every shape, at its widest
    ASSERT_GT(at.shape().quads, std::exchange(quads, at.shape().quads));
    const std::size_t count = std::min<std::size_t>(at.elements(), 24);
    const integer top = integer(1) << 64 * limbs, bound(2 * kernels::rns_primes(at.shape().quads) + 1);
    std::vector<integer> n{top - integer(1), (top >> 1) + integer(1), integer(1), integer(3)}, x, y;
    while (n.size() < count) n.push_back(operands(1, 64 * limbs).front());
    for (std::size_t g = 0; g < count; ++g) {
      mpz_setbit(n[g].get(), 0);
      x.push_back(n[g] * bound - integer(static_cast<long>(random.between(1, 2))));
      y.push_back(g % 3 == 0 ? x.back() : modulo(operands(1, 64 * limbs).front(), n[g] * bound));
    }
    const auto out = on_device(states_of(at, x, word_bounds)),
               factor = on_device(states_of(at, y, word_bounds)),
               constants = on_device(states_of(at, n, {5u << 28, 5u << 28})), unfit = on_device({0});
    const bigint_batch moduli = batch_of(n, 64 * limbs);
    const faults::collector collected;
    executor().launch(kernels::rns_modulus_arguments{
        detail::storage_of(moduli)->span(), constants.data(), at.table.primes(), unfit.data(),
        static_cast<std::uint32_t>(count), constants.size(), at.shape()});
    executor().launch(
        kernels::rns_power_arguments{.x = out.data(),
                                     .by = at.table.of(rns_matrix::a_to_b, rns_matrix::b_to_a),
                                     .unit = at.table.unit(),
                                     .modulus = {constants.data(), factor.data(),
                                                 kernels::words_of_pack(at.shape().quads, at.shape().tiles)},
                                     .exponent = {},
                                     .exponent_bits = 0,
                                     .window_bits = 1,
                                     .table = nullptr,
                                     .elements = static_cast<std::uint32_t>(count),
                                     .shape = at.shape()});
    words states(out.size());
    executor().download(states.data(), out.data(), states.size() * sizeof(std::uint64_t));
    const integer whole = product_of(at.bases.a);
    for (std::size_t g = 0; g < count; ++g) {
      const integer z = number_of(at, states, g, 0);
      EXPECT_TRUE(z == number_of(at, states, g, 1)) << limbs << " limbs, element " << g;
      EXPECT_TRUE(z < n[g] * bound) << limbs << " limbs, element " << g;
      EXPECT_EQ(modulo(z * whole - x[g] * y[g], n[g]).sign(), 0) << limbs << " limbs, element " << g;
    }
  }
}

/// Such moduli have no inverse modulo the first base, whose largest prime is 2^30 - 35. 2^30 - 41 belongs to
/// the second base.
TEST_P(RnsBatch, ModuliMayShareThePrimesOfTheBases) {
  const integer of_a((1 << 30) - 35), of_b((1 << 30) - 41);
  for (const std::size_t bits : {64, 320}) {
    auto n = operands(20, bits);
    for (integer& each : n) mpz_setbit(each.get(), 0);
    const auto check = [&](const std::vector<integer>& moduli) {
      const auto a = operands(moduli.size(), bits), e = operands(moduli.size(), 64);
      const odd_moduli prepared(batch_of(moduli, bits), modular_arithmetic::residues);
      std::vector<integer> product, powers;
      for (std::size_t g = 0; g < moduli.size(); ++g) {
        product.push_back(modulo(a[g] * e[g], moduli[g]));
        integer power;
        mpz_powm(power.get(), a[g].get(), e[g].get(), moduli[g].get());
        powers.push_back(power);
      }
      const bigint_batch x = batch_of(a, bits);
      expect_values(mul_mod(x, batch_of(e, bits), prepared), product, "product");
      expect_values(pow_mod(x, batch_of(e, 64), prepared), powers, "power");
    };
    n[3] = of_b;
    check(n);
    n[5] = of_a;
    check(n);
    const odd_moduli shared(from_oracle(of_a), modular_arithmetic::residues);
    const auto a = operands(7, 64);
    expect_values(mul_mod(batch_of(a, 64), batch_of(a, 64), shared),
                  each(a, a, [&](auto& p, auto& q) { return modulo(p * q, of_a); }), "one modulus");
  }
}

TEST_P(RnsBatch, ShortExponents) {
  const std::size_t bits = 256;
  const auto a = operands(9, bits);
  auto n = operands(9, bits);
  for (integer& each : n) mpz_setbit(each.get(), 0);
  const bigint_batch x = batch_of(a, bits);
  const odd_moduli moduli(batch_of(n, bits), modular_arithmetic::residues);
  for (const unsigned long exponent : {0, 1, 2, 3, 4, 7, 8, 31, 100, 1000}) {
    std::vector<integer> powers(a.size());
    for (std::size_t g = 0; g < a.size(); ++g) mpz_powm_ui(powers[g].get(), a[g].get(), exponent, n[g].get());
    expect_values(pow_mod(x, gpu_bigint(exponent), moduli), powers, "exponent " + std::to_string(exponent));
  }
}

/// Numbers of the last shape, from the narrowest to the widest.
TEST_P(RnsBatch, WideNumbers) {
  for (const std::size_t bits : {std::size_t{4097}, std::size_t{64} * plan::longest_rns_limbs}) {
    if (is_shuffled() && bits == 4097) continue;
    const integer top = integer(1) << bits;
    const std::vector<integer> n{top - integer(1), (top >> 1) + integer(1),
                                 operands(1, bits - 1).front() * integer(2) + integer(1)},
        a{top - integer(2), operands(1, bits).front(), top - integer(1)};
    const odd_moduli moduli(batch_of(n, bits), modular_arithmetic::residues);
    const bigint_batch x = batch_of(a, bits);
    expect_values(mul_mod(x, x, moduli), each(a, n, [](auto& p, auto& q) { return modulo(p * p, q); }),
                  "product");
    std::vector<integer> powers(a.size());
    for (std::size_t g = 0; g < a.size(); ++g) mpz_powm_ui(powers[g].get(), a[g].get(), 21, n[g].get());
    expect_values(pow_mod(x, gpu_bigint(21), moduli), powers, "power");
  }
}

/// A host whose powers in residues are counted.
context counting_context(const plan::tuning& tuned, int& launches) {
  auto owned = std::make_unique<watched_executor<exec::host::host_executor>>();
  owned->before_launch = [&](const exec::launchable& kernel, const void* arguments) {
    exec::launches::visit(kernel, arguments, [&]<class Arguments>(const Arguments&) {
      launches += std::is_same_v<Arguments, kernels::rns_power_arguments> ? 1 : 0;
    });
  };
  return detail::context_of(detail::engine::make(std::move(owned), tuned));
}

/// A workspace that holds only one block at a time.
TEST_P(RnsBatch, PartsOfABatch) {
  plan::tuning tuned = detail::engine_of(here())->tuning();
  tuned.workspace_bytes = 1;
  tuned.batch.single_warps = true;
  int launches = 0;
  const context small = counting_context(tuned, launches);
  const scoped_context use(small);
  const std::size_t bits = 256, count = 150;  // blocks have 64 elements
  const auto a = operands(count, bits), e = operands(count, 70);
  auto n = operands(count, bits);
  std::vector<integer> product, powers;
  for (std::size_t g = 0; g < count; ++g) {
    mpz_setbit(n[g].get(), 0);
    product.push_back(modulo(a[g] * a[g], n[g]));
    powers.emplace_back();
    mpz_powm(powers.back().get(), a[g].get(), e[g].get(), n[g].get());
  }
  const bigint_batch x = batch_of(a, bits);
  const odd_moduli moduli(batch_of(n, bits), modular_arithmetic::residues);
  expect_values(mul_mod(x, x, moduli), product, "products in parts");
  EXPECT_EQ(launches, 3);
  expect_values(pow_mod(x, batch_of(e, 70), moduli), powers, "powers in parts");
  EXPECT_EQ(launches, 6);
  pow_mod(x, batch_of(e, 70), batch_of(n, bits));
  EXPECT_EQ(launches, 6) << "nobody asked for residues";
  n[7] = integer((1 << 30) - 35);
  pow_mod(x, gpu_bigint(3), odd_moduli(batch_of(n, bits), modular_arithmetic::residues));
  EXPECT_EQ(launches, 6) << "a modulus shares a prime with the first base";
}

/// The tuning runs blocks of 16 elements in sequence.
TEST_P(RnsBatch, TheLastWaveMayBeLeftToAnotherArithmetic) {
  plan::tuning tuned = detail::engine_of(here())->tuning();
  tuned.batch.single_warps = true;
  tuned.batch.residue_powers = 1;
  tuned.batch.residue_blocks = 1;
  tuned.residues.limbs_16 = {.doubles = 3200, .residues = 4720};
  int launches = 0;
  const context waves = counting_context(tuned, launches);
  const scoped_context use(waves);
  const std::size_t bits = 1024, exponent_bits = 256;
  int expected = 0;
  for (const std::size_t count : {3, 19, 31}) {
    const auto a = operands(count, bits), e = operands(count, exponent_bits);
    auto n = operands(count, bits);
    std::vector<integer> powers(count);
    for (std::size_t g = 0; g < count; ++g) {
      if (g != 17)
        mpz_setbit(n[g].get(), 0);  // an even modulus leaves 0
      else
        n[g] = integer(10);
      if (g != 17) mpz_powm(powers[g].get(), a[g].get(), e[g].get(), n[g].get());
    }
    const bigint_batch result = pow_mod(batch_of(a, bits), batch_of(e, exponent_bits), batch_of(n, bits));
    expect_values(result, powers, std::to_string(count) + " powers");
    EXPECT_EQ(result.undefined(), count > 17 ? std::vector<std::size_t>{17} : std::vector<std::size_t>{});
    expected += count < 16 ? 0 : 1;
    EXPECT_EQ(launches, expected);
  }
}

/// Checked results are computed modulo n p, with residues too.
TEST_P(RnsBatch, ResultsAreCheckedIfAllAre) {
  const environment_variable all("GPU_BIGINT_VERIFICATION", "all");
  const environment_variable how("GPU_BIGINT_MODULAR_ARITHMETIC", "residues");
  const context checked = new_context(GetParam(), plan::word_limits::none());
  const scoped_context use(checked);
  const std::size_t bits = 256;
  const auto a = operands(9, bits);
  auto n = operands(9, bits);
  for (integer& each : n) mpz_setbit(each.get(), 0);
  const bigint_batch x = batch_of(a, bits), moduli = batch_of(n, bits);
  expect_values(mul_mod(x, x, moduli), each(a, n, [](auto& p, auto& q) { return modulo(p * p, q); }),
                "checked products");
  expect_values(pow_mod(x, gpu_bigint(5), moduli),
                each(a, n, [](auto& p, auto& q) { return modulo(p * p * p * p * p, q); }), "checked powers");
}

GPU_BIGINT_ON_EVERY_DEVICE(RnsBatch);

}  // namespace

}  // namespace gbi::test
