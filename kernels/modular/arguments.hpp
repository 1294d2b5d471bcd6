/// \file
/// Arguments of the kernels of products and modular arithmetic on batches. In all of them, a team of
/// `team_threads` threads (a power of two) holds an integer, with `limbs` limbs per thread
/// (plan/team_shape.hpp).
#pragma once

#include <cstdint>

#include "kernels/model/launches.hpp"
#include "kernels/word/batch_span.hpp"

namespace gbi::kernels {

/// How an integer is distributed over threads.
struct team_shape {
  int threads;  ///< threads of a team, a power of two
  int limbs;    ///< in each thread
  bool operator==(const team_shape&) const = default;
};

/// The number of 52-bit digits (word/fused_digit.hpp) per thread in modular arithmetic. They hold at least 4
/// bits more than the limbs of the thread.
constexpr int thread_digits(int limbs) {
  return (limb_bits * limbs + 4 + 51) / 52;
}

/// The kind of numbers on which products modulo odd numbers are built (modular/fields.hpp).
enum class arithmetic {
  doubles,  ///< digits of 52 bits
  words     ///< machine words
};

/// The number of 8-byte places that a remainder takes in a thread between products.
constexpr int thread_places(arithmetic how, int limbs) {
  return how == arithmetic::doubles ? thread_digits(limbs) : limbs;
}

/// The limbs that a thread holds where it computes with a whole element.
inline constexpr int thread_limbs[] = {2, 4, 6, 8, 12, 16, 24, 32};

/// The order in which a team multiplies integers.
enum class product_order {
  block_columns,  ///< columns of blocks of team.limbs limbs, two per thread: all columns, for operands with
                  ///< as many blocks as the team has threads
  low_block_columns,  ///< as many columns as the longer operand has blocks; a thread may have two
  threads,            ///< one thread for each element, with team.limbs limbs of a
  bytes               ///< a warp's convolution of bytes on tensor cores, in runs of team.limbs limbs
};

/// out = the limbs of a b from `first` on, at most as many as both operands have together. With
/// low_block_columns, there are no limbs above the longer operand.
struct batch_product_arguments {
  batch_span a, b;
  batch_target out;
  std::uint32_t first;
  std::uint32_t elements;
  product_order order;
  team_shape team;
};

/// square = R^2 mod modulus for the R of the arithmetic, 2^(bits of the digits or words of the team).
struct montgomery_arguments {
  arithmetic how;
  batch_span modulus;
  batch_target square;
  std::uint32_t elements;
  team_shape team;
};

/// An odd modulus with its R^2 for an arithmetic. Results for an even modulus are 0.
struct odd_modulus {
  arithmetic how;
  batch_span modulus, square;
};

/// out = a b mod modulus, for any a and b.
struct mul_mod_arguments {
  batch_span a, b;
  odd_modulus modulus;
  batch_target out;
  std::uint32_t elements;
  team_shape team;
};

/// out = a b mod modulus for odd moduli, 0 for even ones, a thread for each element (quotient_product.hpp).
struct quotient_product_arguments {
  batch_span a, b, modulus;
  batch_target out;
  std::uint32_t elements;
  int limbs;  ///< in a thread, one of thread_limbs, at least those of every operand
};

/// out = base^exponent mod modulus.
struct pow_mod_arguments {
  batch_span base, exponent;
  std::uint32_t exponent_bits;
  std::uint32_t window_bits;
  odd_modulus modulus;
  batch_target out;
  /// For each element, 2^window_bits entries of team.threads thread_places(modulus.how, team.limbs) places
  /// each. Their contents are private to the kernel.
  limb* table;
  std::uint32_t elements;
  team_shape team;
};

/// out = base^exponent mod modulus by convolutions of bytes, one block for each element. The modulus is odd.
/// It, the base and square = 2^(128 limbs) mod modulus have at most `limbs` limbs.
struct byte_power_arguments {
  batch_span base, exponent;
  std::uint32_t exponent_bits;
  std::uint32_t window_bits;
  batch_span modulus, square;
  batch_target out;
  limb* table;  ///< for each element, 2^window_bits entries of `limbs` limbs
  std::uint32_t elements;
  std::uint32_t limbs;  ///< a length that byte_power_limbs() returns
};

/// The longest integers for such powers, and the length to which integers of `limbs` limbs are padded.
inline constexpr std::uint32_t longest_byte_power = 256;
constexpr std::uint32_t byte_power_limbs(std::uint32_t limbs) {
  return limbs <= 128 ? 128 : limbs <= 192 ? 192 : 256;
}

/// passed[g] = 1 if modulus g, odd and above 2, passes the Miller-Rabin test to base 2, else 0.
struct strong_test_arguments {
  odd_modulus modulus;
  std::uint32_t bits;  ///< of the limbs of a modulus
  limb* passed;
  std::uint32_t elements;
  /// At most a warp, with 4 or 6 limbs per thread.
  team_shape team;
};

/// A step of a program over registers, each of which holds a remainder for every element. Operands are sums
/// x = a + s b and y = c + t d of registers, where the signs s and t are 1, -1 or 0.
struct field_step {
  enum class kind : std::uint16_t {
    sum,      ///< to = x
    square,   ///< to = x^2
    product,  ///< to = x y
    small,    ///< to = x small / 2^32, for the small number of each element
    load,     ///< to = input
    store     ///< output = x
  };
  kind what;
  std::uint16_t to, a, b, c, d;
  std::int16_t s, t;
};

/// Runs a program for each element. In digits, numbers may exceed the modulus n: a product of x and y is at
/// most |x y| / (16 n) + n / 2, a small one |x| + n / 2, and a sum as large as its terms together. A program
/// sees to it that no number exceeds 4 n.
struct field_program_arguments {
  odd_modulus modulus;
  const field_step* steps;
  std::uint32_t count;  ///< of steps
  /// For each register, team.threads thread_places(modulus.how, team.limbs) places of each element. Their
  /// contents are private to the kernel.
  limb* registers;
  const std::uint32_t* small;  ///< null without small products
  batch_span input;
  batch_target output;
  std::uint32_t elements;
  team_shape team;  ///< at most a warp, with 4 or 6 limbs per thread
};

/// The bits by which R exceeds the modulus in a Lucas test, and the largest q for which they are enough.
inline constexpr int lucas_spare_bits = 12;
inline constexpr int lucas_largest_q = 64;

/// passed[g] = 1 if modulus g, an odd n, passes the strong Lucas test with p = 1 and q = -minus_q[g], else 0.
struct lucas_test_arguments {
  odd_modulus modulus;          ///< for arithmetic::doubles
  const std::int32_t* minus_q;  ///< 0 for numbers that shall not pass
  std::uint32_t bits;           ///< at least the bits of the longest modulus
  signed char* passed;
  std::uint32_t elements;
  /// At most a warp, with 4 or 6 limbs per thread, leaving lucas_spare_bits.
  team_shape team;
};

/// out = (n - 1) / 2^s for odd n, where 2^s is the power of 2 in n - 1.
struct odd_part_arguments {
  batch_span n;
  batch_target out;
  std::uint32_t elements;
};

/// For the powers base^(2^squares (n - 1) / 2^s) of Miller and Rabin's test: passed[g] = 1 if the power
/// proves that n passes, and open[g] = 1 if more squares may prove it; else 0.
struct strong_state_arguments {
  batch_span n, power;
  std::uint32_t squares;
  signed char *passed, *open;
  std::uint32_t elements;
};

/// Selfridge's parameters q = (1 - D) / 4 of Lucas tests, for the first D of 5, -7, 9, ... that n does not
/// divide and for which (D / n) is not 1. minus_q[g] becomes -q if the symbol is -1. It becomes 0 if the
/// symbol is 0, which proves that n is composite, if n is even or below 3, or if no D with |q| up to
/// lucas_largest_q is found. In the last case, unresolved[g] becomes 1, else 0.
struct lucas_parameters_arguments {
  batch_span n;
  std::int32_t* minus_q;
  signed char* unresolved;
  std::uint32_t elements;
};

namespace launches {
using modular_product = list<batch_product_arguments>;
using modular_multiply = list<montgomery_arguments, mul_mod_arguments>;
using modular_quotients = list<quotient_product_arguments>;
using modular_bytes = list<byte_power_arguments>;
using modular_power = list<pow_mod_arguments>;
using modular_program = list<field_program_arguments>;
using modular_prime = list<strong_test_arguments, lucas_test_arguments, odd_part_arguments,
                           strong_state_arguments, lucas_parameters_arguments>;
}  // namespace launches

}  // namespace gbi::kernels
