/// \file
/// How every function of the C interface is made: its pointers are checked and opened, the C++ function runs,
/// and an exception becomes a status and a message.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "gpu_bigint/bigint_batch.hpp"
#include "gpu_bigint/c/status.h"
#include "gpu_bigint/context.hpp"
#include "gpu_bigint/gpu_bigint.hpp"
#include "gpu_bigint/random.hpp"
#include "gpu_bigint/view.hpp"

struct gbi_int {
  gbi::gpu_bigint value;
};
struct gbi_batch {
  std::optional<gbi::bigint_batch> value;  // nothing until it is a result
};
struct gbi_moduli {
  gbi::odd_moduli value;
};
struct gbi_context {
  gbi::context value;
};
struct gbi_random {
  gbi::random_engine value;
};
struct gbi_view {
  std::variant<gbi::limb_view, gbi::batch_view> value;
};

namespace gbi::c {

/// Keeps the message of the exception that is being handled. Returns its status.
[[nodiscard]] gbi_status failure(const char* function) noexcept;
/// As failure(), for a null pointer.
[[nodiscard]] gbi_status null_argument(const char* function) noexcept;

/// Memory of the caller for `count` elements, which may be null if there are none.
template <class T>
struct array {
  T* elements;
  std::size_t count;
};

/// An array of the caller that a result fills, and where the number of its elements goes.
template <class T>
struct room {
  T* elements;
  std::size_t capacity;
};

template <class T>
bool is_null(const T& argument) {
  if constexpr (std::is_pointer_v<T>)
    return argument == nullptr;
  else
    return false;
}
template <class T>
bool is_null(const array<T>& argument) {
  return argument.elements == nullptr && argument.count != 0;
}

/// What a C++ function takes in place of an argument: the object behind a handle, a variable by reference.
/// Words and text stay as they are.
template <class T>
T opened(T word) {
  return word;
}
template <class T>
T& opened(T* variable) {
  return *variable;
}
inline const char* opened(const char* text) {
  return text;
}
inline gpu_bigint& opened(gbi_int* number) {
  return number->value;
}
inline const gpu_bigint& opened(const gbi_int* number) {
  return number->value;
}
inline std::optional<bigint_batch>& opened(gbi_batch* result) {
  return result->value;
}
inline const bigint_batch& opened(const gbi_batch* batch) {
  if (!batch->value) throw std::invalid_argument("a batch without elements is an operand");
  return *batch->value;
}
inline const odd_moduli& opened(const gbi_moduli* moduli) {
  return moduli->value;
}
inline const gbi::context& opened(const gbi_context* context) {
  return context->value;
}
inline const std::variant<limb_view, batch_view>& opened(const gbi_view* view) {
  return view->value;
}
inline random_engine& opened(gbi_random* state) {
  return state->value;
}
template <class T>
std::span<T> opened(array<T> values) {
  return {values.elements, values.count};
}
inline std::vector<gpu_bigint> opened(array<const gbi_int* const> numbers) {
  std::vector<gpu_bigint> values;
  values.reserve(numbers.count);
  for (const gbi_int* const number : std::span(numbers.elements, numbers.count)) {
    if (number == nullptr) throw std::invalid_argument("a null pointer among the numbers");
    values.push_back(number->value);
  }
  return values;
}

/// Assigns a value to an object, or to a variable of C.
template <class Result, class Value>
void assign(Result& result, Value&& value) {
  if constexpr (std::is_arithmetic_v<Result>)
    result = static_cast<Result>(value);
  else
    result = std::forward<Value>(value);
}

/// A call of a function of the C interface with these arguments.
template <class... Arguments>
class call {
 public:
  explicit call(const char* function, Arguments... arguments) noexcept
      : function_(function), arguments_(arguments...) {}

  /// work(opened(arguments)...)
  template <class Work>
  gbi_status run(const Work& work) const noexcept {
    return run_with(work);
  }
  /// result = compute(opened(arguments)...)
  template <class Result, class Compute>
  gbi_status set(Result* result, const Compute& compute) const noexcept {
    return run_with([&](auto& to, auto&&... operands) { assign(to, compute(operands...)); }, result);
  }
  /// The two members of compute(opened(arguments)...).
  template <class First, class Second, class Compute>
  gbi_status set_both(First* first, Second* second, const Compute& compute) const noexcept {
    return run_with(
        [&](auto& to_first, auto& to_second, auto&&... operands) {
          if (static_cast<const void*>(first) == static_cast<const void*>(second))
            throw std::invalid_argument("one object for two results");
          auto [one, other] = compute(operands...);
          assign(to_first, std::move(one));
          assign(to_second, std::move(other));
        },
        first, second);
  }
  /// Makes an object whose value is compute(opened(arguments)...).
  template <class Object, class Compute>
  gbi_status make(Object** result, const Compute& compute) const noexcept {
    return run_with(
        [&](Object*& to, auto&&... operands) {
          to = std::make_unique<Object>(Object{compute(operands...)}).release();
        },
        result);
  }
  /// Fills an array of the caller with the elements of compute(opened(arguments)...).
  template <class T, class Compute>
  gbi_status fill(room<T> result, std::size_t* count, const Compute& compute) const noexcept {
    return run_with(
        [&](std::size_t& elements, auto&&... operands) {
          const auto values = compute(operands...);
          if (result.elements != nullptr) {
            if (values.size() > result.capacity)
              throw std::length_error("the result has " + std::to_string(values.size()) +
                                      " elements, and there is room for " + std::to_string(result.capacity));
            std::copy(values.begin(), values.end(), result.elements);
          }
          elements = values.size();
        },
        count);
  }

 private:
  /// work(opened(results)..., opened(arguments)...)
  template <class Work, class... Results>
  gbi_status run_with(const Work& work, Results... results) const noexcept {
    return std::apply(
        [&](const auto&... arguments) {
          if ((is_null(results) || ...) || (is_null(arguments) || ...)) return null_argument(function_);
          try {
            work(opened(results)..., opened(arguments)...);
            return GBI_OK;
          } catch (...) {
            return failure(function_);
          }
        },
        arguments_);
  }

  const char* function_;
  std::tuple<Arguments...> arguments_;
};

/// A copy that gbi_free() frees. Text ends with '\0'.
[[nodiscard]] char* allocated(std::span<const char> text);

}  // namespace gbi::c
