/// \file
/// The header of a long computation that is saved, with a checksum. Its numbers follow.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <istream>
#include <ostream>
#include <stdexcept>
#include <string>

#include "gpu_bigint/error.hpp"

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
inline std::string saved_name(const char* what) {
  return std::string("saved ") + what;
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
                                             const char* what) {
  const std::string item = saved_name(what);
  saved_header<count> header{};
  in.read(reinterpret_cast<char*>(&header), sizeof header);
  if (!in) throw data_error(item + ": the header is truncated");
  if (header.magic != magic || header.version != 1)
    throw data_error(item + ": the data has another format or version");
  if (header.checksum != header.digest()) throw data_error(item + ": the checksum of the header is wrong");
  return header.fields;
}

/// What load() returns. \throws data_error if nothing saved can have these header fields
template <class Load>
auto loaded(const char* what, Load&& load) {
  try {
    return load();
  } catch (const std::logic_error& wrong) {
    throw data_error(saved_name(what) + ": " + wrong.what());
  }
}

}  // namespace gbi::number_theory
