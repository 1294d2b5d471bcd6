/// \file
/// A GMP integer with a destructor, built from limbs.
#pragma once

#include <gmp.h>

#include <cstdlib>
#include <ostream>
#include <string>
#include <vector>

#include "kernels/word/limb.hpp"

namespace gbi::test {

struct mpz_number {
  mpz_number() { mpz_init(z); }
  explicit mpz_number(limb a) { mpz_init_set_ui(z, a); }
  explicit mpz_number(const std::vector<limb>& a) : mpz_number() {
    mpz_import(z, a.size(), -1, sizeof(limb), 0, 0, a.data());
  }
  mpz_number(const mpz_number& other) { mpz_init_set(z, other.z); }
  mpz_number& operator=(const mpz_number& other) {
    mpz_set(z, other.z);
    return *this;
  }
  ~mpz_number() { mpz_clear(z); }

  /// Without leading zeros.
  std::vector<limb> limbs() const { return {mpz_limbs_read(z), mpz_limbs_read(z) + mpz_size(z)}; }

  friend bool operator==(const mpz_number& a, const mpz_number& b) { return mpz_cmp(a.z, b.z) == 0; }
  friend std::ostream& operator<<(std::ostream& out, const mpz_number& a) {
    std::string digits(mpz_sizeinbase(a.z, 16) + 2, '\0');
    return out << "0x" << mpz_get_str(digits.data(), 16, a.z);
  }

  mpz_t z;
};

}  // namespace gbi::test
