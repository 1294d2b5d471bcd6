/// \file
/// Converts coefficients of 64 bits to limbs on cores. A thread takes a run of neighbouring limbs and carries
/// from limb to limb in registers; a core has no use for the words in between and the ballots of
/// normalize_kernel.
///
/// A limb's sum is its column (column.hpp) and what the column below leaves, the words above the lowest of a
/// sum of 128 bits. It cannot overflow: both are biased, so the column is below 2^128 - 2^65 + 2, and the
/// rest below 2^64. The first limb of a run does not wait for the run below, whose rest is added when all
/// runs are done. The first limb of a tile gets the middle word of the column below, which the tile computes
/// again, and a carry of 0 or 1 from the tile before it. A tile waits for that carry only after its own sums.
///
/// Reads 8 bytes per coefficient and writes 8 per limb. Seven operations per coefficient.
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/normalize/column.hpp"
#include "kernels/normalize/lookahead.hpp"
#include "kernels/verify/gate.hpp"

namespace gbi::kernels {

/// The limbs of a run.
inline constexpr int normalized_run = 128;

struct normalize_runs_memory {
  limb rest[carry_tile_limbs / normalized_run];  ///< of each run, for the limb after it
  tile_carry before;                             ///< what arrives at the tile
};

struct normalize_runs_kernel
    : kernel<normalize_arguments, carry_tile_limbs / normalized_run, 1, normalize_runs_memory> {
  static constexpr bool in_order = true;
  static constexpr bool repairs = true;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    const tile_position at = tile_position::of(block);
    const tile_limbs tile(a, at);
    block.phase([&](int thread) {
      const std::uint64_t begin = tile.begin_of(thread), end = tile.begin_of(thread + 1);
      shared.rest[thread] = begin < end ? sum_run(a, at.problem, begin, end) : 0;
      if (thread == 0 && begin != 0) {
        const bool out = add_to(tile.limbs, begin, end, middle_of(a, at.problem, begin - 1));
        shared.rest[0] += out ? 1 : 0;
      }
    });
    shared_carry(block, shared, a, at);
    block.template phase<1>([&](int) {
      limb rest = shared.before == tile_carry::generate ? 1 : 0;
      for (int run = 0; run < threads; ++run) {
        const bool out = add_to(tile.limbs, tile.begin_of(run), tile.begin_of(run + 1), rest);
        rest = shared.rest[run] + (out ? 1 : 0);
      }
      if (at.tile + 1 < a.chain.tiles)
        publish_state(block, a.chain, at,
                      rest != middle_of(a, at.problem, tile.begin_of(threads) - 1) ? tile_carry::generate
                                                                                   : tile_carry::kill);
      if (at.tile == 0) a.sign.obey();
    });
  }

 private:
  /// The limbs of a tile, counted in its problem.
  struct tile_limbs {
    limb* limbs;
    std::uint64_t first, count;

    GBI_DEVICE tile_limbs(const normalize_arguments& a, tile_position at)
        : limbs(a.limbs + at.problem * a.limb_stride),
          first(std::uint64_t{at.tile} * carry_tile_limbs),
          count(a.limb_count) {}
    GBI_DEVICE std::uint64_t begin_of(int run) const {
      const std::uint64_t begin = first + static_cast<std::uint32_t>(run * normalized_run);
      return begin < count ? begin : count;
    }
  };

  /// Walks over the columns of neighbouring limbs.
  class columns {
   public:
    GBI_DEVICE columns(const normalize_arguments& a, std::uint32_t problem, std::uint64_t limb)
        : from_(a.coefficients + problem * a.coefficient_stride),
          count_(a.coefficient_count),
          digit_bits_(a.digit_bits),
          next_((limb * limb_bits + a.digit_bits - 1) / a.digit_bits),
          offset_(static_cast<std::uint32_t>(next_ * a.digit_bits - limb * limb_bits)) {}

    /// Whether all coefficients below this limb exist.
    GBI_DEVICE bool has_all_below(std::uint64_t limb) const {
      return (limb * limb_bits + digit_bits_ - 1) / digit_bits_ <= count_;
    }
    /// Adds the next column to a sum.
    template <bool All>
    GBI_DEVICE void add_to(wide_limb& sum) {
      for (; offset_ < limb_bits; offset_ += digit_bits_, ++next_)
        if (All || next_ < count_) sum += shifted(from_[next_], offset_);
      offset_ -= limb_bits;
    }

   private:
    const std::int64_t* from_;
    std::uint64_t count_;
    std::uint32_t digit_bits_;
    std::uint64_t next_;
    std::uint32_t offset_;
  };

  /// The bias of a column.
  GBI_DEVICE static wide_limb bias_of(std::uint64_t limb) {
    return (wide_limb{1} << 127) - (limb == 0 ? 0 : wide_limb{1} << 63);
  }
  GBI_DEVICE static limb middle_of(const normalize_arguments& a, std::uint32_t problem, std::uint64_t limb) {
    wide_limb sum = bias_of(limb);
    columns(a, problem, limb).template add_to<false>(sum);
    return high_limb(sum);
  }

  /// Writes the limbs of a run, without what arrives from below. \returns what it leaves for the next limb
  GBI_DEVICE static limb sum_run(const normalize_arguments& a, std::uint32_t problem, std::uint64_t begin,
                                 std::uint64_t end) {
    const columns walk(a, problem, begin);
    return walk.has_all_below(end) ? sum_columns<true>(a, problem, begin, end, walk)
                                   : sum_columns<false>(a, problem, begin, end, walk);
  }
  template <bool All>
  GBI_DEVICE static limb sum_columns(const normalize_arguments& a, std::uint32_t problem, std::uint64_t begin,
                                     std::uint64_t end, columns walk) {
    limb* const to = a.limbs + problem * a.limb_stride;
    limb rest = 0;
    for (std::uint64_t l = begin; l < end; ++l) {
      wide_limb sum = bias_of(l) + rest;
      walk.template add_to<All>(sum);
      to[l] = low_limb(sum);
      rest = high_limb(sum);
    }
    return rest;
  }

  /// Adds a limb to the number in limbs [begin, end). \returns the carry
  GBI_DEVICE static bool add_to(limb* limbs, std::uint64_t begin, std::uint64_t end, limb value) {
    bool carry = false;
    for (std::uint64_t l = begin; value != 0 && l < end; ++l) {
      const limb sum = limbs[l] + value;
      carry = sum < value;
      limbs[l] = sum;
      value = carry ? 1 : 0;
    }
    return carry;
  }

  /// Leaves in shared memory what arrives at a tile.
  template <class Block>
  GBI_DEVICE static void shared_carry(Block& block, shared_memory& shared, const arguments& a,
                                      tile_position at) {
    for (;;) {
      block.template phase<1>([&](int) {
        shared.before =
            at.tile == 0
                ? tile_carry::kill
                : carry_of(block.observe_alone(a.chain.states + std::uint64_t{at.problem} * a.chain.tiles +
                                               at.tile - 1),
                           a.chain.epoch);
      });
      if (shared.before != tile_carry::unknown) return;
      block.pause(100);
    }
  }
};

}  // namespace gbi::kernels
