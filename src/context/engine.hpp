/// \file
/// The engine of a context: its executor and the tables that its operations share.
#pragma once

#include <memory>
#include <utility>

#include "src/cache/chain_pool.hpp"
#include "src/cache/object_cache.hpp"
#include "src/cache/pinned_blocks.hpp"
#include "src/cache/rns_tables.hpp"
#include "src/cache/twiddles.hpp"
#include "src/context/context_core.hpp"
#include "src/exec/answers.hpp"
#include "src/exec/executor.hpp"
#include "src/exec/mailboxes.hpp"
#include "src/faults/ledger.hpp"
#include "src/faults/verifier.hpp"

namespace gbi::plan {
class planner;
}

namespace gbi::detail {

class engine {
 public:
  engine(std::unique_ptr<exec::executor> executor, detail::context_core& place)
      : core_(&place),
        executor_(std::move(executor)),
        mailboxes_(*executor_),
        answers_(*executor_, mailboxes_),
        ledger_(*executor_),
        twiddles_(*executor_),
        rns_(*executor_),
        chains_(*executor_),
        verifier_(*executor_, place.mode()),
        objects_(place.tuning().workspace_bytes),
        pinned_(*executor_) {
    executor_->inform(&ledger_);
  }
  /// Waits, so that no kernel writes to freed memory and all evidence is settled.
  ~engine();

  engine(const engine&) = delete;
  engine& operator=(const engine&) = delete;

  /// Makes an engine with its own core.
  static std::shared_ptr<engine> make(std::unique_ptr<exec::executor> executor, plan::tuning tuned);
  /// Makes an engine tuned for the executor's device and the environment, but with these limits.
  static std::shared_ptr<engine> make(std::unique_ptr<exec::executor> executor,
                                      const plan::word_limits& limits);

  detail::context_core& core() const noexcept { return *core_; }
  const plan::tuning& tuning() const noexcept { return core_->tuning(); }
  /// Plans with the tuning and the verification of this moment.
  plan::planner planner() const noexcept;
  exec::executor& executor() noexcept { return *executor_; }
  cache::pinned_blocks& pinned() noexcept { return pinned_; }
  exec::mailboxes& mailboxes() noexcept { return mailboxes_; }
  exec::answers& answers() noexcept { return answers_; }
  faults::ledger& ledger() noexcept { return ledger_; }
  cache::twiddle_tables& twiddles() noexcept { return twiddles_; }
  cache::rns_tables& rns() noexcept { return rns_; }
  cache::chain_pool& chains() noexcept { return chains_; }
  faults::verifier& verifier() noexcept { return verifier_; }
  cache::object_cache& objects() noexcept { return objects_; }

 private:
  detail::context_core* core_;
  std::unique_ptr<exec::executor> executor_;
  exec::mailboxes mailboxes_;  // after the executor, so that it returns its memory first
  exec::answers answers_;
  faults::ledger ledger_;
  cache::twiddle_tables twiddles_;
  cache::rns_tables rns_;
  cache::chain_pool chains_;
  faults::verifier verifier_;
  cache::object_cache objects_;
  cache::pinned_blocks pinned_;
};

/// The parts of a context that only the library sees.
struct context_access {
  static const std::shared_ptr<engine>& engine_of(const context& handle) noexcept { return handle.engine_; }
  static context context_of(std::shared_ptr<engine> engine) noexcept { return context(std::move(engine)); }
  static const context& context_of(const scoped_context& scope) noexcept { return scope.use_; }
  static const scoped_context*& before(const scoped_context& scope) noexcept { return scope.before_; }
};

/// The engine that the handle refers to.
inline const std::shared_ptr<engine>& engine_of(const context& handle) noexcept {
  return context_access::engine_of(handle);
}
/// A handle to an engine.
inline context context_of(std::shared_ptr<engine> engine) noexcept {
  return context_access::context_of(std::move(engine));
}

}  // namespace gbi::detail
