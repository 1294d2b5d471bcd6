/// \file
/// The functions of expressions, and the value of a tree.
#include <algorithm>
#include <stdexcept>

#include "tools/gbi/syntax.hpp"
#include "tools/support/number_size.hpp"

namespace program {

namespace {

using gbi::gpu_bigint;
using node = expression::node;

/// Combines all arguments from left to right.
template <class Combine>
gpu_bigint folded(const arguments& of, const Combine& combine) {
  gpu_bigint result = of[0];
  for (std::size_t i = 1; i < of.values.size(); ++i) result = combine(result, of[i]);
  return result;
}

constexpr std::size_t any = static_cast<std::size_t>(-1);
using given = const arguments&;
constexpr function functions[] = {
    {"abs", "a", 1, 1, [](given x) { return gbi::abs(x[0]); }},
    {"binomial", "n, k", 2, 2, [](given x) { return x.compute.binomial(x[0], x.word(1)); }},
    {"bits", "a", 1, 1, [](given x) { return gpu_bigint(x[0].bit_length()); }},
    {"digits", "a", 1, 1, [](given x) { return gpu_bigint(support::decimal_digits(x[0])); }},
    {"factorial", "n", 1, 1, [](given x) { return x.compute.factorial(x.word(0)); }},
    {"fib", "n", 1, 1, [](given x) { return x.compute.fibonacci(x.word(0)); }},
    {"gcd", "a, b, ...", 2, any,
     [](given x) { return folded(x, [&](const auto& a, const auto& b) { return x.compute.gcd(a, b); }); }},
    {"invert", "a, m", 2, 2, [](given x) { return x.compute.invert(x[0], x[1]); }},
    {"isprime", "n", 1, 1, [](given x) { return gpu_bigint(x.compute.is_prime(x[0], 25)); }},
    {"jacobi", "a, n", 2, 2, [](given x) { return gpu_bigint(gbi::jacobi(x[0], x[1])); }},
    {"lcm", "a, b, ...", 2, any,
     [](given x) { return folded(x, [&](const auto& a, const auto& b) { return x.compute.lcm(a, b); }); }},
    {"lucas", "n", 1, 1, [](given x) { return x.compute.lucas(x.word(0)); }},
    {"max", "a, b, ...", 1, any, [](given x) { return *std::max_element(x.values.begin(), x.values.end()); }},
    {"min", "a, b, ...", 1, any, [](given x) { return *std::min_element(x.values.begin(), x.values.end()); }},
    {"nextprime", "n", 1, 1, [](given x) { return x.compute.next_prime(x[0]); }},
    {"powm", "a, b, m", 3, 3, [](given x) { return x.compute.power_mod(x[0], x[1], x[2]); }},
    {"prevprime", "n", 1, 1, [](given x) { return x.compute.previous_prime(x[0]); }},
    {"primorial", "n", 1, 1, [](given x) { return x.compute.primorial(x.word(0)); }},
    {"root", "a, k", 2, 2, [](given x) { return x.compute.root(x[0], x.word(1)); }},
    {"sqrt", "a", 1, 1, [](given x) { return x.compute.square_root(x[0]); }},
};

std::uint64_t word_of(const gpu_bigint& value, const node& at) {
  if (value.sign() < 0) throw expression_error("the argument is negative", at.position);
  if (!value.fits<std::uint64_t>()) throw expression_error("the argument is 2^64 or more", at.position);
  return static_cast<std::uint64_t>(value);
}

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
        return factorial(word_of(operand(of, 0), *of.operands[0]), exponent);
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

  gpu_bigint call(const node& of) const {
    arguments all{compute_, of, {}};
    for (const auto& each : of.operands) all.values.push_back(value(*each));
    return of.called->value(all);
  }

  const calculator& compute_;
};

}  // namespace

std::uint64_t arguments::word(std::size_t i) const {
  return word_of(values[i], *call.operands[i]);
}

const function* find_function(std::string_view name) {
  const auto* const found = std::find_if(std::begin(functions), std::end(functions),
                                         [name](const function& each) { return each.name == name; });
  return found == std::end(functions) ? nullptr : found;
}

std::vector<std::string> expression::functions() {
  std::vector<std::string> names;
  for (const function& each : program::functions) names.push_back(each.shown());
  return names;
}

gpu_bigint expression::value(const calculator& compute) const {
  return compute.checked_length("result", evaluator(compute).value(*root_));
}

}  // namespace program
