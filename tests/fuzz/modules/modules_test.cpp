/// \file
/// Calls every operation of the modules for bignum-fuzzer and Cryptofuzz once, through their interfaces.
#include <bnfuzz/module.h>
#include <cryptofuzz/repository.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <string>

#include "tests/fuzz/modules/cryptofuzz/module.h"

extern module_t mod_gpu_bigint;

namespace {

struct calculation {
  std::string name, a, b, c, result;
};

/// "" if there is no result.
const calculation calculations[] = {
    {"Abs(A)", "7", "0", "0", "7"},
    {"Add(A,B)", "18446744073709551615", "1", "0", "18446744073709551616"},
    {"AddMod(A,B,C)", "8", "9", "10", "7"},
    {"And(A,B)", "12", "10", "0", "8"},
    {"Bit(A,B)", "4", "2", "0", "1"},
    {"ClearBit(A,B)", "5", "2", "0", "1"},
    {"Cmp(A,B)", "1", "2", "0", "-1"},
    {"Div(A,B)", "17", "5", "0", "3"},
    {"Div(A,B)", "17", "0", "0", ""},
    {"Exp(A,B)", "3", "4", "0", "81"},
    {"ExpMod(A,B,C)", "3", "4", "7", "4"},
    {"GCD(A,B)", "12", "18", "0", "6"},
    {"HamDist(A,B)", "12", "3", "0", "4"},
    {"InvMod(A,B)", "3", "7", "0", "5"},
    {"InvMod(A,B)", "3", "9", "0", ""},
    {"IsEq(A,B)", "3", "3", "0", "1"},
    {"IsGt(A,B)", "3", "3", "0", "0"},
    {"IsOdd(A)", "3", "0", "0", "1"},
    {"IsPrime(A)", "91", "0", "0", "0"},
    {"IsZero(A)", "0", "0", "0", "1"},
    {"Jacobi(A,B)", "2", "3", "0", "-1"},
    {"LCM(A,B)", "4", "6", "0", "12"},
    {"LSB(A)", "24", "0", "0", "3"},
    {"LSB(A)", "0", "0", "0", ""},
    {"LShift1(A)", "3", "0", "0", "6"},
    {"Mod(A,B)", "17", "5", "0", "2"},
    {"Mul(A,B)", "6", "7", "0", "42"},
    {"MulAdd(A,B,C)", "6", "7", "5", "47"},
    {"MulMod(A,B,C)", "6", "7", "10", "2"},
    {"NumBits(A)", "8", "0", "0", "4"},
    {"Or(A,B)", "12", "10", "0", "14"},
    {"RShift(A,B)", "13", "2", "0", "3"},
    {"SetBit(A,B)", "1", "2", "0", "5"},
    {"SetBit(A,B)", "1", "99999999999", "0", ""},
    {"Sqr(A)", "12", "0", "0", "144"},
    {"SqrMod(A,B)", "12", "10", "0", "4"},
    {"Sqrt(A)", "99", "0", "0", "9"},
    {"Sub(A,B)", "3", "5", "0", "-2"},
    {"Sub(A,B)", "-3", "5", "0", ""},
    {"SubMod(A,B,C)", "3", "5", "7", "5"},
    {"Xor(A,B)", "12", "10", "0", "6"},
    {"Add(A,B)", "-", "1", "0", ""},
    {"RandMod(A)", "5", "0", "0", ""},
};

struct step {
  operation_t what;
  std::array<const char*, 4> before;
  std::string first;  ///< the first number afterwards; "" if the operation is declined
};

const step steps[] = {
    {BN_FUZZ_OP_ADD, {"0", "5", "-7", "0"}, "-2"},     {BN_FUZZ_OP_SUB, {"0", "5", "-7", "0"}, "12"},
    {BN_FUZZ_OP_MUL, {"0", "5", "-7", "0"}, "-35"},    {BN_FUZZ_OP_DIV, {"0", "-35", "7", "0"}, "-5"},
    {BN_FUZZ_OP_DIV, {"0", "-36", "7", "0"}, ""},      {BN_FUZZ_OP_MOD, {"0", "36", "7", "0"}, "1"},
    {BN_FUZZ_OP_MOD, {"0", "36", "0", "0"}, ""},       {BN_FUZZ_OP_EXP_MOD, {"0", "3", "4", "7"}, "4"},
    {BN_FUZZ_OP_LSHIFT, {"0", "-3", "0", "0"}, "-6"},  {BN_FUZZ_OP_RSHIFT, {"0", "7", "0", "0"}, "3"},
    {BN_FUZZ_OP_GCD, {"0", "12", "-18", "0"}, "6"},    {BN_FUZZ_OP_MOD_ADD, {"0", "-9", "1", "7"}, "6"},
    {BN_FUZZ_OP_EXP, {"0", "3", "4", "0"}, "81"},      {BN_FUZZ_OP_CMP, {"0", "3", "4", "0"}, "-1"},
    {BN_FUZZ_OP_SQR, {"0", "-12", "0", "0"}, "144"},   {BN_FUZZ_OP_NEG, {"0", "12", "0", "0"}, "-12"},
    {BN_FUZZ_OP_ABS, {"0", "-0012", "0", "0"}, "12"},  {BN_FUZZ_OP_IS_PRIME, {"0", "97", "0", "0"}, "1"},
    {BN_FUZZ_OP_MOD_SUB, {"0", "3", "5", "7"}, "5"},   {BN_FUZZ_OP_SWAP, {"0", "3", "5", "7"}, "3"},
    {BN_FUZZ_OP_MOD_MUL, {"0", "-3", "5", "7"}, "6"},  {BN_FUZZ_OP_SET_BIT, {"1", "2", "0", "0"}, "5"},
    {BN_FUZZ_OP_SET_BIT, {"1", "1001", "0", "0"}, ""}, {BN_FUZZ_OP_LAST, {"1", "2", "0", "0"}, ""},
};

std::string first_after(const step& chosen) {
  bignum_cluster_t numbers;
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(mod_gpu_bigint.bignum_from_string(chosen.before[i], &numbers.BN[i]), 0);
  std::string found;
  if (mod_gpu_bigint.operation(&numbers, chosen.what, 0) == 0) {
    char* digits = nullptr;
    EXPECT_EQ(mod_gpu_bigint.string_from_bignum(numbers.BN[0], &digits), 0);
    found = std::unique_ptr<char, void (*)(void*)>(digits, std::free).get();
  }
  mod_gpu_bigint.shutdown();  // the fuzzer calls it before it destroys the numbers
  for (void* each : numbers.BN) mod_gpu_bigint.destroy_bignum(each);
  return found;
}

}  // namespace

std::string cryptofuzz::repository::CalcOpToString(std::uint64_t id) {
  return calculations[id].name;
}

TEST(Modules, BignumFuzzer) {
  ASSERT_EQ(mod_gpu_bigint.initialize(), 0);
  for (const step& each : steps) EXPECT_EQ(first_after(each), each.first) << "operation " << int{each.what};
  void* made = nullptr;
  EXPECT_NE(mod_gpu_bigint.bignum_from_string("-", &made), 0);
}

TEST(Modules, Cryptofuzz) {
  cryptofuzz::module::GpuBigint module;
  using number = cryptofuzz::component::Bignum;
  for (std::size_t id = 0; id < std::size(calculations); ++id) {
    const calculation& each = calculations[id];
    cryptofuzz::operation::BignumCalc op{cryptofuzz::component::CalcOp(id), number(each.a), number(each.b),
                                         number(each.c), number("0")};
    const auto found = module.OpBignumCalc(op);
    EXPECT_EQ(found ? found->ToTrimmedString() : "", each.result) << each.name;
  }
}
