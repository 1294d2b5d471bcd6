/// \file
/// GMP's functions of assignment, conversion, comparison, bits, input and output.
#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <string>

#include "gpu_bigint/all.hpp"
#include "gpu_bigint/c.h"
#include "tests/suites/gmp_stand_in.hpp"

namespace gbi::stand_in {

namespace {

template <class Ordering>
int sign_of(Ordering order) {
  return order > 0 ? 1 : order < 0 ? -1 : 0;
}

/// GMP skips white space and takes a leading zero for base 8 if the base is 0.
gpu_bigint parsed(const char* text, int base) {
  std::string compact(text);
  std::erase_if(compact, [](unsigned char c) { return std::isspace(c) != 0; });
  const std::size_t first = compact.starts_with('-') ? 1 : 0;
  const bool is_octal = base == 0 && compact.size() > first + 1 && compact[first] == '0' &&
                        std::isdigit(static_cast<unsigned char>(compact[first + 1])) != 0;
  return gpu_bigint(compact, is_octal ? 8 : base);
}
/// -1 if the text is not a number.
int set_text(mpz_ptr r, const char* text, int base) {
  try {
    set(r, parsed(text, base));
    return 0;
  } catch (const std::invalid_argument&) {
    return -1;
  }
}
/// A negative base asks for upper-case letters.
std::string text_of(const gpu_bigint& a, int base) {
  std::string result = a.to_string(base == 0 ? 10 : std::abs(base));
  if (base < 0)
    std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::toupper(c); });
  return result;
}

/// The leading 53 bits: GMP truncates, and the library rounds to nearest.
gpu_bigint truncated(const gpu_bigint& a) {
  const std::size_t bits = a.bit_length();
  if (bits <= 53) return a;
  const gpu_bigint leading = abs(a) >> (bits - 53) << (bits - 53);
  return a < 0 ? -leading : leading;
}

/// A number of the C interface, which alone has GMP's import and export.
class c_number {
 public:
  explicit c_number(const gpu_bigint& a = {}) {
    const std::vector<std::uint64_t> limbs = a.to_limbs();
    if (gbi_init(&number_) != GBI_OK || gbi_set_limbs(number_, limbs.data(), limbs.size(), 0) != GBI_OK)
      throw std::runtime_error(gbi_last_error());
  }
  c_number(const c_number&) = delete;
  c_number& operator=(const c_number&) = delete;
  ~c_number() { gbi_clear(number_); }

  gbi_int* get() const { return number_; }
  gpu_bigint value() const {
    std::size_t count = 0;
    gbi_size(&count, number_);
    std::vector<std::uint64_t> limbs(count);
    if (gbi_get_limbs(limbs.data(), count, &count, number_) != GBI_OK)
      throw std::runtime_error(gbi_last_error());
    return gpu_bigint::from_limbs(limbs);
  }

 private:
  gbi_int* number_ = nullptr;
};

}  // namespace

// clang-format off
extern "C" {

void gbi_mpz_set(mpz_ptr r, mpz_srcptr a) { set(r, value(a)); }
void gbi_mpz_set_ui(mpz_ptr r, unsigned long a) { set(r, a); }
void gbi_mpz_set_si(mpz_ptr r, long a) { set(r, a); }
void gbi_mpz_set_d(mpz_ptr r, double a) { set(r, gpu_bigint(a)); }
int gbi_mpz_set_str(mpz_ptr r, const char* text, int base) { return set_text(r, text, base); }
void gbi_mpz_swap(mpz_ptr a, mpz_ptr b) {
  gpu_bigint one = value(a), other = value(b);
  swap(one, other);
  set(a, one);
  set(b, other);
}
// Like GMP's, these make room for a limb, which a test writes into a number that is 0.
void gbi_mpz_init_set(mpz_ptr r, mpz_srcptr a) { mpz_init2(r, 64); set(r, value(a)); }
void gbi_mpz_init_set_ui(mpz_ptr r, unsigned long a) { mpz_init2(r, 64); set(r, a); }
void gbi_mpz_init_set_si(mpz_ptr r, long a) { mpz_init2(r, 64); set(r, a); }
void gbi_mpz_init_set_d(mpz_ptr r, double a) { mpz_init2(r, 64); set(r, gpu_bigint(a)); }
int gbi_mpz_init_set_str(mpz_ptr r, const char* text, int base) { mpz_init2(r, 64); return set_text(r, text, base); }

unsigned long gbi_mpz_get_ui(mpz_srcptr a) { return low_word(value(a)); }
long gbi_mpz_get_si(mpz_srcptr a) { return static_cast<long>(value(a)); }
double gbi_mpz_get_d(mpz_srcptr a) { return static_cast<double>(truncated(value(a))); }
double gbi_mpz_get_d_2exp(long* exponent, mpz_srcptr a) {
  const scaled_double result = frexp(truncated(value(a)));
  *exponent = result.exponent;
  return result.fraction;
}
char* gbi_mpz_get_str(char* result, int base, mpz_srcptr a) {
  const std::string text = text_of(value(a), base);
  if (result == nullptr) {
    void* (*allocate)(std::size_t) = nullptr;
    mp_get_memory_functions(&allocate, nullptr, nullptr);
    result = static_cast<char*>(allocate(text.size() + 1));
  }
  return std::strcpy(result, text.c_str());
}

int gbi_mpz_cmp(mpz_srcptr a, mpz_srcptr b) { return sign_of(value(a) <=> value(b)); }
int gbi_mpz_cmp_ui(mpz_srcptr a, unsigned long b) { return sign_of(value(a) <=> b); }
int gbi_mpz_cmp_si(mpz_srcptr a, long b) { return sign_of(value(a) <=> b); }
int gbi_mpz_cmp_d(mpz_srcptr a, double b) { return sign_of(value(a) <=> b); }
int gbi_mpz_cmpabs(mpz_srcptr a, mpz_srcptr b) { return sign_of(abs(value(a)) <=> abs(value(b))); }
int gbi_mpz_cmpabs_ui(mpz_srcptr a, unsigned long b) { return sign_of(abs(value(a)) <=> b); }
int gbi_mpz_cmpabs_d(mpz_srcptr a, double b) { return sign_of(abs(value(a)) <=> std::fabs(b)); }
int gbi_mpz_fits_ulong_p(mpz_srcptr a) { return value(a).fits<unsigned long>(); }
int gbi_mpz_fits_slong_p(mpz_srcptr a) { return value(a).fits<long>(); }
int gbi_mpz_fits_uint_p(mpz_srcptr a) { return value(a).fits<unsigned>(); }
int gbi_mpz_fits_sint_p(mpz_srcptr a) { return value(a).fits<int>(); }
int gbi_mpz_fits_ushort_p(mpz_srcptr a) { return value(a).fits<unsigned short>(); }
int gbi_mpz_fits_sshort_p(mpz_srcptr a) { return value(a).fits<short>(); }
std::size_t gbi_mpz_size(mpz_srcptr a) { return value(a).to_limbs().size(); }
std::size_t gbi_mpz_sizeinbase(mpz_srcptr a, int base) { return base == 2 ? std::max<std::size_t>(1, value(a).bit_length()) : abs(value(a)).to_string(base).size(); }
mp_limb_t gbi_mpz_getlimbn(mpz_srcptr a, mp_size_t index) { return low_word(abs(value(a)) >> (64 * index)); }

void gbi_mpz_and(mpz_ptr r, mpz_srcptr a, mpz_srcptr b) { set(r, value(a) & value(b)); }
void gbi_mpz_ior(mpz_ptr r, mpz_srcptr a, mpz_srcptr b) { set(r, value(a) | value(b)); }
void gbi_mpz_xor(mpz_ptr r, mpz_srcptr a, mpz_srcptr b) { set(r, value(a) ^ value(b)); }
void gbi_mpz_com(mpz_ptr r, mpz_srcptr a) { set(r, ~value(a)); }
mp_bitcnt_t gbi_mpz_popcount(mpz_srcptr a) { return popcount(value(a)); }
mp_bitcnt_t gbi_mpz_hamdist(mpz_srcptr a, mpz_srcptr b) { return hamming_distance(value(a), value(b)); }
mp_bitcnt_t gbi_mpz_scan0(mpz_srcptr a, mp_bitcnt_t start) { return scan0(value(a), start); }
mp_bitcnt_t gbi_mpz_scan1(mpz_srcptr a, mp_bitcnt_t start) { return scan1(value(a), start); }
void gbi_mpz_setbit(mpz_ptr r, mp_bitcnt_t index) { set(r, set_bit(value(r), index)); }
void gbi_mpz_clrbit(mpz_ptr r, mp_bitcnt_t index) { set(r, clear_bit(value(r), index)); }
void gbi_mpz_combit(mpz_ptr r, mp_bitcnt_t index) { set(r, flip_bit(value(r), index)); }
int gbi_mpz_tstbit(mpz_srcptr a, mp_bitcnt_t index) { return test_bit(value(a), index); }

std::size_t gbi_mpz_out_str(std::FILE* file, int base, mpz_srcptr a) {
  if (base < -36 || base > 62) return 0;
  const std::string text = text_of(value(a), base);
  return std::fwrite(text.data(), 1, text.size(), file == nullptr ? stdout : file);
}
std::size_t gbi_mpz_out_raw(std::FILE* file, mpz_srcptr a) {
  std::ostringstream out;
  write_gmp_raw(out, value(a));
  return std::fwrite(out.str().data(), 1, out.str().size(), file == nullptr ? stdout : file);
}
std::size_t gbi_mpz_inp_raw(mpz_ptr r, std::FILE* file) {
  std::string data(4, '\0');
  if (std::fread(data.data(), 1, 4, file) != 4) return 0;
  std::uint32_t size = 0;
  for (const unsigned char byte : data) size = size << 8 | byte;
  const std::size_t count = static_cast<std::size_t>(std::abs(static_cast<std::int64_t>(std::bit_cast<std::int32_t>(size))));
  data.resize(4 + count);
  if (std::fread(data.data() + 4, 1, count, file) != count) return 0;
  std::istringstream in(data);
  set(r, read_gmp_raw(in));
  return data.size();
}
void gbi_mpz_import(mpz_ptr r, std::size_t count, int order, std::size_t size, int endian, std::size_t nails, const void* words) {
  const c_number result;
  if (size == 0) return set(r, 0);  // gbi_import refuses words of no bits
  if (gbi_import(result.get(), count, order, size, endian, nails, words) != GBI_OK) throw std::runtime_error(gbi_last_error());
  set(r, result.value());
}
void* gbi_mpz_export(void* words, std::size_t* count, int order, std::size_t size, int endian, std::size_t nails, mpz_srcptr a) {
  const gpu_bigint magnitude = abs(value(a));
  const std::size_t bits = 8 * size - nails, capacity = (magnitude.bit_length() + bits - 1) / bits;
  void* (*allocate)(std::size_t) = nullptr;
  mp_get_memory_functions(&allocate, nullptr, nullptr);
  if (words == nullptr && capacity > 0) words = allocate(capacity * size);
  std::size_t written = 0;
  if (gbi_export(words, capacity, &written, order, size, endian, nails, c_number(magnitude).get()) != GBI_OK) throw std::runtime_error(gbi_last_error());
  if (count != nullptr) *count = written;
  return words;
}

}  // extern "C"
// clang-format on

}  // namespace gbi::stand_in
