/// \file
/// Proofs that a probable-prime test of 2^p - 1 was computed without an error, checked in a small part of its
/// time.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <vector>

#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// Pietrzak's proof that `residue` is u_p for the sequence u_0 = 3, u_(i + 1) = u_i^2 modulo N = 2^p - 1 of
/// mersenne_prp. Whoever checks it takes p / 2^power squares instead of p.
///
/// The claim y = x^(2^t) is halved `power` times. If t is odd, x is squared once and t becomes t - 1. The
/// middle m = x^(2^s), s = t / 2, is part of the proof. It splits the claim into m = x^(2^s) and y = m^(2^s).
/// A random number h of 64 bits combines both into one: m^h y = (x^h m)^(2^s). The h are taken from a hash of
/// all numbers before them (Fiat-Shamir), so nobody can choose a middle that suits its h.
///
/// What a proof says: let the residue be wrong by a factor a modulo N, and q be the largest prime factor of
/// the order of a. Then the proof holds with a probability of at most power (1 / q + 2^-64). After a fault, a
/// is any number, and q almost certainly longer than a word. Someone who wants to deceive can choose a: -1,
/// where q is 2, a power of 2, where q is p, and, if a divisor of N is known, numbers that differ from 1
/// modulo this divisor only, or a middle that is a multiple of it. So a proof excludes faults, and deceit
/// only up to such factors. It does not replace a second test of a number that somebody claims to be prime.
///
/// Source: K. Pietrzak, "Simple verifiable delay functions", ITCS 2019.
///
/// \code{.cpp}
/// constexpr std::uint64_t p = 1277;
/// constexpr unsigned power = 5;
/// gbi::mersenne_prp test(p);
/// std::map<std::uint64_t, gbi::gpu_bigint> kept;
/// for (const std::uint64_t step : gbi::mersenne_proof::steps(p, power)) {
///   test.step(step - test.steps_done());
///   kept[step] = test.residue();
/// }
/// const bool prime = test.is_probable_prime();
/// const auto residue_at = [&](std::uint64_t step) { return kept.at(step); };
/// const auto proof = gbi::mersenne_proof::make(p, power, test.residue(), residue_at);
/// std::cout << (prime ? "prime" : "composite") << (proof.holds() ? ", proven\n" : ", not proven\n");
/// \endcode
struct GBI_API mersenne_proof {
  static constexpr unsigned most_power = 12;  ///< the highest power

  std::uint64_t exponent = 0;       ///< p, a prime above 64 and below 2^32
  unsigned power = 0;               ///< halvings: 1 to most_power, 2^power <= p
  gpu_bigint residue;               ///< u_p, in [1, 2^p - 1)
  std::vector<gpu_bigint> middles;  ///< one for each halving, in the same range

  /// The steps i whose u_i a proof is made of, in ascending order: at most 2^power - 1 steps, all below p.
  /// O(2^power power).
  /// \throws std::domain_error if p is not as for mersenne_prp
  /// \throws std::invalid_argument if the power is out of range
  [[nodiscard]] static std::vector<std::uint64_t> steps(std::uint64_t exponent, unsigned power);

  /// Makes a proof in the current context. Takes about 2^power powers with exponents of 64 bits, each as long
  /// as about 200 steps. Memory: power + 2 residues. Waits.
  /// \param residue u_p
  /// \param kept returns u_i for an i of steps(). Each is asked for once, and not in order, so that residues
  /// may be kept in files.
  /// \throws device_error if the rounding error stays too large, as mersenne_test::step
  /// \throws as steps() and as `kept`
  [[nodiscard]] static mersenne_proof make(std::uint64_t exponent, unsigned power, const gpu_bigint& residue,
                                           const std::function<gpu_bigint(std::uint64_t step)>& kept);

  /// Whether the proof holds. Takes p / 2^power + power squares and 2 power powers with exponents of 64 bits.
  /// Waits. An error of the hardware while this runs makes a right proof fail, and no wrong one hold.
  /// \param progress called from time to time with the fraction of the work that is done, from 0 to 1
  /// \throws std::domain_error, std::invalid_argument if a member is not as described above
  /// \throws device_error as make()
  [[nodiscard]] bool holds(const std::function<void(double)>& progress = {}) const;

  /// Whether u_p is 9: if 2^p - 1 is prime, it is.
  [[nodiscard]] bool is_probable_prime() const { return residue == 9; }
  /// u_p / 9 modulo 2^p - 1, as mersenne_prp::final_residue(). O(p).
  [[nodiscard]] gpu_bigint final_residue() const;

  /// Writes the proof. The state of the stream says whether that succeeded. O(p power). All numbers are
  /// little-endian:
  ///
  ///     offset
  ///     0       "GBPF", then 1 as four bytes: the version of the format
  ///     8       p, the power, 3: the base, 8 bytes each
  ///     32      u_p, then the middles, (p + 7) / 8 bytes each
  ///     ...     SHA-256 of all bytes before
  ///
  /// The number h of a halving is the first 8 bytes of the SHA-256 of all bytes up to the end of its middle.
  /// \throws std::domain_error, std::invalid_argument as holds()
  void save(std::ostream& out) const;
  /// Reads a saved proof into the current context. Says nothing about whether it holds. O(p power). For
  /// damaged data it takes no more memory than one residue of the length that the header announces, at most
  /// 512 MiB, and those that have arrived.
  /// \throws data_error if save() cannot have written these bytes; the message says why.
  [[nodiscard]] static mersenne_proof load(std::istream& in);
};

}  // namespace gbi
