/// \file
/// GMP's raw format.
#include "src/text/gmp_raw.hpp"

#include <cstdlib>
#include <istream>
#include <ostream>

#include "gpu_bigint/serialize.hpp"
#include "src/text/read.hpp"

namespace gbi {

void write_gmp_raw(std::ostream& out, const gpu_bigint& a) {
  const std::uint64_t length = (a.bit_length() + 7) / 8;
  const auto field = text::encode_raw_length(length, a.sign() < 0);
  const std::vector<std::byte> bytes = to_bytes(a, std::endian::big);
  out.write(reinterpret_cast<const char*>(field.data()), field.size());
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

gpu_bigint read_gmp_raw(std::istream& in, const read_limits& limits) {
  constexpr const char* item = "number in GMP's raw format";
  text::raw_length field;
  text::read_exactly(in, field.data(), field.size(), item);
  const std::int64_t length = text::decode_raw_length(field);
  const auto count = static_cast<std::uint64_t>(std::abs(length));
  if (count > 0 && 8 * count - 7 > limits.max_bits) text::refuse(item, 8 * count - 7, limits);
  const auto bytes = text::read_array<std::byte>(in, count, item);
  const gpu_bigint magnitude = from_bytes(bytes, std::endian::big, byte_format::magnitude, limits);
  return length < 0 ? -magnitude : magnitude;
}

}  // namespace gbi
