/// \file
/// A reference to a callable object, as C++26's std::function_ref. Unlike std::function it owns nothing,
/// takes no memory, and its header is short.
#pragma once

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

namespace gbi::process {

/// A type other than the reference itself.
template <class F, class Reference>
concept another_than = !std::same_as<std::remove_cvref_t<F>, Reference>;
template <class F, class Reference>
concept temporary_another_than = another_than<F, Reference> && !std::is_lvalue_reference_v<F>;
template <class F, class Reference, class Result, class... Arguments>
concept callable_as = another_than<F, Reference> && std::is_invocable_r_v<Result, F&, Arguments...>;

template <class Signature>
class function_ref;

/// The object that it refers to must live as long as it is called. An empty one must not be called.
template <class Result, class... Arguments>
class function_ref<Result(Arguments...)> {
 public:
  function_ref() = default;
  template <callable_as<function_ref, Result, Arguments...> F>
  // NOLINTNEXTLINE(bugprone-forwarding-reference-overload, google-explicit-constructor): as in C++26
  function_ref(F&& f) noexcept
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(f)))),
        call_([](void* object, Arguments... arguments) -> Result {
          return static_cast<Result>(
              (*static_cast<std::remove_reference_t<F>*>(object))(std::forward<Arguments>(arguments)...));
        }) {}
  /// A temporary object would be gone before the next statement.
  template <temporary_another_than<function_ref> F>
  function_ref& operator=(F&&) = delete;

  Result operator()(Arguments... arguments) const {
    return call_(object_, std::forward<Arguments>(arguments)...);
  }
  explicit operator bool() const noexcept { return call_ != nullptr; }

 private:
  void* object_ = nullptr;
  Result (*call_)(void*, Arguments...) = nullptr;
};

}  // namespace gbi::process
