/// \file
/// One number over several devices: sums, shifts and products with words in slabs, and text written in parts.
///
///     distributed BITS [RANKS]
///
/// Without RANKS it uses every GPU of the machine; otherwise that many ranks on the host. The number is 10
/// (2^BITS - 1) + floor((2^BITS - 1) / 8).
///
/// What one learns: a device_group, where the limbs of a distributed_bigint are, and how to inspect a number
/// that no device holds alone: its length, its remainders, its highest bits, and the digits of each rank.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <gpu_bigint/all.hpp>
#include <iostream>
#include <stdexcept>
#include <string>

namespace {

/// Eight digits from each end.
std::string ends_of(const std::string& digits) {
  return digits.size() <= 16 ? digits : digits.substr(0, 8) + "..." + digits.substr(digits.size() - 8);
}

void show(const gbi::device_group& ranks, std::int64_t bits) {
  const gbi::distributed_bigint ones = (gbi::distributed_bigint(ranks, 1) << bits) - 1;
  const gbi::distributed_bigint x = ones * 10 + (ones >> 3);

  std::cout << x.bit_length() << " bits, modulo 1000003: " << x % 1000003 << '\n';
  const auto below_top = static_cast<std::int64_t>(x.bit_length()) - 32;
  if (below_top > 0) std::cout << "highest 32 bits: " << std::hex << (x >> below_top) << std::dec << '\n';
  for (int rank = ranks.size(); rank-- > 0;) {
    const gbi::part slab = x.slab(rank);
    std::cout << "rank " << rank << ": " << slab.size << " limbs from limb " << slab.first;
    if (slab.size > 0) std::cout << ", " << ends_of(x.slab_hex(rank));
    std::cout << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2 || argc > 3) throw std::invalid_argument("usage: distributed BITS [RANKS]");
  const std::int64_t bits = std::stoll(argv[1]);
  show(argc == 3 ? gbi::device_group::host(std::stoi(argv[2])) : gbi::device_group::local(), bits);
} catch (const std::exception& error) {
  std::cerr << "distributed: " << error.what() << '\n';
  return 2;
}
