/// \file
/// This library as a module of bignum-fuzzer (github.com/guidovranken/bignum-fuzzer), which compares it with
/// other libraries. There it is a folder of `modules`, compiled as C++20 and linked with libgpu_bigint. A
/// result other than 0 leaves this library out of a comparison: where the operation is not defined, or where
/// the other modules differ among themselves.
#include <bnfuzz/module.h>

#include <algorithm>
#include <cstring>
#include <gpu_bigint/all.hpp>
#include <stdexcept>
#include <utility>

namespace {

using gbi::gpu_bigint;
using number = const gpu_bigint&;

constexpr int done = 0, declined = -1;
/// The most that bignum-fuzzer's modules accept as a base, an exponent or the position of a bit.
constexpr int most = 1000;

/// The number, unless other modules do not accept it.
number at_least(int least, number a) {
  if (a < least) throw std::domain_error("a number too small for the operation");
  return a;
}

unsigned small(number a) {
  if (a < 0 || a > most) throw std::domain_error("not a small number");
  return static_cast<unsigned>(a);
}

gpu_bigint residue(number a, number n) {
  return gbi::euclidean_div_rem(a, at_least(1, n)).remainder;
}

gpu_bigint exact_quotient(number a, number b) {
  const gbi::quotient_remainder found = gbi::div_rem(a, b);
  if (found.remainder != 0) throw std::domain_error("modules round in different directions");
  return found.quotient;
}

struct row {
  operation_t what;
  gpu_bigint (*result)(number a, number b, number c, number d);  ///< the new value of the first number
};

constexpr row rows[] = {
    {BN_FUZZ_OP_ADD, [](number, number b, number c, number) { return b + c; }},
    {BN_FUZZ_OP_SUB, [](number, number b, number c, number) { return b - c; }},
    {BN_FUZZ_OP_MUL, [](number, number b, number c, number) { return b * c; }},
    {BN_FUZZ_OP_DIV, [](number, number b, number c, number) { return exact_quotient(b, c); }},
    {BN_FUZZ_OP_MOD, [](number, number b, number c, number) { return residue(at_least(0, b), c); }},
    {BN_FUZZ_OP_EXP_MOD, [](number, number b, number c,
                            number d) { return gbi::powm(at_least(0, b), at_least(0, c), at_least(1, d)); }},
    {BN_FUZZ_OP_LSHIFT, [](number, number b, number, number) { return b << 1; }},
    {BN_FUZZ_OP_RSHIFT, [](number, number b, number, number) { return at_least(0, b) >> 1; }},
    {BN_FUZZ_OP_GCD, [](number, number b, number c, number) { return gbi::gcd(b, c); }},
    {BN_FUZZ_OP_MOD_ADD, [](number, number b, number c, number d) { return residue(b + c, d); }},
    {BN_FUZZ_OP_EXP,
     [](number, number b, number c, number) { return gbi::pow(gpu_bigint(small(b)), small(c)); }},
    {BN_FUZZ_OP_CMP, [](number, number b, number c, number) { return gpu_bigint((b > c) - (b < c)); }},
    {BN_FUZZ_OP_SQR, [](number, number b, number, number) { return gbi::square(b); }},
    {BN_FUZZ_OP_NEG, [](number, number b, number, number) { return -b; }},
    {BN_FUZZ_OP_ABS, [](number, number b, number, number) { return gbi::abs(b); }},
    {BN_FUZZ_OP_IS_PRIME, [](number, number b, number,
                             number) { return gpu_bigint(int{gbi::is_probable_prime(at_least(0, b))}); }},
    {BN_FUZZ_OP_MOD_SUB, [](number, number b, number c, number d) { return residue(b - c, d); }},
    {BN_FUZZ_OP_MOD_MUL, [](number, number b, number c, number d) { return residue(b * c, d); }},
    {BN_FUZZ_OP_SET_BIT,
     [](number a, number b, number, number) { return gbi::set_bit(at_least(0, a), small(b)); }},
};

gpu_bigint& number_of(void* of_fuzzer) {
  return *static_cast<gpu_bigint*>(of_fuzzer);
}

int operation_on(bignum_cluster_t* numbers, operation_t what, std::uint8_t /*option*/) {
  gpu_bigint &a = number_of(numbers->BN[0]), &b = number_of(numbers->BN[1]);
  if (what == BN_FUZZ_OP_SWAP) return std::swap(a, b), done;
  const auto* const found = std::ranges::find(rows, what, &row::what);
  if (found == std::end(rows)) return declined;
  try {
    a = found->result(a, b, number_of(numbers->BN[2]), number_of(numbers->BN[3]));
    return done;
  } catch (const std::domain_error&) {
    return declined;
  }
}

int bignum_from_string(const char* input, void** output) {
  try {
    *output = new gpu_bigint(input, 10);
    return done;
  } catch (const std::invalid_argument&) {  // a minus sign alone
    return declined;
  }
}

/// The fuzzer frees the text.
int string_from_bignum(void* input, char** output) {
  *output = strdup(number_of(input).to_string().c_str());
  return *output != nullptr ? done : declined;
}

void destroy_bignum(void* of_fuzzer) {
  delete static_cast<gpu_bigint*>(of_fuzzer);
}

}  // namespace

module_t mod_gpu_bigint = {.initialize = [] { return done; },
                           .bignum_from_string = bignum_from_string,
                           .string_from_bignum = string_from_bignum,
                           .destroy_bignum = destroy_bignum,
                           .operation = operation_on,
                           .shutdown = [] {},
                           .name = "gpu_bigint"};
