/// \file
/// Truth values of a batch in device memory: one byte for each element, 0 or 1. Immutable once sealed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "gpu_bigint/batch_mask.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/faults/tracked.hpp"

namespace gbi::detail {

class mask {
 public:
  mask(std::shared_ptr<engine> engine, std::size_t size)
      : engine_(std::move(engine)), values_(exec::buffer<signed char>(engine_->executor(), size)) {}

  const std::shared_ptr<engine>& owner() const noexcept { return engine_; }
  exec::executor& executor() const noexcept { return engine_->executor(); }
  std::size_t size() const noexcept { return values_.raw().size(); }
  std::uint32_t elements() const noexcept { return static_cast<std::uint32_t>(size()); }
  signed char* values() noexcept { return values_.raw().data(); }
  /// The values, for reading (faults::tracked).
  const signed char* values() const { return values_.read().data(); }
  /// Completes the mask and gives it the evidence of the innermost operation.
  void seal() { values_.seal(); }

 private:
  std::shared_ptr<engine> engine_;
  faults::tracked<exec::buffer<signed char>> values_;
};

struct mask_access {
  static const mask& state(const batch_mask& a) noexcept { return *a.state_; }
  static batch_mask value(std::shared_ptr<const mask> state) noexcept { return batch_mask(std::move(state)); }
};

inline const mask& state_of(const batch_mask& a) noexcept {
  return mask_access::state(a);
}
/// Seals the mask.
inline batch_mask mask_of(std::shared_ptr<mask> state) {
  state->seal();
  return mask_access::value(std::move(state));
}

}  // namespace gbi::detail
