/// \file
/// Conversions whose text is in device memory, each checked as a whole. The products need no checks of their
/// own, so a conversion takes fewer launches. Products of many numbers by one factor need not even be whole
/// (src/multiply/shared_factor.hpp).
#pragma once

#include "kernels/word/limb_span.hpp"
#include "src/context/engine.hpp"
#include "src/process/function_ref.hpp"
#include "src/text/conversion_attempt.hpp"

namespace gbi::text {

/// Runs a conversion between a number and a text of `text_size` digits in device memory. `convert` returns
/// the text. If the number is long enough for products with unproven digits, the number and the text are
/// compared modulo a random prime of 61 bits, and a wrong conversion is repeated with proven digits. The host
/// waits for the verdict.
void run_checked_on_device(detail::engine& engine, kernels::limb_span number, int base,
                           std::uint64_t text_size,
                           process::function_ref<const char*(const conversion_attempt&)> convert);

}  // namespace gbi::text
