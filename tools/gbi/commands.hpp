/// \file
/// The commands. Each computes its result and puts it into the session.
#pragma once

#include "tools/gbi/session.hpp"

namespace program {

/// Runs the chosen command.
void run_command(session& run);

// Defined in separate files.
void run_bench(session& run);
void run_info(session& run);
void run_lucas_lehmer(session& run);
void run_plan(session& run);
void run_prp(session& run);
void run_rsa(session& run);

}  // namespace program
