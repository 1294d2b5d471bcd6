/// \file
/// The CUDA executor: one device, one stream, stream-ordered memory.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <string>

#include "src/exec/cuda/block_list.hpp"
#include "src/exec/cuda/launcher.hpp"
#include "src/exec/cuda/memory.hpp"
#include "src/exec/executor.hpp"
#include "src/exec/mailboxes.hpp"
#include "src/process/function_ref.hpp"

namespace gbi {
struct context_options;
}

namespace gbi::exec::cuda {

class launch_queue;

/// Why no executor can be made on this device, with CUDA's own text; empty if one can.
std::string why_unavailable(int device);

class cuda_executor : public executor, public cuda_launcher, private list_owner {
 public:
  /// \param device one for which why_unavailable() is empty
  /// \param stream null: the executor makes its own stream. \throws device_error
  cuda_executor(int device, cudaStream_t stream);
  /// \throws std::invalid_argument for options that contradict each other
  explicit cuda_executor(const context_options& options);
  ~cuda_executor() override;

  gbi::backend backend() const noexcept override { return gbi::backend::cuda; }
  int device() const noexcept override { return device_; }
  std::string device_name() const override;
  device_properties properties() const override { return properties_; }

  void* allocate(std::size_t bytes) override;
  void release(void* memory, std::size_t bytes) noexcept override;
  std::span<std::byte> take_workspace(std::size_t bytes) override;
  void keep_workspace(std::span<std::byte> used) noexcept override;
  void trim() override;
  memory_statistics memory() const override;
  void* stream() const noexcept override;
  void precede(void* other) override;
  void follow(void* other) override;
  bool memory_is_host() const noexcept override { return false; }
  void* allocate_pinned(std::size_t bytes) override;
  void release_pinned(void* memory) noexcept override;
  void await(const std::uint64_t* word, std::uint64_t value, std::uint64_t mark) override;
  void upload(void* target, const void* source, std::size_t bytes) override;
  void download(void* target, const void* source, std::size_t bytes) override;
  void download(void* target, const void* source, std::size_t bytes, const reader& read) override;
  void copy(void* target, const void* source, std::size_t bytes) override;
  void clear(void* target, std::size_t bytes) override;
  bool can_access(const void* memory) const override;
  void synchronize() override;
  double seconds_of(process::function_ref<void()> work) override;

  void launch_kernel(const launchable& kernel, const void* arguments) override;

 protected:
  void queue_grid(const grid_launch& grid) override;

 private:
  /// Submits the launches that wait. Everything that reaches the stream or looks at it comes after them.
  void submit() const;
  /// The same for functions that must not throw. If there is no memory for the launches, they are lost.
  void submit_or_lose() const noexcept;
  void release_list() noexcept override;
  /// Releases the workspace that is kept. \returns whether there was one
  bool release_workspace() noexcept;
  /// Returns memory to the device that is kept for later use.
  void make_room();

  int device_;
  cudaStream_t stream_;
  bool reads_pageable_memory_ = false;  ///< through the page tables of the process
  bool owns_stream_;
  device_properties properties_;
  std::size_t longest_kept_ = 0;  ///< the most bytes that a workspace may have to be kept
  std::unique_ptr<device_memory> memory_;
  std::unique_ptr<block_list> blocks_;  ///< above the memory; null if none are kept
  std::shared_ptr<launch_queue> launches_;
  std::unique_ptr<pool_user> pool_user_;
  mailboxes peeks_{*this};  ///< for downloads of a few words
};

}  // namespace gbi::exec::cuda
