/// \file
/// Numbers as bytes: a format of our own with 64-bit lengths and a checksum, GMP's raw format, and plain
/// bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <iosfwd>
#include <span>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// The library's own format, all of it little-endian:
///
///     offset  bytes
///     0       4      "GBIN"
///     4       1      version of the format, 1
///     5       1      sign: 1 if negative, else 0
///     6       2      0
///     8       8      n, the number of limbs
///     16      8      checksum
///     24      8 n    limbs of the magnitude, least significant first; the last one is not 0
///
/// With m(z) the mixing function of SplitMix64 and k = 0x9e3779b97f4a7c15, modulo 2^64, the checksum is
/// m(S ^ m(2 n + sign)) with S the sum of m((i + 1) k + limb_i) - m((i + 1) k) over all limbs. So a single
/// limb that differs is always found, anything else but for a chance of 2^-64. It is
/// computed where the number lives.
std::vector<std::byte> serialize(const gpu_bigint& a);
/// The same to a binary stream, whose state says whether that succeeded.
void serialize(std::ostream& out, const gpu_bigint& a);

/// A number, in the current context, from exactly these bytes.
/// \throws data_error if they are not what serialize() makes, naming what is wrong.
gpu_bigint deserialize(std::span<const std::byte> data);
/// The next number of a binary stream. Memory grows with what has been read, whatever the length says.
/// \throws data_error as above, also if the stream ends too early.
gpu_bigint deserialize(std::istream& in);

/// GMP's format of mpz_out_raw and mpz_inp_raw: a length of 32 bits, signed as the number, then bytes, the
/// most significant first.
/// \throws std::length_error if the number has more than 2^31 - 1 bytes, which the format has no room for.
void write_gmp_raw(std::ostream& out, const gpu_bigint& a);
/// \throws data_error if the stream ends too early.
gpu_bigint read_gmp_raw(std::istream& in);

/// What plain bytes stand for.
enum class byte_format {
  magnitude,       ///< |a|, as mpz_export
  twos_complement  ///< the sign is the highest bit, as int.to_bytes(signed=True) in Python
};

/// The fewest bytes that hold a, in the given order: no bytes for a magnitude of zero.
std::vector<std::byte> to_bytes(const gpu_bigint& a, std::endian order,
                                byte_format format = byte_format::magnitude);
/// Exactly `length` bytes.
/// \throws std::out_of_range if they do not suffice.
std::vector<std::byte> to_bytes(const gpu_bigint& a, std::size_t length, std::endian order,
                                byte_format format = byte_format::magnitude);
/// The number, in the current context, that the bytes stand for; zero for none.
gpu_bigint from_bytes(std::span<const std::byte> bytes, std::endian order,
                      byte_format format = byte_format::magnitude);

}  // namespace gbi
