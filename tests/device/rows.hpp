/// \file
/// Operands and results of kernels of users.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "gpu_bigint/device.cuh"
#include "tests/support/inputs.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

/// Rows of numbers, of different lengths and with long carries.
class rows {
 public:
  rows(std::size_t count, std::size_t limbs) : limbs_(limbs), all_(count * limbs) {}
  rows(random_source& random, std::size_t count, std::size_t limbs) : rows(count, limbs) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t bits = random.below(4) == 0 ? 64 * limbs : random.log_uniform(1, 64 * limbs);
      integer drawn = random_integer(random, bits);
      if (random.below(5) == 0) drawn = (integer(1) << bits) - integer(1);
      mpz_abs(drawn.get(), drawn.get());
      set(i, drawn);
    }
  }
  /// Takes the bits that there is room for.
  void set(std::size_t i, const integer& x) {
    const std::span row = std::span(all_).subspan(i * limbs_, limbs_);
    std::ranges::fill(row, 0);
    mpz_export(row.data(), nullptr, -1, 8, 0, 0, x.low_bits(64 * limbs_).get());
  }
  void make_odd() {
    for (std::size_t i = 0; i < all_.size(); i += limbs_) all_[i] |= 1;
  }
  integer operator[](std::size_t i) const { return integer(std::span(all_).subspan(i * limbs_, limbs_)); }
  device::numbers in() const {
    return device::rows(std::as_const(all_).data(), static_cast<std::uint32_t>(limbs_));
  }
  device::results out() { return device::rows(all_.data(), static_cast<std::uint32_t>(limbs_)); }

 private:
  std::size_t limbs_;
  device::vector<std::uint64_t> all_;
};

}  // namespace gbi::test
