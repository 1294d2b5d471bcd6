#include "src/distribute/moduli_product.hpp"

#include <utility>

#include "kernels/word/word_modulus.hpp"
#include "src/distribute/newton.hpp"
#include "src/distribute/product_attempt.hpp"
#include "src/faults/operation_scope.hpp"

namespace gbi::distribute {

namespace {

/// One attempt. All numbers are magnitudes.
class moduli_attempt {
 public:
  moduli_attempt(const distributed_bigint& a, const distributed_bigint& b, const sharing& how,
                 std::uint64_t number)
      : a_(a),
        b_(b),
        how_(how),
        number_(number),
        lower_{0, how.plan.ranks},
        upper_{access::of(a)->on().machine(), how.plan.ranks},
        t_(how.plan.modulus() / 2) {}

  distributed_bigint run() const {
    const auto [u, twice_h] = residues();
    const distributed_bigint h = slice(halved(twice_h), {0, t_});
    const distributed_bigint product = (h << static_cast<std::int64_t>(2 * t_ * limb_bits)) + h + u;
    return slice(product, {0, limbs_of(product.bit_length())});
  }

 private:
  /// The limbs of x < 2^(128 t) modulo 2^(64 t) + 1, on some ranks.
  distributed_bigint folded(const distributed_bigint& x, rank_range on) const {
    return slice(x, {0, t_}, on) - slice(x, {t_, 2 * t_}, on);
  }

  /// u on the lower machine, and 2 h on the upper one.
  std::pair<distributed_bigint, distributed_bigint> residues() const {
    const bool square = access::of(a_) == access::of(b_);
    const distributed_bigint a = folded(a_, upper_), b = square ? a : folded(b_, upper_);
    const bool negative = a.sign() * b.sign() < 0;
    const auto [of_lower, of_upper] = products(*access::of(a), *access::of(b));
    // Limb 2 t counts -1, as 2^(128 t) is -1. With it, the product of the upper machine is exact, so that it
    // may be reduced further.
    const distributed_bigint top = slice(of_lower, {2 * t_, 2 * t_ + 1}, lower_);
    const distributed_bigint v = folded(of_upper, upper_) - slice(of_upper, {2 * t_, 2 * t_ + 1}, upper_);
    return {slice(of_lower, {0, 2 * t_}, lower_) - top,
            (negative ? -v : v) - (folded(of_lower, lower_) - top)};
  }

  /// 2 t + 1 limbs of each machine's product.
  std::pair<distributed_bigint, distributed_bigint> products(const value& a, const value& b) const {
    const value &x = *access::of(a_), &y = *access::of(b_);
    const faults::operation_scope scope("distributed product by moduli", x.where().limbs(),
                                        y.where().limbs());
    std::optional<product_attempt> of_lower, of_upper;
    agree(
        x.on(),
        [&] {
          for (const value* one : {&x, &y, &a, &b}) one->memory.depend();
          of_lower.emplace(x, y, how_, lower_.first);
          of_upper.emplace(a, b, how_, upper_.first);
        },
        [&](rank& r) {
          of_lower->allocate(r);
          of_upper->allocate(r);
        });
    of_lower->compute(number_);
    of_upper->compute(number_);
    const auto joined = [](product_attempt& attempt) {
      attempt.join();
      const std::shared_ptr<value> result = std::move(attempt).result();
      result->memory.seal();
      return access::make(result);
    };
    distributed_bigint first = joined(*of_lower), second = joined(*of_upper);
    return {std::move(first), std::move(second)};
  }

  /// x / 2 modulo 2^(64 t) + 1, not negative. A wrong x may give any number.
  distributed_bigint halved(const distributed_bigint& x) const {
    const std::size_t bits = t_ * limb_bits;
    const distributed_bigint one = slice(distributed_bigint(x.group(), 1), {0, 1}, upper_);
    const distributed_bigint modulus = (one << static_cast<std::int64_t>(bits)) + one;
    distributed_bigint h = (x % 2 == 0 ? x : x + modulus) >> 1;
    for (int corrections = 0; corrections < 2; ++corrections)
      if (h.sign() < 0)
        h += modulus;
      else if (h.bit_length() > bits)
        h -= modulus;
    return h;
  }

  const distributed_bigint &a_, &b_;
  const sharing& how_;
  std::uint64_t number_;
  rank_range lower_, upper_;
  std::size_t t_;
};

}  // namespace

distributed_bigint multiply_by_moduli(const distributed_bigint& a, const distributed_bigint& b,
                                      const sharing& how) {
  const bool negative = a.sign() * b.sign() < 0;
  const auto modulus = kernels::word_modulus::of(how.prime);
  const auto checksum = [&](const distributed_bigint& x) {
    return residue_of(*access::of(x), how.prime).magnitude;
  };
  std::uint64_t number = 0;
  const distributed_bigint product = first_right_of(
      [&]() -> std::optional<distributed_bigint> {
        const limb expected = modulus.multiply(checksum(a), checksum(b));
        distributed_bigint found = moduli_attempt(a, b, how, number++).run();
        if (checksum(found) != expected) return std::nullopt;
        return found;
      },
      "product of distributed numbers", a, b);
  return negative ? -product : product;
}

}  // namespace gbi::distribute
