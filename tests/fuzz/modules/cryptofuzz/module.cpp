#include "module.h"

#include <cryptofuzz/repository.h>

#include <gpu_bigint/all.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

namespace cryptofuzz::module {

namespace {

using gbi::gpu_bigint;
using number = const gpu_bigint&;

/// An exponent or a position. Longer ones than Cryptofuzz allows elsewhere are refused.
unsigned count(number a) {
  if (a > 100'000) throw std::length_error("a result too long to be compared");
  return static_cast<unsigned>(a);
}

gpu_bigint residue(number a, number n) {
  return gbi::euclidean_div_rem(a, n).remainder;
}

/// The position of a bit of a number that has one.
std::size_t position(number a, std::size_t (*found)(number)) {
  if (a == 0) throw std::domain_error("0 has no bits");
  return found(a);
}

struct calculation {
  std::string_view name;
  gpu_bigint (*compute)(number a, number b, number c);
};

constexpr calculation calculations[] = {
    {"Abs(A)", [](number a, number, number) { return gbi::abs(a); }},
    {"Add(A,B)", [](number a, number b, number) { return a + b; }},
    {"AddMod(A,B,C)", [](number a, number b, number c) { return residue(a + b, c); }},
    {"And(A,B)", [](number a, number b, number) { return a & b; }},
    {"Bit(A,B)", [](number a, number b, number) { return gpu_bigint(int{test_bit(a, count(b))}); }},
    {"ClearBit(A,B)", [](number a, number b, number) { return clear_bit(a, count(b)); }},
    {"Cmp(A,B)", [](number a, number b, number) { return gpu_bigint((a > b) - (a < b)); }},
    {"Div(A,B)", [](number a, number b, number) { return a / b; }},
    {"Exp(A,B)", [](number a, number b, number) { return pow(a, count(b)); }},
    {"ExpMod(A,B,C)", [](number a, number b, number c) { return powm(a, b, c); }},
    {"GCD(A,B)", [](number a, number b, number) { return gcd(a, b); }},
    {"HamDist(A,B)", [](number a, number b, number) { return gpu_bigint(hamming_distance(a, b)); }},
    {"InvMod(A,B)", [](number a, number b, number) { return invert(a, b); }},
    {"IsEq(A,B)", [](number a, number b, number) { return gpu_bigint(int{a == b}); }},
    {"IsGt(A,B)", [](number a, number b, number) { return gpu_bigint(int{a > b}); }},
    {"IsOdd(A)", [](number a, number, number) { return gpu_bigint(int{test_bit(a, 0)}); }},
    {"IsPrime(A)", [](number a, number, number) { return gpu_bigint(int{is_probable_prime(a)}); }},
    {"IsZero(A)", [](number a, number, number) { return gpu_bigint(int{a == 0}); }},
    {"Jacobi(A,B)", [](number a, number b, number) { return gpu_bigint(jacobi(a, b)); }},
    {"LCM(A,B)", [](number a, number b, number) { return lcm(a, b); }},
    {"LSB(A)", [](number a, number, number) { return gpu_bigint(position(a, gbi::trailing_zeros)); }},
    {"LShift1(A)", [](number a, number, number) { return a << 1; }},
    {"Mod(A,B)", [](number a, number b, number) { return a % b; }},
    {"Mul(A,B)", [](number a, number b, number) { return a * b; }},
    {"MulAdd(A,B,C)", [](number a, number b, number c) { return multiply_add(c, a, b); }},
    {"MulMod(A,B,C)", [](number a, number b, number c) { return residue(a * b, c); }},
    {"NumBits(A)", [](number a, number, number) { return gpu_bigint(a.bit_length()); }},
    {"Or(A,B)", [](number a, number b, number) { return a | b; }},
    {"RShift(A,B)", [](number a, number b, number) { return a >> count(b); }},
    {"SetBit(A,B)", [](number a, number b, number) { return set_bit(a, count(b)); }},
    {"Sqr(A)", [](number a, number, number) { return square(a); }},
    {"SqrMod(A,B)", [](number a, number b, number) { return residue(square(a), b); }},
    {"Sqrt(A)", [](number a, number, number) { return isqrt(a); }},
    {"Sub(A,B)", [](number a, number b, number) { return a - b; }},
    {"SubMod(A,B,C)", [](number a, number b, number c) { return residue(a - b, c); }},
    {"Xor(A,B)", [](number a, number b, number) { return a ^ b; }},
};

std::optional<component::Bignum> result(const calculation& chosen, const operation::BignumCalc& op) {
  const gpu_bigint a(op.bn0.ToTrimmedString(), 10), b(op.bn1.ToTrimmedString(), 10),
      c(op.bn2.ToTrimmedString(), 10);
  if (a < 0 || b < 0 || c < 0) return std::nullopt;
  return component::Bignum(chosen.compute(a, b, c).to_string());
}

}  // namespace

std::optional<component::Bignum> GpuBigint::OpBignumCalc(operation::BignumCalc& op) {
  const std::string asked = repository::CalcOpToString(op.calcOp.Get());
  try {
    for (const calculation& each : calculations)
      if (each.name == asked) return result(each, op);
  } catch (const std::domain_error&) {      // the operation is not defined
  } catch (const std::length_error&) {      // count()
  } catch (const std::invalid_argument&) {  // an operand without digits
  }
  return std::nullopt;
}

}  // namespace cryptofuzz::module
