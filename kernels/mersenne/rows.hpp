/// \file
/// The middle of a square modulo 2^p - 1, in one pass over memory: rows are transformed, squared and
/// transformed back. A block has the rows with the frequencies k and -k.
///
/// With M = N1 N2 rows, row r of residue class k has the frequencies congruent to k modulo M. So the rows of
/// the classes k and M - k are mirror images of each other, and those of 0 and M/2 are their own. Pair 0 is
/// classes 0 and M/2; pair k is classes k and M - k. In GF(p^2), an odd factor of N1 gives that many
/// components, each with such pairs (mirrored_square.hpp).
///
/// Reads and writes 16 bytes per point, 8 modulo 2^31 - 1.
#pragma once

#include "kernels/fft/block_fft.hpp"
#include "kernels/mersenne/mirrored_square.hpp"
#include "kernels/mersenne/policy.hpp"

namespace gbi::kernels {

template <int Points, block_policy Policy = mirrored_policy(Points), class Real = double>
struct mirrored_rows_kernel {
  using arguments = mirrored_rows_arguments_of<Real>;
  static constexpr bool of_vectors = Policy.of == machine::vectors;
  static constexpr int rows_of_block = Policy.transforms;
  static_assert(rows_of_block % 2 == 0);
  using fft =
      block_fft<Points, rows_of_block, Real, arrangement::rows, arrangement::rows, Policy.radix, Policy.of>;
  using shared_memory = typename fft::shared_memory;
  static constexpr int threads = fft::threads;
  static constexpr int blocks_per_multiprocessor = Policy.blocks;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    const component part = component_of(a, block.index() * (rows_of_block / 2));
    const std::uint32_t n1 = a.n1 / part.count, rows = n1 * a.n2, first_pair = part.first_pair;
    const auto class_of = [=](int which) {
      const std::uint32_t pair = first_pair + static_cast<std::uint32_t>(which) / 2;
      if (which % 2 == 0) return pair;
      return pair == 0 ? rows / 2 : rows - pair;
    };
    const auto mirror_of = [=](int which) { return first_pair == 0 && which < 2 ? which : which ^ 1; };
    const auto odd_circle_root = [=](complex<Real> root) {
      if constexpr (is_exact_field<Real>)
        if (part.count > 1) return root * root_of_component(part, std::uint64_t{rows} * Points);
      return root;
    };
    const auto row_of = [&](int which) {
      const std::uint32_t residue_class = class_of(which),
                          k1 = part.number + part.count * (residue_class % n1);
      return a.points + std::uint64_t{k1 * a.n2 + residue_class / n1} * Points;
    };
    const auto load = [&](int, int which) { return [at = row_of(which)](int j) { return at[j]; }; };
    const auto store = [&](int, int which) {
      return [at = row_of(which)](int j, complex<Real> z) { at[j] = z; };
    };
    square_in_block<fft, Points, rows_of_block>(block, shared, a.roots, a.circle_roots, rows, class_of,
                                                mirror_of, odd_circle_root, load, store);
  }

 private:
  /// The one of `count` components that contains the pairs of a block.
  struct component {
    std::uint32_t count, number, first_pair;
  };
  GBI_DEVICE static component component_of(const arguments& a, std::uint32_t pair) {
    if constexpr (is_exact_field<Real>) {
      const std::uint32_t binary = a.n1 & (0 - a.n1), pairs = binary * a.n2 / 2;
      return {a.n1 / binary, pair / pairs, pair % pairs};
    } else {
      return {1, 0, pair};
    }
  }
  /// z^(a / M) for the root z of odd order of the column pass.
  GBI_DEVICE static Real root_of_component(const component& at, std::uint64_t points) {
    const auto power = [&]<int Odd>(std::integral_constant<int, Odd>) {
      return field_power(odd_root<Real, Odd>(1), at.number * inverse_modulo_odd<Odd>(points) % Odd);
    };
    return at.count == 3   ? power(std::integral_constant<int, 3>{})
           : at.count == 7 ? power(std::integral_constant<int, 7>{})
                           : power(std::integral_constant<int, 9>{});
  }
};

}  // namespace gbi::kernels
