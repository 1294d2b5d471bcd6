/// \file
/// What the kernels of sums, comparisons and shifts are told.
#pragma once

#include "kernels/normalize/arguments.hpp"
#include "kernels/word/limb_span.hpp"

namespace gbi::kernels {

/// How two magnitudes become one.
struct add_rule {
  bool subtract = false;         ///< a - b instead of a + b: with no signs given modulo 2^(64 out.count)
  std::uint64_t a_at = 0;        ///< where a begins, in limbs; with no signs given
  std::uint32_t shift_b = 0;     ///< below 64: b / 2^shift_b is added; with no signs given
  const limb* sign_a = nullptr;  ///< null: no signs, magnitudes are added or subtracted as they are
  const limb* sign_b = nullptr;
  const limb* order =
      nullptr;  ///< of |a| and |b| as compare_kernel left it; read when the signs make it a difference
  limb* sign_result = nullptr;
  const limb* carry_if = nullptr;  ///< when given: a carry comes in if both words are not zero
  const limb* and_if = nullptr;
  /// When given: a carry comes into problem g unless carry_unless[g * carry_stride] is not zero.
  const limb* carry_unless = nullptr;
  std::uint64_t carry_stride = 0;
};

struct add_arguments {
  limb_span a, b;
  limb_target out;  ///< may be a or b itself, at the price of tiles that wait for each other
  add_rule rule;
  tile_chain chain;
  std::uint32_t batch = 1;
};

/// out = c - a b modulo 2^(64 out.count), for a product that is known modulo 2^(64 modulus) + 1 only: what is
/// left is not negative and has at most modulus - 1 limbs.
struct residual_arguments {
  limb_span c;            ///< at most 2 modulus limbs
  limb_span product;      ///< modulus + 1 limbs of any representative, a few words from the least, in two's
                          ///< complement; if modulus is 0 the product itself, at least out.count limbs
  limb_target out;        ///< at most modulus - 1 limbs; overlaps neither
  std::uint64_t modulus;  ///< in limbs
  tile_chain chain;
  gate open = {};
  std::uint32_t batch = 1;
};

/// Compares two magnitudes: *order (0 before) becomes 0 if they are equal, else an odd number if a > b and an
/// even one if a < b.
struct compare_arguments {
  limb_span a, b;
  limb* order;
};

/// *result (0 before) becomes the index of the highest limb that is not zero plus 1. The last limb of the
/// span counts through `last_mask` only.
struct significant_arguments {
  limb_span a;
  limb last_mask;
  limb* result;
};

/// Words of a box that a report fills, limbs from `report_limbs` on.
enum report_word : std::uint32_t { report_ticket, report_size, report_sign, report_top, report_limbs };

/// Fills a box of host memory with a number's size, its sign word and its highest limb, 0 if it has none,
/// and, if it has at most `most_limbs`, its limbs; the ticket is written last.
struct report_arguments {
  limb_span number;  ///< what is above its size is zeros
  const limb* sign;
  const limb* size;  ///< as significant_kernel left it; null: looked for
  std::uint64_t* box;
  std::uint64_t ticket;
  std::uint32_t most_limbs;
};

/// out's bit k is a's bit k + offset, for every k of out.
struct shift_arguments {
  limb_span a;
  limb_target out;
  std::int64_t offset;
  const limb* sign = nullptr;  ///< when given, copied to sign_result
  limb* sign_result = nullptr;
  std::uint32_t batch = 1;
};

}  // namespace gbi::kernels
