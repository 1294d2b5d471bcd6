#include "examples/rsa/sha256.hpp"

#include <array>
#include <bit>

namespace example {

namespace {

using state = std::array<std::uint32_t, 8>;
constexpr std::size_t block_length = 64;

constexpr state initial{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
constexpr std::array<std::uint32_t, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t word_at(octet_span data, std::size_t i) {
  return std::uint32_t{data[i]} << 24 | std::uint32_t{data[i + 1]} << 16 | std::uint32_t{data[i + 2]} << 8 |
         data[i + 3];
}

void compress(state& h, octet_span block) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t t = 0; t < 16; ++t) w[t] = word_at(block, 4 * t);
  for (std::size_t t = 16; t < 64; ++t) {
    const std::uint32_t x = w[t - 15], y = w[t - 2];
    w[t] = w[t - 16] + (std::rotr(x, 7) ^ std::rotr(x, 18) ^ x >> 3) + w[t - 7] +
           (std::rotr(y, 17) ^ std::rotr(y, 19) ^ y >> 10);
  }
  auto [a, b, c, d, e, f, g, i] = h;
  for (std::size_t t = 0; t < 64; ++t) {
    const std::uint32_t first = i + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                ((e & f) ^ (~e & g)) + round_constants[t] + w[t];
    const std::uint32_t second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    i = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const state step{a, b, c, d, e, f, g, i};
  for (std::size_t k = 0; k < h.size(); ++k) h[k] += step[k];
}

}  // namespace

octets sha256(octet_span message) {
  state h = initial;
  std::size_t done = 0;
  for (; message.size() - done >= block_length; done += block_length)
    compress(h, message.subspan(done, block_length));

  octets tail(message.begin() + static_cast<std::ptrdiff_t>(done), message.end());
  tail.push_back(0x80);
  while (tail.size() % block_length != block_length - 8) tail.push_back(0);
  const std::uint64_t bits = std::uint64_t{message.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) tail.push_back(static_cast<std::uint8_t>(bits >> shift));
  for (std::size_t at = 0; at < tail.size(); at += block_length)
    compress(h, octet_span(tail).subspan(at, block_length));

  octets digest;
  for (const std::uint32_t word : h)
    for (int shift = 24; shift >= 0; shift -= 8) digest.push_back(static_cast<std::uint8_t>(word >> shift));
  return digest;
}

void apply_mask(std::span<std::uint8_t> target, octet_span seed) {
  octets input(seed.begin(), seed.end());
  input.resize(seed.size() + 4);
  for (std::size_t at = 0; at < target.size(); at += digest_length) {
    const std::size_t counter = at / digest_length;
    for (std::size_t i = 0; i < 4; ++i)
      input[seed.size() + i] = static_cast<std::uint8_t>(counter >> (24 - 8 * i));
    const octets mask = sha256(input);
    for (std::size_t i = 0; i < digest_length && at + i < target.size(); ++i) target[at + i] ^= mask[i];
  }
}

}  // namespace example
