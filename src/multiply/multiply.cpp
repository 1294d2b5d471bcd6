#include "src/multiply/multiply.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "src/number/host_words.hpp"
#include "src/number/number.hpp"
#include "src/number/room.hpp"
#include "src/operation/perform.hpp"
#include "src/process/concat.hpp"
#include "src/process/function_ref.hpp"
#include "src/words/floating_scope.hpp"
#include "src/words/products/multiply.hpp"

namespace gbi {

namespace products {

namespace {

/// a b on the device, computed by `run` from the magnitudes. Its launches check themselves as planned.
struct product_of_numbers {
  const gpu_bigint &a, &b;
  process::function_ref<void(detail::engine&, const product&)> run;
  numbers::short_operands words{a, b, name()};

  static constexpr const char* name() { return "product"; }
  auto operands() const { return std::tie(a, b); }
  std::string description() const { return description_of(a.limb_bound(), b.limb_bound()); }
  static std::string description_of(std::size_t a, std::size_t b) {
    return concat("product of ", a, " and ", b, " limbs (", (a + b) * sizeof(limb), " bytes)");
  }
  std::optional<gpu_bigint> known() const {
    if (a.limb_bound() == 0 || b.limb_bound() == 0) return gpu_bigint();
    return std::nullopt;
  }

  class launches {
   public:
    explicit launches(const product_of_numbers& wanted)
        : run_(wanted.run),
          x_(*detail::number_of(wanted.a)),
          y_(*detail::number_of(wanted.b)),
          // Read only once: a bound shrinks when another thread asks for the size of a number that copies
          // share.
          span_x_(x_.span()),
          span_y_(y_.span()) {
      const std::size_t expected = x_.expected() + y_.expected(), limbs = span_x_.count + span_y_.count;
      numbers::require_room(x_.executor(), limbs * sizeof(limb),
                            [&] { return description_of(span_x_.count, span_y_.count); });
      result_ = detail::number::make(x_.owner(), limbs, expected > 0 ? expected - 1 : 0);
      result_->descend_from(x_, y_);
    }
    void queue() const {
      if (span_x_.count == 0 || span_y_.count == 0) return;
      run_(*x_.owner(), {.a = span_x_,
                         .b = span_y_,
                         .out = result_->target(),
                         .sign = {x_.sign_word(), y_.sign_word(), result_->sign_word()}});
    }
    gpu_bigint value() {
      if (span_x_.count == 0 || span_y_.count == 0) return {};
      const auto sign_x = x_.known_negative(), sign_y = y_.known_negative();
      if (&x_ == &y_)
        result_->know_negative(false);
      else if (sign_x && sign_y)
        result_->know_negative(*sign_x != *sign_y);
      return detail::value_of(std::move(result_));
    }

   private:
    process::function_ref<void(detail::engine&, const product&)> run_;
    const detail::number &x_, &y_;
    kernels::limb_span span_x_, span_y_;
    detail::new_number result_;
  };
};

}  // namespace

gpu_bigint of_numbers(const gpu_bigint& a, const gpu_bigint& b,
                      process::function_ref<void(detail::engine&, const product&)> run) {
  return operation::perform(product_of_numbers{a, b, run});
}

}  // namespace products

namespace {

/// The product of nonzero numbers in host words. A call would pass the operands in memory, where they arrive
/// later than the product of a few limbs.
[[gnu::always_inline]] inline gpu_bigint product_of_words(const numbers::short_operands& x) {
  const bool swaps = x.a.size < x.b.size;
  const limb *const a = swaps ? x.b.limbs : x.a.limbs, *const b = swaps ? x.a.limbs : x.b.limbs;
  const std::size_t n = x.longer(), m = x.shorter();
  numbers::word_result result(*x.core, n + m);
  if (a == b && n == m) {
    const numbers::word_memory scratch(words::square_scratch(n));
    words::square(result.data(), a, n, scratch.data());
  } else {
    const numbers::word_memory scratch(words::multiply_scratch(n, m));
    words::multiply(result.data(), a, n, b, m, scratch.data());
  }
  return result.value(x.a.negative != x.b.negative);
}

}  // namespace

gpu_bigint multiply(const gpu_bigint& a, const gpu_bigint& b, algorithm how) {
  if (how == algorithm::automatic) {
    const numbers::short_operands x(a, b, "product");
    if (products::are_for_words(x)) {
      if (x.shorter() == 0) return x.a.size == 0 ? a : b;
      return product_of_words(x);
    }
  }
  return products::of_numbers(a, b, [how](detail::engine& engine, const products::product& wanted) {
    products::run(engine, wanted, {.how = how});
  });
}

gpu_bigint square(const gpu_bigint& a, algorithm how) {
  return multiply(a, a, how);
}

gpu_bigint gpu_bigint::times(const gpu_bigint& b) const {
  if (are_inline(b) && size_ != 0 && b.size_ != 0 && word_count() + b.word_count() <= inline_limbs)
    return made_in_place([&](gpu_bigint& result) {
      const std::size_t n = word_count(), m = b.word_count();
      limb* const out = result.words_.here;
      const limb *const x = words_.here, *const y = b.words_.here;
      limb* const no_scratch = nullptr;  // products this short take no scratch memory
      if (n >= m)
        words::multiply(out, x, n, y, m, no_scratch);
      else
        words::multiply(out, y, m, x, n, no_scratch);
      result.set_inline(core_, n + m, (size_ < 0) != (b.size_ < 0));
    });
  return multiply(*this, b);
}

}  // namespace gbi
