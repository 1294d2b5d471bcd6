/// \file
/// What the kernels of products and modular arithmetic on batches are told. All let a team of `team_threads`
/// threads (a power of two) hold an integer, `limbs` limbs in each (plan/team_shape.hpp).
#pragma once

#include <cstdint>

#include "kernels/word/batch_span.hpp"

namespace gbi::kernels {

/// How an integer is spread over threads.
struct team_shape {
  int threads;  ///< of a team, a power of two
  int limbs;    ///< in each thread
};

/// Digits of 52 bits (word/fused_digit.hpp) that a thread has in modular arithmetic: they hold at least 4
/// bits more than its limbs.
constexpr int thread_digits(int limbs) {
  return (limb_bits * limbs + 4 + 51) / 52;
}

/// What products modulo odd numbers are made of (modular/arithmetic.hpp).
enum class arithmetic {
  doubles,  ///< digits of 52 bits
  words     ///< machine words
};

/// Places of 8 bytes that a residue takes in a thread between products.
constexpr int thread_places(arithmetic how, int limbs) {
  return how == arithmetic::doubles ? thread_digits(limbs) : limbs;
}

/// In which order a team multiplies integers.
enum class product_order {
  columns,      ///< of blocks of team.limbs limbs, two for each thread: all columns of operands of as many
                ///< blocks as the team has threads
  low_columns,  ///< as many columns as the longer operand has blocks, which may be two for each thread
  rows          ///< words of one operand times the other one, of team.limbs limbs in each thread
};

/// out = limbs of a b from `first` on, as many as both operands have at most; none above the longer one's by
/// low columns.
struct batch_product_arguments {
  batch_span a, b;
  batch_target out;
  std::uint32_t first;
  std::uint32_t elements;
  product_order order;
  team_shape team;
};

/// square = R^2 mod modulus for the R of the arithmetic, 2^(bits of the team's digits or words); of an even
/// modulus failed[g] becomes 1, of an odd one 0.
struct montgomery_arguments {
  arithmetic how;
  batch_span modulus;
  batch_target square;
  limb* failed;
  std::uint32_t elements;
  team_shape team;
};

/// An odd modulus with its R^2 for an arithmetic; results for one that is not odd are 0.
struct odd_modulus {
  arithmetic how;
  batch_span modulus, square;
  const limb* failed;
  std::uint64_t failed_stride;  ///< 0 when all elements share the modulus
};

/// out = a b mod modulus, for any a and b.
struct mul_mod_arguments {
  batch_span a, b;
  odd_modulus modulus;
  batch_target out;
  std::uint32_t elements;
  team_shape team;
};

/// out = base^exponent mod modulus.
struct pow_mod_arguments {
  batch_span base, exponent;
  std::uint32_t exponent_bits;
  std::uint32_t window_bits;
  odd_modulus modulus;
  batch_target out;
  /// 2^window_bits entries of team.threads thread_places(modulus.how, team.limbs) places for each element;
  /// what is in them only the kernel knows.
  limb* table;
  std::uint32_t elements;
  team_shape team;
};

/// passed[g] = 1 if the modulus g, odd and above 2, passes Miller and Rabin's test to base 2, else 0.
struct strong_test_arguments {
  odd_modulus modulus;
  std::uint32_t bits;  ///< of the longest modulus, or more
  limb* passed;
  std::uint32_t elements;
  /// Of up to a warp, with 4 or 6 limbs a thread.
  team_shape team;
};

/// Bits that R of a Lucas test must have more than the modulus, and how large q may be for that.
inline constexpr int lucas_spare_bits = 12;
inline constexpr int lucas_largest_q = 64;

/// *passed = 1 if the one modulus n passes the strong Lucas test with p = 1 and q = -minus_q, else 0.
struct lucas_test_arguments {
  odd_modulus modulus;  ///< of doubles
  const limb* next;     ///< the limbs of n + 1
  std::uint32_t bits;   ///< of n + 1
  std::uint32_t twos;   ///< how often 2 divides n + 1
  std::int64_t minus_q;
  limb* passed;
  /// Of up to a warp, with 4 or 6 limbs a thread, and lucas_spare_bits.
  team_shape team;
};

}  // namespace gbi::kernels
