/// \file
/// The operations in OpenSSL's BN.
#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/err.h>

#include <cctype>
#include <memory>
#include <stdexcept>

#include "tests/fuzz/rivals/operation.hpp"

namespace gbi::fuzz {

namespace {

using number = std::unique_ptr<BIGNUM, decltype(&BN_free)>;

number number_of(const std::string& digits) {
  BIGNUM* made = nullptr;
  if (BN_hex2bn(&made, digits.c_str()) == 0) throw std::runtime_error("BN_hex2bn failed");
  return {made, BN_free};
}

/// BN writes capitals, and whole bytes.
std::string text(const number& a) {
  const std::unique_ptr<char, void (*)(char*)> written(BN_bn2hex(a.get()), [](char* p) { OPENSSL_free(p); });
  std::string magnitude;
  for (const char c : std::string(written.get()))
    if (c != '-' && (c != '0' || !magnitude.empty())) magnitude += static_cast<char>(std::tolower(c));
  if (magnitude.empty()) return "0";
  return (BN_is_negative(a.get()) != 0 ? "-" : "") + magnitude;
}

void require_success(int result) {
  if (result != 1) throw std::runtime_error("a function of BN failed");
}

answer compute(operation what, const operands& x) {
  static BN_CTX* const memory = BN_CTX_new();
  const number a = number_of(x.a), b = number_of(x.b), m = number_of(x.m), r = number_of("0"),
               s = number_of("0");
  const int count = static_cast<int>(x.count);
  switch (what) {
    case operation::sum:
      require_success(BN_add(r.get(), a.get(), b.get()));
      break;
    case operation::difference:
      require_success(BN_sub(r.get(), a.get(), b.get()));
      break;
    case operation::product:
      require_success(BN_mul(r.get(), a.get(), b.get(), memory));
      break;
    case operation::square:
      require_success(BN_sqr(r.get(), a.get(), memory));
      break;
    case operation::quotient:
      require_success(BN_div(r.get(), s.get(), a.get(), b.get(), memory));
      return text(r) + ' ' + text(s);
    case operation::power:
      require_success(BN_set_word(s.get(), x.count));
      require_success(BN_exp(r.get(), a.get(), s.get(), memory));
      break;
    case operation::modular_power:
      require_success(BN_mod_exp(r.get(), a.get(), b.get(), m.get(), memory));
      break;
    case operation::greatest_divisor:
      require_success(BN_gcd(r.get(), a.get(), b.get(), memory));
      break;
    case operation::inverse:
      if (BN_mod_inverse(r.get(), a.get(), m.get(), memory) != nullptr) break;
      ERR_clear_error();
      return "none";
    case operation::left_shift:
      require_success(BN_lshift(r.get(), a.get(), count));
      break;
    case operation::right_shift:
      if (BN_is_negative(a.get()) != 0) return std::nullopt;  // BN rounds towards 0
      require_success(BN_rshift(r.get(), a.get(), count));
      break;
    case operation::symbol:
      return std::to_string(BN_kronecker(a.get(), b.get(), memory));
    case operation::prime:
      return std::to_string(BN_check_prime(a.get(), memory, nullptr));
    case operation::decimal: {
      const std::unique_ptr<char, void (*)(char*)> written(BN_bn2dec(a.get()),
                                                           [](char* p) { OPENSSL_free(p); });
      return written.get();
    }
    default:
      return std::nullopt;
  }
  return text(r);
}

}  // namespace

library openssl() {
  return {std::string("OpenSSL ") + OpenSSL_version(OPENSSL_VERSION_STRING), compute};
}

}  // namespace gbi::fuzz
