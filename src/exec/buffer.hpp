/// \file
/// Owned memory of an executor.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "src/exec/executor.hpp"

namespace gbi::exec {

/// An array of `size` values in an executor's memory. The contents are undefined unless documented otherwise.
template <class T>
class buffer {
 public:
  buffer() = default;
  buffer(executor& owner, std::size_t size)
      : owner_(&owner),
        data_(size == 0 ? nullptr : static_cast<T*>(owner.allocate(size * sizeof(T)))),
        size_(size) {}
  buffer(executor& owner, std::span<const T> values) : buffer(owner, values.size()) {
    if (!values.empty()) owner.upload(data_, values.data(), values.size_bytes());
  }
  buffer(buffer&& other) noexcept
      : owner_(other.owner_),
        data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)) {}
  buffer& operator=(buffer&& other) noexcept {
    std::swap(owner_, other.owner_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~buffer() {
    if (data_ != nullptr) owner_->release(data_, size_ * sizeof(T));
  }

  T* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }

 private:
  executor* owner_ = nullptr;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// A workspace of an executor (executor.hpp), which it may keep afterwards.
class workspace {
 public:
  workspace() = default;
  workspace(executor& owner, std::size_t bytes)
      : owner_(&owner), memory_(bytes == 0 ? std::span<std::byte>() : owner.take_workspace(bytes)) {}
  workspace(workspace&& other) noexcept : owner_(other.owner_), memory_(std::exchange(other.memory_, {})) {}
  workspace& operator=(workspace&& other) noexcept {
    std::swap(owner_, other.owner_);
    std::swap(memory_, other.memory_);
    return *this;
  }
  ~workspace() {
    if (!memory_.empty()) owner_->keep_workspace(memory_);
  }

  std::byte* data() const noexcept { return memory_.data(); }

 private:
  executor* owner_ = nullptr;
  std::span<std::byte> memory_;
};

/// A buffer with all bits 0.
template <class T>
buffer<T> cleared(executor& owner, std::size_t size) {
  buffer<T> result(owner, size);
  if (size > 0) owner.clear(result.data(), size * sizeof(T));
  return result;
}

}  // namespace gbi::exec
