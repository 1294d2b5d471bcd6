/// \file
/// One operation on the same operands in this library and in others.
#include <algorithm>
#include <array>
#include <cstdio>
#include <random>
#include <vector>

#include "tests/fuzz/rivals/operation.hpp"
#include "tests/fuzz/targets.hpp"

namespace gbi::fuzz {

namespace {

/// An operation's name, and the most hexadecimal digits of its operands. Longer ones would take too long.
struct kind {
  const char* name;
  std::size_t most_digits;
};
constexpr std::size_t long_number = 1 << 14, theory_number = 1 << 11, power_number = 1 << 8;
constexpr kind kinds[] = {
    {"sum", long_number},
    {"difference", long_number},
    {"product", long_number},
    {"square", long_number},
    {"quotient", long_number},
    {"power", power_number},
    {"modular power", power_number},
    {"gcd", theory_number},
    {"inverse", theory_number},
    {"square root", long_number},
    {"left shift", long_number},
    {"right shift", long_number},
    {"bitwise and", long_number},
    {"bitwise or", long_number},
    {"bitwise exclusive or", long_number},
    {"Kronecker symbol", theory_number},
    {"prime test", 96},
    {"decimal digits", long_number},
};
static_assert(std::size(kinds) == static_cast<std::size_t>(operation::decimal) + 1);

/// A sign and one to four runs of digits, so that short inputs make long numbers and long carries.
std::string number(reader& in, std::size_t most_digits) {
  constexpr char digit[] = "0123456789abcdef";
  const std::uint8_t form = in.byte();
  std::string digits;
  for (int runs = 1 + form % 4; runs > 0; --runs) {
    const std::uint8_t what = in.byte();
    const std::size_t length = std::min(std::size_t{in.byte()} << what / 4 % 8, most_digits - digits.size());
    if (what % 4 < 2) digits.append(length, what % 4 == 0 ? '0' : 'f');
    if (what % 4 == 2)
      for (const std::uint8_t byte : in.take(std::min<std::size_t>(length / 2, 32)))
        digits += {digit[byte / 16], digit[byte % 16]};
    if (what % 4 == 3) {
      std::mt19937_64 random(in.word());
      for (std::size_t i = 0; i < length; ++i) digits += digit[random() % 16];
    }
  }
  digits.erase(0, digits.find_first_not_of('0'));
  if (digits.empty()) return "0";
  return ((form & 4) != 0 ? "-" : "") + digits;
}

/// Replaces operands for which the operation is not defined, or not the same in all libraries.
void make_valid(operation what, operands& x) {
  const auto magnitude = [](std::string& digits) {
    if (digits.front() == '-') digits.erase(0, 1);
  };
  switch (what) {
    case operation::quotient:
      if (x.b == "0") x.b = "1";
      break;
    case operation::modular_power:
      magnitude(x.b);
      [[fallthrough]];
    case operation::inverse:
      magnitude(x.a);
      magnitude(x.m);
      if (x.m == "0" || x.m == "1") x.m = "2";
      break;
    case operation::root:
    case operation::prime:
      magnitude(x.a);
      break;
    default:
      break;
  }
}

const std::vector<library>& libraries() {
  static const std::vector<library> all = [] {
    std::vector<library> found{gmp()};
#ifdef GPU_BIGINT_FUZZ_OPENSSL
    found.push_back(openssl());
#endif
#ifdef GPU_BIGINT_FUZZ_BOOST
    found.push_back(boost_multiprecision());
#endif
    if (flint().compute != nullptr) found.push_back(flint());
    for (const library& each : found) std::fprintf(stderr, "compared with %s\n", each.name.c_str());
    return found;
  }();
  return all;
}

}  // namespace

void differential(reader& in) {
  const std::size_t which = in.below(std::size(kinds));
  const auto what = static_cast<operation>(which);
  const std::size_t most_digits = kinds[which].most_digits;
  const std::uint8_t equal = in.byte();
  operands x;
  x.count = in.byte();
  x.a = number(in, most_digits);
  x.b = equal % 16 == 0 ? x.a : number(in, most_digits);
  x.m = number(in, most_digits);
  make_valid(what, x);

  const answer ours = compute_here(what, x);
  const auto check = [&](const answer& theirs, const std::string& name) {
    if (theirs == ours) return;  // the message would take longer than the comparison
    require(false, std::string(kinds[which].name) + " is " + *ours + " here, but " + *theirs + " in " + name +
                       ": a = " + x.a + ", b = " + x.b + ", m = " + x.m +
                       ", count = " + std::to_string(x.count));
  };
  for (const library& each : libraries())
    if (const answer theirs = each.compute(what, x)) check(theirs, each.name);
  const scoped_context kernels(kernels_alone());
  check(compute_here(what, x), "kernels");
}

}  // namespace gbi::fuzz
