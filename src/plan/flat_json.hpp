/// \file
/// Reads JSON objects whose members are numbers, text, true, false, and objects of these.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace gbi::plan {

/// The members by name. Those of an inner object are called OUTER/INNER. Text is without its quotes, anything
/// else as it stands. \throws std::invalid_argument with the place of a mistake
std::map<std::string, std::string> read_flat_json(std::string_view text);

/// The text in quotes.
std::string quoted_json(std::string_view text);

}  // namespace gbi::plan
