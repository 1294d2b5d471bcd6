/// \file
/// The commands. Each computes its result and puts it into the session.
#pragma once

#include "tools/gbi/session.hpp"

namespace program {

/// Runs the chosen command.
void run_command(session& run);

// Defined in separate files.
void run_bench(session& run);
void run_ecm(session& run);
void run_factor(session& run);
void run_info(session& run);
void run_lucas_lehmer(session& run);
void run_plan(session& run);
void run_prp(session& run);
void run_rsa(session& run);
void run_tune(session& run);
void run_verify_pi(session& run);
void run_verify_proof(session& run);

/// Puts the result of a test of 2^p - 1, and the residue that testers compare.
/// \param prime the words for a number that passes
void put_test_result(session& run, bool passes, const char* prime, const gbi::gpu_bigint& residue);

}  // namespace program
