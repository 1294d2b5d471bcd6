/// \file
/// Factors of numbers: the P - 1 method and elliptic curves (ECM), many curves at once, and both combined.
///
/// All functions compute in the context of n and wait; they may throw out_of_memory. On a GPU, curves cost
/// little until there are enough of them to fill it: about 10^4 for 1024 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// How far a search for factors has come.
struct factor_progress {
  int stage;    ///< 1 or 2
  double done;  ///< the part of this stage that is done, 0 to 1
};
/// Called now and then during a search. An exception that it throws ends the search and reaches the caller.
using factor_watch = std::function<void(const factor_progress&)>;

/// A curve after stage 1, as the save files of GMP-ECM hold it: `ecm -resume` continues it with stage 2.
struct ecm_residue {
  gpu_bigint n;         ///< the number whose factors are searched
  std::uint32_t sigma;  ///< the curve
  std::uint64_t b1;     ///< the bound of stage 1
  gpu_bigint x;         ///< the point (x : 1) modulo n

  /// The line of a save file, without its end. O(M(bits) log bits). Waits.
  [[nodiscard]] GBI_API std::string to_line() const;
  /// Reads a line of a save file, in the current context.
  /// \throws std::invalid_argument unless it has a curve of parametrisation 3, a decimal number N and the
  /// right checksum.
  [[nodiscard]] GBI_API static ecm_residue from_line(std::string_view line);
};

/// The options of ecm().
struct ecm_options {
  std::uint64_t b1 = 50'000;  ///< the bound of stage 1, 3 to 2^33
  std::uint64_t b2 = 0;  ///< the bound of stage 2, up to 2^50. 0 means 100 b1; a bound up to b1, no stage 2
  std::size_t curves = 100;  ///< 1 to 2^24
  std::uint32_t sigma = 0;   ///< of the first curve, at least 2; each next curve has the next one. 0: random
  factor_watch progress = {};  ///< called during ecm()
};

/// A factor that a curve has found.
struct ecm_factor {
  gpu_bigint factor;    ///< above 1; n itself if all its primes were found at once
  std::uint32_t sigma;  ///< the curve
  int stage;            ///< 1 or 2
};

/// Searches for factors of n with elliptic curves, all at once. A curve finds a prime p if the order of its
/// group modulo p is a product of prime powers up to b1 and of at most one prime up to b2. The curves are b
/// y^2 = x^3 + a x^2 + x with a = 4 sigma / 2^32 - 2 and the start x = 2, GMP-ECM's parametrisation 3. Stage
/// 1 takes eight products modulo n for each of the 1.44 b1 bits of the multiplier, stage 2 about one for each
/// prime from b1 to b2. Finding a prime of 35 digits takes about 1000 curves with b1 = 10^6, one of 50 digits
/// 8000 with 4.3 10^7. A curve ends at its first factor. The result has the factors in the order of their
/// curves.
/// \throws std::domain_error unless n is odd and above 1.
/// \throws std::length_error for an n of more than 8192 bits.
/// \throws std::invalid_argument for bounds or curves out of range.
/// Sources: H. W. Lenstra, Annals of Math. 126 (1987); P. Montgomery, Math. Comp. 48 (1987).
[[nodiscard]] GBI_API std::vector<ecm_factor> ecm(const gpu_bigint& n, const ecm_options& options = {});

/// The search of ecm(), step by step. Between two steps it can be saved, and continued by another process:
/// the factors are those of a search without a break. A moved-from search may only be assigned to or
/// destroyed.
///
/// \code{.cpp}
/// gbi::ecm_search search(n, {.b1 = 2000, .curves = 2, .sigma = 1147});
/// while (!search.is_done()) {
///   search.step();
///   if (is_time_to_save()) search.save(file);
/// }
/// for (const auto& [factor, sigma, stage] : search.factors()) std::cout << factor << '\n';
/// \endcode
class GBI_API ecm_search {
 public:
  /// Curves before stage 1. O(M(b1) log b1) for the multiplier.
  /// \throws as ecm()
  explicit ecm_search(const gpu_bigint& n, const ecm_options& options = {});
  /// Curves after stage 1, of this library or of GMP-ECM.
  /// \param b2 as in ecm_options
  /// \throws std::invalid_argument if there are no curves or if they differ in n or b1, and as ecm()
  explicit ecm_search(std::span<const ecm_residue> curves, std::uint64_t b2 = 0);
  /// Takes over a search.
  ecm_search(ecm_search&&) noexcept;
  /// Takes over a search.
  ecm_search& operator=(ecm_search&&) noexcept;
  /// Ends the search.
  ~ecm_search();

  /// The number whose factors are searched. O(1).
  [[nodiscard]] const gpu_bigint& n() const noexcept;
  /// The bound of stage 1. O(1).
  [[nodiscard]] std::uint64_t b1() const noexcept;
  /// The bound of stage 2. O(1).
  [[nodiscard]] std::uint64_t b2() const noexcept;
  /// The number of curves, those with a factor included. O(1).
  [[nodiscard]] std::size_t curves() const noexcept;
  /// How far the search has come. O(1).
  [[nodiscard]] factor_progress progress() const noexcept;
  /// Whether no step is left. O(1).
  [[nodiscard]] bool is_done() const noexcept;

  /// Takes a step: 400 bits of the multiplier in stage 1, 2^24 numbers in stage 2. Waits.
  /// \param progress called within the step and at its end. If it throws within the step, the step is not
  /// taken.
  void step(const factor_watch& progress = {});

  /// The factors found so far, in the order of the curves. O(1).
  [[nodiscard]] const std::vector<ecm_factor>& factors() const noexcept;
  /// The curves after stage 1 that have not found a factor. O(curves bits). Waits.
  /// \throws std::logic_error during stage 1
  [[nodiscard]] std::vector<ecm_residue> residues() const;

  /// Writes the state. The state of the stream says whether that succeeded. O(curves bits). Waits.
  void save(std::ostream& out) const;
  /// Reads a saved search into the current context. O(curves bits), and O(M(b1) log b1) in stage 1. A saved
  /// search begins with fields in little-endian order, 8 bytes each:
  ///
  ///     offset
  ///     0       "GBEC", then 1 as four bytes: the version of the format
  ///     8       the stage, its position, b1, b2, the curves without a factor, the factors
  ///     56      FNV-1a of the 56 bytes before, in 64 bits
  ///     64      numbers, each as by serialize(): n; sigma of the curves, 64 bits for each; x of their
  ///             points, as many limbs for each as n has; during stage 1 also z, and x and z of the next
  ///             multiple; the factors, in as many limbs; sigma + 2^32 times the stage for each factor
  ///
  /// The position is the bits done in stage 1, or the number from which stage 2 continues.
  /// \throws data_error if save() cannot have written these bytes.
  [[nodiscard]] static ecm_search load(std::istream& in);

 private:
  class state;
  explicit ecm_search(std::unique_ptr<state> made) noexcept;

  std::unique_ptr<state> state_;
};

/// The options of pminus1().
struct pminus1_options {
  std::uint64_t b1 = 1'000'000;  ///< the bound of stage 1, 3 to 2^33
  std::uint64_t b2 = 0;          ///< the bound of stage 2, up to 2^50. 0 means 100 b1; up to b1, no stage 2
  std::uint64_t base = 3;        ///< at least 2
  factor_watch progress = {};    ///< called during the search
};

/// A factor that the P - 1 method has found.
struct pminus1_factor {
  gpu_bigint factor;  ///< above 1; n itself if all its primes were found at once
  int stage;          ///< 1 or 2
};

/// Searches for a factor of n by powers of a base. They find a prime p if p - 1 is a product of prime powers
/// up to b1 and of at most one prime up to b2. Stage 1 is one power of 1.44 b1 squares; stage 2 takes about
/// one product for every ten numbers from b1 to b2, side by side.
/// \throws std::domain_error unless n is odd and above 1.
/// \throws std::length_error for an n of more than 8192 bits.
/// \throws std::invalid_argument for bounds or a base out of range.
/// Sources: J. M. Pollard, Proc. Cambridge Philos. Soc. 76 (1974); P. Montgomery, Math. Comp. 48 (1987).
[[nodiscard]] GBI_API std::optional<pminus1_factor> pminus1(const gpu_bigint& n,
                                                            const pminus1_options& options = {});

/// The options of factor().
struct factor_options {
  /// The highest b1 of ecm(); that of pminus1() is ten times as high. 10^6 finds most primes of 35 digits.
  std::uint64_t b1 = 1'000'000;
  factor_watch progress = {};  ///< called during each search
};

/// A search that found nothing, with b2 = 100 b1.
struct factor_attempt {
  std::uint64_t b1;    ///< the bound of stage 1
  std::size_t curves;  ///< of ecm(); 0 for pminus1()
};

/// A part of a number.
struct number_factor {
  /// What is known of it.
  enum class kind {
    prime,           ///< proven, up to 2^64
    probable_prime,  ///< passes is_probable_prime()
    composite        ///< no factor was found
  };
  gpu_bigint value;                   ///< above 1
  std::uint64_t times;                ///< its exponent
  kind is;                            ///< what is known of the value
  std::vector<factor_attempt> tried;  ///< for a composite, in order; empty if it is too long
};

/// The factors of |n| in ascending order, none for 1. Divides by the primes up to 2^16, then searches
/// composite parts with pminus1() and with ecm() by growing bounds, as many curves for each bound as
/// GMP-ECM's documentation recommends. A composite part of more than 8192 bits is not searched. Takes the
/// time of these searches, or less if they find factors early.
/// \throws std::domain_error if n is 0.
[[nodiscard]] GBI_API std::vector<number_factor> factor(const gpu_bigint& n,
                                                        const factor_options& options = {});

}  // namespace gbi
