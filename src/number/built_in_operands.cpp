/// \file
/// Arithmetic on a number in host words and a built-in integer, on the words themselves. Numbers on the
/// device and integers of more than one limb take the general operations.
#include <algorithm>
#include <bit>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/context/context_core.hpp"
#include "src/words/division/divide.hpp"
#include "src/words/linear/linear.hpp"

namespace gbi {

namespace {

bool is_limb(detail::uint128 magnitude) {
  return magnitude >> limb_bits == 0;
}

}  // namespace

void gpu_bigint::forget_copy() noexcept {
  if (number_.load(std::memory_order_relaxed) != nullptr) [[unlikely]]
    detail::release(number_.exchange(nullptr, std::memory_order_relaxed));
}

bool gpu_bigint::may_grow_in_place() const noexcept {
  return has_block() && block()->is_sole() && word_count() < core_->limits().residence;
}

bool gpu_bigint::has_room_for_carry() const noexcept {
  return word_count() < inline_limbs || words_.here[inline_limbs - 1] != ~limb{0};
}

void gpu_bigint::set_word_sum(const gpu_bigint& a, bool negative, std::uint64_t b) noexcept {
  const std::size_t n = a.word_count();
  const bool a_is_negative = a.size_ < 0;
  limb* const out = words_.here;
  if (a_is_negative == negative) {
    const limb carry = words::add_1(out, a.words_.here, n, b);
    if (carry != 0) out[n] = carry;
    set_inline(a.core_, n + carry, negative);
  } else {
    const bool is_less = words::subtract_1(out, a.words_.here, n, b) != 0;  // n is 1
    if (is_less) out[0] = 0 - out[0];
    set_inline(a.core_, n, a_is_negative != is_less);
  }
}

gpu_bigint gpu_bigint::from_word(bool negative, detail::uint128 magnitude) const {
  return {core_ != nullptr ? *core_ : current_core(), negative, magnitude};
}

gpu_bigint gpu_bigint::plus_word(bool negative, detail::uint128 magnitude) const {
  if (is_inline() && size_ != 0 && is_limb(magnitude) && has_room_for_carry())
    return made_in_place(
        [&](gpu_bigint& result) { result.set_word_sum(*this, negative, static_cast<limb>(magnitude)); });
  return plus(from_word(negative, magnitude), false);
}

gpu_bigint& gpu_bigint::add_word(bool negative, detail::uint128 magnitude) {
  if (size_ != 0 && is_limb(magnitude)) {
    const auto b = static_cast<limb>(magnitude);
    if (is_inline() && has_room_for_carry()) {
      set_word_sum(*this, negative, b);
      forget_copy();
      return *this;
    }
    if (may_grow_in_place()) {
      const bool adds = (size_ < 0) == negative;
      const std::size_t n = word_count();
      limb* const x = block()->limbs();
      if (adds ? x[n - 1] != ~limb{0} : x[n - 1] > 1) {  // the highest limb changes by at most 1
        if (adds)
          words::add_1(x, x, n, b);
        else
          words::subtract_1(x, x, n, b);
        forget_copy();
        return *this;
      }
    }
  }
  return *this = plus_word(negative, magnitude);
}

gpu_bigint gpu_bigint::times_word(bool negative, detail::uint128 magnitude) const {
  if (size_ != on_device && size_ != 0 && magnitude != 0 && is_limb(magnitude)) {
    const std::size_t n = word_count();
    const auto b = static_cast<limb>(magnitude);
    const bool is_negative = (size_ < 0) != negative;
    if (n < inline_limbs)
      return made_in_place([&](gpu_bigint& result) {
        limb* const out = result.words_.here;
        out[n] = words::multiply_1(out, words_.here, n, b);
        result.set_inline(core_, n + 1, is_negative);
      });
    if (n == inline_limbs) {
      limb out[inline_limbs + 1];  // NOLINT: whether the product is stored inline is not known yet
      out[n] = words::multiply_1(out, words_.here, n, b);
      return {*core_, out, n + 1, is_negative};
    }
    if (n < core_->limits().residence) {
      detail::word_block* const product = detail::word_block::make(n + 1);
      limb* const out = product->limbs();
      out[n] = words::multiply_1(out, block()->limbs(), n, b);
      return {*core_, product, n + (out[n] != 0 ? 1 : 0), is_negative};
    }
  }
  return times(from_word(negative, magnitude));
}

gpu_bigint gpu_bigint::divided_by_word(bool negative, detail::uint128 magnitude) const {
  if (is_inline() && size_ != 0 && magnitude != 0 && is_limb(magnitude))
    return made_in_place([&](gpu_bigint& result) {
      const std::size_t n = word_count();
      const auto b = static_cast<limb>(magnitude);
      if (std::has_single_bit(b))
        words::shift_right(result.words_.here, words_.here, n, std::countr_zero(b));
      else
        words::divide_1(result.words_.here, words_.here, n, b);
      result.set_inline(core_, n, (size_ < 0) != negative);
    });
  return divided_by(from_word(negative, magnitude));
}

gpu_bigint gpu_bigint::modulo_word(bool negative, detail::uint128 magnitude) const {
  if (size_ != on_device && size_ != 0 && magnitude != 0 && is_limb(magnitude))
    return made_in_place([&](gpu_bigint& result) {
      const detail::short_view own = short_words();
      result.words_.here[0] = words::remainder_1(own.limbs, own.size, static_cast<limb>(magnitude));
      result.set_inline(core_, 1, own.negative);
    });
  return modulo(from_word(negative, magnitude));
}

}  // namespace gbi
