/// \file
/// Plain bytes.
#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/serialize.hpp"
#include "kernels/word/limb.hpp"
#include "src/process/concat.hpp"
#include "src/process/fresh_pages.hpp"
#include "src/process/memory.hpp"
#include "src/text/read.hpp"

namespace gbi {

namespace {

static_assert(std::endian::native == std::endian::little, "limbs are copied as bytes");

/// The number of bytes that a needs.
std::size_t length_of(const gpu_bigint& a, byte_format format) {
  if (format == byte_format::magnitude) return (a.bit_length() + 7) / 8;
  return (a.sign() < 0 ? ~a : a).bit_length() / 8 + 1;
}

/// The bits of the magnitude that the bytes represent.
std::size_t magnitude_bits(std::span<const std::byte> bytes, std::endian order, byte_format format) {
  const bool big = order == std::endian::big;
  const auto byte_at = [&](std::size_t i) {  // counted from the most significant byte
    return static_cast<unsigned>(bytes[big ? i : bytes.size() - 1 - i]);
  };
  const bool negative = format == byte_format::twos_complement && !bytes.empty() && byte_at(0) >= 0x80;
  const unsigned extension = negative ? 0xff : 0;
  std::size_t first = 0;
  while (first < bytes.size() && byte_at(first) == extension) ++first;
  const std::size_t left = bytes.size() - first;
  if (left == 0) return negative ? 1 : 0;
  const std::size_t bits =
      8 * left - 8 + static_cast<std::size_t>(std::bit_width(byte_at(first) ^ extension));
  if (!negative) return bits;
  // The magnitude is the complement plus 1, which has one more bit if all bits of the complement are ones.
  std::size_t i = first + 1;
  while (i < bytes.size() && byte_at(i) == 0) ++i;
  return bits + (i == bytes.size() && std::has_single_bit((byte_at(first) ^ extension) + 1) ? 1 : 0);
}

}  // namespace

std::vector<std::byte> to_bytes(const gpu_bigint& a, std::size_t length, std::endian order,
                                byte_format format) {
  const std::size_t needed = length_of(a, format);
  if (needed > length)
    throw std::out_of_range(
        concat("number of ", a.bit_length(), " bits in ", length, " bytes: it needs ", needed));
  if (length > needed) process::memory::require(length, concat("number in ", length, " bytes"));
  const bool complement = format == byte_format::twos_complement && a.sign() < 0;
  const std::vector<limb> limbs = (complement ? low_bits(a, 8 * needed) : a).to_limbs();
  auto bytes = process::zeros<std::vector<std::byte>>(length);
  if (complement)
    std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(needed), bytes.end(), std::byte{0xff});
  if (!limbs.empty()) std::memcpy(bytes.data(), limbs.data(), std::min(needed, limbs.size() * sizeof(limb)));
  if (order == std::endian::big) std::reverse(bytes.begin(), bytes.end());
  return bytes;
}

std::vector<std::byte> to_bytes(const gpu_bigint& a, std::endian order, byte_format format) {
  return to_bytes(a, length_of(a, format), order, format);
}

gpu_bigint from_bytes(std::span<const std::byte> bytes, std::endian order, byte_format format,
                      const read_limits& limits) {
  if (limits.max_bits != read_limits().max_bits)
    if (const std::size_t bits = magnitude_bits(bytes, order, format); bits > limits.max_bits)
      text::refuse(concat("number in ", bytes.size(), " bytes"), bits, limits);
  auto limbs = process::zeros<std::vector<limb>>((bytes.size() + sizeof(limb) - 1) / sizeof(limb));
  auto* const target = reinterpret_cast<std::byte*>(limbs.data());
  if (order == std::endian::big)
    std::reverse_copy(bytes.begin(), bytes.end(), target);
  else
    std::copy(bytes.begin(), bytes.end(), target);
  gpu_bigint value = gpu_bigint::from_limbs(limbs);
  if (format == byte_format::magnitude || bytes.empty()) return value;
  const std::byte highest = order == std::endian::big ? bytes.front() : bytes.back();
  const bool negative = (highest & std::byte{0x80}) != std::byte{0};
  return negative ? value - (gpu_bigint(1) << static_cast<std::int64_t>(8 * bytes.size())) : value;
}

}  // namespace gbi
