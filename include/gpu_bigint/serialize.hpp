/// \file
/// Numbers as bytes: the library's own format with 64-bit lengths and a checksum, GMP's raw format, and plain
/// bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <iosfwd>
#include <span>
#include <vector>

#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"
#include "gpu_bigint/limits.hpp"

namespace gbi {

/// The library's own format. All fields are little-endian:
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
/// Modulo 2^64, let m(z) be the mixing function of SplitMix64 and k = 0x9e3779b97f4a7c15. The checksum is m(S
/// ^ m(2 n + sign)), where S is the sum of m((i + 1) k + limb_i) - m((i + 1) k) over all limbs. The checksum
/// always detects a single wrong limb, and misses any other error with a probability of 2^-64. It is computed
/// where the number lives. O(n). Waits.
[[nodiscard]] GBI_API std::vector<std::byte> serialize(const gpu_bigint& a);
/// Writes the format to a binary stream. The state of the stream says whether that succeeded. O(n). Waits.
GBI_API void serialize(std::ostream& out, const gpu_bigint& a);

/// The number that exactly these bytes represent, in the current context. O(n). Waits for the checksum.
/// \throws data_error if serialize() cannot have made these bytes; the message says why.
/// \throws std::length_error if the number is longer than the limits allow, before memory is allocated.
[[nodiscard]] GBI_API gpu_bigint deserialize(std::span<const std::byte> data, const read_limits& limits = {});
/// Reads the next number of a binary stream. Memory grows with the bytes that arrive, whatever length the
/// header claims. O(n). Waits for the checksum.
/// \throws data_error as the other overload, and also if the stream ends too early.
/// \throws std::length_error if the header announces a longer number than the limits allow. The limbs are
/// then still in the stream.
[[nodiscard]] GBI_API gpu_bigint deserialize(std::istream& in, const read_limits& limits = {});

/// Writes the format of GMP's mpz_out_raw and mpz_inp_raw: a 32-bit length with the sign of the number, then
/// the bytes, most significant first. O(n). Waits.
/// \throws std::length_error if the number has more than 2^31 - 1 bytes, the limit of the format.
GBI_API void write_gmp_raw(std::ostream& out, const gpu_bigint& a);
/// Reads the next number of a stream in the format of write_gmp_raw(), in the current context. O(n). Does not
/// wait.
/// \throws data_error if the stream ends too early.
/// \throws std::length_error if the length, leading zeros included, is above what the limits allow. The bytes
/// of the number are then still in the stream.
[[nodiscard]] GBI_API gpu_bigint read_gmp_raw(std::istream& in, const read_limits& limits = {});

/// How plain bytes represent a number.
enum class byte_format {
  magnitude,       ///< |a|, as for mpz_export
  twos_complement  ///< the highest bit is the sign, as for int.to_bytes(signed=True) in Python
};

/// The fewest bytes that hold a, in the given order. As a magnitude, zero has no bytes. O(n). Waits.
[[nodiscard]] GBI_API std::vector<std::byte> to_bytes(const gpu_bigint& a, std::endian order,
                                                      byte_format format = byte_format::magnitude);
/// Exactly `length` bytes, padded with leading zeros, or with ones for a negative number in two's complement.
/// O(length). Waits.
/// \throws std::out_of_range if the number needs more bytes.
[[nodiscard]] GBI_API std::vector<std::byte> to_bytes(const gpu_bigint& a, std::size_t length,
                                                      std::endian order,
                                                      byte_format format = byte_format::magnitude);
/// The number that the bytes represent, in the current context. An empty span represents zero. O(n). Does not
/// wait.
/// \throws std::length_error if the magnitude is longer than the limits allow, before memory is allocated.
/// Leading zeros, and leading ones of a negative number in two's complement, do not count.
[[nodiscard]] GBI_API gpu_bigint from_bytes(std::span<const std::byte> bytes, std::endian order,
                                            byte_format format = byte_format::magnitude,
                                            const read_limits& limits = {});

}  // namespace gbi
