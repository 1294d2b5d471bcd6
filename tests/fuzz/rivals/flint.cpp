/// \file
/// The operations in FLINT's fmpz.
#include <dlfcn.h>

#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "tests/fuzz/rivals/operation.hpp"

namespace gbi::fuzz {

namespace {

/// An integer of FLINT's: a small number, or a reference that FLINT understands.
using fmpz = long;

void* flint_library() {
  static void* const loaded = [] {
    const char* named = std::getenv("GPU_BIGINT_FLINT");
    return dlopen(named != nullptr ? named : "libflint.so", RTLD_NOW | RTLD_LOCAL);
  }();
  return loaded;
}

/// A function of FLINT's by its name.
template <typename Result, typename... Arguments>
Result call(const char* name, Arguments... arguments) {
  void* const found = dlsym(flint_library(), name);
  if (found == nullptr) throw std::runtime_error(std::string("FLINT has no ") + name);
  return reinterpret_cast<Result (*)(Arguments...)>(found)(arguments...);
}

class number {
 public:
  number() = default;
  explicit number(const std::string& digits) { call<int>("fmpz_set_str", get(), digits.c_str(), 16); }
  number(const number&) = delete;
  number& operator=(const number&) = delete;
  ~number() { call<void>("fmpz_clear", get()); }

  fmpz* get() { return &value_; }
  const fmpz* get() const { return &value_; }
  std::string text(int base) const {
    const std::unique_ptr<char, void (*)(char*)> written(
        call<char*>("fmpz_get_str", static_cast<char*>(nullptr), base, get()),
        [](char* p) { call<void>("flint_free", static_cast<void*>(p)); });
    return written.get();
  }

 private:
  fmpz value_ = 0;
};

answer compute(operation what, const operands& x) {
  const number a(x.a), b(x.b), m(x.m);
  number r, s;
  const unsigned long count = x.count;
  switch (what) {
    case operation::sum:
      call<void>("fmpz_add", r.get(), a.get(), b.get());
      break;
    case operation::difference:
      call<void>("fmpz_sub", r.get(), a.get(), b.get());
      break;
    case operation::product:
      call<void>("fmpz_mul", r.get(), a.get(), b.get());
      break;
    case operation::square:
      call<void>("fmpz_mul", r.get(), a.get(), a.get());
      break;
    case operation::quotient:
      call<void>("fmpz_tdiv_qr", r.get(), s.get(), a.get(), b.get());
      return r.text(16) + ' ' + s.text(16);
    case operation::power:
      call<int>("fmpz_pow_ui", r.get(), a.get(), count);
      break;
    case operation::modular_power:
      call<void>("fmpz_powm", r.get(), a.get(), b.get(), m.get());
      break;
    case operation::greatest_divisor:
      call<void>("fmpz_gcd", r.get(), a.get(), b.get());
      break;
    case operation::inverse:
      if (call<int>("fmpz_invmod", r.get(), a.get(), m.get()) == 0) return "none";
      break;
    case operation::root:
      call<void>("fmpz_sqrtrem", r.get(), s.get(), a.get());
      return r.text(16) + ' ' + s.text(16);
    case operation::left_shift:
      call<void>("fmpz_mul_2exp", r.get(), a.get(), count);
      break;
    case operation::right_shift:
      call<void>("fmpz_fdiv_q_2exp", r.get(), a.get(), count);
      break;
    case operation::bit_and:
      call<void>("fmpz_and", r.get(), a.get(), b.get());
      break;
    case operation::bit_or:
      call<void>("fmpz_or", r.get(), a.get(), b.get());
      break;
    case operation::bit_xor:
      call<void>("fmpz_xor", r.get(), a.get(), b.get());
      break;
    case operation::symbol:
      return std::to_string(call<int>("fmpz_kronecker", a.get(), b.get()));
    case operation::prime:
      return std::to_string(call<int>("fmpz_is_probabprime", a.get()));
    case operation::decimal:
      return a.text(10);
  }
  return r.text(16);
}

}  // namespace

library flint() {
  if (flint_library() == nullptr) return {"FLINT", nullptr};
  const auto* version = static_cast<const char*>(dlsym(flint_library(), "flint_version"));
  return {std::string("FLINT ") + (version != nullptr ? version : ""), compute};
}

}  // namespace gbi::fuzz
