/// \file
/// Limbs and bytes against mpz_import and mpz_export.
#include <gmpxx.h>

#include <algorithm>
#include <cstring>
#include <gpu_bigint/gmp.hpp>
#include <gpu_bigint/serialize.hpp>
#include <stdexcept>
#include <vector>

#include "tests/fuzz/targets.hpp"

namespace gbi::fuzz {

namespace {

mpz_class imported(bytes data, int order, std::size_t size) {
  mpz_class value;
  mpz_import(value.get_mpz_t(), data.size() / size, order, size, 0, 0, data.data());
  return value;
}

std::vector<std::uint8_t> exported(const mpz_class& value, int order) {
  std::vector<std::uint8_t> result((mpz_sizeinbase(value.get_mpz_t(), 2) + 7) / 8);
  std::size_t count = 0;
  mpz_export(result.data(), &count, order, 1, 0, 0, value.get_mpz_t());
  result.resize(count);
  return result;
}

bool equal(const std::vector<std::byte>& ours, const std::vector<std::uint8_t>& theirs) {
  return ours.size() == theirs.size() &&
         (ours.empty() || std::memcmp(ours.data(), theirs.data(), ours.size()) == 0);
}

void check_limbs(bytes data, bool negative) {
  std::vector<std::uint64_t> limbs(data.size() / 8);
  if (!limbs.empty()) std::memcpy(limbs.data(), data.data(), 8 * limbs.size());
  mpz_class value = imported(data.first(8 * limbs.size()), -1, 8);
  if (negative) value = -value;
  const gpu_bigint number = gpu_bigint::from_limbs(limbs, negative);
  require(to_mpz_class(number) == value, "a number from limbs");
  require(from_mpz(value) == number, "a number of GMP's");
  while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
  require(number.to_limbs() == limbs, "limbs of a number");
  require(number.sign() == sgn(value), "the sign of a number");
  require(number.bit_length() == (value == 0 ? 0 : mpz_sizeinbase(value.get_mpz_t(), 2)), "a bit length");
}

void check_bytes(bytes data, std::endian order, const read_limits& limits) {
  const bool big = order == std::endian::big;
  const auto plain = std::as_bytes(data);
  const mpz_class magnitude = imported(data, big ? 1 : -1, 1);
  mpz_class complement = magnitude;
  if (!data.empty() && (big ? data.front() : data.back()) >= 0x80)
    complement -= mpz_class(1) << (8 * data.size());
  const auto check = [&](const mpz_class& value, byte_format format) {
    const std::size_t bits = value == 0 ? 0 : mpz_sizeinbase(value.get_mpz_t(), 2);
    try {
      const gpu_bigint number = from_bytes(plain, order, format, limits);
      require(to_mpz_class(number) == value, "a number from bytes");
      require(bits <= limits.max_bits, "a number above the limit");
      if (data.empty()) return;  // a zero in two's complement has at least a byte
      const std::vector<std::byte> again = to_bytes(number, data.size(), order, format);
      require(std::equal(again.begin(), again.end(), plain.begin(), plain.end()), "a number as bytes");
      if (format == byte_format::magnitude)
        require(equal(to_bytes(number, order), exported(value, big ? 1 : -1)), "the fewest bytes");
    } catch (const std::length_error&) {
      require(bits > limits.max_bits, "a number within the limit was refused");
    }
  };
  check(magnitude, byte_format::magnitude);
  check(complement, byte_format::twos_complement);
}

}  // namespace

void limbs(reader& in) {
  const std::uint8_t flags = in.byte();
  const read_limits limits = limits_of(in.byte());
  const bytes rest = in.rest();
  check_limbs(rest, (flags & 1) != 0);
  check_bytes(rest, (flags & 2) != 0 ? std::endian::big : std::endian::little, limits);
}

}  // namespace gbi::fuzz
