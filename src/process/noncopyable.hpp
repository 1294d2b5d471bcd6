/// \file
/// A base class for objects that have an identity.
#pragma once

namespace gbi::process {

class noncopyable {
 public:
  noncopyable(const noncopyable&) = delete;
  noncopyable& operator=(const noncopyable&) = delete;

 protected:
  noncopyable() = default;
  ~noncopyable() = default;
};

}  // namespace gbi::process
