#include "gpu_bigint/modular.hpp"

#include <bit>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu_bigint/division.hpp"
#include "gpu_bigint/gcd.hpp"
#include "src/number/host_words.hpp"
#include "src/number/number.hpp"
#include "src/number_theory/modular/barrett.hpp"
#include "src/number_theory/modular/least_remainder.hpp"
#include "src/number_theory/modular/odd_field.hpp"
#include "src/operation/perform.hpp"
#include "src/operation/repeated.hpp"
#include "src/words/linear/linear.hpp"
#include "src/words/number_theory/power_mod.hpp"
#include "src/words/number_theory/prime_power.hpp"

namespace gbi {

namespace {

limb lowest_limb(const gpu_bigint& a) {
  return a.sign() == 0 ? 0 : a.to_limbs().front();
}

/// base^exponent modulo 2^64, for an exponent > 0. The order of an odd number divides 2^62, so the lowest
/// limb of the exponent is enough.
limb power_of_word(limb base, const gpu_bigint& exponent) {
  const std::vector<limb> e = exponent.to_limbs();
  if (base % 2 == 0 && (e.size() > 1 || e[0] >= limb_bits)) return 0;
  limb result = 1;
  for (limb left = e[0]; left > 0; left >>= 1, base *= base)
    if (left % 2 == 1) result *= base;
  return result;
}

/// Powers modulo 2^s m, where m is odd and s below 64, from the powers modulo m and modulo 2^s.
/// \tparam Field computes modulo m.
template <class Field>
struct split_field {
  std::uint64_t twos;  ///< s
  gpu_bigint odd;      ///< m
  Field field;

  split_field(const gpu_bigint& n, std::uint64_t s)
      : twos(s), odd(n >> static_cast<std::int64_t>(s)), field(odd) {}

  /// A power of a base that is not negative and has at most as many limbs as n, for an exponent > 0.
  gpu_bigint power(const gpu_bigint& base, const gpu_bigint& exponent) const {
    gpu_bigint x = field.power(
        base.limb_bound() <= odd.limb_bound() ? base : number_theory::least_remainder(base, odd), exponent);
    if (twos == 0) return x;
    const limb m = lowest_limb(odd), y = power_of_word(lowest_limb(base), exponent);
    limb inverse = m;  // three bits are correct; each step doubles them
    for (int right = 3; right < limb_bits; right *= 2) inverse *= 2 - m * inverse;
    const limb factor = (y - lowest_limb(x)) * inverse & ((limb{1} << twos) - 1);
    return x + odd * factor;
  }
};

}  // namespace

/// The values that products and powers need, computed on first use.
struct modulus::prepared {
  gpu_bigint n;
  mutable std::once_flag barrett_asked, field_asked, long_field_asked;
  mutable std::optional<number_theory::barrett_reduction> barrett;
  mutable std::optional<split_field<number_theory::odd_field>> field;
  mutable std::optional<split_field<number_theory::long_odd_field>> long_field;

  const number_theory::barrett_reduction& by_barrett() const {
    std::call_once(barrett_asked, [&] { barrett.emplace(n); });
    return *barrett;
  }
  /// Powers by one launch of a team. Null for a modulus that is too long for a team, or divisible by 2^64.
  const auto* by_montgomery() const {
    std::call_once(field_asked, [&] {
      if (n.limb_bound() <= limits().power_limbs) make(field);
    });
    return field ? &*field : nullptr;
  }
  /// Powers by one launch of a block that multiplies bytes. Null for a modulus that is too short or too long,
  /// or divisible by 2^64.
  const auto* by_bytes() const {
    std::call_once(long_field_asked, [&] {
      if (n.limb_bound() >= limits().byte_power_limbs && n.limb_bound() <= kernels::longest_byte_power)
        make(long_field);
    });
    return long_field ? &*long_field : nullptr;
  }

 private:
  const plan::number_theory_tuning& limits() const {
    return detail::number_of(n)->owner()->tuning().number_theory;
  }
  template <class Field>
  void make(std::optional<split_field<Field>>& made) const {
    const scoped_context use(n.context());
    const limb low = lowest_limb(n);
    if (low != 0) made.emplace(n, static_cast<std::uint64_t>(std::countr_zero(low)));
  }
};

namespace {

/// The width w of the window for an exponent of `exponent_bits` bits. The window needs 2^(w - 1) precomputed
/// products, and takes one product for every w + 1 bits instead of one for every two.
int window_of(std::size_t exponent_bits) {
  int window = 1;
  for (const std::size_t limit : {7, 25, 81, 241, 673, 1793, 4609}) window += exponent_bits > limit;
  return window;
}

/// A power of numbers in host words, for an exponent that is not negative. Returns std::nullopt if they are
/// not in host words, or too long for word arithmetic.
std::optional<gpu_bigint> power_of_words(const gpu_bigint& base, const gpu_bigint& exponent,
                                         const gpu_bigint& n) {
  const numbers::short_operands x(base, n, "modular power");
  const detail::short_view e = numbers::short_operands(exponent, n, "modular power").a;
  if (!x || !e || e.negative || x.b.size > x.limits().power) return std::nullopt;
  const std::size_t size = x.b.size;
  numbers::word_result result(*x.core, size);
  limb* const out = result.data();
  const numbers::word_memory scratch(words::power_mod_scratch(x.a.size, e.size, size));
  words::power_mod(out, x.a.limbs, x.a.size, e.limbs, e.size, x.b.limbs, size, scratch.data());
  const bool negative = x.a.negative && e.size > 0 && e.limbs[0] % 2 == 1;
  if (negative && words::significant(out, size) > 0) words::subtract_n(out, x.b.limbs, out, size);
  return result.value(false);
}

/// A block that multiplies bytes first inverts the modulus, which takes as long as a dozen products, and R^2
/// takes a division before that. Shorter exponents use other methods.
constexpr std::uint64_t shortest_byte_exponent = 64;

bool bit_of(const std::vector<std::uint64_t>& limbs, std::size_t i) {
  return (limbs[i / limb_bits] >> i % limb_bits & 1) != 0;
}

/// A power by products of numbers, with sliding windows from the highest bit of the exponent, which is
/// positive. The base is reduced, and `times` multiplies reduced numbers.
template <class Times>
gpu_bigint power_by_products(const gpu_bigint& base, const gpu_bigint& exponent, const Times& times) {
  const std::vector<std::uint64_t> digits = exponent.to_limbs();
  const std::size_t bits = exponent.bit_length();
  const int window = window_of(bits);

  std::vector<gpu_bigint> odd_powers{base};
  if (window > 1) {
    const gpu_bigint square = times(odd_powers[0], odd_powers[0]);
    while (odd_powers.size() < std::size_t{1} << (window - 1))
      odd_powers.push_back(times(odd_powers.back(), square));
  }
  gpu_bigint result;
  for (std::size_t i = bits; i > 0;) {
    std::size_t low = i - 1;  // the window covers bits low to i - 1
    std::size_t value = 0;
    if (bit_of(digits, low)) {
      low = i > static_cast<std::size_t>(window) ? i - static_cast<std::size_t>(window) : 0;
      while (!bit_of(digits, low)) ++low;
      for (std::size_t bit = i; bit-- > low;) value = 2 * value + bit_of(digits, bit);
    }
    const bool first = i == bits;
    for (; i > low; --i)
      if (!first) result = times(result, result);
    if (value != 0) result = first ? odd_powers[value / 2] : times(result, odd_powers[value / 2]);
  }
  return result;
}

/// The power modulo n p for a random prime p of 28 bits, reduced modulo n. Modulo p, it must equal a power
/// that a few products of words compute. A wrong intermediate product or square affects both remainders, so
/// the check misses one in about 2^27 faults. 28 bits rarely add a digit to the modulus. Source: A. Shamir,
/// "Method and apparatus for protecting public key schemes from timing and fault attacks", US patent 5991415
/// (1999). \throws device_error if two attempts are wrong
gpu_bigint checked_power(const gpu_bigint& n, const gpu_bigint& base, const gpu_bigint& exponent) {
  const std::vector<limb> e = exponent.to_limbs();
  // For an even n, the power modulo 2^k may be computed separately, and nothing relates it to the power
  // modulo p. So two results must agree.
  std::optional<gpu_bigint> unconfirmed;
  const limb low = lowest_limb(n), mask = (low & -low) - 1;
  const bool is_even = low % 2 == 0;
  const limb of_word = power_of_word(base.sign() < 0 ? -lowest_limb(base) : lowest_limb(base), exponent);
  for (int attempt = 0; attempt < (is_even ? 4 : 2); ++attempt) {
    const limb p = faults::random_short_prime();
    const limb of_base = lowest_limb(number_theory::least_remainder(base, p));
    const limb expected = words::power_modulo_prime(of_base, e.data(), e.size(), p);
    gpu_bigint wide;
    {
      const faults::verifier::covered here;
      wide = modulus(n * p).power(base, exponent);
    }
    // Reduce first: a fault in the power between its check and the reduction would go unnoticed.
    gpu_bigint reduced = number_theory::least_remainder(wide, n);
    if (wide % p != expected || ((lowest_limb(reduced) ^ of_word) & mask) != 0) {
      faults::note_fault();
      continue;
    }
    if (!is_even || unconfirmed == reduced) return reduced;
    unconfirmed = reduced;
  }
  operation::report_wrong("modular power", n.limb_bound());
}

}  // namespace

modulus::modulus(const gpu_bigint& n) {
  if (n.sign() == 0) throw std::domain_error("arithmetic modulo a number: the modulus is 0");
  auto made = std::make_shared<prepared>();
  made->n = abs(n);
  static_cast<void>(made->n.bit_length());  // the number caches it
  prepared_ = std::move(made);
}

const gpu_bigint& modulus::value() const noexcept {
  return prepared_->n;
}
const gpu_bigint& modulus::bound() const {
  return prepared_->by_barrett().bound();
}

gpu_bigint modulus::reduce(const gpu_bigint& a) const {
  return number_theory::least_remainder(a, prepared_->n);
}

gpu_bigint modulus::multiply(const gpu_bigint& a, const gpu_bigint& b) const {
  return reduce(a * b);
}

gpu_bigint modulus::loosely_reduced(const gpu_bigint& a) const {
  return prepared_->by_barrett().loosely_reduced(a);
}

gpu_bigint modulus::power(const gpu_bigint& base, const gpu_bigint& exponent) const {
  if (auto in_words = power_of_words(base, exponent, prepared_->n)) return *std::move(in_words);
  const int sign = exponent.sign();
  if (sign < 0) return power(invert(base, prepared_->n), -exponent);
  if (sign == 0) return reduce(prepared_->n.in_same_context(1));
  const scoped_context use(prepared_->n.context());
  const auto plain = [&] {
    const auto by_field = [&](const auto& field) {
      const bool is_short = base.sign() >= 0 && base.limb_bound() <= prepared_->n.limb_bound();
      return field.power(is_short ? base : reduce(base), exponent);
    };
    if (exponent.bit_length() >= shortest_byte_exponent)
      if (const auto* const field = prepared_->by_bytes()) return by_field(*field);
    if (const auto* const field = prepared_->by_montgomery()) return by_field(*field);
    return reduce(power_by_products(reduce(base), exponent, [&](const gpu_bigint& a, const gpu_bigint& b) {
      return loosely_reduced(a * b);
    }));
  };
  return operation::compose(
      "modular power", *detail::number_of(prepared_->n)->owner(), plain,
      [&] { return checked_power(prepared_->n, base, exponent); }, base, exponent, prepared_->n);
}

gpu_bigint powm(const gpu_bigint& base, const gpu_bigint& exponent, const gpu_bigint& n) {
  return modulus(n).power(base, exponent);
}

}  // namespace gbi
