/// \file
/// Exceptions of the library. Functions also throw std::invalid_argument (text that is not a number, a base
/// out of range, operands of different contexts) and std::domain_error (a value outside a function's domain).
/// After any exception every object still holds its old value and the library remains usable.
#pragma once

#include <new>
#include <stdexcept>
#include <string>

#include "gpu_bigint/export.hpp"

namespace gbi {

/// The device (or the host executor) is out of memory. The message names the operation and the sizes.
class GBI_API out_of_memory : public std::bad_alloc {
 public:
  /// An error with this message.
  explicit out_of_memory(std::string message) : message_(std::move(message)) {}
  /// The message.
  [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

/// The device, its driver or its runtime reported an error, or the device does not exist. Also thrown when a
/// value is read that was computed from a result known to be wrong, every time and in every thread. Only
/// faulty hardware can cause such a result. The value can still be assigned, copied and destroyed.
class GBI_API device_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Serialized data is truncated, corrupted or in another format. The message says what is wrong.
class GBI_API data_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace gbi
