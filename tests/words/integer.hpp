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

struct integer {
  integer() { mpz_init(z); }
  explicit integer(limb a) { mpz_init_set_ui(z, a); }
  explicit integer(const std::vector<limb>& a) : integer() {
    mpz_import(z, a.size(), -1, sizeof(limb), 0, 0, a.data());
  }
  integer(const integer& other) { mpz_init_set(z, other.z); }
  integer& operator=(const integer& other) {
    mpz_set(z, other.z);
    return *this;
  }
  ~integer() { mpz_clear(z); }

  /// Without leading zeros.
  std::vector<limb> limbs() const { return {mpz_limbs_read(z), mpz_limbs_read(z) + mpz_size(z)}; }

  friend bool operator==(const integer& a, const integer& b) { return mpz_cmp(a.z, b.z) == 0; }
  friend std::ostream& operator<<(std::ostream& out, const integer& a) {
    std::string digits(mpz_sizeinbase(a.z, 16) + 2, '\0');
    return out << "0x" << mpz_get_str(digits.data(), 16, a.z);
  }

  mpz_t z;
};

}  // namespace gbi::test
