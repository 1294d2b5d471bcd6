/// \file
/// The names of Cryptofuzz's calculations. Here an identifier is a position in a list of the test.
#pragma once

#include <cstdint>
#include <string>

namespace cryptofuzz::repository {

std::string CalcOpToString(std::uint64_t id);

}  // namespace cryptofuzz::repository
