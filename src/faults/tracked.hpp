/// \file
/// Data that carries the evidence of the operation that made it.
#pragma once

#include <utility>

#include "src/faults/evidence.hpp"

namespace gbi::faults {

/// Memory of a number, a batch or a table, or something that contains such memory.
template <class T>
class tracked {
 public:
  tracked() = default;
  explicit tracked(T data) : data_(std::move(data)) {}

  /// Adds the evidence to the innermost operation; outside any operation, waits for it. \throws device_error
  /// if the data is known to be wrong
  void depend() const { depend_on(evidence_); }
  /// The data, for reading; depends on it.
  const T& read() const {
    depend();
    return data_;
  }
  /// For the operation that makes the data, and for callers that pass on the evidence themselves.
  T& raw() noexcept { return data_; }
  const T& raw() const noexcept { return data_; }
  /// Gives the data the evidence of the innermost operation.
  void seal() { evidence_ = evidence_so_far(); }
  /// Makes data that outlives the innermost operation, apart from its evidence.
  template <class Make>
  void make(const Make& make) {
    const collector own;
    make(data_);
    seal();
  }

  /// Before the host uses the data. Waits if nothing is known yet. \throws device_error if a check failed
  void require_right() const { faults::require_right(evidence_); }
  /// Before the address of the data is handed out. Does not wait. \throws device_error if the data is known
  /// to be wrong
  void require_not_failed() const {
    if (known() == evidence::state::failed) throw_fault();
  }
  /// What is known without reading device memory.
  evidence::state known() const noexcept { return evidence_ ? evidence_->known() : evidence::state::right; }

 private:
  T data_;
  evidence::pointer evidence_;
};

}  // namespace gbi::faults
