/// \file
/// A smart pointer to an object that counts its references.
#pragma once

#include <utility>

namespace gbi::detail {

/// The pointer is one word, so a value can hold it atomically. T has retain() and release(), and a new T
/// starts with one reference.
template <class T>
class counted {
 public:
  counted() = default;
  /// Takes over a reference.
  explicit counted(T* object) noexcept : object_(object) {}
  counted(const counted& other) noexcept : object_(other.object_) {
    if (object_ != nullptr) object_->retain();
  }
  counted(counted&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  counted& operator=(counted other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~counted() {
    if (object_ != nullptr) object_->release();
  }

  T* get() const noexcept { return object_; }
  T* operator->() const noexcept { return object_; }
  T& operator*() const noexcept { return *object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }
  /// Gives up the reference.
  T* detach() noexcept { return std::exchange(object_, nullptr); }

 private:
  T* object_ = nullptr;
};

}  // namespace gbi::detail
