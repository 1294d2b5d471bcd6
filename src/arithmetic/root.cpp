/// \file
/// Roots and their remainders.
#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/roots.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "src/arithmetic/inverse_root.hpp"
#include "src/arithmetic/square_root.hpp"
#include "src/arithmetic/value_checksum.hpp"
#include "src/faults/verifier.hpp"
#include "src/number/host_words.hpp"
#include "src/number/number.hpp"
#include "src/operation/perform.hpp"
#include "src/operation/repeated.hpp"
#include "src/process/concat.hpp"
#include "src/words/division/root.hpp"
#include "src/words/number_theory/prime_power.hpp"

namespace gbi {

namespace {

void require_root(const gpu_bigint& a, std::uint64_t k) {
  if (k == 0) throw std::domain_error(concat("root of degree 0 of a number of ", a.limb_bound(), " limbs"));
  if (k % 2 == 0 && a.sign() < 0)
    throw std::domain_error(
        concat("root of even degree ", k, " of a negative number of ", a.limb_bound(), " limbs"));
}

/// Whether root_from_above can compute all its divisions in host words, which is faster than kernels.
bool divides_in_words(const gpu_bigint& a, std::int64_t bits, std::uint64_t k) {
  const auto root_limbs = static_cast<std::uint64_t>(bits) / k / limb_bits;
  return detail::short_words(a) && root_limbs < numbers::core_of(a).limits().quotient;
}

/// A number from floor(a^(1/k)) to a^(1/k) + 2, for a >= 0 of `bits` bits. Newton's iteration with divisions
/// of numbers, for short roots and high degrees.
gpu_bigint root_from_above(const gpu_bigint& a, std::int64_t bits, std::int64_t k) {
  const std::int64_t root_bits = (bits + k - 1) / k;
  if (root_bits <= 40) {
    const gpu_bigint leading = bits > limb_bits ? a >> (bits - limb_bits) : a;
    const limb top = leading.to_limbs().front();
    const long double logarithm = std::log2(static_cast<long double>(top)) +
                                  static_cast<long double>(std::max<std::int64_t>(0, bits - limb_bits));
    return static_cast<limb>(std::exp2(logarithm / static_cast<long double>(k))) + 1;
  }
  // From x0 = root (1 + e) with e <= 6 2^(h - root_bits), one step leads to less than root + (k - 1) / 2 root
  // e^2.
  const std::int64_t h = (root_bits - std::bit_width(18 * static_cast<std::uint64_t>(k))) / 2;
  const gpu_bigint x = root_from_above(a >> k * h, bits - k * h, k) + 1;
  const gpu_bigint quotient = (a >> h * (k - 1)) / pow(x, static_cast<std::uint64_t>(k - 1));
  return ((x << h) * (k - 1) + quotient) / k;
}

/// The square root of a number that is not negative.
struct rooted {
  const gpu_bigint& a;
  detail::short_view own = numbers::words_within(a, &plan::word_limits::root);

  static constexpr const char* name() { return "square root"; }
  auto operands() const { return std::tie(a); }
  bool fits_words() const { return static_cast<bool>(own); }
  root_remainder in_words() const {
    if (own.size == 0) return {a, a};
    const std::size_t limbs = (own.size + 1) / 2;
    numbers::word_result root(*detail::core_of(a), limbs), remainder(*detail::core_of(a), limbs + 1);
    const numbers::word_memory scratch(words::square_root_scratch(own.size));
    words::square_root(root.data(), remainder.data(), own.limbs, own.size, scratch.data());
    return {root.value(false), remainder.value(false)};
  }
  std::optional<root_remainder> known() const {
    return a.sign() == 0 ? std::optional(root_remainder{a, a}) : std::nullopt;
  }

  class launches {
   public:
    launches(const rooted& wanted, bool /*checked*/)
        : bits_(wanted.a.bit_length()),
          x_(*detail::number_of(wanted.a)),
          root_(detail::number::make(x_.owner(), (x_.size() + 1) / 2)),
          remainder_(detail::number::make(x_.owner(), root_->written().count + 1)) {}
    void queue() const {
      // Neither the root nor the remainder is negative, so they take the sign of a and the sign of a times a.
      arithmetic::square_root(*x_.owner(), x_.span(), bits_, root_->target(), remainder_->target(),
                              {x_.sign_word(), x_.sign_word(), root_->sign_word(), remainder_->sign_word()});
    }
    operation::relation states() const {
      return {.a = root_->written(),
              .b = root_->written(),
              .sum = x_.span(),
              .rest = remainder_->written(),
              .signs = {root_->sign_word(), nullptr, x_.sign_word(), remainder_->sign_word()},
              .bound = {.of = root_->written(), .twice = true}};
    }
    root_remainder value() {
      root_->know_negative(false);
      remainder_->know_negative(false);
      return {detail::value_of(std::move(root_)), detail::value_of(std::move(remainder_))};
    }

   private:
    std::size_t bits_;
    const detail::number& x_;
    detail::new_number root_, remainder_;
  };
};

}  // namespace

root_remainder sqrt_rem(const gpu_bigint& a) {
  require_root(a, 2);
  return operation::perform(rooted{a});
}

gpu_bigint isqrt(const gpu_bigint& a) {
  return sqrt_rem(a).root;
}

root_remainder root_rem(const gpu_bigint& a, std::uint64_t k) {
  require_root(a, k);
  if (k == 1) return {a, a - a};
  if (k == 2) return sqrt_rem(a);
  if (const detail::short_view own = numbers::words_within(a, &plan::word_limits::root)) {
    if (own.size == 0) return {a, a};
    numbers::word_result root(*detail::core_of(a), k < own.size ? (own.size + k - 1) / k : 1),
        remainder(*detail::core_of(a), own.size);
    const numbers::word_memory scratch(words::root_scratch(own.size));
    words::root(root.data(), remainder.data(), own.limbs, own.size, k, scratch.data());
    return {root.value(own.negative), remainder.value(own.negative)};
  }
  const int sign = a.sign();
  if (sign == 0) return {a, a};
  const scoped_context use(a.context());
  const gpu_bigint magnitude = abs(a);
  const auto bits = static_cast<std::int64_t>(a.bit_length());
  const auto compute = [&] {
    gpu_bigint root = 1, remainder;
    if (k < static_cast<std::uint64_t>(bits)) {
      root = !divides_in_words(magnitude, bits, k) &&
                     arithmetic::has_long_root(static_cast<std::uint64_t>(bits), k)
                 ? arithmetic::root_or_next(magnitude, static_cast<std::uint64_t>(bits), k)
                 : root_from_above(magnitude, bits, static_cast<std::int64_t>(k));
    }
    // The root is at most two too large, unless the hardware is faulty. The loop ends in either case.
    for (int left = 8; (remainder = magnitude - pow(root, k)).sign() < 0 && left > 0; --left) --root;
    return root_remainder{std::move(root), std::move(remainder)};
  };
  detail::engine& engine = *detail::number_of(a)->owner();
  const auto checked = [&] {
    const kernels::small_modulus prime = engine.verifier().modulus();
    const auto checksum_of = [&](const gpu_bigint& x) { return arithmetic::checksum_of(x, prime.q); };
    return operation::repeated_if_wrong(
        "root", a.limb_bound(), compute, [&, of_a = checksum_of(a)](const root_remainder& found) {
          const limb power = words::power_modulo_prime(checksum_of(found.root), k, prime);
          return prime.add(power, checksum_of(found.remainder)) == of_a &&
                 (k >= static_cast<std::uint64_t>(bits) || pow(found.root + 1, k) > magnitude);
        });
  };
  const root_remainder found = operation::compose("root", engine, compute, checked, a, k);
  return {sign < 0 ? -found.root : found.root, sign < 0 ? -found.remainder : found.remainder};
}

gpu_bigint iroot(const gpu_bigint& a, std::uint64_t k) {
  return root_rem(a, k).root;
}

}  // namespace gbi
