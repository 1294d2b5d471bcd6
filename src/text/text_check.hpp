/// \file
/// Conversions for verification::all. The number on the device and the text in host memory are compared
/// modulo a random prime of 61 bits, so no step between them needs a check of its own. Host threads compute
/// the residue of the text.
#pragma once

#include <string_view>

#include "kernels/word/limb_span.hpp"
#include "src/context/engine.hpp"
#include "src/process/function_ref.hpp"
#include "src/text/conversion_attempt.hpp"
#include "src/text/radix_tree.hpp"

namespace gbi::text {

/// Copies all digits to host memory.
using digit_copy = process::function_ref<void(char*)>;

/// Runs a conversion of a number to digits in host memory. A wrong conversion is repeated. The device finds
/// the residue of the number before the conversion, and threads scan the text as it arrives.
/// \param queue queues an attempt. All attempts have the same number of digits
/// \param write provides memory for that many digits and calls the copy
void run_checked_to_text(detail::engine& engine, kernels::limb_span number, int base,
                         process::function_ref<device_digits(const conversion_attempt&)> queue,
                         process::function_ref<void(std::size_t, const digit_copy&)> write);

/// The same for a conversion from digits to a number whose sign is at `sign`. The residue of the text is
/// computed when all work of `convert` is queued. If products have unproven digits, the host waits, and has a
/// wrong number computed again. Otherwise, on a device with memory of its own, a wrong number fails.
/// \param kept read after the conversion, and set if the number was wrong in the last case
void run_checked_from_text(detail::engine& engine, kernels::limb_span number, const limb* sign,
                           std::string_view digits, int base, const faults::doubt& kept,
                           process::function_ref<void(const conversion_attempt&)> convert);

}  // namespace gbi::text
