/// \file
/// Bytes that claim to be numbers. Accepted bytes are those that the library would have written.
#include <gmpxx.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <gpu_bigint/bigint_batch.hpp>
#include <gpu_bigint/gmp.hpp>
#include <gpu_bigint/serialize.hpp>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "tests/fuzz/targets.hpp"

namespace gbi::fuzz {

namespace {

std::string text_of(bytes data) {
  return {reinterpret_cast<const char*>(data.data()), data.size()};
}

void check_native(bytes data, const read_limits& limits) {
  const auto plain = std::as_bytes(data);
  try {
    const gpu_bigint number = gbi::deserialize(plain, limits);
    const std::vector<std::byte> again = serialize(number);
    require(std::equal(again.begin(), again.end(), plain.begin(), plain.end()), "a number written again");
    require(number.bit_length() <= limits.max_bits, "a number above the limit");
  } catch (const data_error&) {
  } catch (const std::length_error&) {
  }
  std::istringstream in(text_of(data));
  try {
    const gpu_bigint number = gbi::deserialize(in, limits);
    const std::vector<std::byte> again = serialize(number);
    require(again.size() <= plain.size() && std::equal(again.begin(), again.end(), plain.begin()),
            "a number of a stream written again");
  } catch (const data_error&) {
  } catch (const std::length_error&) {
  }
}

/// A number as the library writes it, with one byte changed.
void check_changed(reader in) {
  const std::size_t at = in.byte();
  const std::uint8_t change = in.byte();
  const std::vector<std::byte> plain = [&] {
    const bytes rest = in.rest();
    return serialize(from_bytes(std::as_bytes(rest), std::endian::big, byte_format::twos_complement));
  }();
  std::vector<std::byte> changed = plain;
  changed[at % changed.size()] ^= std::byte{change};
  try {
    const gpu_bigint number = gbi::deserialize(changed);
    require(change == 0, "a changed byte was accepted");
    require(serialize(number) == plain, "a number came back as another one");
  } catch (const data_error&) {
    require(change != 0, "a number was refused");
  }
}

void check_raw(bytes data, const read_limits& limits) {
  std::istringstream in(text_of(data));
  struct close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  mpz_class theirs;
  std::size_t read = 0;
  // GMP allocates what the header claims, so it gets no header that claims too much.
  const bool is_short = data.size() >= 4 && (data[0] == 0 || data[0] == 0xff) && (data[1] == data[0]);
  if (is_short) {
    const std::unique_ptr<std::FILE, close> file(
        fmemopen(const_cast<std::uint8_t*>(data.data()), data.size(), "rb"));
    read = mpz_inp_raw(theirs.get_mpz_t(), file.get());
  }
  try {
    const gpu_bigint number = read_gmp_raw(in, limits);
    require(number.bit_length() <= limits.max_bits, "a number above the limit");
    if (!is_short) return;
    require(to_mpz_class(number) == theirs, "a raw number");
    require(read != 0, "GMP refuses a raw number");
    require(static_cast<std::size_t>(in.tellg()) == read, "another number of raw bytes");
  } catch (const data_error&) {
    require(!is_short || read == 0, "a raw number was refused");
  } catch (const std::length_error&) {
  }
}

void check_batch(reader in) {
  const std::size_t size = in.byte() % 8, kind = in.byte();
  const std::size_t bits = kind >= 250 ? static_cast<std::size_t>(in.word()) : 64 + in.byte() % 200;
  const bytes rest = in.rest();
  std::vector<std::uint64_t> limbs(rest.size() / 8);
  if (!limbs.empty()) std::memcpy(limbs.data(), rest.data(), 8 * limbs.size());
  try {
    const auto batch = bigint_batch::from_limbs(limbs, kind >= 253 ? std::size_t{1} << 31 : size, bits);
    require(batch.to_limbs() == limbs, "limbs of a batch");
    std::vector<gpu_bigint> numbers;
    for (std::size_t i = 0; i < batch.size(); ++i) numbers.push_back(batch[i]);
    require(bigint_batch::from_numbers(numbers, bits).to_limbs() == limbs, "numbers of a batch");
  } catch (const std::invalid_argument&) {
  } catch (const std::length_error&) {
  }
}

}  // namespace

void deserialize(reader& in) {
  const std::uint8_t kind = in.byte();
  const read_limits limits = limits_of(in.byte());
  switch (kind % 4) {
    case 0:
      return check_native(in.rest(), limits);
    case 1:
      return check_changed(in);
    case 2:
      return check_raw(in.rest(), limits);
    default:
      return check_batch(in);
  }
}

}  // namespace gbi::fuzz
