#include "tests/support/oracle.hpp"

namespace gbi::test {

std::string integer::to_string(int base) const {
  std::string text(mpz_sizeinbase(value_, base) + 2, '\0');
  mpz_get_str(text.data(), base, value_);
  text.resize(text.find('\0'));
  return text;
}

integer to_oracle(const gpu_bigint& value) {
  integer result;
  to_mpz(result.get(), value);
  return result;
}

gpu_bigint from_oracle(const integer& value) {
  return from_mpz(value.get());
}

std::string brief(const integer& value) {
  const std::string digits = value.to_string(16);
  if (digits.size() <= 80) return "0x" + digits;
  return "0x" + digits.substr(0, 32) + "..." + digits.substr(digits.size() - 32) + " (" +
         std::to_string(value.bit_length()) + " bits)";
}

testing::AssertionResult matches(const integer& value, const integer& expected) {
  if (value == expected) return testing::AssertionSuccess();
  integer difference;
  mpz_xor(difference.get(), value.get(), expected.get());
  const auto bit = mpz_scan1(difference.get(), 0);
  return testing::AssertionFailure() << "got " << brief(value) << ", expected " << brief(expected)
                                     << ", lowest different bit " << bit << " (limb " << bit / 64 << ")";
}

testing::AssertionResult matches(const gpu_bigint& value, const integer& expected) {
  return matches(to_oracle(value), expected);
}

}  // namespace gbi::test
