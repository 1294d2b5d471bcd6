/// \file
/// A communicator whose exchanges tests watch or change.
#pragma once

#include <memory>
#include <span>

#include "gpu_bigint/communicator.hpp"

namespace gbi::test {

/// The direct communicator of host ranks. Tests change some of its exchanges.
class forwarding_communicator : public communicator {
 public:
  explicit forwarding_communicator(int ranks) : inner_(direct_communicator(ranks)) {}

  int size() const noexcept override { return inner_->size(); }
  int first() const noexcept override { return 0; }
  int local() const noexcept override { return inner_->size(); }
  void attach(std::span<const context> ranks) override { inner_->attach(ranks); }
  void abort() noexcept override { inner_->abort(); }
  void all_to_all(std::span<const buffers> local, std::size_t bytes) override {
    inner_->all_to_all(local, bytes);
  }
  void all_to_all_v(std::span<const segments> local) override { inner_->all_to_all_v(local); }
  void all_gather(std::span<const buffers> local, std::size_t bytes) override {
    inner_->all_gather(local, bytes);
  }
  void all_reduce(std::span<const buffers> local, std::size_t words, reduction how) override {
    inner_->all_reduce(local, words, how);
  }
  void broadcast(std::span<void* const> local, std::size_t bytes, int root) override {
    inner_->broadcast(local, bytes, root);
  }
  void share(std::span<const std::uint64_t> local, std::span<std::uint64_t> all) override {
    inner_->share(local, all);
  }
  void barrier() override { inner_->barrier(); }

 private:
  std::unique_ptr<communicator> inner_;
};

}  // namespace gbi::test
