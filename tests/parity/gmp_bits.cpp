/// \file
/// Rows for the manual's chapters on bits, input and output, random numbers, import and export.
#include <cstdio>
#include <sstream>
#include <string>

#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/random.hpp"
#include "gpu_bigint/serialize.hpp"
#include "tests/parity/gmp_rows.hpp"

namespace gbi::test {

namespace {

std::string written(const gpu_bigint& a) {
  std::ostringstream out;
  out << a;
  return out.str();
}
gpu_bigint read(const std::string& text) {
  std::istringstream in(text);
  gpu_bigint result;
  in >> result;
  return result;
}

std::string raw(const gpu_bigint& a) {
  std::ostringstream out;
  write_gmp_raw(out, a);
  return out.str();
}
gpu_bigint from_raw(const std::string& data) {
  std::istringstream in(data);
  return read_gmp_raw(in);
}
integer gmp_from_raw(std::string data) {
  integer result;
  std::FILE* file = fmemopen(data.data(), data.size(), "rb");
  mpz_inp_raw(result.get(), file);
  std::fclose(file);
  return result;
}

integer imported(const std::vector<std::byte>& bytes) {
  integer result;
  mpz_import(result.get(), bytes.size(), 1, 1, 0, 0, bytes.data());
  return result;
}

}  // namespace

std::vector<row> bit_rows() {
  // clang-format off
  return {
      {"mpz_and", [](const sample& t) { return same(t.x & t.y, gmp(mpz_and, t.a, t.b)); }},
      {"mpz_ior", [](const sample& t) { return same(t.x | t.y, gmp(mpz_ior, t.a, t.b)); }},
      {"mpz_xor", [](const sample& t) { return same(t.x ^ t.y, gmp(mpz_xor, t.a, t.b)); }},
      {"mpz_com", [](const sample& t) { return same(~t.x, gmp(mpz_com, t.a)); }},
      {"mpz_popcount", [](const sample& t) { return same(popcount(t.x), mpz_popcount(t.a.get())); }},
      {"mpz_hamdist", [](const sample& t) { return same(hamming_distance(t.x, t.y), mpz_hamdist(t.a.get(), t.b.get())); }},
      {"mpz_scan0", [](const sample& t) { return same(scan0(t.x, t.n), mpz_scan0(t.a.get(), t.n)); }},
      {"mpz_scan1", [](const sample& t) { return same(scan1(t.x, t.n), mpz_scan1(t.a.get(), t.n)); }},
      {"mpz_setbit", [](const sample& t) { integer r = t.a; mpz_setbit(r.get(), t.n); return same(set_bit(t.x, t.n), r); }},
      {"mpz_clrbit", [](const sample& t) { integer r = t.a; mpz_clrbit(r.get(), t.n); return same(clear_bit(t.x, t.n), r); }},
      {"mpz_combit", [](const sample& t) { integer r = t.a; mpz_combit(r.get(), t.n); return same(flip_bit(t.x, t.n), r); }},
      {"mpz_tstbit", [](const sample& t) { return same(test_bit(t.x, t.n), mpz_tstbit(t.a.get(), t.n) != 0); }},

      {"mpz_out_str", [](const sample& t) { return same(written(t.x), t.a.to_string()); }},
      {"mpz_inp_str", [](const sample& t) { return same(read(t.a.to_string()), t.a); }},
      {"mpz_out_raw", [](const sample& t) { return same(t.x, gmp_from_raw(raw(t.x))); }},
      {"mpz_inp_raw", [](const sample& t) { return same(from_raw(raw(t.x)), t.a); }},

      {"mpz_urandomb", [](const sample& t) { return same(random_engine(t.u).bits(t.n).bit_length() <= t.n, true); }},
      {"mpz_urandomm", [](const sample& t) { return same(random_engine(t.u).below(abs(t.x) + 1) <= abs(t.x), true); }},

      {"mpz_import", [](const sample& t) { return same(from_bytes(to_bytes(t.x, std::endian::big), std::endian::big), imported(to_bytes(t.x, std::endian::big))); }},
      {"mpz_export", [](const sample& t) { return same(abs(t.x), imported(to_bytes(t.x, std::endian::big))); }},
  };
  // clang-format on
}

}  // namespace gbi::test
