/// \file
/// Conversions whose text is in device memory, checked as a whole. Their products need no checks of their
/// own, so they take fewer launches, and those of many numbers by one need not even be whole
/// (src/multiply/shared_factor.hpp).
#pragma once

#include <functional>

#include "kernels/word/limb_span.hpp"
#include "src/context/engine.hpp"
#include "src/text/conversion_attempt.hpp"

namespace gbi::text {

/// Runs a conversion between a number and a text of `text_size` digits in device memory, which `convert`
/// returns. If the number is so long that products have digits that are not proven, number and text are
/// compared modulo a random prime of 61 bits, and a wrong conversion is done again, with proven digits. The
/// host waits for the verdict.
void run_checked_on_device(detail::engine& engine, kernels::limb_span number, int base,
                           std::uint64_t text_size,
                           const std::function<const char*(const conversion_attempt&)>& convert);

}  // namespace gbi::text
