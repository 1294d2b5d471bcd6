/// \file
/// The commands. Each computes, and puts its result into the session.
#pragma once

#include "tools/gbi/session.hpp"

namespace program {

/// Runs the command that was chosen.
void run_command(session& run);

// In files of their own.
void run_bench(session& run);
void run_info(session& run);
void run_lucas_lehmer(session& run);
void run_plan(session& run);
void run_prp(session& run);
void run_rsa(session& run);

}  // namespace program
