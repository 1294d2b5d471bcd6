/// \file
/// Random orders for tests that run the parts of a kernel in any order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace gbi::test {

/// Random orders, cheap enough for one per phase (splitmix64).
class shuffler {
 public:
  explicit shuffler(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// A number less than `bound`, which is at most 2^32.
  std::uint64_t below(std::uint64_t bound) { return (bits() >> 32) * bound >> 32; }

  template <class Array>
  void shuffle(Array& items) {
    for (std::size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[below(left)]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace gbi::test
