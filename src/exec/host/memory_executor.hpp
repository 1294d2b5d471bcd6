/// \file
/// The common base of executors on the host: they use the memory of the process, and every launch is complete
/// when it returns.
#pragma once

#include <memory>

#include "src/exec/executor.hpp"
#include "src/process/function_ref.hpp"

namespace gbi {
struct context_options;
}

namespace gbi::exec::host {

class memory_pool;

class memory_executor : public executor {
 public:
  memory_executor();
  /// \throws std::invalid_argument for a CUDA stream or a CUDA memory pool
  explicit memory_executor(const context_options& options);
  ~memory_executor() override;

  gbi::backend backend() const noexcept override { return gbi::backend::host; }
  int device() const noexcept override { return 0; }
  device_properties properties() const override { return {}; }

  void* allocate(std::size_t bytes) override;
  void release(void* memory, std::size_t bytes) noexcept override;
  void trim() override;
  memory_statistics memory() const override;
  bool memory_is_host() const noexcept override { return true; }
  void* allocate_pinned(std::size_t bytes) override;
  void release_pinned(void* memory) noexcept override;
  void await(const std::uint64_t*, std::uint64_t, std::uint64_t mark) override { after_wait(mark); }
  void upload(void* target, const void* source, std::size_t bytes) override;
  void download(void* target, const void* source, std::size_t bytes) override;
  void download(void* target, const void* source, std::size_t bytes, const reader& read) override;
  void copy(void* target, const void* source, std::size_t bytes) override;
  void clear(void* target, std::size_t bytes) override;
  void synchronize() override { after_wait(mark()); }
  double seconds_of(process::function_ref<void()> work) override;

 private:
  std::unique_ptr<memory_pool> pool_;
};

}  // namespace gbi::exec::host
