/// \file
/// The header of a saved Mersenne test, with a checksum. The residues follow it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <istream>
#include <ostream>
#include <stdexcept>
#include <string>

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/error.hpp"
#include "src/number_theory/mersenne/number.hpp"

namespace gbi::number_theory {

/// The bytes are those of a little-endian machine.
template <std::size_t count>
struct saved_header {
  std::array<char, 4> magic;
  std::uint32_t version;
  std::array<std::uint64_t, count> fields;
  std::uint64_t checksum;

  /// FNV-1a of the bytes before the checksum. Source: G. Fowler, L. Noll, K.-P. Vo (1991).
  std::uint64_t digest() const {
    std::array<unsigned char, sizeof(saved_header)> bytes{};
    std::memcpy(bytes.data(), this, sizeof(*this));
    std::uint64_t hash = 0xcbf29ce484222325;
    for (std::size_t i = 0; i < sizeof(*this) - sizeof(checksum); ++i)
      hash = (hash ^ bytes[i]) * 0x100000001b3;
    return hash;
  }
};
static_assert(std::endian::native == std::endian::little && sizeof(saved_header<5>) == 56);

/// "saved Lucas-Lehmer test", for messages about the data read
inline std::string saved_name(const char* test) {
  return std::string("saved ") + test;
}

template <std::size_t count>
void write_header(std::ostream& out, const std::array<char, 4>& magic,
                  const std::array<std::uint64_t, count>& fields) {
  saved_header<count> header{magic, 1, fields, 0};
  header.checksum = header.digest();
  out.write(reinterpret_cast<const char*>(&header), sizeof header);
}

/// \throws data_error if write_header() cannot have written these bytes
template <std::size_t count>
std::array<std::uint64_t, count> read_header(std::istream& in, const std::array<char, 4>& magic,
                                             const char* test) {
  const std::string item = saved_name(test);
  saved_header<count> header{};
  in.read(reinterpret_cast<char*>(&header), sizeof header);
  if (!in) throw data_error(item + ": the header is truncated");
  if (header.magic != magic || header.version != 1)
    throw data_error(item + ": the data has another format or version");
  if (header.checksum != header.digest()) throw data_error(item + ": the checksum of the header is wrong");
  return header.fields;
}

/// The transform of a saved test: its digits, with the highest bit set if it is exact.
inline std::uint64_t saved_transform(mersenne_transform transform) {
  return transform.digits | std::uint64_t{transform.exact} << 63;
}
inline mersenne_transform loaded_transform(std::uint64_t saved) {
  return {.digits = saved & ~(std::uint64_t{1} << 63), .exact = saved >> 63 != 0};
}
/// The algorithm that makes the constructor of a test choose this transform.
inline algorithm algorithm_of(mersenne_transform transform) {
  return transform.exact ? algorithm::exact : algorithm::fft;
}

/// Loads a test. \throws data_error if no test can have these header fields
template <class Load>
auto loaded(const char* test, Load&& load) {
  try {
    return load();
  } catch (const std::logic_error& wrong) {
    throw data_error(saved_name(test) + ": " + wrong.what());
  }
}

}  // namespace gbi::number_theory
