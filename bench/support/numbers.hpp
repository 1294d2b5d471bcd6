/// \file
/// Random numbers, the same for the library and GMP, made once for all sizes of a program.
#pragma once

#include <gmp.h>

#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi::bench {

/// Set `set` of `limbs` limbs of run `which`, one of four sequences of random limbs, each drawn
/// independently. The last limb is at least 2^63. Every call with the same arguments returns the same limbs,
/// so the library and its rivals work on the same numbers.
inline std::vector<std::uint64_t> random_run(std::size_t limbs, std::size_t which, std::size_t set = 0) {
  struct run {
    std::mt19937_64 generator{std::random_device{}()};
    std::vector<std::uint64_t> limbs = {};
  };
  static std::array<run, 4> runs;
  run& from = runs.at(which);
  const std::size_t begin = set * limbs, end = begin + limbs;
  while (from.limbs.size() < end) from.limbs.push_back(from.generator());
  std::vector<std::uint64_t> result(from.limbs.begin() + static_cast<std::ptrdiff_t>(begin),
                                    from.limbs.begin() + static_cast<std::ptrdiff_t>(end));
  result.back() |= std::uint64_t{1} << 63;
  return result;
}

/// The number of set `set` of run `which`, in the current context.
inline gpu_bigint random_number(std::size_t bits, std::size_t which, std::size_t set = 0) {
  return gpu_bigint::from_limbs(random_run(bits / 64, which, set));
}

/// GMP's integer behind a handle whose copies share it.
class gmp_number {
 public:
  gmp_number()
      : value_(new __mpz_struct, [](mpz_ptr value) {
          mpz_clear(value);
          delete value;
        }) {
    mpz_init(value_.get());
  }
  explicit gmp_number(std::span<const std::uint64_t> limbs) : gmp_number() {
    mpz_import(value_.get(), limbs.size(), -1, sizeof(std::uint64_t), 0, 0, limbs.data());
  }
  operator mpz_ptr() const {
    return value_.get();
  }  // NOLINT(google-explicit-constructor): an argument of GMP's functions

 private:
  std::shared_ptr<__mpz_struct> value_;
};

/// GMP's number of the same limbs.
inline gmp_number random_gmp_number(std::size_t bits, std::size_t which, std::size_t set = 0) {
  return gmp_number(random_run(bits / 64, which, set));
}

}  // namespace gbi::bench
