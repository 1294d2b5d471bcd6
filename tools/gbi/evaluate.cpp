/// \file
/// The value of a tree.
#include <algorithm>
#include <functional>
#include <map>
#include <stdexcept>

#include "tools/gbi/syntax.hpp"
#include "tools/support/number_size.hpp"

namespace program {

namespace {

using gbi::gpu_bigint;
using node = expression::node;

/// Longer exponents are too long for every base except 0, 1 and -1.
constexpr std::uint64_t most_exponent_bits = 64;

/// An exponent that is too long. The error belongs to the power, not to the part that was about to be
/// computed.
class long_exponent : public too_long {
 public:
  long_exponent() : too_long("the power is too long: its exponent has more than 64 bits") {}
};

class evaluator {
 public:
  explicit evaluator(const calculator& compute) : compute_(compute) {}

  /// \param exponent whether a value of more than 64 bits is too long, whatever the limit
  gpu_bigint value(const node& of, bool exponent = false) const {
    try {
      return computed(of, exponent);
    } catch (const expression_error&) {
      throw;
    } catch (const long_exponent& error) {
      if (exponent) throw;
      throw expression_error(error.what(), of.position);
    } catch (const std::logic_error& error) {  // division by zero, a root of a negative number, a long result
      throw expression_error(error.what(), of.position);
    }
  }

 private:
  gpu_bigint operand(const node& of, std::size_t i) const { return value(*of.operands[i]); }

  gpu_bigint computed(const node& of, bool exponent) const {
    switch (of.what) {
      case operation::number:
        return number(of, exponent);
      case operation::negate:
        return -value(*of.operands[0], exponent);
      case operation::add:
        return compute_.add(operand(of, 0), operand(of, 1));
      case operation::subtract:
        return compute_.subtract(operand(of, 0), operand(of, 1));
      case operation::multiply:
        return compute_.multiply(operand(of, 0), operand(of, 1));
      case operation::divide:
        return compute_.divide(operand(of, 0), operand(of, 1)).quotient;
      case operation::modulo:
        return remainder(*of.operands[0], operand(of, 1));
      case operation::power:
        return power(of, exponent);
      case operation::factorial:
        return factorial(word(of, 0), exponent);
      case operation::call:
        return call(of);
    }
    throw std::logic_error("an operation without a value");
  }

  gpu_bigint number(const node& of, bool is_exponent) const {
    gpu_bigint digits(of.text, 0, {.max_bits = compute_.max_bits()});
    if (of.exponent.empty() || digits.sign() == 0) return digits;
    const gpu_bigint exponent(of.exponent, 10, {.max_bits = compute_.max_bits()});
    return compute_.multiply(digits, power(10, exponent, is_exponent));
  }

  gpu_bigint power(const node& of, bool is_exponent) const {
    const gpu_bigint base = operand(of, 0);
    // The base decides whether an exponent may be long at all, so in a^b^c^d nothing is computed in vain.
    const bool any_exponent = base.sign() == 0 || base == 1 || base == -1;
    const gpu_bigint exponent = value(*of.operands[1], !any_exponent);
    if (base == 1 || (base == -1 && exponent % 2 == 0)) return 1;
    if (base == -1) return -1;
    if (exponent.sign() < 0) throw expression_error("the exponent of a power is negative", of.position);
    if (base.sign() == 0) return exponent.sign() == 0 ? 1 : 0;
    return power(base, exponent, is_exponent);
  }
  /// |base| > 1, exponent >= 0.
  gpu_bigint power(const gpu_bigint& base, const gpu_bigint& exponent, bool is_exponent) const {
    const double least = static_cast<double>(base.bit_length() - 1) * static_cast<double>(exponent);
    if (is_exponent && least > static_cast<double>(most_exponent_bits)) throw long_exponent();
    compute_.require_length("power", least);
    return compute_.power(base, static_cast<std::uint64_t>(exponent));
  }
  gpu_bigint factorial(std::uint64_t n, bool is_exponent) const {
    if (is_exponent && n > most_exponent_bits) throw long_exponent();
    return compute_.factorial(n);
  }

  /// `of` mod n, from the remainders of its parts if that gives the same value.
  gpu_bigint remainder(const node& of, const gpu_bigint& n) const {
    if (n.sign() == 0) throw std::domain_error("a remainder by zero");
    const auto part = [&](std::size_t i) { return remainder(*of.operands[i], n); };
    switch (of.what) {
      case operation::add:
        return reduced(compute_.add(part(0), part(1)), n);
      case operation::subtract:
        return reduced(compute_.subtract(part(0), part(1)), n);
      case operation::multiply:
        return reduced(compute_.multiply(part(0), part(1)), n);
      case operation::negate:
        return reduced(-part(0), n);
      case operation::power:
        try {
          return compute_.power_mod(part(0), operand(of, 1), n);
        } catch (const std::domain_error& error) {  // no inverse
          throw expression_error(error.what(), of.position);
        }
      default:
        return reduced(value(of), n);
    }
  }
  gpu_bigint reduced(const gpu_bigint& a, const gpu_bigint& n) const {
    return compute_.divide(a, n).remainder;
  }

  /// An operand that must be a word.
  std::uint64_t word(const node& of, std::size_t i) const {
    const gpu_bigint found = operand(of, i);
    if (found.sign() < 0) throw expression_error("the argument is negative", of.operands[i]->position);
    if (!found.fits<std::uint64_t>())
      throw expression_error("the argument is 2^64 or more", of.operands[i]->position);
    return static_cast<std::uint64_t>(found);
  }

  /// Combines all operands from left to right.
  template <class Combine>
  gpu_bigint folded(const node& of, Combine&& combine) const {
    gpu_bigint result = operand(of, 0);
    for (std::size_t i = 1; i < of.operands.size(); ++i) result = combine(result, operand(of, i));
    return result;
  }

  gpu_bigint call(const node& of) const {
    using make = std::function<gpu_bigint(const evaluator&, const node&)>;
    static const std::map<std::string, make> functions{
        {"abs", [](const evaluator& e, const node& n) { return gbi::abs(e.operand(n, 0)); }},
        {"binomial", [](const evaluator& e,
                        const node& n) { return e.compute_.binomial(e.operand(n, 0), e.word(n, 1)); }},
        {"bits", [](const evaluator& e, const node& n) { return gpu_bigint(e.operand(n, 0).bit_length()); }},
        {"digits", [](const evaluator& e,
                      const node& n) { return gpu_bigint(support::decimal_digits(e.operand(n, 0))); }},
        {"factorial", [](const evaluator& e, const node& n) { return e.factorial(e.word(n, 0), false); }},
        {"fib", [](const evaluator& e, const node& n) { return e.compute_.fibonacci(e.word(n, 0)); }},
        {"gcd",
         [](const evaluator& e, const node& n) {
           return e.folded(n, [&](const auto& a, const auto& b) { return e.compute_.gcd(a, b); });
         }},
        {"invert", [](const evaluator& e,
                      const node& n) { return e.compute_.invert(e.operand(n, 0), e.operand(n, 1)); }},
        {"isprime", [](const evaluator& e,
                       const node& n) { return gpu_bigint(e.compute_.is_prime(e.operand(n, 0), 25)); }},
        {"jacobi", [](const evaluator& e,
                      const node& n) { return gpu_bigint(gbi::jacobi(e.operand(n, 0), e.operand(n, 1))); }},
        {"lcm",
         [](const evaluator& e, const node& n) {
           return e.folded(n, [&](const auto& a, const auto& b) { return e.compute_.lcm(a, b); });
         }},
        {"lucas", [](const evaluator& e, const node& n) { return e.compute_.lucas(e.word(n, 0)); }},
        {"max",
         [](const evaluator& e, const node& n) {
           return e.folded(n, [](const auto& a, const auto& b) { return std::max(a, b); });
         }},
        {"min",
         [](const evaluator& e, const node& n) {
           return e.folded(n, [](const auto& a, const auto& b) { return std::min(a, b); });
         }},
        {"nextprime",
         [](const evaluator& e, const node& n) { return e.compute_.next_prime(e.operand(n, 0)); }},
        {"powm",
         [](const evaluator& e, const node& n) {
           return e.compute_.power_mod(e.operand(n, 0), e.operand(n, 1), e.operand(n, 2));
         }},
        {"prevprime",
         [](const evaluator& e, const node& n) { return e.compute_.previous_prime(e.operand(n, 0)); }},
        {"primorial", [](const evaluator& e, const node& n) { return e.compute_.primorial(e.word(n, 0)); }},
        {"root",
         [](const evaluator& e, const node& n) { return e.compute_.root(e.operand(n, 0), e.word(n, 1)); }},
        {"sqrt", [](const evaluator& e, const node& n) { return e.compute_.square_root(e.operand(n, 0)); }},
    };
    return functions.at(of.text)(*this, of);
  }

  const calculator& compute_;
};

}  // namespace

gpu_bigint expression::value(const calculator& compute) const {
  return compute.checked_length("result", evaluator(compute).value(*root_));
}

}  // namespace program
