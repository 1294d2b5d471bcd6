/// \file
/// Bit functions. Signs stay on the device. A number or a result that may be negative is searched for its
/// lowest set bit. A number known to be nonnegative needs no search.
#include "gpu_bigint/bits.hpp"
#include "src/faults/operation_scope.hpp"

#include <algorithm>

#include "src/number/host_words.hpp"
#include "src/number/number.hpp"
#include "src/number/room.hpp"
#include "src/process/concat.hpp"
#include "src/words/linear/bits.hpp"

namespace gbi {

namespace {

using kernels::bit_function;

/// A number or a default-constructed zero, in the form that the bit kernels take.
struct operand {
  const detail::number* number = nullptr;
  std::uint64_t offset = 0;  ///< in limbs

  bool may_be_negative() const { return number != nullptr && number->known_negative() != false; }
  std::uint64_t end() const { return number != nullptr ? offset + number->bound() : 0; }

  kernels::bit_operand magnitude() const {
    if (number == nullptr) return {};
    return {number->limbs(), number->bound(), offset, nullptr, nullptr};
  }
  /// \param lowest the lowest set bit of the magnitude, used if the number may be negative
  kernels::bit_operand signed_view(const kernels::lowest_one* lowest) const {
    kernels::bit_operand view = magnitude();
    if (may_be_negative()) {
      view.sign = number->sign_word();
      view.lowest = lowest;
    }
    return view;
  }
};

operand operand_of(const gpu_bigint& a) {
  return {detail::number_of(a)};
}

/// Whether f(bit of a, bit of b) can be 1, where `a` and `b` say whether each bit can be 1.
bool can_be_one(bit_function f, bool a, bool b) {
  for (const std::uint32_t bit_a : {0u, 1u})
    for (const std::uint32_t bit_b : {0u, 1u})
      if (bit_a <= a && bit_b <= b && (static_cast<std::uint32_t>(f) >> (2 * bit_a + bit_b) & 1) != 0)
        return true;
  return false;
}

/// Waits for the sign of the shorter operand if that sign alone decides whether the result is as long as a
/// much longer operand. Masks are reused often, so the wait pays off.
void know_sign_of_mask(bit_function f, operand a, operand b) {
  const bool a_is_shorter = a.end() < b.end();
  const operand &shorter = a_is_shorter ? a : b, &longer = a_is_shorter ? b : a;
  const auto reaches = [&](bool bit) {
    return a_is_shorter ? can_be_one(f, bit, true) : can_be_one(f, true, bit);
  };
  if (shorter.number == nullptr || shorter.number->known_negative()) return;
  if (longer.end() > 2 * shorter.end() + 64 && reaches(true) && !reaches(false)) shorter.number->negative();
}

/// f(a, b), prepared so that the device can compute each limb independently.
class combination {
 public:
  combination(bit_function f, operand a, operand b, const char* operation)
      : scope_(operation, a.end(), b.end()), f_(f), a_(a), b_(b), operation_(operation) {
    if (a.number != nullptr && b.number != nullptr)
      detail::require_same_context(*a.number, *b.number, operation);
    const detail::number* any = a.number != nullptr ? a.number : b.number;
    owner_ = any != nullptr ? any->owner() : detail::engine_of(context::current());
    negative_ = can_be_one(f, a.may_be_negative(), b.may_be_negative());
    if (negative_ || a.may_be_negative() || b.may_be_negative())
      lowest_ = exec::cleared<kernels::lowest_one>(executor(), 3);
    view_a_ = view(a, lowest_.data());
    view_b_ = view(b, lowest_.size() > 0 ? lowest_.data() + 1 : nullptr);
  }

  /// The whole result.
  gpu_bigint value() const {
    const auto [shorter, longer] = std::minmax({a_.end(), b_.end()});
    const bool reaches_longer = a_.end() < b_.end() ? can_be_one(f_, a_.may_be_negative(), true)
                                                    : can_be_one(f_, true, b_.may_be_negative());
    // The magnitude of -2^(64 k) is one limb longer than its complement.
    const std::uint64_t count = negative_ ? longer + 1 : reaches_longer ? longer : shorter;
    detail::new_number result = room_for(count);  // first, because the search may be long
    kernels::lowest_one* lowest = negative_ ? lowest_.data() + 2 : nullptr;
    if (negative_)
      executor().launch(
          kernels::lowest_one_arguments{f_, view_a_, view_b_, 0, count, ~limb{0}, nullptr, lowest});
    return filled(std::move(result), ~limb{0}, lowest);
  }

  /// The result modulo 2^bits.
  gpu_bigint value_modulo(std::uint64_t bits) const {
    const std::uint64_t top_bits = bits % limb_bits;
    return filled(room_for(bits / limb_bits + (top_bits != 0)),
                  top_bits == 0 ? ~limb{0} : (limb{1} << top_bits) - 1, nullptr);
  }

  /// The position of the lowest set bit in limbs [first, end). Waits.
  std::size_t find(std::uint64_t first, std::uint64_t end, limb first_mask) const {
    return ~owner_->answers().await([&](const kernels::reduction_target& found) {
      executor().launch(
          kernels::lowest_one_arguments{f_, view_a_, view_b_, first, end, first_mask, nullptr, found});
    });
  }
  /// The position of the lowest set bit at or above bit `start`. Waits.
  std::size_t find_from(std::size_t start) const {
    const std::uint64_t first = start / limb_bits;
    const std::uint64_t end = std::max({a_.end(), b_.end(), first}) + 1;
    return find(first, end, ~limb{0} << start % limb_bits);
  }

  /// The number of set bits. Waits.
  std::size_t ones() const {
    return owner_->answers().await([&](const kernels::reduction_target& count) {
      executor().launch(kernels::ones_arguments{f_, view_a_, view_b_, std::max(a_.end(), b_.end()), count});
    });
  }

 private:
  exec::executor& executor() const { return owner_->executor(); }

  kernels::bit_operand view(const operand& x, kernels::lowest_one* lowest) const {
    if (x.may_be_negative())
      executor().launch(kernels::lowest_one_arguments{bit_function::first,
                                                      x.magnitude(),
                                                      {},
                                                      x.offset,
                                                      x.end(),
                                                      ~limb{0},
                                                      x.number->sign_word(),
                                                      lowest});
    return x.signed_view(lowest);
  }

  detail::new_number room_for(std::uint64_t limbs) const {
    return numbers::naming([&] { return detail::number::make(owner_, limbs); },
                           [&] { return concat(operation_, " with a result of ", limbs, " limbs"); });
  }

  gpu_bigint filled(detail::new_number result, limb last_mask, const kernels::lowest_one* lowest) const {
    executor().launch(kernels::bitwise_arguments{f_, view_a_, view_b_, result->target(), last_mask, lowest,
                                                 result->sign_word()});
    if (lowest == nullptr) result->know_negative(false);
    return detail::value_of(std::move(result));
  }

  const faults::operation_scope scope_;
  bit_function f_;
  operand a_, b_;
  const char* operation_;
  std::shared_ptr<detail::engine> owner_;
  bool negative_;                             ///< whether the result may be negative
  exec::buffer<kernels::lowest_one> lowest_;  ///< for a, for b, for the result
  kernels::bit_operand view_a_, view_b_;
};

words::signed_limbs as_words(const detail::short_view& a) {
  return {a.limbs, a.size, a.negative};
}

gpu_bigint combined(bit_function f, const gpu_bigint& a, const gpu_bigint& b, const char* operation) {
  const numbers::short_operands x(a, b, operation);
  if (x.core == nullptr) return {};
  if (x && x.longer() < x.limits().residence) {
    numbers::word_result result(*x.core, x.longer() + 1);
    const words::signed_size done = words::combine_bits(f, result.data(), as_words(x.a), as_words(x.b));
    return result.value(done.size, done.negative);
  }
  know_sign_of_mask(f, operand_of(a), operand_of(b));
  return combination(f, operand_of(a), operand_of(b), operation).value();
}

/// Whether bit `index` is above all limbs of a, where every bit equals the sign bit.
bool is_above(const gpu_bigint& a, std::size_t index) {
  return index / limb_bits >= operand_of(a).end();
}

/// f(a, 2^index). Only one limb of the power is in memory.
gpu_bigint with_bit(bit_function f, const gpu_bigint& a, std::size_t index) {
  const detail::short_view own = detail::short_words(a);
  detail::context_core& core = numbers::core_of(a);
  const std::size_t longer = std::max(own.size, index / limb_bits + 1);
  if (own && longer < core.limits().residence) {
    numbers::word_result result(core, longer + 1);
    const words::signed_size done = words::change_bit(f, result.data(), as_words(own), index);
    return result.value(done.size, done.negative);
  }
  const limb bit = limb{1} << index % limb_bits;
  const auto power = detail::number::from_host(
      detail::core_of(a) != nullptr ? *detail::core_of(a) : detail::current_core(), {&bit, 1}, false);
  return combination(f, operand_of(a), {power.get(), index / limb_bits}, "change of a bit").value();
}

combination alone(bit_function f, const gpu_bigint& a) {
  return {f, operand_of(a), {}, f == bit_function::first ? "lowest bits" : "complement"};
}

}  // namespace

gpu_bigint operator&(const gpu_bigint& a, const gpu_bigint& b) {
  return combined(bit_function::both, a, b, "bitwise and");
}
gpu_bigint operator|(const gpu_bigint& a, const gpu_bigint& b) {
  return combined(bit_function::either, a, b, "bitwise or");
}
gpu_bigint operator^(const gpu_bigint& a, const gpu_bigint& b) {
  return combined(bit_function::one_of, a, b, "bitwise exclusive or");
}
gpu_bigint operator~(const gpu_bigint& a) {
  const detail::short_view own = detail::short_words(a);
  if (own && own.size < numbers::core_of(a).limits().residence) {
    numbers::word_result result(numbers::core_of(a), own.size + 1);
    const words::signed_size done = words::complement(result.data(), as_words(own));
    return result.value(done.size, done.negative);
  }
  return alone(bit_function::not_first, a).value();
}

bool test_bit(const gpu_bigint& a, std::size_t index) {
  const std::uint64_t at = index / limb_bits;
  if (const detail::short_view own = detail::short_words_or_wait(a)) {
    if (own.negative) return words::test_bit(as_words(own), index);
    return at < own.size && (own.limbs[at] >> index % limb_bits & 1) != 0;
  }
  const limb mask = limb{1} << index % limb_bits;
  const operand x = operand_of(a);
  x.number->require_not_failed();  // its size would be wrong, too
  if (at >= x.end()) return x.may_be_negative() && a.sign() < 0;
  if (x.may_be_negative()) return alone(bit_function::first, a).find(at, at + 1, mask) != unbounded;
  const faults::operation_scope scope("test of a bit", a, index);
  limb word = 0;
  x.number->executor().download(&word, x.number->limbs() + at, sizeof word);
  return (word & mask) != 0;
}
gpu_bigint set_bit(const gpu_bigint& a, std::size_t index) {
  if (is_above(a, index) && operand_of(a).may_be_negative() && a.sign() < 0) return a;
  return with_bit(bit_function::either, a, index);
}
gpu_bigint clear_bit(const gpu_bigint& a, std::size_t index) {
  if (is_above(a, index) && (!operand_of(a).may_be_negative() || a.sign() >= 0)) return a;
  return with_bit(bit_function::first_only, a, index);
}
gpu_bigint flip_bit(const gpu_bigint& a, std::size_t index) {
  return with_bit(bit_function::one_of, a, index);
}

std::size_t popcount(const gpu_bigint& a) {
  if (const detail::short_view own = detail::short_words_or_wait(a)) return words::popcount(as_words(own));
  return alone(bit_function::first, a).ones();
}
std::size_t hamming_distance(const gpu_bigint& a, const gpu_bigint& b) {
  const numbers::short_operands x(a, b, "Hamming distance");
  if (x) return words::hamming_distance(as_words(x.a), as_words(x.b));
  return combination(bit_function::one_of, operand_of(a), operand_of(b), "Hamming distance").ones();
}

std::size_t scan0(const gpu_bigint& a, std::size_t start) {
  if (const detail::short_view own = detail::short_words_or_wait(a))
    return words::scan0(as_words(own), start);
  return alone(bit_function::not_first, a).find_from(start);
}
std::size_t scan1(const gpu_bigint& a, std::size_t start) {
  if (const detail::short_view own = detail::short_words_or_wait(a))
    return words::scan1(as_words(own), start);
  return alone(bit_function::first, a).find_from(start);
}
std::size_t trailing_zeros(const gpu_bigint& a) {
  return scan1(a, 0);
}

gpu_bigint low_bits(const gpu_bigint& a, std::size_t count) {
  if (const detail::short_view own = detail::short_words(a)) {
    detail::context_core& core = numbers::core_of(a);
    const std::size_t limbs = count / limb_bits + (count % limb_bits != 0 ? 1 : 0);
    if (!own.negative && limbs > own.size) return a;
    if (limbs <= core.limits().residence) {
      numbers::word_result result(core, limbs);
      return result.value(words::low_bits(result.data(), as_words(own), count), false);
    }
  }
  const operand x = operand_of(a);
  if (!x.may_be_negative() && count / limb_bits >= x.end()) return a;
  return alone(bit_function::first, a).value_modulo(count);
}
gpu_bigint rotate_left(const gpu_bigint& a, std::size_t count, std::size_t width) {
  if (width == 0) return low_bits(a, 0);
  count %= width;
  return (low_bits(a, width - count) << count) | (low_bits(a, width) >> (width - count));
}
gpu_bigint rotate_right(const gpu_bigint& a, std::size_t count, std::size_t width) {
  return width == 0 ? low_bits(a, 0) : rotate_left(a, width - count % width, width);
}

}  // namespace gbi
