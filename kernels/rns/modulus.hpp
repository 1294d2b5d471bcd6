/// \file
/// The constants of moduli, from their residues: an inverse by Fermat's theorem for each residue of the first
/// base, and a product for each residue of the second.
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/rns/arguments.hpp"
#include "kernels/word/residue_word.hpp"

namespace gbi::kernels {

struct rns_modulus_kernel : elementwise<rns_modulus_arguments> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, no_shared_memory&, const arguments& args) {
    for_each(block, args.words, [&](std::uint64_t i) {
      const auto pack_words = words_of_pack(args.shape.quads, args.shape.tiles);
      const auto rows = static_cast<std::uint32_t>(2 * args.shape.tiles);
      const auto pairs = static_cast<std::uint32_t>(quad_pairs(args.shape.quads));
      const auto inside = static_cast<std::uint32_t>(i % pack_words);
      const std::uint32_t lane = inside % 32, row = inside / 32 % rows, pair = inside / 32 / rows % pairs;
      const bool is_second = inside / 32 / rows >= pairs;
      const std::uint64_t element = i / pack_words * elements_of_pack(args.shape.tiles) + 8 * row + lane / 4;
      const bool is_odd = element < args.elements && limb_of(args.modulus, element, 0) % 2 == 1;
      std::uint64_t result = 0;
      for (std::uint32_t half = 0; half < 2; ++half) {
        const std::uint32_t residue = 4 * (2 * pair + half) + lane % 4;
        const auto n = static_cast<std::uint32_t>(args.residues[i] >> (32 * half));
        const rns_prime by = args.primes[(is_second ? 8 * pairs : 0) + residue];
        const std::uint32_t p = by.prime.value;
        std::uint32_t factor = n;
        if (!is_second) {
          if (is_odd && p != 0 && least_residue(n, p) == 0) block.atomic_add(args.unfit, std::uint64_t{1});
          factor = residue_inverse(n, by.prime);
        }
        const std::uint32_t found = least_residue(reduced(multiplied(factor, by.modulus), by.prime), p);
        result |= std::uint64_t{found} << (32 * half);
      }
      args.residues[i] = result;
    });
  }
};

}  // namespace gbi::kernels
