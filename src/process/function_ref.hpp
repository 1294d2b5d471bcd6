/// \file
/// A reference to a callable object, as C++26's std::function_ref. Unlike std::function it owns nothing,
/// takes no memory, and its header is short.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace gbi::process {

template <class Signature>
class function_ref;

/// The object that it refers to must live as long as it is called. An empty one must not be called.
template <class Result, class... Arguments>
class function_ref<Result(Arguments...)> {
 public:
  function_ref() = default;
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, function_ref> &&
           std::is_invocable_r_v<Result, F&, Arguments...>) function_ref(F&& f)
  noexcept  // NOLINT(google-explicit-constructor): as std::function_ref
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(f)))),
        call_([](void* object, Arguments... arguments) -> Result {
          return static_cast<Result>(
              (*static_cast<std::remove_reference_t<F>*>(object))(std::forward<Arguments>(arguments)...));
        }) {}

  /// A temporary object would be gone before the next statement.
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, function_ref> &&
           !std::is_lvalue_reference_v<F>) function_ref&
  operator=(F&& f) = delete;

  Result operator()(Arguments... arguments) const {
    return call_(object_, std::forward<Arguments>(arguments)...);
  }
  explicit operator bool() const noexcept { return call_ != nullptr; }

 private:
  void* object_ = nullptr;
  Result (*call_)(void*, Arguments...) = nullptr;
};

}  // namespace gbi::process
