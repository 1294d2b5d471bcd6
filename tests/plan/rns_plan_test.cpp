/// \file
/// The bounds that docs/rns.md proves, for every shape and at their limits, and the matrices against
/// their definition.
#include "src/plan/rns_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>

#include "kernels/rns/shapes.hpp"
#include "kernels/word/pseudo_mersenne.hpp"
#include "tests/plan/devices.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

using plan::rns_bases, plan::rns_matrix;

integer whole(std::uint64_t x) {
  return integer(std::span<const std::uint64_t>(&x, 1));
}
integer product_of(const std::vector<std::uint32_t>& base) {
  integer result(1);
  for (const std::uint32_t prime : base) result = result * whole(prime);
  return result;
}
std::uint64_t residue(const integer& a, std::uint32_t p) {
  return mpz_fdiv_ui(a.get(), p);
}

/// Entry (4 i + s, 4 j) to (4 i + s, 4 j + 3) of a matrix as a number.
std::uint32_t entry_of(const std::vector<kernels::byte_columns>& columns, int quads, std::size_t i,
                       std::size_t s, std::size_t j) {
  const auto& words = columns[static_cast<std::size_t>(kernels::columns_place(quads, static_cast<int>(j / 4),
                                                                              static_cast<int>(i / 8)))]
                          .word;
  std::uint32_t result = 0;
  for (std::size_t b = 0; b < 4; ++b) {
    // Column 4 t + b of a block is g = 2 t + b % 2 of its half, row 4 k of a step has k % 4.
    const std::uint32_t word = words[b / 2][i % 8 >= 4 ? 1 : 0][2 * (j % 4) + b % 2][i % 4];
    result |= (word >> (8 * s) & 255) << (8 * b);
  }
  return result;
}

TEST(Residues, BasesAreDifferentPrimesJustBelowAPowerOfTwo) {
  for (const kernels::rns_shape& shape : kernels::gpu_rns_shapes) {
    const rns_bases bases = plan::make_rns_bases(shape.quads);
    std::set<std::uint32_t> all(bases.a.begin(), bases.a.end());
    all.insert(bases.b.begin(), bases.b.end());
    EXPECT_EQ(all.size(), 2u * kernels::rns_primes(shape.quads));
    for (const std::uint32_t p : all) {
      EXPECT_NE(mpz_probab_prime_p(whole(p).get(), 25), 0) << p;
      EXPECT_LT(0u - p, kernels::residue_gap_limit / 2) << p;
    }
  }
}

TEST(Residues, BoundsHold) {
  for (const kernels::rns_shape& shape : kernels::gpu_rns_shapes) {
    const rns_bases bases = plan::make_rns_bases(shape.quads);
    const long n = kernels::rns_primes(shape.quads);
    const integer largest = integer(1) << 64 * kernels::rns_limbs(shape.quads), a = product_of(bases.a),
                  b = product_of(bases.b), one = integer(1) << 18;
    EXPECT_GT(a, largest << 31);
    EXPECT_GT(b, largest << 31);
    // (n + 1)^2 N^2 / A + n (1 + 2^-18) N < (n + 1) N, times 2^18 A / N
    EXPECT_LT(integer((n + 1) * (n + 1)) * largest * one + integer(n) * (one + integer(1)) * a,
              integer(n + 1) * one * a);
    // Inputs: 2^(64 L) N / A + n (1 + 2^-18) N < (n + 1) N
    EXPECT_LT(largest * one + integer(n) * (one + integer(1)) * a, integer(n + 1) * one * a);
    // Ranks: a word exceeds its upper half by at most 2^-18 + 2^-16, and a state's z / B is below 1/4.
    const std::uint32_t gap = 0u - std::min(bases.a.back(), bases.b.back());
    EXPECT_LT(gap, 1u << 14);
    EXPECT_LT(n, 1 << 13);
    EXPECT_LT(integer(4 * (n + 1)) * largest, b);
    // Sums of bytes, including those of the rank.
    EXPECT_LT(n, 256);
    const std::uint64_t sum = (4 * static_cast<std::uint64_t>(n) + 1) * 255 * 255;
    EXPECT_LT(sum, 1u << 31);
    EXPECT_LE(gap * ((sum * 0x1010101 >> 32) + 1), std::uint64_t{1} << 32);
  }
}

/// Rows are words of arbitrary bytes, so the sums of a column are at most 255 times the sum of its bytes.
TEST(Residues, NeighbouringSumsFitAWord) {
  for (const kernels::rns_shape& shape : kernels::gpu_rns_shapes) {
    const rns_bases bases = plan::make_rns_bases(shape.quads);
    const auto n = static_cast<std::size_t>(kernels::rns_primes(shape.quads));
    std::uint64_t largest = 0;
    for (const auto which :
         {rns_matrix::a_to_b, rns_matrix::b_to_a, rns_matrix::words_to_a, rns_matrix::words_to_b})
      for (std::size_t j = 0; j < n; ++j) {
        std::array<std::uint64_t, 4> sums{};
        for (std::size_t i = 0; i <= n; ++i)
          for (std::size_t s = 0; s < 4; ++s) {
            const std::uint32_t found =
                entry_of(bases.matrices[static_cast<std::size_t>(which)], shape.quads, i, s, j);
            for (std::size_t b = 0; b < 4; ++b) sums[b] += 255 * (found >> (8 * b) & 255);
          }
        largest = std::max({largest, sums[0] + 256 * sums[1], sums[2] + 256 * sums[3]});
      }
    EXPECT_EQ(largest < std::uint64_t{1} << 32, kernels::pairs_fit_words(shape.quads)) << shape.quads;
  }
}

TEST(Residues, WordsAreReducedAtTheirLimits) {
  random_source random(test_seed());
  constexpr std::uint64_t all = ~std::uint64_t{0};
  for (const std::uint32_t c : {5u, 17u, 2855u, 5519u, kernels::residue_gap_limit - 1}) {
    const std::uint64_t p = (std::uint64_t{1} << 32) - c;
    std::vector<std::uint64_t> numbers{0, 1, p - 1, p, p + 1, 2 * p, p * p, all - 1, all, 0xffffffff};
    for (int i = 0; i < 1000; ++i) numbers.push_back(random.bits());
    for (std::uint64_t upper = 0; upper < 40; ++upper)  // sums around a multiple of 2^32
      numbers.push_back((all - upper * p) / 2);
    for (const std::uint64_t x : numbers) {
      EXPECT_EQ(kernels::residue_of(x, c) % p, x % p) << x << " modulo 2^32 - " << c;
      EXPECT_LE(kernels::folded(x, c), 0xffffffffull * (c + 1));
      for (const std::uint32_t z : {~0u, 0u, static_cast<std::uint32_t>(x)}) {
        const auto u = static_cast<std::uint32_t>(x), v = static_cast<std::uint32_t>(x >> 32);
        EXPECT_EQ(kernels::residue_sum(u, v, z, c) % p, (std::uint64_t{u} * v + z) % p);
      }
    }
    // The largest number for which one fold suffices, and its neighbours below.
    const std::uint64_t limit = (((std::uint64_t{1} << 32) - c) / c << 32) + 0xffffffff;
    for (std::uint64_t below = 0; below < 2 * c; ++below)
      EXPECT_EQ(kernels::residue_of_sum(limit - below, c) % p, (limit - below) % p) << limit - below;
    for (const std::uint32_t x : {0u, 1u, 4711u, 0xffffffffu, static_cast<std::uint32_t>(p - 1)}) {
      EXPECT_EQ(kernels::least_residue(x, c), x % p);
      if (c == 5 && x % p != 0) {
        EXPECT_EQ(kernels::residue_product(kernels::residue_inverse(x, c), x, c) % p, 1u);
      }
    }
  }
}

TEST(Residues, MatricesAreWhatTheyAreDefinedToBe) {
  random_source random(test_seed());
  for (const int quads : {2, 3, 17, 33}) {
    const rns_bases bases = plan::make_rns_bases(quads);
    const std::size_t n = bases.a.size();
    const integer a = product_of(bases.a), b = product_of(bases.b);
    const auto found = [&](rns_matrix which, std::size_t i, std::size_t s, std::size_t j) {
      return entry_of(bases.matrices[static_cast<std::size_t>(which)], quads, i, s, j);
    };
    for (int round = 0; round < 300; ++round) {
      const std::size_t i = random.below(n), j = random.below(n), s = random.below(4);
      const std::uint32_t ai = bases.a[i], aj = bases.a[j], bi = bases.b[i], bj = bases.b[j];
      const auto scaled = [&](const integer& x) { return x << 8 * s; };
      EXPECT_EQ(found(rns_matrix::a_to_b, i, s, j), residue(scaled(a / whole(ai)), bj));
      EXPECT_EQ(found(rns_matrix::b_to_a, i, s, j), residue(scaled(b / whole(bi)), aj));
      EXPECT_EQ(found(rns_matrix::words_to_a, i, s, j), residue(scaled(integer(1) << 32 * i), aj));
      const integer back = whole(found(rns_matrix::words_to_b, i, s, j)) * (b / whole(bj));
      EXPECT_EQ(residue(back, bj), residue(scaled(integer(1) << 32 * i), bj));
      const integer words = (scaled(b / whole(bi)) >> 32 * j).low_bits(32);
      EXPECT_EQ(whole(found(rns_matrix::b_to_words, i, s, j)), words);
    }
    for (std::size_t j = 0; j < n; ++j) {  // input n is the rank, which selects the multiples to subtract
      EXPECT_EQ(found(rns_matrix::a_to_b, n, 0, j), residue(integer(0) - a, bases.b[j]));
      EXPECT_EQ(found(rns_matrix::b_to_a, n, 0, j), residue(integer(0) - b, bases.a[j]));
      const integer words = (((integer(1) << 32 * (n + 1)) - b) >> 32 * j).low_bits(32);
      EXPECT_EQ(whole(found(rns_matrix::b_to_words, n, 0, j)), words);
    }
    for (const auto which : {rns_matrix::a_to_b, rns_matrix::b_to_a, rns_matrix::words_to_a,
                             rns_matrix::words_to_b})  // output n is not a residue
      for (std::size_t i = 0; i <= n; ++i) EXPECT_EQ(found(which, i, 0, n), 0u);
  }
}

TEST(Residues, AreChosenWhereTheTuningOrTheCallerSays) {
  plan::tuning tuned = tuning_for("sm_90");
  using plan::modular_operation;
  const auto chosen = [&](modular_arithmetic asked, std::uint32_t limbs, std::size_t elements,
                          std::uint32_t bits) {
    return plan::elements_in_rns(asked, tuned, modular_operation::power, limbs, elements, bits);
  };
  const auto by_itself = [&](std::uint32_t limbs, std::size_t elements, std::uint32_t bits) {
    return chosen(modular_arithmetic::automatic, limbs, elements, bits);
  };
  const auto wave = [&](std::uint32_t limbs) {
    const kernels::rns_shape shape = plan::choose_rns(limbs, tuned);
    return tuned.batch.residue_blocks * kernels::elements_of_pack(shape.tiles) *
           static_cast<std::size_t>(shape.warps);
  };
  for (const std::uint32_t limbs : {16u, 24u, 32u, 48u, 64u}) {
    EXPECT_EQ(by_itself(limbs, wave(limbs), 2048), wave(limbs));
    EXPECT_EQ(by_itself(limbs, wave(limbs), 17), 0u) << "a short exponent";
    EXPECT_EQ(by_itself(limbs, wave(limbs) + 200, 2048), wave(limbs)) << "the rest would need a wave";
    EXPECT_EQ(by_itself(limbs, 8 * wave(limbs) - 200, 2048), 8 * wave(limbs) - 200);
    EXPECT_EQ(by_itself(limbs, 4095, 2048), 0u) << "one wave takes as long as that";
  }
  EXPECT_EQ(by_itself(10, 1 << 20, 1024), 0u) << "as slow as 16 limbs";
  EXPECT_EQ(by_itself(4, 1 << 20, 256), 0u) << "nobody has measured them";
  EXPECT_EQ(chosen(modular_arithmetic::residues, 65, 1, 1), 1u);
  EXPECT_EQ(chosen(modular_arithmetic::residues, 66, 1, 1), 0u) << "wider than the widest bases";
  EXPECT_EQ(chosen(modular_arithmetic::residues, 65, 0, 1), 0u);
  EXPECT_EQ(chosen(modular_arithmetic::words, 32, wave(32), 2048), 0u);
  EXPECT_EQ(
      plan::elements_in_rns(modular_arithmetic::automatic, tuned, modular_operation::product, 32, 1 << 20, 0),
      0u);
  for (const char* device : {"host", "sm_80"}) {
    tuned = tuning_for(device);
    EXPECT_EQ(by_itself(32, 1 << 20, 2048), 0u) << device;
  }
  exec::device_properties by_warps = device_called("sm_90");
  by_warps.warpgroup_products = false;
  tuned = plan::resolve_tuning(by_warps, {});
  EXPECT_EQ(by_itself(32, 1 << 20, 2048), 0u) << "code that was not measured";
  tuned.batch.residue_powers = 1000;
  tuned.batch.residue_blocks = 0;
  EXPECT_EQ(by_itself(32, 1000, 1), 1000u);
  EXPECT_EQ(by_itself(32, 999, 1), 0u);
  for (std::uint32_t limbs = 1; limbs <= plan::longest_rns_limbs; ++limbs)
    for (const char* device : {"host", "sm_90"})
      EXPECT_GE(kernels::rns_limbs(plan::choose_rns(limbs, tuning_for(device)).quads), limbs);
  EXPECT_THROW(plan::choose_rns(plan::longest_rns_limbs + 1, tuned), std::logic_error);
}

}  // namespace

}  // namespace gbi::test
