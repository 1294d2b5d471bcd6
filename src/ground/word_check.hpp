/// \file
/// Checks of results in host words for verification::all, mostly by residues modulo a random prime of the
/// calling thread. A result is compared with residues of the operands, taken before the operation. So a fault
/// in an operand during the operation is also found.
#pragma once

#include <algorithm>
#include <cstddef>

#include "src/context/home.hpp"
#include "src/exec/evidence.hpp"
#include "src/words/residue.hpp"

namespace gbi::ground {

/// Whether results of this many limbs are checked.
inline bool is_checked(const detail::home& place, std::size_t limbs) noexcept {
  return limbs >= place.checked_limbs();
}

/// Reports a result that was wrong twice. \throws device_error
[[noreturn]] void report_wrong(const char* operation, std::size_t limbs);

/// Computes a result, and again if is_right() is false.
/// \throws device_error naming the operation if it is wrong again
template <class Compute, class IsRight>
void compute_checked(const char* operation, std::size_t limbs, Compute&& compute, IsRight&& is_right) {
  compute();
  if (is_right()) return;
  exec::note_fault();
  compute();
  if (!is_right()) report_wrong(operation, limbs);
}

/// As above, from the lowest limbs to the highest. compute(begin, count) and is_right(begin, count) get
/// blocks of limbs that stay in the first-level cache until they are checked.
template <class Compute, class IsRight>
void compute_checked_blocks(const char* operation, std::size_t limbs, Compute&& compute, IsRight&& is_right) {
  constexpr std::size_t most = 512;
  for (std::size_t begin = 0; begin < limbs; begin += most) {
    const std::size_t count = std::min(most, limbs - begin);
    compute_checked(
        operation, limbs, [&] { compute(begin, count); }, [&] { return is_right(begin, count); });
  }
}

/// compute_checked if results of this size are checked. Otherwise only computes it.
template <class Compute, class IsRight>
void compute_exactly(const detail::home& place, const char* operation, std::size_t limbs, Compute&& compute,
                     IsRight&& is_right) {
  if (is_checked(place, limbs))
    compute_checked(operation, limbs, compute, is_right);
  else
    compute();
}

/// compute_checked_blocks if results of this size are checked. Otherwise only computes all limbs at once.
template <class Compute, class IsRight>
void compute_in_blocks(const detail::home& place, const char* operation, std::size_t limbs, Compute&& compute,
                       IsRight&& is_right) {
  if (is_checked(place, limbs))
    compute_checked_blocks(operation, limbs, compute, is_right);
  else
    compute(0, limbs);
}

class word_check {
 public:
  /// \param operation named in the error message, together with the size of the result
  word_check(const char* operation, std::size_t limbs);

  limb residue(const limb* a, std::size_t n) const noexcept { return words::residue(a, n, by_); }
  limb residue_of_text(const char* text, std::size_t count, int base) const noexcept {
    return words::residue_of_text(text, count, base, by_);
  }
  limb prime() const noexcept { return by_.prime.q; }
  /// a b + rest of residues.
  limb multiply_add(limb a, limb b, limb rest) const noexcept {
    return by_.prime.add(by_.prime.multiply(a, b), rest);
  }
  limb power(limb base, std::size_t exponent) const noexcept;

  /// Computes a result, and a second time if it is wrong.
  /// \param compute computes it and returns whether it is right
  /// \throws device_error if it is wrong both times
  template <class Compute>
  void repeat(Compute&& compute) const {
    if (compute()) return;
    exec::note_fault();
    if (!compute()) report_wrong(operation_, limbs_);
  }

 private:
  words::residue_modulus by_;
  const char* operation_;
  std::size_t limbs_;
};

/// An unpredictable prime with 2^27 < p < 2^28, drawn for the calling thread.
limb short_prime();

}  // namespace gbi::ground
