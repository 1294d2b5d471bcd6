/// \file
/// Primality of 2^p - 1 by long chains of squares: the Lucas-Lehmer test, and a probable-prime test that
/// detects every error.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// A test of 2^p - 1 by a long chain of squares x_0, x_1, ..., taken step by step. The common base of
/// lucas_lehmer and mersenne_prp.
///
/// A step is one square by a cyclic transform of doubles or, exactly, of integers. The digits have two widths
/// and irrational weights, so a step needs neither zero padding nor a reduction: O(p log p). Steps are
/// queued. Every 1000 steps the host reads the largest rounding error. If it is too large to trust (0.40),
/// the steps since the last check are repeated with a longer transform.
///
/// Source: R. Crandall, B. Fagin, "Discrete weighted transforms and large-integer arithmetic", Math. Comp. 62
/// (1994).
class GBI_API mersenne_test {
 public:
  /// Takes over a test. The moved-from test has no steps to take: its functions return 0 or throw
  /// std::logic_error.
  mersenne_test(mersenne_test&&) noexcept;
  /// Takes over a test.
  mersenne_test& operator=(mersenne_test&&) noexcept;

  /// The exponent p.
  [[nodiscard]] std::uint64_t exponent() const noexcept;
  /// The index i of the current x_i.
  [[nodiscard]] std::uint64_t steps_done() const noexcept;
  /// The number of steps that remain.
  [[nodiscard]] std::uint64_t steps_left() const noexcept;
  /// The digits of the transform. Grows when steps are repeated with a longer transform.
  [[nodiscard]] std::uint64_t digits() const noexcept;
  /// The number of errors that checks have found. mersenne_prp also counts those from before it was saved.
  [[nodiscard]] std::uint64_t errors() const noexcept;

  /// Takes `count` steps, or all that remain if there are fewer. O(p log p) each. Steps are queued, and the
  /// host waits once every 1000 steps, or at the end of each block of mersenne_prp. If a check finds an
  /// error, the steps since the last check that passed are repeated.
  /// \throws device_error if the rounding error stays too large with longer transforms, or if ten consecutive
  /// checks find errors, which only faulty hardware can cause. The test is then at the last trusted step.
  /// \throws out_of_memory if there is no room for a longer transform. The test is then at the last trusted
  /// step.
  void step(std::uint64_t count = 1);

  /// x_i, in [0, 2^p - 1). O(p). Waits for all steps.
  /// \throws as step
  [[nodiscard]] gpu_bigint residue();
  /// The largest distance between a coefficient and the nearest integer in all trusted steps: below 0.5, and
  /// 0 for exact transforms. O(1). Waits.
  /// \throws as step
  [[nodiscard]] double largest_error();

  /// Writes the state, which the test's load function reads. The state of the stream says whether that
  /// succeeded. O(p). Waits.
  /// \throws as step
  void save(std::ostream& out);

 private:
  friend class lucas_lehmer;
  friend class mersenne_prp;
  class implementation;
  explicit mersenne_test(std::unique_ptr<implementation> made) noexcept;
  ~mersenne_test();
  template <class State>
  State& alive_as() const;

  std::unique_ptr<implementation> implementation_;
};

/// The sequence s_0 = 4, s_(i + 1) = s_i^2 - 2 modulo 2^p - 1. The number 2^p - 1 is prime if and only if
/// s_(p - 2) is 0.
///
/// One kind of rounding error goes unnoticed: more than 0.6 in one digit while all others of a thousand steps
/// stay below 0.4. The Jacobi check finds such errors, and those of the hardware, with a probability of one
/// half each. A wrong symbol stays wrong and a right one stays right, so checking more often does not find
/// more errors. The check runs automatically after the last step, and during the steps at most once a minute,
/// so that it takes at most 1 % of the time. An error costs the steps since the previous check. For tests
/// that take hours, mersenne_prp finds every error.
///
/// \code{.cpp}
/// gbi::lucas_lehmer test(11213);
/// while (test.steps_left() > 0) {
///   test.step(1000);
///   std::cout << test.steps_done() << " steps\n";
/// }
/// std::cout << (test.is_prime() ? "prime\n" : "composite\n");
/// \endcode
class GBI_API lucas_lehmer : public mersenne_test {
 public:
  /// The sequence at s_0. O(p) for the tables of the transform.
  /// \param exponent p, a prime above 64 and below 2^32.
  /// \param digits of the transform: 2^k from 32 to 8192; above that, 2^k times 1, 3, 5, 7, 9 or 15 where
  /// such a transform exists. Each of N digits has 2 to 29 bits, at least log2(N) / 2 - 2, and from 16384
  /// digits on at least log2(N) / 2. Exact transforms have 2^14 to 2^27 digits of 16 to 38 bits. 0: as many
  /// as necessary.
  /// \param how the arithmetic of the transforms: algorithm::fft for doubles; algorithm::exact for integers,
  /// where p must be at least 2^18; algorithm::automatic for the one that suits the device
  /// (GPU_BIGINT_TRANSFORMS). No other value is allowed.
  /// \throws std::domain_error if p is outside these limits or not prime.
  /// \throws std::invalid_argument if no such transform exists.
  /// \throws out_of_memory
  explicit lucas_lehmer(std::uint64_t exponent, std::uint64_t digits = 0,
                        algorithm how = algorithm::automatic);

  /// Whether s_i passes a check that half of all wrong numbers fail: the Jacobi symbol of s_i - 2 modulo
  /// 2^p - 1 is -1 for every i > 0, because s_(i + 1) - 2 = (s_i - 2) (s_i + 2), and s_i + 2 is a square. In
  /// addition, s_i may be 0, 2 or -2 only in the last step. If the check fails, the test goes back to the
  /// last step that passed (initially s_0) and continues from there. O(M(p) log p), like a gcd. Waits.
  ///
  /// Source: the check is R. Gerbicz's, as used by GIMPS since 2017.
  /// \throws as step
  [[nodiscard]] bool jacobi_check();

  /// Reads a saved test into the current context. O(p). A saved test consists of s_i and the last step that
  /// passed jacobi_check(). All fields are little-endian, 8 bytes each:
  ///
  ///     offset
  ///     0       "GBLL", then 1 as four bytes: the version of the format
  ///     8       the exponent, the digits of the transform (plus 2^63 if it is exact), i, the step that
  ///             passed, the bits of the largest error as a double
  ///     48      FNV-1a of the 48 bytes before, in 64 bits
  ///     56      s_i and the residue of the step that passed, each as by serialize()
  /// \throws data_error if save() cannot have written these bytes.
  /// \throws out_of_memory
  [[nodiscard]] static lucas_lehmer load(std::istream& in);

  /// Takes the remaining steps. Returns whether 2^p - 1 is prime. O(p log p) for each step. Waits.
  /// \throws as step
  [[nodiscard]] bool is_prime();

 private:
  class state;
  explicit lucas_lehmer(std::unique_ptr<state> made) noexcept;
};

/// The probable-prime test of 2^p - 1 to base 3: u_0 = 3, u_(i + 1) = u_i^2 modulo 2^p - 1. If 2^p - 1 is
/// prime, u_p is 9. If u_p is 9, it is prime or a pseudoprime, of which no example is known.
///
/// Steps are those of lucas_lehmer and take as long, but this test finds every error, whether from rounding,
/// memory or the processor. All u_(j B) for a block length B are multiplied: d_(t + 1) = d_t u_((t + 1) B).
/// Then d_(t + 1) = u_0 d_t^(2^B), and the Gerbicz check compares both sides. An error anywhere changes one
/// side and not the other. The check runs automatically, at least eight and usually sixteen or more times
/// during a test, and at the end. If it fails, the test goes back to the last state that passed, first with
/// fresh tables, then with a longer transform. That state is kept in host memory and checked again before it
/// is trusted. So an error costs at most the steps since the last check. A wrong result passes with a
/// probability of about 2^-p.
///
/// The block length is the square root of p, at most 2000 steps. Checks and products take 0.2 % of the time
/// for p above 5 10^7, 2 % at p = 10^6, and more for small p.
///
/// Source: R. Gerbicz (2017), www.mersenneforum.org/showthread.php?t=22471, as used by gpuowl and Prime95.
///
/// \code{.cpp}
/// gbi::mersenne_prp test(4423);
/// while (test.steps_left() > 0) test.step(1000);
/// std::cout << (test.is_probable_prime() ? "probably prime\n" : "composite\n");
/// std::cout << test.errors() << " errors\n";
/// \endcode
class GBI_API mersenne_prp : public mersenne_test {
 public:
  /// The test at u_0. O(p) for the tables of the transform.
  /// \param exponent p, as for lucas_lehmer.
  /// \param digits of the transform, as for lucas_lehmer. 0: as many as necessary.
  /// \param block B, the steps between two factors of the product that is checked. 0: chosen from p.
  /// \param how the arithmetic of the transforms, as for lucas_lehmer.
  /// \throws std::invalid_argument if the block is 1 or longer than p.
  /// \throws as lucas_lehmer otherwise
  explicit mersenne_prp(std::uint64_t exponent, std::uint64_t digits = 0, std::uint64_t block = 0,
                        algorithm how = algorithm::automatic);

  /// Checks all steps so far. If there is an error, the test goes back to the last state that passed. Takes
  /// the time of up to 2 B steps. Waits.
  /// \throws as step
  [[nodiscard]] bool gerbicz_check();

  /// Reads a saved test into the current context. It is checked at the end of the next block. O(p). A saved
  /// test consists of u_i and its product, and the last state that passed. All fields are little-endian, 8
  /// bytes each:
  ///
  ///     offset
  ///     0       "GBPR", then 1 as four bytes: the version of the format
  ///     8       the exponent, the digits of the transform (plus 2^63 if it is exact), B, i, the factors of
  ///             the product, the step that passed, the errors found, the bits of the largest rounding error
  ///             as a double
  ///     72      FNV-1a of the 72 bytes before, in 64 bits
  ///     80      u_i, its product, u of the step that passed, its product, each as by serialize()
  /// \throws as lucas_lehmer::load
  [[nodiscard]] static mersenne_prp load(std::istream& in);

  /// Takes the remaining steps and checks them. Returns whether 2^p - 1 is prime or a pseudoprime to base 3.
  /// O(p log p) for each step. Waits.
  /// \throws as step
  [[nodiscard]] bool is_probable_prime();
  /// Takes the remaining steps. Returns 3^(2^p - 2) modulo 2^p - 1, which is u_p / 9, and 1 for a prime.
  /// Testers compare its lowest 64 bits (the type-1 residue).
  /// \throws as step
  [[nodiscard]] gpu_bigint final_residue();

 private:
  class state;
  explicit mersenne_prp(std::unique_ptr<state> made) noexcept;
};

/// Whether 2^p - 1 is prime. Returns false at once if p is not prime. A composite number fails mersenne_prp,
/// which detects its own errors. A prime passes mersenne_prp and then lucas_lehmer, which proves it. O(p^2
/// log p). Waits.
/// \throws std::domain_error for a prime p >= 2^32.
/// \throws device_error if the two tests disagree four times, which only faulty hardware can cause.
/// \throws as mersenne_prp and lucas_lehmer otherwise
[[nodiscard]] GBI_API bool is_mersenne_prime(std::uint64_t exponent);

/// Whether |n| is a probable prime to the base: base^(|n| - 1) = 1 modulo |n| (Fermat). False for |n| < 2.
/// All primes that do not divide the base pass, and few other numbers do. For a proof up to 2^64, and for
/// better odds above that, call is_probable_prime(). For base 3 and a Mersenne number 2^p - 1 with a prime p
/// above 2^13, this runs mersenne_prp, which detects its own errors. O(L M(L)) for an n of L bits. Waits.
/// \throws std::invalid_argument if the operands live in different contexts.
[[nodiscard]] GBI_API bool prp(const gpu_bigint& n, const gpu_bigint& base);
/// As above, to base 3.
[[nodiscard]] GBI_API bool prp(const gpu_bigint& n);

}  // namespace gbi
