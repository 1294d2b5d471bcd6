/// \file
/// A CUDA executor on the stand-in for CUDA's runtime, and kernels for it.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gpu_bigint/context.hpp"
#include "src/exec/cuda/executor.hpp"
#include "src/exec/cuda/kernel_entry.hpp"
#include "src/exec/launch_scope.hpp"
#include "tests/context/fake_cuda.hpp"

namespace gbi::test {

/// Kernels that do not commute: *at = *at * factor + summand.
struct affine {
  std::uint64_t* at;
  std::uint64_t factor, summand;
};
inline void run_affine(const void* arguments, std::uint32_t /*blocks*/) {
  const affine& a = *static_cast<const affine*>(arguments);
  fake_cuda::require_live(a.at);
  if (fake_cuda::is_live(a.at)) *a.at = *a.at * a.factor + a.summand;
}

/// An instance of a kernel. The device forgets it when the object ends.
class fake_entry {
 public:
  explicit fake_entry(std::string name, std::uint32_t shared_bytes = 1024)
      : name_(std::move(name)),
        kernel_{name_.c_str(), sizeof(affine), run_affine},
        entry_{&kernel_,
               128,
               shared_bytes,
               sizeof(affine),
               &devices_,
               &cudaLaunchKernelExC,
               &cudaFuncSetAttribute} {}
  fake_entry(const fake_entry&) = delete;
  fake_entry& operator=(const fake_entry&) = delete;

  exec::cuda::kernel_entry& get() { return entry_; }

 private:
  std::string name_;
  fake_cuda::kernel kernel_;
  exec::cuda::loaded_on devices_;
  exec::cuda::kernel_entry entry_;
};

class fake_executor final : public exec::cuda::cuda_executor {
 public:
  using cuda_executor::cuda_executor;

  void launch(fake_entry& entry, std::uint64_t* at, std::uint64_t factor, std::uint64_t summand,
              std::uint32_t blocks = 1) {
    const affine a{at, factor, summand};
    queue_grid({&entry.get(), blocks, &a, blocks, 1});
  }
  /// Lets the device load the kernel.
  void load(fake_entry& entry) {
    std::uint64_t value = 0;
    auto* const at = static_cast<std::uint64_t*>(allocate(sizeof value));
    launch(entry, at, 0, 0);
    release(at, sizeof value);
  }
  std::uint64_t value_of(const std::uint64_t* at) {
    std::uint64_t result = 0;
    download(&result, at, sizeof result);
    return result;
  }
};

/// Every test begins with a fresh device, on which nothing may be left at its end.
class on_fake_device : public testing::Test {
 protected:
  on_fake_device() { fake_cuda::reset(); }
  ~on_fake_device() override {
    fake_cuda::stop_failing();
    executor_.reset();
    const fake_cuda::device& seen = fake_cuda::now();
    EXPECT_EQ(seen.mistakes, std::vector<std::string>{});
    EXPECT_EQ(seen.graphs, 0);
    EXPECT_EQ(seen.instances, 0);
    EXPECT_EQ(seen.events, 0);
    EXPECT_EQ(seen.blocks_of_memory, 0);
  }

  fake_executor& make(const context_options& options = {}) {
    executor_ = std::make_unique<fake_executor>(options);
    return *executor_;
  }
  /// A word of device memory with this value.
  std::uint64_t* word(std::uint64_t value = 0) {
    auto* const at = static_cast<std::uint64_t*>(executor_->allocate(sizeof value));
    executor_->upload(at, &value, sizeof value);
    words_.push_back(at);
    return at;
  }
  void end() {
    for (std::uint64_t* const at : words_) executor_->release(at, sizeof *at);
    words_.clear();
    executor_.reset();
  }
  /// What reached the stream since the last call.
  static std::vector<std::string> seen() { return std::exchange(fake_cuda::now().log, {}); }

  std::unique_ptr<fake_executor> executor_;

 private:
  std::vector<std::uint64_t*> words_;
};

/// An executor whose device has loaded five kernels, and a word that they change.
class on_launch_queue : public on_fake_device {
 protected:
  on_launch_queue() {
    make();
    for (const char* const name : {"a", "b", "c", "d", "e"})
      executor_->load(*entries_.emplace_back(std::make_unique<fake_entry>(name)));
    at_ = word(1);
    executor_->synchronize();
    seen();
    fake_cuda::now().plain_launches = fake_cuda::now().overlapping_launches = 0;
  }
  ~on_launch_queue() override {
    fake_cuda::stop_failing();
    if (executor_ != nullptr) end();
  }

  void launch(int which, std::uint64_t factor, std::uint64_t summand) {
    executor_->launch(*entries_[static_cast<std::size_t>(which)], at_, factor, summand);
    expected_ = expected_ * factor + summand;
  }
  /// One operation with these launches.
  void run(const std::vector<int>& kernels) {
    const exec::launch_scope scope;
    for (const int one : kernels) launch(one, 3, ++summand_);
  }
  void expect_right() { EXPECT_EQ(executor_->value_of(at_), expected_); }

  std::vector<std::unique_ptr<fake_entry>> entries_;
  std::uint64_t* at_ = nullptr;
  std::uint64_t expected_ = 1, summand_ = 0;
};

}  // namespace gbi::test
