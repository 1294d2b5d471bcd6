/// \file
/// The common base of executors on the host: they use the memory of the process, and every launch is complete
/// when it returns.
#pragma once

#include "src/exec/executor.hpp"
#include "src/exec/host/memory.hpp"

namespace gbi::exec::host {

class memory_executor : public executor {
 public:
  gbi::backend backend() const noexcept override { return gbi::backend::host; }
  int device() const noexcept override { return 0; }
  device_properties properties() const override { return {}; }

  void* allocate(std::size_t bytes) override { return pool_.allocate(bytes); }
  void release(void* memory) noexcept override { pool_.release(memory); }
  void trim() override { pool_.trim(); }
  bool memory_is_host() const noexcept override { return true; }
  void* allocate_pinned(std::size_t bytes) override { return pool_.allocate(bytes); }
  void release_pinned(void* memory) noexcept override { pool_.release(memory); }
  void await(const std::uint64_t*, std::uint64_t) override { after_wait(); }
  void upload(void* target, const void* source, std::size_t bytes) override;
  void download(void* target, const void* source, std::size_t bytes) override;
  void copy(void* target, const void* source, std::size_t bytes) override;
  void clear(void* target, std::size_t bytes) override;
  void synchronize() override { after_wait(); }
  std::uint64_t* fault() noexcept override { return &fault_; }
  double seconds_of(const std::function<void()>& work) override;

 private:
  memory_pool pool_;
  std::uint64_t fault_ = 0;
};

}  // namespace gbi::exec::host
