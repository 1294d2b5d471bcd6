/// \file
/// Divisors for repeated use.
#include <bit>
#include <mutex>
#include <optional>
#include <utility>

#include "src/arithmetic/quotient.hpp"
#include "src/process/function_ref.hpp"
#include "src/words/floating_scope.hpp"

namespace gbi {

namespace detail {

/// The divisor and its reciprocal.
class divider_state {
 public:
  explicit divider_state(const gpu_bigint& value)
      : divisor(value),
        number(arithmetic::nonzero_divisor(divisor, 0, "preparation of quotients")),
        top(number.top()) {
    if (!detail::short_words(divisor)) prepare();
  }

  /// Computes the reciprocal, once. A divisor in host words is prepared only when it divides a long number.
  void prepare() const {
    const words::floating_scope environment;
    std::call_once(asked, [this] {
      // The block is one limb longer than the divisor, so that a number twice as long as the divisor takes
      // one step.
      if (number.size() > 1)
        prepared.emplace(*number.owner(), number.span(), std::countl_zero(top), number.size() + 1, 1,
                         arithmetic::transforms::kept);
    });
  }

  /// \param again set after a wrong result: no cached data is used
  void divide(engine& engine, const arithmetic::division& task, bool again) const {
    if (again || suspect->load(std::memory_order_relaxed))
      return arithmetic::divide(engine, task, number.span(), top);
    prepare();
    // A much longer numerator takes fewer and longer steps with its own reciprocal.
    constexpr std::uint64_t most_steps = 8;
    if (arithmetic::divides_in_block(engine, task, number.size(), prepared.has_value()))
      arithmetic::divide_short(engine, task, number.span());
    else if (!prepared || task.numerators.count / prepared->block() > most_steps)
      arithmetic::divide(engine, task, number.span(), top);
    else
      arithmetic::divide(engine, task, *prepared);
  }

  gpu_bigint divisor;
  const detail::number& number;
  limb top;
  mutable std::once_flag asked;
  mutable std::optional<arithmetic::prepared_divisors> prepared;
  faults::suspect_flag suspect = std::make_shared<std::atomic<bool>>(false);  ///< a quotient was wrong
};

}  // namespace detail

divider::divider(const gpu_bigint& divisor)
    : state_(std::make_shared<const detail::divider_state>(divisor)) {}

const gpu_bigint& divider::divisor() const noexcept {
  return state_->divisor;
}

quotient_remainder divider::div_rem(const gpu_bigint& a) const {
  return divide(a, true, true);
}

quotient_remainder divider::divide(const gpu_bigint& a, bool quotient, bool remainder) const {
  auto run = [this, again = false](detail::engine& engine, const arithmetic::division& task) mutable {
    state_->divide(engine, task, std::exchange(again, true));
  };
  return operation::perform(
      arithmetic::quotient{a, divisor(), {quotient, remainder}, "quotient", run, state_->suspect});
}

}  // namespace gbi
