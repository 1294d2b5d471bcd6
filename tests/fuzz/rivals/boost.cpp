/// \file
/// The operations in Boost's cpp_int.
#include <boost/multiprecision/cpp_int.hpp>
#include <boost/version.hpp>

#include "tests/fuzz/rivals/operation.hpp"

namespace gbi::fuzz {

namespace {

using boost::multiprecision::cpp_int;

cpp_int number(const std::string& digits) {
  return digits.front() == '-' ? -cpp_int("0x" + digits.substr(1)) : cpp_int("0x" + digits);
}

/// cpp_int writes only magnitudes in hexadecimal.
std::string text(const cpp_int& a) {
  return a < 0 ? '-' + cpp_int(-a).str(0, std::ios::hex) : a.str(0, std::ios::hex);
}

answer compute(operation what, const operands& x) {
  const cpp_int a = number(x.a), b = number(x.b), m = number(x.m);
  cpp_int r, s;
  switch (what) {
    case operation::sum:
      return text(a + b);
    case operation::difference:
      return text(a - b);
    case operation::product:
      return text(a * b);
    case operation::square:
      return text(a * a);
    case operation::quotient:
      boost::multiprecision::divide_qr(a, b, r, s);
      return text(r) + ' ' + text(s);
    case operation::power:
      return text(boost::multiprecision::pow(a, x.count));
    case operation::modular_power:
      return text(boost::multiprecision::powm(a, b, m));
    case operation::greatest_divisor:
      return text(boost::multiprecision::gcd(a, b));
    case operation::root:
      r = boost::multiprecision::sqrt(a, s);
      return text(r) + ' ' + text(s);
    case operation::left_shift:
      return text(a << x.count);
    case operation::right_shift:
      return text(a >> x.count);
    case operation::bit_and:
      return text(a & b);
    case operation::bit_or:
      return text(a | b);
    case operation::bit_xor:
      return text(a ^ b);
    case operation::decimal:
      return a.str();
    default:
      return std::nullopt;
  }
}

}  // namespace

library boost_multiprecision() {
  return {
      "Boost " + std::to_string(BOOST_VERSION / 100000) + '.' + std::to_string(BOOST_VERSION / 100 % 1000),
      compute};
}

}  // namespace gbi::fuzz
