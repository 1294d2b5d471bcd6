/// \file
/// The bounds that docs/rns.md proves, for every shape and at their limits, and the matrices against
/// their definition.
#include "src/plan/rns_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "kernels/rns/shapes.hpp"
#include "kernels/word/residue_word.hpp"
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

std::uint32_t gap_limit(int quads) {
  return kernels::has_wide_gaps(quads) ? kernels::wide_residue_gap_limit : kernels::residue_gap_limit;
}

TEST(Residues, BasesAreDifferentPrimesJustBelowAPowerOfTwo) {
  for (const kernels::rns_shape& shape : kernels::gpu_rns_shapes) {
    const rns_bases bases = plan::make_rns_bases(shape.quads);
    std::set<std::uint32_t> all(bases.a.begin(), bases.a.end());
    all.insert(bases.b.begin(), bases.b.end());
    EXPECT_EQ(all.size(), 2u * kernels::rns_primes(shape.quads));
    for (const std::uint32_t p : all) {
      EXPECT_NE(mpz_probab_prime_p(whole(p).get(), 25), 0) << p;
      EXPECT_LT((1u << 30) - p, gap_limit(shape.quads)) << p;
    }
  }
}

TEST(Residues, BoundsHold) {
  for (const kernels::rns_shape& shape : kernels::gpu_rns_shapes) {
    const rns_bases bases = plan::make_rns_bases(shape.quads);
    const long n = kernels::rns_primes(shape.quads);
    const integer largest = integer(1) << 64 * kernels::rns_limbs(shape.quads), a = product_of(bases.a),
                  b = product_of(bases.b), one = integer(1) << 16;
    EXPECT_GT(a, largest << 17);
    EXPECT_GT(b, largest << 17);
    // (2 n + 1)^2 N^2 / A + 2 n (1 + 2^-16) N < (2 n + 1) N, times 2^16 A / N
    EXPECT_LT(integer((2 * n + 1) * (2 * n + 1)) * largest * one + integer(2 * n) * (one + integer(1)) * a,
              integer(2 * n + 1) * one * a);
    // Ranks: with 5/2 2^30 / b_i - z_i / 2^30 + 2^-16 < 2^-14 for each word. A state's z / B is below 1/4.
    const std::uint32_t gap = (1u << 30) - std::min(bases.a.back(), bases.b.back());
    EXPECT_LT(gap, gap_limit(shape.quads));
    EXPECT_LT(n, 1 << 12);
    EXPECT_LT(integer(4 * (2 * n + 1)) * largest, b);
  }
}

/// For every column, with the largest bytes that words and the rank can have.
TEST(Residues, SumsOfBytesStayBelowTheirBounds) {
  constexpr std::uint32_t most_of_a = (1u << 31) - 1, most_of_b = (5u << 29) - 1;
  for (const kernels::rns_shape& shape : kernels::gpu_rns_shapes) {
    const rns_bases bases = plan::make_rns_bases(shape.quads);
    const std::size_t n = bases.a.size();
    for (const auto& [which, top] :
         {std::pair{rns_matrix::a_to_b, most_of_a >> 24}, std::pair{rns_matrix::b_to_a, most_of_b >> 24}})
      for (std::size_t j = 0; j < n; ++j) {
        std::uint64_t sums[4]{};
        for (std::size_t i = 0; i <= n; ++i)
          for (std::size_t s = 0; s < 4; ++s) {
            const std::uint32_t entry =
                entry_of(bases.matrices[static_cast<std::size_t>(which)], shape.quads, i, s, j);
            for (int b = 0; b < 4; ++b)
              sums[b] += std::uint64_t{s < 3 || i == n ? 255 : top} * (entry >> (8 * b) & 255);
          }
        for (int b = 0; b < 3; ++b) ASSERT_LT(sums[b], 1u << 26) << shape.quads << " quads, residue " << j;
        ASSERT_LT(sums[3], 9u << 20) << shape.quads << " quads, residue " << j;
      }
  }
}

/// Words of base A are below 27/32 2^32, words of base B below 5/2 2^30 (docs/rns.md).
TEST(Residues, WordsKeepTheirBounds) {
  constexpr std::uint64_t a = 27u << 27, b = 5u << 29, radix = std::uint64_t{1} << 32;
  for (const std::uint32_t c : {1u, kernels::wide_residue_gap_limit - 1}) {
    const std::uint64_t p = (1u << 30) - c, most = ~std::uint64_t{0} - (radix - 1) * p;
    ASSERT_LE(a * a, most);
    const std::uint64_t in_a = a * a / radix + p;
    ASSERT_LE(in_a * p, most);
    EXPECT_LT(in_a * p / radix + p, std::uint64_t{1} << 31) << "digits of A";
    ASSERT_LE(b * b, most);
    const std::uint64_t in_b = b * b / radix + p, sum = in_b * p + a * p;
    ASSERT_LE(sum, most);
    EXPECT_LT(sum / radix + p, b);
  }
}

TEST(Residues, WordsAreReducedAtTheirLimits) {
  random_source random(test_seed());
  const auto bases = plan::make_rns_bases(kernels::gpu_rns_shapes[0].quads);
  for (const kernels::rns_prime& each : {bases.primes.front(), bases.primes[18], bases.primes.back()}) {
    const std::uint64_t p = each.prime.value, largest = ~std::uint64_t{0} - 0xffffffff * p;
    if (p == 0) {
      EXPECT_EQ(kernels::reduced(std::uint64_t{12345} << 20, each.prime), 3u);
      continue;
    }
    std::vector<std::uint64_t> numbers{0, 1, p - 1, p, p + 1, 2 * p, p * p, largest, largest - 1, p << 32};
    for (int i = 0; i < 1000; ++i) numbers.push_back(random.bits() % (largest + 1));
    for (const std::uint64_t x : numbers) {
      const std::uint64_t reduced = kernels::reduced(x, each.prime);
      EXPECT_LE(reduced, (x >> 32) + p);
      EXPECT_EQ((reduced << 32) % p, x % p) << x << " modulo " << p;
    }
    for (const std::uint32_t x : {1u, 2u, 4711u, static_cast<std::uint32_t>(p - 1)}) {
      EXPECT_EQ(kernels::least_residue(x, each.prime.value), x);
      EXPECT_EQ(kernels::least_residue(x + each.prime.value, each.prime.value), x);
      const std::uint64_t radix = (std::uint64_t{1} << 32) % p;
      EXPECT_EQ(std::uint64_t{kernels::residue_inverse(x, each.prime)} * x % p, radix * radix % p);
    }
    EXPECT_EQ(kernels::residue_inverse(0, each.prime), 0u);
  }
}

TEST(Residues, ByteSumsAreFoldedAtTheirLimits) {
  random_source random(test_seed());
  constexpr std::uint32_t most[4] = {(1u << 26) - 1, (1u << 26) - 1, (1u << 26) - 1, (9u << 20) - 1};
  for (const std::uint32_t c :
       {35u, 2921u, kernels::residue_gap_limit - 1, kernels::wide_residue_gap_limit - 1}) {
    const std::uint32_t p = (1u << 30) - c;
    for (int round = 0; round < 2000; ++round) {
      std::uint32_t sums[4];
      for (int i = 0; i < 4; ++i)
        sums[i] = random.coin() ? most[i] - static_cast<std::uint32_t>(random.below(3))
                                : static_cast<std::uint32_t>(random.below(most[i] + 1));
      const std::uint32_t folded = kernels::folded(sums, p);
      if (c < kernels::residue_gap_limit) {
        EXPECT_LT(folded, 27u << 27);
      }
      EXPECT_EQ(folded % p, kernels::joined(sums) % p);
      EXPECT_LT(kernels::lowered(folded, p), 27u << 27);
      EXPECT_EQ(kernels::lowered(folded, p) % p, folded % p);
    }
  }
}

TEST(Residues, MatricesAreWhatTheyAreDefinedToBe) {
  random_source random(test_seed());
  for (const int quads : {2, 3, 18, 35, 72}) {
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
      EXPECT_EQ(found(rns_matrix::words_to_a, i, s, j), residue(scaled(integer(1) << 32 * (i + 1)), aj));
      const integer back = whole(found(rns_matrix::words_to_b, i, s, j)) * (b / whole(bj));
      EXPECT_EQ(residue(back, bj), residue(scaled(integer(1) << 32 * (i + 1)), bj));
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
  for (const std::uint32_t limbs : {16u, 24u, 32u, 48u, 64u, 96u, 128u}) {
    EXPECT_EQ(by_itself(limbs, wave(limbs), 2048), wave(limbs));
    EXPECT_EQ(by_itself(limbs, wave(limbs), 17), 0u) << "a short exponent";
    EXPECT_EQ(by_itself(limbs, wave(limbs) + 200, 2048), wave(limbs)) << "the rest would need a wave";
    EXPECT_EQ(by_itself(limbs, 8 * wave(limbs) - 200, 2048), 8 * wave(limbs) - 200);
    EXPECT_EQ(by_itself(limbs, 4095, 2048), 0u) << "one wave takes as long as that";
  }
  EXPECT_EQ(by_itself(10, 1 << 20, 1024), 0u) << "as slow as 16 limbs";
  EXPECT_EQ(by_itself(4, 1 << 20, 256), 0u) << "nobody has measured them";
  EXPECT_EQ(chosen(modular_arithmetic::residues, 134, 1, 1), 1u);
  EXPECT_EQ(chosen(modular_arithmetic::residues, 135, 1, 1), 0u) << "wider than the widest bases";
  EXPECT_EQ(chosen(modular_arithmetic::residues, 64, 0, 1), 0u);
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

TEST(Residues, PowersModuloTwoNumbersAreOneBatchWhereWavesHaveRoom) {
  plan::tuning tuned = tuning_for("sm_90");
  const auto together = [&](std::uint32_t limbs, std::size_t elements,
                            modular_arithmetic how = modular_arithmetic::automatic) {
    return plan::powers_take_one_batch(how, tuned, limbs, elements, limbs * limb_bits);
  };
  for (const std::uint32_t limbs : {16u, 24u, 32u, 48u, 64u, 96u, 128u}) {
    const kernels::rns_shape shape = plan::choose_rns(limbs, tuned);
    const std::size_t wave = tuned.batch.residue_blocks * kernels::elements_of_pack(shape.tiles) *
                             static_cast<std::size_t>(shape.warps);
    for (const modular_arithmetic how : {modular_arithmetic::automatic, modular_arithmetic::doubles,
                                         modular_arithmetic::words, modular_arithmetic::residues})
      EXPECT_TRUE(together(limbs, 128, how)) << limbs;
    EXPECT_TRUE(together(limbs, wave / 2)) << limbs << ": one wave instead of two";
    EXPECT_FALSE(together(limbs, wave)) << limbs << ": two waves in any case";
    EXPECT_FALSE(together(limbs, 8 * wave)) << limbs;
    EXPECT_FALSE(together(limbs, std::size_t{1} << 20)) << limbs;
  }
  EXPECT_TRUE(together(256, 128)) << "two batches of 8192 threads each do not fill the device";
  EXPECT_FALSE(together(256, 4096));
  for (const char* device : {"host", "sm_80"}) {
    tuned = tuning_for(device);
    EXPECT_EQ(together(16, 128), device == std::string("sm_80")) << device << ": a core is always full";
    EXPECT_FALSE(together(16, std::size_t{1} << 20)) << device;
  }
}

}  // namespace

}  // namespace gbi::test
