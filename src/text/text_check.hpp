/// \file
/// Conversions of text on the device, checked where the context asks for it.
#pragma once

#include <functional>
#include <string_view>

#include "kernels/word/limb_span.hpp"
#include "src/context/engine.hpp"

namespace gbi::text {

/// Runs a conversion between a number on the device and its digits, which `convert` returns.
/// \param sign the number's, if it must be positive; else null
/// With
/// verification::all both are compared modulo a random prime, and a wrong conversion is done again. The
/// calling thread computes the residue of the text, after what is queued for a number from text.
void run_checked(detail::engine& engine, kernels::limb_span number, const limb* sign, int base,
                 const std::function<std::string_view()>& convert);

}  // namespace gbi::text
