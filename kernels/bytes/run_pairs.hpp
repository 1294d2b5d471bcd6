/// \file
/// Which warp of a block multiplies which runs of two integers, and where their sums are stored. Sixteen
/// warps share four tensor cores: warp w uses number w modulo 4. A warp has at most one pair of runs, and all
/// tensor cores get nearly the same amount of work.
///
/// The convolution of runs i and j is two runs long: it belongs to runs i + j and i + j + 1 of the product.
/// Each of these has a layer of sums for each half of a convolution that belongs to it.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

/// The part of a product that a block computes.
enum class product_part {
  whole,
  square,  ///< the whole square: pairs of different runs count twice
  low,     ///< below 2^(bits of an operand)
  high     ///< the sums from there on, without carries from below
};
inline constexpr int product_parts = 4;

/// The part of a pair's convolution.
enum class pair_part : std::uint8_t { none, whole, lower, upper };

inline constexpr int run_cores = 4, run_warps = 16, longest_runs = 4;

struct run_pair {
  std::uint8_t i, j;
  pair_part part;
  std::uint8_t twice;
  std::uint8_t lower, upper;  ///< the layers of the two halves
};

struct run_pairs {
  run_pair of[run_warps];
  std::uint8_t begin[2 * longest_runs + 1];  ///< the first layer of each run of the product
  std::uint8_t unused[2];
  std::uint8_t free_warp;  ///< a warp without a pair, if there is one, on the tensor core with the least work
};

/// The part of the convolution of runs i and j that is wanted.
constexpr pair_part part_of_pair(product_part part, int runs, int i, int j) {
  const int column = i + j, middle = runs - 1;
  if (part == product_part::whole) return pair_part::whole;
  if (part == product_part::square) return i <= j ? pair_part::whole : pair_part::none;
  if (part == product_part::low)
    return column < middle ? pair_part::whole : column == middle ? pair_part::lower : pair_part::none;
  return column > middle ? pair_part::whole : column == middle ? pair_part::upper : pair_part::none;
}

/// The pairs for integers of `runs` runs, at most longest_runs. In order of their length, they are assigned
/// to the tensor core with the least work.
constexpr run_pairs distributed_pairs(product_part part, int runs) {
  run_pairs all{};
  int load[run_cores] = {}, used[run_cores] = {};
  std::uint8_t next[2 * longest_runs + 1] = {};
  const auto least = [&]() {
    int core = -1;
    for (int i = 0; i < run_cores; ++i)
      if (used[i] < run_warps / run_cores && (core < 0 || load[i] < load[core])) core = i;
    return core;
  };
  const auto for_pairs = [&](auto body) {
    for (int i = 0; i < runs; ++i)
      for (int j = 0; j < runs; ++j) {
        const pair_part wanted = part_of_pair(part, runs, i, j);
        if (wanted != pair_part::none) body(i, j, wanted);
      }
  };
  for_pairs([&](int i, int j, pair_part wanted) {
    if (wanted != pair_part::upper) ++next[i + j + 1];
    if (wanted != pair_part::lower) ++next[i + j + 2];
  });
  for (int i = 0; i < 2 * longest_runs; ++i) next[i + 1] = static_cast<std::uint8_t>(next[i + 1] + next[i]);
  for (int i = 0; i <= 2 * longest_runs; ++i) all.begin[i] = next[i];
  // In a square, two pairs beyond a multiple of the cores are cut into halves, one half for each core.
  int whole = 0, uncut = 0;
  for_pairs([&](int, int, pair_part wanted) { whole += wanted == pair_part::whole; });
  uncut = part == product_part::square && whole % run_cores == 2 ? whole - 2 : whole;
  const auto give = [&](int i, int j, pair_part wanted) {
    const int core = least();
    run_pair& to = all.of[core + run_cores * used[core]++];
    load[core] += wanted == pair_part::whole ? 2 : 1;
    to.i = static_cast<std::uint8_t>(i);
    to.j = static_cast<std::uint8_t>(j);
    to.part = wanted;
    to.twice = part == product_part::square && i != j;
    if (wanted != pair_part::upper) to.lower = next[i + j]++;
    if (wanted != pair_part::lower) to.upper = next[i + j + 1]++;
  };
  for (int halves = 0; halves < 2; ++halves) {
    int index = 0;
    for_pairs([&](int i, int j, pair_part wanted) {
      const bool cut = wanted == pair_part::whole && index++ >= uncut;
      if ((cut || wanted != pair_part::whole) != (halves == 1)) return;
      if (cut) give(i, j, pair_part::lower);
      give(i, j, cut ? pair_part::upper : wanted);
    });
  }
  const int core = least();
  all.free_warp = static_cast<std::uint8_t>(core < 0 ? 0 : core + run_cores * used[core]);
  return all;
}

/// The pairs for all parts of products of `Runs` runs, in words that threads can write one each.
struct run_pair_table {
  run_pairs of[product_parts];
};
struct run_pair_words {
  std::uint32_t word[sizeof(run_pair_table) / 4];
};
template <int Runs>
inline constexpr run_pair_words packed_run_pairs =
    __builtin_bit_cast(run_pair_words, run_pair_table{{distributed_pairs(product_part::whole, Runs),
                                                       distributed_pairs(product_part::square, Runs),
                                                       distributed_pairs(product_part::low, Runs),
                                                       distributed_pairs(product_part::high, Runs)}});

}  // namespace gbi::kernels
