/// \file
/// Exceptions of the library. Besides these: std::invalid_argument (text that is not a number, a base out of
/// range, operands of different contexts) and std::domain_error (a value outside a function's domain). After
/// any of them every object still holds its old value and the library goes on working.
#pragma once

#include <new>
#include <stdexcept>
#include <string>

namespace gbi {

/// Memory of the device (or of the host executor) did not suffice. The message names operation and sizes.
class out_of_memory : public std::bad_alloc {
 public:
  explicit out_of_memory(std::string message) : message_(std::move(message)) {}
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

/// The device, its driver or its runtime reported an error, or there is no such device.
class device_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Serialized data is truncated, corrupted or of another kind. The message says what is wrong with it.
class data_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace gbi
