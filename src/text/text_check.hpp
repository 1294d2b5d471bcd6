/// \file
/// Conversions of text on the device, checked where the context asks for it.
#pragma once

#include <functional>
#include <string_view>

#include "kernels/word/limb_span.hpp"
#include "src/context/engine.hpp"

namespace gbi::text {

/// Runs a conversion of a number on the device to digits, which `convert` returns. With verification::all
/// both are compared modulo a random prime, and a wrong conversion is done again. Threads of the
/// host compute the residue of the text.
void run_checked_to_text(detail::engine& engine, kernels::limb_span number, int base,
                         const std::function<std::string_view()>& convert);

/// The same for a number from digits, with what its sign is. The host does not wait: on a device with memory
/// of its own a wrong number is not computed again, and fails. `convert` calls what it is given, which
/// computes the residue of the text, when all work of its first attempt is queued.
/// \param kept is read after the conversion, and set if the number was wrong there
void run_checked_from_text(detail::engine& engine, kernels::limb_span number, const limb* sign,
                           std::string_view digits, int base, const exec::doubt& kept,
                           const std::function<void(const std::function<void()>& meanwhile)>& convert);

}  // namespace gbi::text
