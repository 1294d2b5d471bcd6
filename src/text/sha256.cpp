#include "gpu_bigint/sha256.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace gbi {

namespace {

/// The first 32 bits of the fractions of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

}  // namespace

void sha256::take_block(const std::byte* block) noexcept {
  std::array<std::uint32_t, 64> schedule;
  for (std::size_t i = 0; i < 16; ++i) {
    std::uint32_t word = 0;
    for (std::size_t j = 0; j < 4; ++j) word = word << 8 | std::to_integer<std::uint32_t>(block[4 * i + j]);
    schedule[i] = word;
  }
  for (std::size_t i = 16; i < schedule.size(); ++i) {
    const std::uint32_t x = schedule[i - 15], y = schedule[i - 2];
    schedule[i] = schedule[i - 16] + (std::rotr(x, 7) ^ std::rotr(x, 18) ^ x >> 3) + schedule[i - 7] +
                  (std::rotr(y, 17) ^ std::rotr(y, 19) ^ y >> 10);
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                ((e & f) ^ (~e & g)) + round_constants[i] + schedule[i];
    const std::uint32_t second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const std::array<std::uint32_t, 8> added{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state_.size(); ++i) state_[i] += added[i];
}

sha256& sha256::update(std::span<const std::byte> bytes) noexcept {
  while (!bytes.empty()) {
    const std::size_t filled = length_ % block_bytes, taken = std::min(bytes.size(), block_bytes - filled);
    std::memcpy(rest_.data() + filled, bytes.data(), taken);
    length_ += taken;
    bytes = bytes.subspan(taken);
    if (length_ % block_bytes == 0) take_block(rest_.data());
  }
  return *this;
}

sha256::digest_bytes sha256::digest() const noexcept {
  sha256 padded = *this;
  constexpr std::size_t length_bytes = 8;
  const std::array<std::byte, block_bytes> end{std::byte{0x80}};  // a one, then zeros
  const std::size_t zeros = (2 * block_bytes - length_bytes - 1 - length_ % block_bytes) % block_bytes;
  padded.update(std::span(end).first(1 + zeros));
  std::array<std::byte, length_bytes> bits;
  for (std::size_t i = 0; i < length_bytes; ++i)
    bits[i] = static_cast<std::byte>(8 * length_ >> (8 * (length_bytes - 1 - i)));
  padded.update(bits);
  digest_bytes digest;
  for (std::size_t i = 0; i < digest.size(); ++i)
    digest[i] = static_cast<std::byte>(padded.state_[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

}  // namespace gbi
