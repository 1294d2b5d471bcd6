#include "gpu_bigint/prepared.hpp"

#include <array>
#include <mutex>
#include <utility>
#include <variant>

#include "src/multiply/multiply.hpp"
#include "src/multiply/pieces.hpp"
#include "src/number/number.hpp"

namespace gbi {

namespace detail {

/// The number and its transforms for the two most recent plans. If a product with a transform was wrong, that
/// transform is computed again.
class prepared_operand {
 public:
  explicit prepared_operand(gpu_bigint value) : value_(std::move(value)) {}

  const gpu_bigint& value() const noexcept { return value_; }

  /// The caller's pointer keeps the transform alive until its launches are queued, even if another thread
  /// evicts it.
  std::shared_ptr<const products::spectrum> spectrum_of(const plan::fft_plan& plan) {
    const std::scoped_lock lock(mutex_);
    const auto is_usable = [&plan](const auto& kept) {
      return kept && kept->plan == plan && !kept->is_suspect();
    };
    if (is_usable(kept_[0])) return kept_[0];
    if (!is_usable(kept_[1])) {
      kept_[1] = nullptr;  // the new transform may need its memory
      const number& x = *detail::number_of(value_);
      kept_[1] =
          std::make_shared<products::spectrum>(products::transform_operand(*x.owner(), x.span(), plan));
    }
    std::swap(kept_[0], kept_[1]);
    return kept_[0];
  }

 private:
  gpu_bigint value_;  // declared before the transforms, so that its context outlives them
  std::mutex mutex_;
  std::array<std::shared_ptr<const products::spectrum>, 2> kept_;  ///< the most recent one first
};

}  // namespace detail

prepared::prepared(gpu_bigint value)
    : operand_(std::make_shared<detail::prepared_operand>(std::move(value))) {}

const gpu_bigint& prepared::value() const noexcept {
  return operand_->value();
}

gpu_bigint prepared::times(const gpu_bigint& other) const {
  if (products::are_for_words({other, value(), "product"})) return multiply(other, value());
  return products::of_numbers(other, value(), [&](detail::engine& engine, const products::product& wanted) {
    const auto plan =
        engine.planner().kept_product(plan::product_shape::whole(wanted.a.count, wanted.b.count));
    if (!plan) return products::run(engine, wanted);
    const auto spectrum = operand_->spectrum_of(std::get<plan::routes::in_pieces>(plan->route).cut.fft);
    products::product with_spectrum = wanted;
    with_spectrum.kept_b = spectrum.get();
    products::execute(engine, *plan, with_spectrum);
  });
}

}  // namespace gbi
