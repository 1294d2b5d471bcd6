/// \file
/// The library's own format.
#include <array>
#include <cstring>
#include <istream>
#include <ostream>
#include <stdexcept>

#include "gpu_bigint/serialize.hpp"
#include "kernels/word/limb.hpp"
#include "kernels/word/mix.hpp"
#include "src/arithmetic/digest.hpp"
#include "src/process/concat.hpp"
#include "src/process/fresh_pages.hpp"
#include "src/text/read.hpp"
#include "src/words/linear/linear.hpp"

namespace gbi {

namespace {

static_assert(std::endian::native == std::endian::little, "header and limbs are copied as bytes");

constexpr std::array<char, 4> our_magic{'G', 'B', 'I', 'N'};
constexpr std::uint8_t our_version = 1;
constexpr const char* item = "serialized number";

struct header {
  std::array<char, 4> magic;
  std::uint8_t version, sign;
  std::uint16_t reserved;
  std::uint64_t limbs, checksum;
};
static_assert(sizeof(header) == 24);

std::uint64_t checksum_of(const gpu_bigint& a, std::uint64_t limbs, bool negative) {
  return kernels::mixed(arithmetic::digest_of(a) ^ kernels::mixed(2 * limbs + (negative ? 1 : 0)));
}

header header_of(const gpu_bigint& a, std::uint64_t limbs) {
  const bool negative = a.sign() < 0;
  return {our_magic, our_version, std::uint8_t{negative}, 0, limbs, checksum_of(a, limbs, negative)};
}

[[noreturn]] void reject(const std::string& reason) {
  throw data_error(std::string(item) + ": " + reason);
}

void check(const header& h) {
  if (h.magic != our_magic) reject("it does not begin with GBIN");
  if (h.version != our_version)
    reject(concat("version ", h.version, " of the format: this library reads version ", our_version));
  if (h.sign > 1 || (h.sign == 1 && h.limbs == 0)) reject(concat("the sign is ", h.sign));
  if (h.reserved != 0) reject("reserved bytes are not 0");
}

/// The highest limb is not 0.
void check_length(const header& h, const read_limits& limits) {
  if (h.limbs == 0 || limits.max_bits == read_limits().max_bits) return;
  if (h.limbs - 1 < limits.max_bits / limb_bits) return;
  if (h.limbs - 1 > limits.max_bits / limb_bits || limits.max_bits % limb_bits == 0)
    throw std::length_error(
        concat(item, " of ", h.limbs, " limbs: longer than the limit of ", limits.max_bits, " bits"));
}

gpu_bigint number_of(const header& h, std::span<const limb> limbs, const read_limits& limits) {
  if (!limbs.empty() && limbs.back() == 0) reject(concat("the highest of ", h.limbs, " limbs is 0"));
  if (limits.max_bits != read_limits().max_bits && !limbs.empty()) {
    const std::size_t bits = words::bit_length(limbs.data(), limbs.size());
    if (bits > limits.max_bits) text::refuse(item, bits, limits);
  }
  gpu_bigint result = gpu_bigint::from_limbs(limbs, h.sign == 1);
  if (checksum_of(result, h.limbs, h.sign == 1) != h.checksum)
    reject(concat("the checksum of ", h.limbs, " limbs is wrong"));
  return result;
}

}  // namespace

std::vector<std::byte> serialize(const gpu_bigint& a) {
  const std::vector<limb> limbs = a.to_limbs();
  const header h = header_of(a, limbs.size());
  auto result = process::zeros<std::vector<std::byte>>(sizeof h + limbs.size() * sizeof(limb));
  std::memcpy(result.data(), &h, sizeof h);
  if (!limbs.empty()) std::memcpy(result.data() + sizeof h, limbs.data(), limbs.size() * sizeof(limb));
  return result;
}

void serialize(std::ostream& out, const gpu_bigint& a) {
  const std::vector<limb> limbs = a.to_limbs();
  const header h = header_of(a, limbs.size());
  out.write(reinterpret_cast<const char*>(&h), sizeof h);
  out.write(reinterpret_cast<const char*>(limbs.data()),
            static_cast<std::streamsize>(limbs.size() * sizeof(limb)));
}

gpu_bigint deserialize(std::span<const std::byte> data, const read_limits& limits) {
  header h;
  if (data.size() < sizeof h)
    reject(concat("the header has ", sizeof h, " bytes, but there are ", data.size()));
  std::memcpy(&h, data.data(), sizeof h);
  check(h);
  const auto body = data.subspan(sizeof h);
  if (h.limbs != body.size() / sizeof(limb) || body.size() % sizeof(limb) != 0)
    reject(concat(h.limbs, " limbs are announced, but there are ", body.size(), " bytes of them"));
  check_length(h, limits);
  auto limbs = process::zeros<std::vector<limb>>(h.limbs);
  if (!limbs.empty()) std::memcpy(limbs.data(), body.data(), body.size());
  return number_of(h, limbs, limits);
}

gpu_bigint deserialize(std::istream& in, const read_limits& limits) {
  header h;
  text::read_exactly(in, &h, sizeof h, item);
  check(h);
  check_length(h, limits);
  return number_of(h, text::read_array<limb>(in, h.limbs, item), limits);
}

}  // namespace gbi
