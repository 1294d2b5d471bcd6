/// \file
/// The calling thread's outermost operation. Executors may collect launches while it lasts, because launches
/// that are submitted together cost the host less (docs/decisions/0061-launches-in-graphs.md).
#pragma once

#include <array>
#include <memory>

namespace gbi::exec {

/// Launches that an executor has not submitted yet.
class waiting_launches {
 public:
  waiting_launches() = default;
  waiting_launches(const waiting_launches&) = delete;
  waiting_launches& operator=(const waiting_launches&) = delete;
  virtual ~waiting_launches() = default;

  /// Submits them. An operation that made some of them has ended.
  virtual void operation_ended() noexcept = 0;
};

/// The part of an operation's scope that concerns launches. Scopes nest, and only the outermost one matters.
/// A scope ends in the thread that began it.
class launch_scope {
 public:
  launch_scope() noexcept {
    if (outermost_ == nullptr) outermost_ = this;
  }
  launch_scope(const launch_scope&) = delete;
  launch_scope& operator=(const launch_scope&) = delete;
  ~launch_scope() {
    if (outermost_ == this) end();
  }

  /// Calls operation_ended() once when the calling thread's outermost scope ends.
  /// \returns false if no scope is open, or too many others have asked for this
  static bool submit_at_end(const std::shared_ptr<waiting_launches>& launches) noexcept;

 private:
  /// An operation uses one executor, or that of every device of the machine.
  static constexpr std::size_t most_executors = 8;

  void end() noexcept;

  static inline constinit thread_local launch_scope* outermost_ = nullptr;
  std::array<std::shared_ptr<waiting_launches>, most_executors> waiting_;
};

}  // namespace gbi::exec
