/// \file
/// Decoupled look-back: how the blocks of a single-pass scan find the sum of the preceding tiles.
///
/// A tile first publishes the aggregate of its own elements, and later the inclusive prefix up to its end. A
/// warp reads the states of the 32 preceding tiles at once. From the last inclusive prefix among them on,
/// their values add up to the prefix that it needs. If there is none, it continues with the 32 tiles before
/// those.
///
/// A value is passed in words of 64 bits. Half of each word is a piece of the value; the other half is the
/// state and the epoch of the launch. Each word is valid by itself, whatever the size of the value, so no
/// memory fence is needed. A reader that finds words with two different states has read during a change and
/// reads again.
///
/// Source: D. Merrill, M. Garland, "Single-pass parallel prefix scan with decoupled look-back", NVIDIA
/// NVR-2016-002.
#pragma once

#include "kernels/scan/arguments.hpp"
#include "kernels/scan/warp_scan.hpp"
#include "kernels/word/bit_count.hpp"

namespace gbi::kernels {

/// Nanoseconds before a tile first looks back, and between two attempts. In the meantime, the prefix that it
/// needs comes nearer, and attempts that find nothing only slow down those that would find it. Measured on an
/// H200 (docs/decisions/0017): without the pauses, the scan of 2^28 integers takes a fifth longer.
inline constexpr std::uint32_t first_look = 1200, next_look = 500;

enum class tile_state : std::uint32_t { unknown = 0, aggregate = 1, prefix = 2 };

/// A value of type T in pieces of 32 bits.
template <class T>
struct tile_words {
  static_assert(sizeof(T) % 4 == 0);
  static constexpr int count = static_cast<int>(sizeof(T) / 4);
  std::uint32_t piece[count];
};

template <class Block, class T>
GBI_DEVICE void publish_tile(Block& block, std::uint64_t* words, std::uint32_t epoch, tile_state state,
                             const T& value) {
  const std::uint64_t tag = epoch << 2 | static_cast<std::uint32_t>(state);
  const auto pieces = std::bit_cast<tile_words<T>>(value);
  unroll<tile_words<T>::count>([&](auto i) { block.publish_alone(words + i, tag << 32 | pieces.piece[i]); });
}

/// Also unknown if the words have two different states or another epoch.
template <class Block, class T>
GBI_DEVICE tile_state observe_tile(Block& block, std::uint64_t* words, std::uint32_t epoch, T& value) {
  std::uint64_t word[tile_words<T>::count];
  unroll<tile_words<T>::count>([&](auto i) { word[i] = block.observe_alone(words + i); });
  tile_words<T> pieces;
  const auto tag = static_cast<std::uint32_t>(word[0] >> 32);
  bool agree = tag >> 2 == epoch;
  unroll<tile_words<T>::count>([&](auto i) {
    pieces.piece[i] = static_cast<std::uint32_t>(word[i]);
    agree = agree && word[i] >> 32 == tag;
  });
  value = std::bit_cast<T>(pieces);
  return agree ? static_cast<tile_state>(tag & 3) : tile_state::unknown;
}

/// Run by one warp (block.first_warp). Publishes the tile's `aggregate`, leaves the sum of the preceding
/// tiles in `before`, and publishes the tile's prefix. `words` are those of tile 0 of the problem.
template <scan_pattern Pattern, class Warp, class T, class Operator>
GBI_DEVICE void look_back(Warp& warp, std::uint64_t* words, std::uint32_t epoch, std::uint32_t tile,
                          const per_thread<Warp, T>& aggregate, per_thread<Warp, T>& before,
                          Operator combine) {
  constexpr int size = tile_words<T>::count, last_lane = Warp::warp_size - 1;
  std::uint64_t* mine = words + std::uint64_t{tile} * size;
  warp.phase([&](int lane) {
    before[lane] = combine.identity();
    if (lane == 0)
      publish_tile(warp, mine, epoch, tile == 0 ? tile_state::prefix : tile_state::aggregate,
                   aggregate[lane]);
  });
  if (tile == 0) return;
  warp.pause(first_look);

  bool found = false;
  for (std::int64_t last = std::int64_t{tile} - 1; !found; last -= Warp::warp_size) {
    per_thread<Warp, T> value;
    std::uint32_t needed = 0;
    for (;;) {  // the last lane reads tile `last`, the others the tiles before it
      per_thread<Warp, bool> is_missing, is_prefix;
      warp.phase([&](int lane) {
        const std::int64_t at = last - last_lane + lane;
        value[lane] = combine.identity();
        const tile_state state =
            at < 0 ? tile_state::prefix : observe_tile(warp, words + at * size, epoch, value[lane]);
        is_missing[lane] = state == tile_state::unknown;
        is_prefix[lane] = state == tile_state::prefix;
      });
      const std::uint32_t missing = warp.ballot(is_missing)[0];  // the same in all lanes
      const std::uint32_t prefixes = warp.ballot(is_prefix)[0];
      found = prefixes != 0;
      needed = found ? ~0u << (31 - leading_zeros(prefixes)) : ~0u;
      if ((missing & needed) == 0) break;
      warp.pause(next_look);
    }
    warp.phase([&](int lane) {
      if ((needed >> lane & 1) == 0) value[lane] = combine.identity();
    });
    warp_inclusive_scan<Pattern>(warp, value, combine);
    const per_thread<Warp, T> window = warp.broadcast(value, last_lane);
    warp.phase([&](int lane) { before[lane] = combine(window[lane], before[lane]); });
  }
  warp.phase([&](int lane) {
    if (lane == 0)
      publish_tile(warp, mine, epoch, tile_state::prefix, combine(before[lane], aggregate[lane]));
  });
}

}  // namespace gbi::kernels
