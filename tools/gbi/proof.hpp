/// \file
/// Proof files of gbi prp.
#pragma once

#include <cstdint>

#include "tools/gbi/kept_residues.hpp"
#include "tools/gbi/session.hpp"

namespace program {

/// What a test keeps for the proof that the user asked for: nothing if that is none, or if the test ended
/// before and the file has its proof. \throws as kept_residues
kept_residues residues_for_proof(const session& run, std::uint64_t exponent, std::uint64_t resumed_at);

/// Makes the proof that u_p is `residue` of what was kept, checks it, writes it to the chosen file, and
/// removes what was kept. Does nothing if nothing was kept.
/// \throws std::runtime_error if the proof does not hold: a kept residue is wrong
void write_proof(session& run, std::uint64_t exponent, const gbi::gpu_bigint& residue,
                 const kept_residues& kept);

}  // namespace program
