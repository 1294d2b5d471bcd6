/// \file
/// Sums, differences and comparison of signed numbers.
#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/number/host_words.hpp"
#include "src/number/number.hpp"
#include "src/number/sum.hpp"
#include "src/operation/perform.hpp"
#include "src/words/linear/linear.hpp"

namespace gbi {

namespace {

/// The order of numbers that may be on the device or in different contexts.
[[gnu::noinline]] int compare_anywhere(const gpu_bigint& a, const gpu_bigint& b) {
  const detail::short_view x = detail::short_words_or_wait(a), y = detail::short_words_or_wait(b);
  if (detail::core_of(a) != nullptr && detail::core_of(b) != nullptr)
    numbers::short_operands(a, b, "comparison");
  if (x && y) {
    if (x.negative != y.negative) return x.negative ? -1 : 1;
    const int order = words::compare(x.limbs, x.size, y.limbs, y.size);
    return x.negative ? -order : order;
  }
  const int sign_a = a.sign(), sign_b = b.sign();
  if (sign_a != sign_b) return sign_a < sign_b ? -1 : 1;
  if (sign_a == 0) return 0;
  detail::engine& engine = *detail::number_of(a)->owner();
  const limb order = engine.answers().await([&](const kernels::reduction_target& found) {
    engine.executor().launch(
        kernels::compare_arguments{detail::number_of(a)->span(), detail::number_of(b)->span(), found});
  });
  if (order == 0) return 0;
  return (order % 2 == 1) == (sign_a > 0) ? 1 : -1;
}

/// a + b or a - b of numbers in host words.
gpu_bigint sum_of_words(const numbers::short_operands& x, bool subtract) {
  const bool negative_b = x.b.negative != subtract;
  const bool adds = x.a.negative == negative_b;
  const bool a_is_larger =
      adds ? x.a.size >= x.b.size : words::compare(x.a.limbs, x.a.size, x.b.limbs, x.b.size) >= 0;
  // Values, not references: operands whose address is taken do not stay in registers.
  const detail::short_view larger = a_is_larger ? x.a : x.b, smaller = a_is_larger ? x.b : x.a;
  const bool negative = a_is_larger ? x.a.negative : negative_b;
  if (adds && larger.size > detail::access::inline_limbs) {
    detail::word_block* const sum = detail::word_block::make(larger.size + 1);
    const limb carry = words::add(sum->limbs(), larger.limbs, larger.size, smaller.limbs, smaller.size);
    sum->limbs()[larger.size] = carry;
    return detail::value_of(*x.core, sum, larger.size + carry, negative);
  }
  numbers::word_result result(*x.core, adds ? larger.size + 1 : larger.size);
  limb* const out = result.data();
  if (adds)
    out[larger.size] = words::add(out, larger.limbs, larger.size, smaller.limbs, smaller.size);
  else
    words::subtract(out, larger.limbs, larger.size, smaller.limbs, smaller.size);
  return result.value(negative);
}

/// a + b or a - b.
struct sum {
  const gpu_bigint &a, &b;
  bool subtract;
  numbers::short_operands words{a, b, name()};

  const char* name() const { return subtract ? "difference" : "sum"; }
  auto operands() const { return std::tie(a, b); }

  bool fits_words() const { return words && words.longer() < words.limits().residence; }
  gpu_bigint in_words() const { return sum_of_words(words, subtract); }
  std::optional<gpu_bigint> known() const {
    if (b.limb_bound() == 0) return a;
    if (a.limb_bound() == 0 && (!subtract || detail::number_of(b)->known_negative()))
      return subtract ? -b : b;
    return std::nullopt;
  }

  class launches {
   public:
    launches(const sum& wanted, bool /*checked*/)
        : a_(*detail::number_of(wanted.a)),
          b_(*detail::number_of(wanted.b)),
          subtract_(wanted.subtract),
          result_(numbers::room_for_sum(a_, b_, subtract_)) {}
    void queue() const { numbers::queue_sum(*result_, a_, b_, subtract_); }
    operation::relation states() const {
      operation::relation right{.a = a_.span(),
                                .sum = result_->written(),
                                .rest = b_.span(),
                                .signs = {a_.sign_word(), nullptr, result_->sign_word(), b_.sign_word()}};
      if (subtract_) {  // result + b = a
        std::swap(right.a, right.sum);
        std::swap(right.signs[0], right.signs[2]);
      }
      return right;
    }
    gpu_bigint value() { return detail::value_of(std::move(result_)); }

   private:
    const detail::number &a_, &b_;
    bool subtract_;
    detail::new_number result_;
  };
};

/// Not a part of plus(), so that short sums save no registers.
[[gnu::noinline]] gpu_bigint sum_of(const gpu_bigint& a, const gpu_bigint& b, bool subtract) {
  if (detail::core_of(b) == nullptr) return a;
  if (detail::core_of(a) == nullptr) return subtract ? -b : b;
  return operation::perform(sum{a, b, subtract});
}

}  // namespace

bool gpu_bigint::has_inline_sum(const gpu_bigint& b, bool subtract) const noexcept {
  if (!are_inline(b)) return false;
  // The highest limbs of the values; limbs above a number may be anything.
  const auto top = [](const gpu_bigint& x) {
    return x.word_count() == inline_limbs ? x.words_.here[inline_limbs - 1] : 0;
  };
  return (size_ < 0) == ((b.size_ < 0) != subtract) ? (top(*this) | top(b)) >> (limb_bits - 1) == 0 : true;
}

void gpu_bigint::set_sum_inline(const gpu_bigint& a, const gpu_bigint& b, bool subtract) noexcept {
  const bool negative = a.size_ < 0, negative_b = (b.size_ < 0) != subtract;
  const std::size_t n = a.word_count(), m = b.word_count();
  const limb *const x = a.words_.here, *const y = b.words_.here;
  limb* const out = words_.here;
  if (negative == negative_b) {
    const limb carry = n >= m ? words::add(out, x, n, y, m) : words::add(out, y, m, x, n);
    const std::size_t longer = std::max(n, m);
    if (carry != 0) out[longer] = carry;
    set_inline(a.core_, longer + carry, negative);
  } else if (words::compare(x, n, y, m) >= 0) {
    words::subtract(out, x, n, y, m);
    set_inline(a.core_, n, negative);
  } else {
    words::subtract(out, y, m, x, n);
    set_inline(a.core_, m, negative_b);
  }
}

gpu_bigint gpu_bigint::plus(const gpu_bigint& b, bool subtract) const {
  if (has_inline_sum(b, subtract))
    return made_in_place([&](gpu_bigint& sum) { sum.set_sum_inline(*this, b, subtract); });
  return sum_of(*this, b, subtract);
}

gpu_bigint& gpu_bigint::add(const gpu_bigint& b, bool subtract) {
  if (has_inline_sum(b, subtract)) {
    set_sum_inline(*this, b, subtract);
    forget_copy();
    return *this;
  }
  if (b.size_ != on_device && b.core_ == core_ && may_grow_in_place()) {
    const detail::short_view y = b.short_words();
    const std::size_t n = word_count(), m = y.size;
    limb* const x = block()->limbs();
    const bool adds = (size_ < 0) == (y.negative != subtract);
    if (adds && m <= n && n < block()->capacity()) {
      x[n] = words::add(x, x, n, y.limbs, m);
      if (x[n] != 0) size_ += size_ < 0 ? -1 : 1;
      forget_copy();
      return *this;
    }
    // Lower limbs change the highest difference by at most 1.
    const limb top = x[n - 1], other = m == n ? y.limbs[n - 1] : 0;
    if (!adds && m <= n && (top > other ? top - other : other - top) > 1) {
      if (top > other) {
        words::subtract(x, x, n, y.limbs, m);
      } else {
        words::subtract(x, y.limbs, m, x, n);
        size_ = -size_;
      }
      forget_copy();
      return *this;
    }
  }
  return *this = plus(b, subtract);
}

int gpu_bigint::compare(const gpu_bigint& b) const {
  if (size_ == on_device || b.size_ == on_device || core_ != b.core_) return compare_anywhere(*this, b);
  // Signed sizes have the same order as the numbers.
  if (size_ != b.size_) return size_ < b.size_ ? -1 : 1;
  const int order = words::compare(short_words().limbs, b.short_words().limbs, word_count());
  return size_ < 0 ? -order : order;
}

}  // namespace gbi
