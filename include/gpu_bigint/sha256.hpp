/// \file
/// SHA-256, the digest of certificates.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "gpu_bigint/export.hpp"

namespace gbi {

/// SHA-256 of bytes that arrive in parts, on the calling thread. A copy continues on its own, so that a
/// digest of the bytes so far does not end the sequence.
///
/// Source: NIST, FIPS 180-4 (2015), "Secure Hash Standard".
class GBI_API sha256 {
 public:
  /// 32 bytes in the order of the standard, which is that of hexadecimal digests.
  using digest_bytes = std::array<std::byte, 32>;

  /// Appends bytes, fewer than 2^61 in all. O(n).
  sha256& update(std::span<const std::byte> bytes) noexcept;
  /// The digest of all bytes so far. O(1).
  [[nodiscard]] digest_bytes digest() const noexcept;

 private:
  static constexpr std::size_t block_bytes = 64;

  void take_block(const std::byte* block) noexcept;

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::byte, block_bytes> rest_{};  ///< bytes that do not fill a block yet
  std::uint64_t length_ = 0;                   ///< bytes in all
};

}  // namespace gbi
