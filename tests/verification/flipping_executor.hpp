/// \file
/// Failing memory: an executor that flips a random bit of the memory that an operation has taken, after one
/// of its launches.
#pragma once

#include <cstdint>
#include <iterator>
#include <map>
#include <mutex>
#include <type_traits>

#include "src/exec/launches.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

template <class Base>
class flipping_executor final : public Base {
 public:
  using Base::Base;

  /// From now on launches are counted, and blocks are remembered.
  void begin() {
    blocks_.clear();
    launches_ = checks_end_ = 0;
    counting_ = true;
    at_ = never;
  }
  /// As begin(). A bit flips after launch `at`, counted from 0.
  void begin_with_flip_after(std::uint64_t at, std::uint64_t seed) {
    begin();
    at_ = at;
    random_ = random_source(seed);
  }
  void end() { counting_ = false; }
  /// The launches before the last check, which is no check of a repair: after it nothing can be noticed.
  std::uint64_t launches_before_last_check() const { return checks_end_ > 0 ? checks_end_ : launches_; }

  void* allocate(std::size_t bytes) override {
    void* const memory = Base::allocate(bytes);
    const std::scoped_lock lock(mutex_);
    if (counting_) blocks_[memory] = bytes / sizeof(std::uint64_t);
    return memory;
  }
  void release(void* memory) noexcept override {
    {
      const std::scoped_lock lock(mutex_);
      blocks_.erase(memory);
    }
    Base::release(memory);
  }

  void launch_listed(std::size_t which, const void* arguments) override {
    Base::launch_listed(which, arguments);
    if (!counting_) return;
    exec::launches::visit(which, arguments, [&](const auto& a) {
      using type = std::remove_cvref_t<decltype(a)>;
      if constexpr (std::is_same_v<type, kernels::verify_arguments>) {
        if (a.repair.verdicts == nullptr) checks_end_ = launches_;
      } else if constexpr (std::is_same_v<type, kernels::batch_compare_arguments>) {
        checks_end_ = launches_;
      }
    });
    if (launches_++ == at_) flip();
  }

 private:
  static constexpr std::uint64_t never = ~std::uint64_t{0};

  void flip() {
    if (blocks_.empty()) return;
    const auto block = std::next(blocks_.begin(), static_cast<std::ptrdiff_t>(random_.below(blocks_.size())));
    if (block->second == 0) return;
    auto* const word = static_cast<std::uint64_t*>(block->first) + random_.below(block->second);
    std::uint64_t value = 0;
    this->download(&value, word, sizeof value);
    value ^= std::uint64_t{1} << random_.below(64);
    this->upload(word, &value, sizeof value);
  }

  std::mutex mutex_;
  std::map<void*, std::size_t> blocks_;  ///< with their words
  std::uint64_t launches_ = 0, checks_end_ = 0, at_ = never;
  bool counting_ = false;
  random_source random_{0};
};

}  // namespace gbi::test
