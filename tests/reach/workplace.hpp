/// \file
/// What the cases of this folder share: contexts whose launches are recorded, and the comparison of results.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu_bigint/context.hpp"
#include "src/context/engine.hpp"
#include "src/exec/all_launches.hpp"
#include "src/exec/buffer.hpp"
#include "src/plan/devices/h200.hpp"
#include "tests/reach/census.hpp"
#include "tests/support/random.hpp"
#include "tests/support/watched_executor.hpp"

namespace gbi::test {

/// The launches of all threads.
class launch_record {
 public:
  void add(const exec::launchable& kernel, const void* arguments, std::uint32_t multiprocessors);
  /// The launches of this case are only recorded from now on, because the executor lacks an instance.
  void leave_out() { left_out_ = true; }
  /// Whether that has happened in this case.
  bool has_left_out() const { return left_out_; }
  void begin_case() { left_out_ = false; }
  const std::set<std::string>& reached() const { return reached_; }

 private:
  std::mutex mutex_;
  std::set<std::string> reached_;
  std::atomic<bool> left_out_ = false;
};

/// Records every launch, and then makes it.
template <class Base>
class recorded_executor final : public Base {
 public:
  explicit recorded_executor(launch_record& record, auto&&... of_base) : Base(of_base...), record_(record) {}

  void launch_kernel(const exec::launchable& kernel, const void* arguments) override {
    record_.add(kernel, arguments, this->properties().multiprocessors);
    if (this->backend() != backend::host) return Base::launch_kernel(kernel, arguments);
    if (record_.has_left_out()) return;  // what follows would read results that do not exist
    try {
      Base::launch_kernel(kernel, arguments);
    } catch (const std::logic_error&) {
      record_.leave_out();
    }
  }

 private:
  launch_record& record_;
};

/// The host executor, planned for as if it were the GPU that was measured. It lacks some of the GPU's
/// instances.
class posing_executor : public distant_executor {
 public:
  exec::device_properties properties() const override { return plan::devices::h200.properties(); }
};

class workplace {
 public:
  /// \param where cuda, or the host in its place
  workplace(backend where, std::uint64_t seed) : random(seed), where_(where) {}

  using change = std::function<void(plan::tuning&)>;
  /// A new context without numbers in host words.
  context make_context(const change& tuned = {});
  /// The context of cases that need no other.
  const context& usual();
  detail::engine& engine() { return *detail::engine_of(usual()); }

  /// A verdict of the usual context that opens repair gates.
  exec::buffer<kernels::verdict> wrong_verdict();
  /// \throws std::runtime_error unless the result is right or depends on a launch that was left out
  void expect(const testing::AssertionResult& right, const std::string& what);

  launch_record& record() noexcept { return record_; }
  random_source random;

 private:
  backend where_;
  launch_record record_;
  std::optional<context> usual_;
};

/// Some launches with results that are known.
struct reach_case {
  std::string name;
  std::function<void(workplace&)> run;
};

std::vector<reach_case> cases_of_transforms();
std::vector<reach_case> cases_of_products();
std::vector<reach_case> cases_of_corrections();
std::vector<reach_case> cases_of_blocks();
std::vector<reach_case> cases_of_batches();
std::vector<reach_case> cases_of_number_theory();
std::vector<reach_case> cases_of_groups();
/// Every line of the table of operations (tests/torture/operations.hpp).
std::vector<reach_case> cases_of_the_table();

}  // namespace gbi::test
