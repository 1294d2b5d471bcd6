/// \file
/// Random numbers, the same for the library and GMP, made once for all sizes of a program.
#pragma once

#include <gmp.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <string>
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

/// Random decimal digits, the same in every call with the same arguments.
inline std::string random_text(std::int64_t digits, std::size_t set = 0) {
  static const std::uint32_t seed = std::random_device{}();
  std::mt19937_64 generator(seed + set);
  std::uniform_int_distribution<int> digit('0', '9');
  std::string text(static_cast<std::size_t>(digits), '1');
  std::generate(text.begin() + 1, text.end(), [&] { return static_cast<char>(digit(generator)); });
  return text;
}

/// The sets of operands that one call works on. A processor learns the branches that one set takes in a short
/// gcd. As many sets as stay in the first cache prevent that.
constexpr std::size_t sets_of(std::size_t bits) {
  return std::clamp<std::size_t>((std::size_t{1} << 17) / bits, 1, 256);
}

/// number_of(set) for every set.
template <class Make>
auto for_all_sets(std::size_t sets, Make&& number_of) {
  std::vector<decltype(number_of(std::size_t{}))> numbers;
  for (std::size_t set = 0; set < sets; ++set) numbers.push_back(number_of(set));
  return numbers;
}

}  // namespace gbi::bench
