#include "src/number_theory/word_power.hpp"

#include <algorithm>

#include "src/ground/word_check.hpp"
#include "src/words/divide.hpp"
#include "src/words/limb_checks.hpp"
#include "src/words/linear.hpp"
#include "src/words/linear_checks.hpp"
#include "src/words/power_mod.hpp"

namespace gbi::number_theory {

namespace {

using view = detail::short_view;

void run(limb* out, const view& base, const view& exponent, const limb* n, std::size_t size) {
  const ground::word_memory scratch(words::power_mod_scratch(base.size, exponent.size, size));
  words::power_mod(out, base.limbs, base.size, exponent.limbs, exponent.size, n, size, scratch.data());
}

/// A power modulo n p, and its reduction modulo n.
class wide_power {
 public:
  wide_power(const view& base, const view& exponent, const view& n)
      : base_(base),
        exponent_(exponent),
        n_(n),
        check_("modular power", n.size),
        prime_(ground::short_prime()),
        of_n_(check_.residue(n.limbs, n.size)),
        of_base_(words::remainder_1(base.limbs, base.size, prime_)),
        expected_(words::power_modulo_prime(of_base_, exponent.limbs, exponent.size, prime_)),
        memory_(2 * (n.size + 1) + 2),
        modulus_(memory_.data()),
        power_(modulus_ + n.size + 1),
        quotient_(power_ + n.size + 1) {}

  void run(limb* out) {
    if (n_.limbs[0] % 2 == 1) return check_.repeat([&] { return attempt(out); });
    // The power modulo the factor 2^k of n is computed separately, and nothing relates it to the power modulo
    // p.
    const ground::word_memory again(n_.size);
    const limb low = n_.limbs[0] & -n_.limbs[0], mask = low - 1;  // all bits set for a multiple of 2^64
    const limb expected = power_of_word(base_.size > 0 ? base_.limbs[0] : 0, exponent_.limbs, exponent_.size);
    check_.repeat([&] {
      return attempt(out) && attempt(again.data()) && words::compare(out, again.data(), n_.size) == 0 &&
             ((out[0] ^ expected) & mask) == 0;
    });
  }

 private:
  bool attempt(limb* out) {
    modulus_[n_.size] = words::multiply_1(modulus_, n_.limbs, n_.size, prime_);
    const std::size_t size = words::significant(modulus_, n_.size + 1);
    number_theory::run(power_, base_, exponent_, modulus_, size);
    // The residue is taken first, so that a change to the power after its check does not match the residue.
    const limb of_power = check_.residue(power_, size);
    if (words::remainder_1(power_, size, prime_) != expected_) return false;
    const ground::word_memory scratch(words::divide_scratch(size, n_.size));
    words::divide(quotient_, out, power_, size, n_.limbs, n_.size, scratch.data());
    return words::compare(out, n_.limbs, n_.size) < 0 &&
           check_.multiply_add(check_.residue(quotient_, size - n_.size + 1), of_n_,
                               check_.residue(out, n_.size)) == of_power;
  }

  view base_, exponent_, n_;
  ground::word_check check_;
  limb prime_, of_n_, of_base_, expected_;
  ground::word_memory memory_;
  limb *modulus_, *power_, *quotient_;
};

}  // namespace

limb power_of_word(limb base, const limb* exponent, std::size_t n) noexcept {
  if (base % 2 == 0 && (words::significant(exponent, n) > 1 || exponent[0] >= limb_bits)) return 0;
  limb result = 1;
  for (limb left = exponent[0]; left > 0; left >>= 1, base *= base)
    if (left % 2 == 1) result *= base;
  return result;
}

void power_of_words(ground::word_result& result, const view& base, const view& exponent, const view& n) {
  limb* const out = result.data();
  const std::size_t size = n.size;
  // The time of a power grows with the limbs of the modulus and the exponent.
  if (exponent.size > 0 && ground::is_checked(result.home(), size * exponent.size))
    wide_power(base, exponent, n).run(out);
  else
    run(out, base, exponent, n.limbs, size);
  const bool negative = base.negative && exponent.size > 0 && exponent.limbs[0] % 2 == 1;
  if (!negative || words::significant(out, size) == 0) return;
  const ground::word_memory positive(size);
  std::copy_n(out, size, positive.data());
  ground::compute_exactly(
      result.home(), "modular power", size, [&] { words::subtract_n(out, n.limbs, positive.data(), size); },
      [&] {
        return words::is_sum(n.limbs, out, size, positive.data(), size) &&
               words::carry_of_sum(n.limbs, out, size, positive.data(), size) == 0;
      });
}

}  // namespace gbi::number_theory
