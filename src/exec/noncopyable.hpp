/// \file
/// A base of classes whose objects have an identity.
#pragma once

namespace gbi::exec {

class noncopyable {
 public:
  noncopyable(const noncopyable&) = delete;
  noncopyable& operator=(const noncopyable&) = delete;

 protected:
  noncopyable() = default;
  ~noncopyable() = default;
};

}  // namespace gbi::exec
