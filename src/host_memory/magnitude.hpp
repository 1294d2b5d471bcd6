/// \file
/// Magnitudes in pinned host memory. Kernels read and write them over the link, as they do memory of the
/// device: a launch that reads each limb once, in order, is bound by the link, and carries and both
/// directions of the link are its own business. So linear operations need no pieces.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "gpu_bigint/gpu_bigint.hpp"
#include "kernels/word/limb_span.hpp"
#include "src/context/engine.hpp"
#include "src/process/function_ref.hpp"
#include "src/process/noncopyable.hpp"

namespace gbi::host_memory {

/// Not zero. Immutable once made.
class magnitude : process::noncopyable {
 public:
  /// Memory for `room` limbs with undefined contents. \throws out_of_memory
  magnitude(std::shared_ptr<detail::engine> engine, std::size_t room);
  ~magnitude();

  const std::shared_ptr<detail::engine>& owner() const noexcept { return engine_; }
  limb* limbs() noexcept { return limbs_; }
  const limb* limbs() const noexcept { return limbs_; }
  /// Limbs without leading zeros, once made; before that the room.
  std::size_t size() const noexcept { return size_; }
  kernels::limb_span span() const noexcept { return {limbs_, size_, 0}; }
  kernels::limb_target target() noexcept { return {limbs_, size_, 0}; }
  /// limbs() from `begin` on, at most `count`.
  std::span<const limb> part(std::size_t begin, std::size_t count) const noexcept {
    return {limbs_ + begin, std::min(count, size_ - begin)};
  }

 private:
  friend std::shared_ptr<const magnitude> computed(const std::string& what,
                                                   const std::shared_ptr<detail::engine>& engine,
                                                   std::size_t room,
                                                   process::function_ref<void(magnitude&)> work);
  /// Drops leading zeros, and memory that they waste. Null for zero.
  static std::shared_ptr<const magnitude> made(std::shared_ptr<magnitude> complete);

  std::shared_ptr<detail::engine> engine_;
  std::size_t room_, size_;
  limb* limbs_;
};

/// A result of at most `room` limbs, all of which `work` writes or queues to be written. Waits for that, also
/// if `work` throws, so that nothing uses the memory of operands and result afterwards. Null for zero.
/// \param what the operation with its sizes, for errors and profilers
/// \throws out_of_memory naming the operation
/// \throws device_error if a check of the result failed
std::shared_ptr<const magnitude> computed(const std::string& what,
                                          const std::shared_ptr<detail::engine>& engine, std::size_t room,
                                          process::function_ref<void(magnitude&)> work);

/// Copies the lowest `count` limbs of a number's magnitude from the device, and zeros for limbs that it does
/// not have. Waits.
void copy_out(const gpu_bigint& number, limb* target, std::size_t count);

/// \throws std::invalid_argument naming the operation if the operands live in different contexts
void require_same_context(const std::string& what, const magnitude& a, const magnitude& b);

}  // namespace gbi::host_memory
