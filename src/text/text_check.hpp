/// \file
/// Conversions between numbers and text, each checked as a whole modulo a random prime of 61 bits. No step
/// between the number and the text needs a check of its own, so a conversion takes fewer launches. Products
/// of many numbers by one factor need not even be whole (src/multiply/shared_factor.hpp).
///
/// If the number is long enough for products with unproven digits, it is compared with the text in device
/// memory, and a wrong conversion is repeated with proven digits. The host waits for the verdict. With
/// verification::all, numbers of every length are compared with the text in host memory, whose checksum host
/// threads compute.
#pragma once

#include <string_view>

#include "kernels/word/limb_span.hpp"
#include "src/context/engine.hpp"
#include "src/process/function_ref.hpp"
#include "src/text/conversion_attempt.hpp"
#include "src/text/radix_tree.hpp"

namespace gbi::text {

/// A number on its way to a text of `size` digits in this base.
struct outgoing {
  detail::engine& engine;
  kernels::limb_span number;
  int base;
  std::uint64_t size;
  /// Queues an attempt at the digits. All attempts have the same number of digits.
  process::function_ref<device_digits(const conversion_attempt&)> queue;
};

/// The digits in device memory, which verification::all does not check.
device_digits to_device_text(const outgoing& wanted);

/// Copies all digits to host memory.
using digit_copy = process::function_ref<void(char*)>;

/// The digits in host memory. With verification::all, the device finds the checksum of the number before the
/// conversion, threads scan the text as it arrives, and a wrong conversion is repeated.
/// \param write provides memory for that many digits and calls the copy
void to_text(const outgoing& wanted, process::function_ref<void(std::size_t, const digit_copy&)> write);

/// A text on its way to a number whose sign is at `sign`.
struct incoming {
  detail::engine& engine;
  std::string_view digits;
  int base;
  kernels::limb_span number;
  const limb* sign;
  /// Queues an attempt at the number and returns the text in device memory.
  process::function_ref<const char*(const conversion_attempt&)> queue;
  /// Read after an attempt. Set if kept data may be the cause of a wrong number.
  const faults::suspect_flag& suspect;
};

/// Computes the number. With verification::all, the host finds the checksum of the text when an attempt is
/// queued. If products have unproven digits, the host waits, and has a wrong number computed again.
/// Otherwise, on a device with memory of its own, a wrong number fails.
void from_text(const incoming& wanted);

}  // namespace gbi::text
