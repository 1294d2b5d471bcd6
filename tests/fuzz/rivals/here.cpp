/// \file
/// The operations in this library.
#include <gpu_bigint/all.hpp>

#include "tests/fuzz/rivals/operation.hpp"

namespace gbi::fuzz {

answer compute_here(operation what, const operands& x) {
  const gpu_bigint a(x.a, 16), b(x.b, 16), m(x.m, 16);
  const auto both = [](const gpu_bigint& first, const gpu_bigint& second) {
    return first.to_string(16) + ' ' + second.to_string(16);
  };
  switch (what) {
    case operation::sum:
      return (a + b).to_string(16);
    case operation::difference:
      return (a - b).to_string(16);
    case operation::product:
      return (a * b).to_string(16);
    case operation::square:
      return square(a).to_string(16);
    case operation::quotient: {
      const quotient_remainder found = div_rem(a, b);
      return both(found.quotient, found.remainder);
    }
    case operation::power:
      return pow(a, x.count).to_string(16);
    case operation::modular_power:
      return powm(a, b, m).to_string(16);
    case operation::greatest_divisor:
      return gcd(a, b).to_string(16);
    case operation::inverse: {
      const std::optional<gpu_bigint> found = try_invert(a, m);
      return found ? found->to_string(16) : "none";
    }
    case operation::root: {
      const root_remainder found = sqrt_rem(a);
      return both(found.root, found.remainder);
    }
    case operation::left_shift:
      return (a << x.count).to_string(16);
    case operation::right_shift:
      return (a >> x.count).to_string(16);
    case operation::bit_and:
      return (a & b).to_string(16);
    case operation::bit_or:
      return (a | b).to_string(16);
    case operation::bit_xor:
      return (a ^ b).to_string(16);
    case operation::symbol:
      return std::to_string(kronecker(a, b));
    case operation::prime:
      return std::to_string(int{is_probable_prime(a)});
    case operation::decimal:
      return a.to_string(10);
  }
  return std::nullopt;
}

}  // namespace gbi::fuzz
