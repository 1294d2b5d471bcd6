/// \file
/// Runs operations with verification::all while bits flip in device memory.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

#include "gpu_bigint/bigint_batch.hpp"
#include "gpu_bigint/division.hpp"
#include "gpu_bigint/random.hpp"
#include "gpu_bigint/roots.hpp"
#include "src/context/engine.hpp"
#include "src/exec/all_launches.hpp"
#include "src/exec/host/executor.hpp"
#include "src/faults/evidence.hpp"
#if defined(GPU_BIGINT_WITH_CUDA)
#include "src/exec/cuda/executor.hpp"
#endif
#include "tests/support/executors.hpp"
#include "tests/support/watched_executor.hpp"

namespace gbi::test {

/// The executor behind a context whose numbers are all on the device.
template <class Base>
class fault_campaign {
 public:
  template <class... Arguments>
  explicit fault_campaign(std::uint64_t seed, Arguments... arguments) : random_(seed), engine_(seed) {
    auto executor = std::make_unique<watched_executor<Base>>(arguments...);
    hardware_ = executor.get();
    hardware_->before_launch = [this](const exec::launchable& kernel, const void* given) {
      look(kernel, given);
    };
    hardware_->after_launch = [this](const exec::launchable&, const void*) {
      if (counting_ && launches_++ == flip_at_)
        hardware_->flip_one(*hardware_, random_, hardware_->fresh_mark);
    };
    here_.emplace(detail::context_of(detail::engine::make(std::move(executor), plan::word_limits::none())));
    here_->set_verification(verification::all);
    use_.emplace(*here_);
  }

  gpu_bigint number(std::size_t size) { return engine_.bits(size * limb_bits - 3); }

  /// Runs the operation with one flip in each of `tries` runs, somewhere in the given part of the launches
  /// before its last check.
  template <class Operation>
  void expect_no_wrong_result(const std::string& name, const Operation& operation, int tries = 12,
                              double part = 1) {
    SCOPED_TRACE(name);
    const std::string right = without_flips(operation);
    begin(never);
    const auto result = operation();
    counting_ = false;
    ASSERT_EQ(text_of(result), right);
    const auto launches = static_cast<std::uint64_t>(
        std::ceil(part * static_cast<double>(before_last_check_ > 0 ? before_last_check_ : launches_)));
    ASSERT_GT(launches, 0u) << "nothing is checked";
    for (int i = 0; i < tries; ++i) {
      const std::uint64_t at = random_.below(launches), faults = faults::faults();
      SCOPED_TRACE("after launch " + std::to_string(at) + " of " + std::to_string(launches));
      try {
        begin(at);
        const auto found = operation();
        counting_ = false;
        // After a fault kept objects are not used, which may take fewer launches. A bit that flips after the
        // check is at rest.
        if (before_last_check_ > 0 && at >= before_last_check_) continue;
        EXPECT_EQ(text_of(found), right) << "silent";
        ++right_results;
      } catch (const std::exception&) {  // includes impossible intermediate numbers
        counting_ = false;
        ++reports;
      }
      if (faults::faults() != faults) {
        EXPECT_EQ(without_flips(operation), right);
      }
    }
  }

  int right_results = 0, reports = 0;

 private:
  /// The right result. Also makes the tables, which outlive operations and of which a fault makes new ones.
  /// What an earlier flip has damaged may make a check fail once.
  template <class Operation>
  static std::string without_flips(const Operation& operation) {
    try {
      return text_of(operation());
    } catch (const device_error&) {
      return text_of(operation());
    }
  }

  static std::string text_of(const std::string& x) { return x; }
  static std::string text_of(const gpu_bigint& x) {
    std::string result = x.sign() < 0 ? "-" : "";
    for (const limb word : x.to_limbs()) result += std::to_string(word) + " ";
    return result;
  }
  static std::string text_of(const quotient_remainder& x) {
    return text_of(x.quotient) + "; " + text_of(x.remainder);
  }
  static std::string text_of(const root_remainder& x) {
    return text_of(x.root) + "; " + text_of(x.remainder);
  }

  static std::string text_of(const bigint_batch& x) {
    std::string result;
    for (const limb word : x.to_limbs()) result += std::to_string(word) + " ";
    return result;
  }
  static std::string text_of(const batch_quotient& x) {
    return text_of(x.quotient) + "; " + text_of(x.remainder);
  }

  static constexpr std::uint64_t never = ~std::uint64_t{0};

  /// Counts launches from now on. After launch `at`, a bit flips in memory allocated since this call.
  void begin(std::uint64_t at) {
    ++hardware_->fresh_mark;
    launches_ = before_last_check_ = 0;
    flip_at_ = at;
    counting_ = true;
  }
  /// Remembers the last check, not counting checks of repairs: after it no fault can be noticed.
  void look(const exec::launchable& kernel, const void* arguments) {
    exec::launches::visit(kernel, arguments, [&](const auto& a) {
      using type = std::remove_cvref_t<decltype(a)>;
      if constexpr (std::is_same_v<type, kernels::verify_arguments>) {
        if (a.repair.verdicts == nullptr) before_last_check_ = launches_;
      } else if constexpr (std::is_same_v<type, kernels::batch_compare_arguments>) {
        before_last_check_ = launches_;
      }
    });
  }

  watched_executor<Base>* hardware_;
  std::uint64_t launches_ = 0, before_last_check_ = 0, flip_at_ = never;
  bool counting_ = false;
  std::optional<context> here_;
  std::optional<scoped_context> use_;
  random_source random_;
  random_engine engine_;
};

/// Tests that run a campaign on the executor in their name.
class verification_test : public on_executor {
 protected:
  template <class Work>
  void campaign(const Work& work) {
    if (GetParam() == "host") run<exec::host::host_executor>(work);
#if defined(GPU_BIGINT_WITH_CUDA)
    if (GetParam() == "cuda") run<exec::cuda::cuda_executor>(work, 0, nullptr);
#endif
  }

 private:
  template <class Base, class Work, class... Arguments>
  static void run(const Work& work, Arguments... arguments) {
    fault_campaign<Base> faults(test_seed(), arguments...);
    work(faults);
    RecordProperty("right", faults.right_results);
    RecordProperty("reported", faults.reports);
    EXPECT_GT(faults.right_results, 0);
  }
};

}  // namespace gbi::test
