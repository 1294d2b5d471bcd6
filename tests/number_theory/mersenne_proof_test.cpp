/// \file
/// Proofs of probable-prime tests: right ones hold for every power, wrong ones do not, damaged ones are
/// refused. tests/tools/certificates_test.py checks them by a verifier of its own.
#include "gpu_bigint/mersenne_proof.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gpu_bigint/mersenne.hpp"
#include "gpu_bigint/random.hpp"
#include "tests/number_theory/saved_tests.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

using residues = std::map<std::uint64_t, gpu_bigint>;

/// u_i for all steps that a proof is made of, and for p.
residues residues_of(std::uint64_t p, unsigned power) {
  mersenne_prp test(p);
  residues kept;
  for (const std::uint64_t step : mersenne_proof::steps(p, power)) {
    test.step(step - test.steps_done());
    kept[step] = test.residue();
  }
  test.step(test.steps_left());
  kept[p] = test.residue();
  return kept;
}

mersenne_proof proof_of(std::uint64_t p, unsigned power, const residues& kept) {
  return mersenne_proof::make(p, power, kept.at(p), [&](std::uint64_t step) { return kept.at(step); });
}

mersenne_proof proof_of(std::uint64_t p, unsigned power) {
  return proof_of(p, power, residues_of(p, power));
}

std::string bytes_of(const mersenne_proof& proof) {
  std::ostringstream out;
  proof.save(out);
  return out.str();
}

class MersenneProof : public on_executor {};

TEST_P(MersenneProof, ProofsOfPrimesAndCompositesHold) {
  const std::uint64_t most = size({5000, 130, 3000});
  for (const std::uint64_t p : {67, 89, 127, 521, 523, 607, 1277, 1279, 4423}) {
    if (p > most) continue;
    const auto power = static_cast<unsigned>(random.between(1, 6));
    mersenne_prp test(p);
    const mersenne_proof proof = proof_of(p, power);
    EXPECT_TRUE(proof.holds()) << p << " power " << power;
    EXPECT_EQ(proof.is_probable_prime(), test.is_probable_prime()) << p;
    EXPECT_EQ(proof.final_residue(), test.final_residue()) << p;
    EXPECT_EQ(proof.residue, test.residue()) << p;
    const mersenne_proof read = loaded<mersenne_proof>(bytes_of(proof));
    EXPECT_TRUE(read.holds());
    EXPECT_EQ(bytes_of(read), bytes_of(proof));
    EXPECT_EQ(bytes_of(proof).size(), 32 + (power + 1) * ((p + 7) / 8) + 32);
  }
}

TEST_P(MersenneProof, EveryPower) {
  // A power has thousands of products, which kernels take long for.
  const unsigned on_words = test_scale() < 1 ? 10 : mersenne_proof::most_power;
  const unsigned most = GetParam() == "words" ? on_words : is_shuffled() ? 5 : 8;
  for (unsigned power = 1; power <= most; ++power) {
    const std::uint64_t p = power <= 6    ? 71
                            : power <= 9  ? 521
                            : power == 10 ? 1279
                            : power == 11 ? 2203
                                          : 4099;
    const std::vector<std::uint64_t> steps = mersenne_proof::steps(p, power);
    EXPECT_LT(steps.size(), std::size_t{1} << power);
    EXPECT_GE(steps.front(), 1u);
    EXPECT_LT(steps.back(), p);
    EXPECT_TRUE(std::ranges::is_sorted(steps));
    if (power == 1) {
      EXPECT_EQ(steps, std::vector<std::uint64_t>{(p + 1) / 2});
    }
    std::vector<double> seen;
    EXPECT_TRUE(proof_of(p, power).holds([&](double part) { seen.push_back(part); })) << power;
    EXPECT_TRUE(std::ranges::is_sorted(seen));
    ASSERT_FALSE(seen.empty());
    EXPECT_EQ(seen.back(), 1);
  }
}

// Every residue counts: one that was wrong when the proof was made, or that was exchanged later.
TEST_P(MersenneProof, WrongResiduesAreFound) {
  constexpr std::uint64_t p = 89;
  constexpr unsigned power = 3;
  const gpu_bigint modulus = (gpu_bigint(1) << p) - 1;
  const residues right = residues_of(p, power);
  EXPECT_TRUE(proof_of(p, power, right).holds());
  for (const auto& [step, residue] : right) {
    residues wrong = right;
    wrong[step] = 1 + random_engine{random.bits()}.below(modulus - 1);
    EXPECT_FALSE(proof_of(p, power, wrong).holds()) << "step " << step;
    wrong[step] = residue == 1 ? 2 : residue - 1;
    EXPECT_FALSE(proof_of(p, power, wrong).holds()) << "step " << step;
  }
  const mersenne_proof proof = proof_of(p, power, right);
  for (unsigned i = 0; i <= power; ++i) {
    mersenne_proof wrong = proof;
    gpu_bigint& changed = i < power ? wrong.middles[i] : wrong.residue;
    changed = changed == 1 ? 2 : changed - 1;
    EXPECT_FALSE(wrong.holds()) << i;
    EXPECT_FALSE(loaded<mersenne_proof>(bytes_of(wrong)).holds()) << "a right checksum does not help";
  }
  mersenne_proof wrong = proof;
  std::swap(wrong.middles[0], wrong.middles[1]);
  EXPECT_FALSE(wrong.holds());
  wrong = proof;
  wrong.exponent = 107;
  EXPECT_FALSE(wrong.holds());
  wrong = proof;
  wrong.middles.pop_back();
  --wrong.power;
  EXPECT_FALSE(wrong.holds());
}

TEST_P(MersenneProof, DamagedProofsAreRefused) {
  const std::string bytes = bytes_of(proof_of(127, 3));
  expect_damage_is_refused<mersenne_proof>(random, bytes, is_shuffled() ? 7 : 1);
}

TEST_P(MersenneProof, WhatIsNoProofIsRefused) {
  const auto kept = [](std::uint64_t) { return gpu_bigint(3); };
  for (const std::uint64_t p : {61ull, 91ull, 1ull << 33}) {
    EXPECT_THROW(static_cast<void>(mersenne_proof::steps(p, 2)), std::domain_error) << p;
    EXPECT_THROW(static_cast<void>(mersenne_proof::make(p, 2, 9, kept)), std::domain_error) << p;
    EXPECT_THROW(static_cast<void>(mersenne_proof{p, 1, 9, {3}}.holds()), std::domain_error) << p;
  }
  for (const unsigned power : {0u, 7u, 13u, 40u})
    EXPECT_THROW(static_cast<void>(mersenne_proof::steps(127, power)), std::invalid_argument) << power;
  std::ostringstream out;
  const gpu_bigint modulus = (gpu_bigint(1) << 127) - 1;
  for (const gpu_bigint& x : {gpu_bigint(0), gpu_bigint(-1), modulus})
    for (const mersenne_proof& wrong :
         {mersenne_proof{127, 1, x, {3}}, mersenne_proof{127, 1, 9, {x}}, mersenne_proof{127, 2, 9, {3}}}) {
      EXPECT_THROW(static_cast<void>(wrong.holds()), std::invalid_argument);
      EXPECT_THROW(wrong.save(out), std::invalid_argument);
    }
  EXPECT_TRUE(out.str().empty());
}

GPU_BIGINT_ON_EVERY_EXECUTOR(MersenneProof);

}  // namespace

}  // namespace gbi::test
