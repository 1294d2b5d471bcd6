/// \file
/// Quotients and remainders of signed numbers, with all roundings.
#include "gpu_bigint/division.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "src/arithmetic/quotient.hpp"
#include "src/number/host_words.hpp"
#include "src/number/number.hpp"
#include "src/process/concat.hpp"
#include "src/words/division/divide.hpp"
#include "src/words/linear/linear.hpp"

namespace gbi {

namespace arithmetic {

const detail::number& nonzero_divisor(const gpu_bigint& divisor, std::size_t numerator_limbs,
                                      const char* operation) {
  if (detail::core_of(divisor) == nullptr || detail::number_of(divisor)->size() == 0)
    throw std::domain_error(concat(operation, " of a number of ", numerator_limbs, " limbs by zero"));
  return *detail::number_of(divisor);
}

namespace {

/// The limbs of the quotient and the remainder in host words, for an a at least as long as b. Either may be
/// null.
void divide_words(const numbers::short_operands& x, limb* quotient, limb* remainder) {
  const numbers::word_memory scratch(words::divide_scratch(x.a.size, x.b.size));
  words::divide(quotient, remainder, x.a.limbs, x.a.size, x.b.limbs, x.b.size, scratch.data());
}

/// Divides numbers in host words.
quotient_remainder divided(const numbers::short_operands& x, wanted parts) {
  const detail::short_view &a = x.a, &b = x.b;
  if (a.size < b.size)
    return {detail::value_of(*x.core, false, 0), detail::value_of(*x.core, a.limbs, a.size, a.negative)};
  numbers::word_result quotient(*x.core, parts.quotient ? a.size - b.size + 1 : 0),
      remainder(*x.core, parts.remainder ? b.size : 0);
  divide_words(x, parts.quotient ? quotient.data() : nullptr, parts.remainder ? remainder.data() : nullptr);
  return {quotient.value(a.negative != b.negative), remainder.value(a.negative)};
}

bool divides_in_words(const numbers::short_operands& x) {
  const plan::word_limits& limits = x.limits();
  if (x.a.size > limits.operands) return false;
  const std::size_t quotient = x.a.size > x.b.size ? x.a.size - x.b.size : 0;
  return std::min(x.b.size, quotient) <= limits.quotient;
}

kernels::limb_span as_span(const kernels::limb_target& x) {
  return {x.limbs, x.count, 0};
}

}  // namespace

bool quotient::fits_words() const {
  return words && words.b.size > 0 && (words.a.size == 0 || divides_in_words(words));
}

quotient_remainder quotient::in_words() const {
  return words.a.size == 0 ? quotient_remainder{a, a} : divided(words, parts);
}

std::optional<quotient_remainder> quotient::known() const {
  const std::size_t n = nonzero_divisor(b, a.limb_bound(), operation).size();
  if (detail::number_of(a) == nullptr) return quotient_remainder{};
  if (detail::number_of(a)->bound() < n) return quotient_remainder{a.in_same_context(0), a};
  return std::nullopt;
}

quotient::launches::launches(const quotient& wanted, bool checked)
    : wanted_(wanted),
      x_(*detail::number_of(wanted.a)),
      y_(*detail::number_of(wanted.b)),
      divisor_(y_.span()) {
  // Read the bound only once: it shrinks when another thread asks for the size of a number that copies share.
  task_.numerators = x_.span();
  task_.signs = {x_.sign_word(), y_.sign_word(), nullptr, nullptr};
  const std::size_t n = y_.size(), most = std::max(task_.numerators.count, n);
  const auto sign_a = x_.known_negative(), sign_b = y_.known_negative();
  if (wanted.parts.quotient || checked) {
    const std::size_t expected = x_.expected();
    quotient_ = detail::number::make(x_.owner(), most - n + 1, expected > n ? expected - n : 0);
    task_.quotients = quotient_->target();
    task_.signs.quotient = quotient_->sign_word();
    if (sign_a && sign_b) quotient_->know_negative(*sign_a != *sign_b);
  }
  if (wanted.parts.remainder || checked) {
    remainder_ = detail::number::make(x_.owner(), n);
    task_.remainders = remainder_->target();
    task_.signs.remainder = remainder_->sign_word();
    if (sign_a) remainder_->know_negative(*sign_a);
  }
}

void quotient::launches::queue() const {
  if (wanted_.run)
    wanted_.run(*x_.owner(), task_);
  else
    divide(*x_.owner(), task_, divisor_, y_.top());
}

operation::relation quotient::launches::states() const {
  return {.a = as_span(task_.quotients),
          .b = divisor_,
          .sum = task_.numerators,
          .rest = as_span(task_.remainders),
          .signs = {task_.signs.quotient, task_.signs.b, task_.signs.a, task_.signs.remainder},
          .bound = {.of = divisor_}};
}

quotient_remainder quotient::launches::value() {
  quotient_remainder result;
  if (wanted_.parts.quotient) result.quotient = detail::value_of(std::move(quotient_));
  if (wanted_.parts.remainder) result.remainder = detail::value_of(std::move(remainder_));
  return result;
}

}  // namespace arithmetic

namespace {

quotient_remainder truncated(const gpu_bigint& a, const gpu_bigint& b, arithmetic::wanted parts,
                             const char* operation) {
  return operation::perform(arithmetic::quotient{a, b, parts, operation});
}

/// Rounds away from zero. With |a| + |b| - 1 = q |b| + r, the quotient is q with the sign of a / b, and the
/// remainder is |b| - 1 - r with the sign opposite to that of a.
quotient_remainder rounded_away(const gpu_bigint& a, const gpu_bigint& b, int sign_a, int sign_b) {
  const scoped_context use(b.context());
  const gpu_bigint last = abs(b) - 1;
  auto [quotient, remainder] = div_rem(abs(a) + last, abs(b));
  remainder = last - remainder;
  return {sign_a == sign_b ? quotient : -quotient, sign_a < 0 ? remainder : -remainder};
}

}  // namespace

quotient_remainder div_rem(const gpu_bigint& a, const gpu_bigint& b) {
  return truncated(a, b, {}, "quotient and remainder");
}

quotient_remainder floor_div_rem(const gpu_bigint& a, const gpu_bigint& b) {
  const int sign_a = a.sign(), sign_b = b.sign();
  return sign_a * sign_b < 0 ? rounded_away(a, b, sign_a, sign_b) : div_rem(a, b);
}

quotient_remainder ceil_div_rem(const gpu_bigint& a, const gpu_bigint& b) {
  const int sign_a = a.sign(), sign_b = b.sign();
  return sign_a * sign_b > 0 ? rounded_away(a, b, sign_a, sign_b) : div_rem(a, b);
}

quotient_remainder euclidean_div_rem(const gpu_bigint& a, const gpu_bigint& b) {
  return b.sign() < 0 ? ceil_div_rem(a, b) : floor_div_rem(a, b);
}

gpu_bigint divide_exact(const gpu_bigint& a, const gpu_bigint& b) {
  const numbers::short_operands x(a, b, "exact quotient");
  if (x && x.b.size > 0 && x.a.size >= x.b.size && arithmetic::divides_in_words(x)) {
    const std::size_t n = x.a.size, m = x.b.size;
    numbers::word_result quotient(*x.core, n - m + 1);
    const numbers::word_memory scratch(words::divide_scratch(n, m));
    words::divide_exact(quotient.data(), x.a.limbs, n, x.b.limbs, m, scratch.data());
    return quotient.value(x.a.negative != x.b.negative);
  }
  return truncated(a, b, {.quotient = true, .remainder = false}, "exact quotient").quotient;
}

bool is_divisible(const gpu_bigint& a, const gpu_bigint& b) {
  return b.sign() == 0 ? a.sign() == 0 : (a % b).sign() == 0;
}

gpu_bigint gpu_bigint::divided_by(const gpu_bigint& b) const {
  const numbers::short_operands x(*this, b, "quotient");
  if (x && x.b.size > 0 && x.a.size >= x.b.size && arithmetic::divides_in_words(x)) {
    const std::size_t count = x.a.size - x.b.size + 1;
    const bool is_negative = x.a.negative != x.b.negative;
    if (count <= inline_limbs)
      return made_in_place([&](gpu_bigint& quotient) {
        arithmetic::divide_words(x, quotient.words_.here, nullptr);
        quotient.set_inline(x.core, count, is_negative);
      });
    numbers::word_result quotient(*x.core, count);
    arithmetic::divide_words(x, quotient.data(), nullptr);
    return quotient.value(is_negative);
  }
  return truncated(*this, b, {.quotient = true, .remainder = false}, "quotient").quotient;
}

gpu_bigint gpu_bigint::modulo(const gpu_bigint& b) const {
  const numbers::short_operands x(*this, b, "remainder");
  if (x && x.b.size == 1)
    return detail::value_of(*x.core, x.a.negative, words::remainder_1(x.a.limbs, x.a.size, x.b.limbs[0]));
  if (x && x.b.size > 0 && x.a.size >= x.b.size && arithmetic::divides_in_words(x)) {
    if (x.b.size <= inline_limbs)
      return made_in_place([&](gpu_bigint& remainder) {
        arithmetic::divide_words(x, nullptr, remainder.words_.here);
        remainder.set_inline(x.core, x.b.size, x.a.negative);
      });
    numbers::word_result remainder(*x.core, x.b.size);
    arithmetic::divide_words(x, nullptr, remainder.data());
    return remainder.value(x.a.negative);
  }
  return truncated(*this, b, {.quotient = false, .remainder = true}, "remainder").remainder;
}

}  // namespace gbi
