/// \file
/// The digits of a number that wait, in device memory if possible, until somebody takes them in pieces.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "src/faults/evidence.hpp"
#include "src/process/function_ref.hpp"
#include "src/text/radix_tree.hpp"

namespace gbi::text {

class waiting_text {
 public:
  static constexpr std::size_t longest_piece = std::size_t{1} << 24;

  waiting_text() = default;
  /// Digits that are in host memory already, at least one.
  explicit waiting_text(std::string digits) : on_host_(std::move(digits)) {}
  /// Converts the magnitude of a nonzero number. With verification::all, waits for the digits and keeps them
  /// in host memory.
  waiting_text(const gpu_bigint& value, int base);

  std::size_t size() const noexcept { return on_device_.size + on_host_.size(); }
  /// Copies digits to host memory. Waits. The first digit of all may be a zero.
  /// \param count at most size() - first
  /// \throws device_error before it copies digits of a number that is wrong
  void copy(std::size_t first, std::size_t count, char* to) const;
  /// Passes the digits, without a zero at the beginning, to `take`: in pieces, or whole if they are in host
  /// memory.
  void pass_to(process::function_ref<void(std::string_view)> take) const;

 private:
  std::shared_ptr<detail::engine> owner_;  ///< of the digits on the device; outlives them
  device_digits on_device_{};
  std::string on_host_;
  faults::evidence::pointer evidence_;
};

}  // namespace gbi::text
