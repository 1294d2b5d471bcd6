/// \file
/// Residues of a long test, kept on disk until its proof is made of them.
#pragma once

#include <cstdint>
#include <gpu_bigint.hpp>
#include <limits>
#include <string>
#include <vector>

namespace program {

/// The residues that a proof of a test of 2^p - 1 is made of, one file for each, in the folder PROOF.parts. A
/// file is complete or missing, and has a checksum (gbi::serialize).
class kept_residues {
 public:
  /// Keeps nothing.
  kept_residues() = default;
  /// \param resumed_at the step from which the test goes on. The residues up to it must be there.
  /// \throws file_error if one is not
  /// \throws std::runtime_error if the disk is too small for those that are missing
  kept_residues(const std::string& proof_path, std::uint64_t exponent, unsigned power,
                std::uint64_t resumed_at);

  /// The first step after `step` whose residue is kept; a number above all steps if there is none.
  std::uint64_t next_after(std::uint64_t step) const;
  void keep(std::uint64_t step, const gbi::gpu_bigint& residue) const;
  /// \throws file_error if it is missing or damaged
  gbi::gpu_bigint at(std::uint64_t step) const;
  /// Removes the files, and the folder if nothing else is in it.
  void remove() const;

  std::uint64_t count() const { return steps_.size(); }

 private:
  std::string path_of(std::uint64_t step) const;

  std::string folder_;
  std::uint64_t exponent_ = 0;
  std::vector<std::uint64_t> steps_;
};

}  // namespace program
