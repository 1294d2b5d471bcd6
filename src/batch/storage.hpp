/// \file
/// A batch in device memory. Immutable once sealed. All its elements share their evidence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "gpu_bigint/bigint_batch.hpp"
#include "kernels/word/batch_span.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/faults/tracked.hpp"
#include "src/process/concat.hpp"

namespace gbi::detail {

inline std::uint32_t limbs_of_bits(std::size_t bits) {
  return static_cast<std::uint32_t>((bits + limb_bits - 1) / limb_bits);
}

/// Words that mark the elements for which an operation is undefined.
struct failures {
  std::shared_ptr<const exec::buffer<limb>> words;  ///< null: no element failed
  std::size_t stride = 0;                           ///< 0: all elements share one word
};

class batch {
 public:
  /// Allocates uninitialised memory. \throws std::invalid_argument for a width or a size that a batch cannot
  /// have
  batch(std::shared_ptr<engine> engine, std::size_t size, std::size_t bits);

  const std::shared_ptr<engine>& owner() const noexcept { return engine_; }
  exec::executor& executor() const noexcept { return engine_->executor(); }
  std::size_t size() const noexcept { return size_; }
  std::uint32_t elements() const noexcept { return static_cast<std::uint32_t>(size_); }
  std::size_t bits() const noexcept { return bits_; }
  std::uint32_t limbs() const noexcept { return limbs_of_bits(bits_); }
  limb top_mask() const noexcept { return ~limb{0} >> (limbs() * std::size_t{limb_bits} - bits_); }

  /// The elements, for reading (faults::tracked).
  kernels::batch_span span() const { return {contents_.read().memory.data(), limbs(), size_, 1}; }
  /// The address of the limbs, for callers that pass on the evidence themselves.
  const limb* address() const noexcept { return contents_.raw().memory.data(); }
  void require_not_failed() const { contents_.require_not_failed(); }
  kernels::batch_target target() noexcept {
    return {contents_.raw().memory.data(), limbs(), size_, 1, top_mask()};
  }

  /// The failures, for reading, as span().
  const detail::failures& failed() const { return contents_.read().failed; }
  void set_failed(detail::failures which) { contents_.raw().failed = std::move(which); }

  /// Completes the batch and gives it the evidence of the innermost operation.
  void seal() { contents_.seal(); }

 private:
  struct contents {
    exec::buffer<limb> memory;
    detail::failures failed;
  };

  std::shared_ptr<engine> engine_;
  std::size_t size_, bits_;
  faults::tracked<contents> contents_;
};

/// Requires two batches of equal size in one context. \throws std::invalid_argument naming the operation and
/// the sizes
inline void require_match(const batch& a, const batch& b, const char* operation) {
  if (a.size() == b.size() && a.owner() == b.owner()) return;
  throw std::invalid_argument(concat(
      operation, " of batches of ", a.size(), " x ", a.bits(), " and ", b.size(), " x ", b.bits(), " bits: ",
      a.size() != b.size() ? "the numbers of elements differ" : "the operands live in different contexts"));
}

struct batch_access {
  /// \throws std::invalid_argument if the batch is moved-from
  static const std::shared_ptr<const batch>& storage(const bigint_batch& a) {
    if (a.storage_ == nullptr) throw std::invalid_argument("operation on a batch that was moved from");
    return a.storage_;
  }
  static bigint_batch value(std::shared_ptr<const batch> storage) noexcept {
    return bigint_batch(std::move(storage));
  }
};

/// \throws std::invalid_argument if the batch is moved-from
inline const std::shared_ptr<const batch>& storage_of(const bigint_batch& a) {
  return batch_access::storage(a);
}
/// Seals the batch.
inline bigint_batch value_of(std::shared_ptr<batch> storage) {
  storage->seal();
  return batch_access::value(std::move(storage));
}

}  // namespace gbi::detail
