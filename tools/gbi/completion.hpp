/// \file
/// Shell completions, generated from the description of the command line.
#pragma once

#include <string>

#include "tools/gbi/options.hpp"

namespace program {

/// \param shell bash, zsh or fish
/// \throws std::invalid_argument for any other shell
std::string completion(const std::string& shell, const program_description& program);

}  // namespace program
