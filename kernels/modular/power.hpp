/// \file
/// Products and powers modulo odd numbers, and what they need to know of a modulus.
#pragma once

#include "kernels/modular/montgomery.hpp"
#include "kernels/word/bit_count.hpp"

namespace gbi::kernels {

/// The integer 1, or 2^bit.
template <class Block, int Limbs>
GBI_DEVICE word_block<thread_words<Limbs>> power_of_two(const team<Block, Limbs>& team, int thread,
                                                        std::uint32_t bit) {
  constexpr int words = thread_words<Limbs>;
  word_block<words> result;
  unroll<words>([&](auto i) GBI_INLINE {
    const auto at = static_cast<std::uint32_t>(team.rank(thread) * words + i);
    result.word[i] = bit / word_bits == at ? machine_word{1} << bit % word_bits : 0;
  });
  return result;
}

/// R^2 mod n, without a division: the highest power of two that is not above n is doubled until it is R mod
/// n, which for a modulus of full length happens at once. Then log2(bits of R) squares and doublings of
/// numbers in Montgomery's form make 2^e R of 2 R.
template <int Limbs, int Threads>
struct montgomery_kernel {
  using arguments = montgomery_arguments;
  using shared_memory = team_memory<Limbs, Threads>;
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = team_blocks<Limbs, Threads>;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    using team_type = team<Block, Limbs>;
    constexpr int words = team_type::words;
    const team_type team(block, shared, args.team.threads, args.elements);
    const montgomery<Block, Limbs> field(team, args.modulus);
    const auto held = static_cast<std::uint32_t>(args.team.threads * Limbs * limb_bits);

    per_thread<Block, word_block<words>> x;
    per_thread<Block, std::uint32_t> top;
    highest_bits(team, field.modulus(), top);
    block.template phase<1>([&](int) GBI_INLINE {
      std::uint32_t most = 0;
      for (int i = 0; i < Threads; i += team.threads())
        most = team.is_present(i) && held - shared.quotient[0][i] > most
                   ? static_cast<std::uint32_t>(held - shared.quotient[0][i])
                   : most;
      shared.most = most;
    });
    const std::uint32_t doublings = shared.most;
    team.phase([&](int thread) GBI_INLINE { x[thread] = power_of_two(team, thread, top[thread]); });
    field.subtract_modulus_once(x);  // 1 is not below the modulus 1
    per_thread<Block, word_block<words>> next;
    for (std::uint32_t i = 0; i < doublings; ++i) {
      team.phase([&](int thread) GBI_INLINE { next[thread] = x[thread]; });
      field.twice(next);
      team.phase([&](int thread) GBI_INLINE {
        if (i < held - top[thread]) x[thread] = next[thread];
      });
    }

    field.twice(x);
    for (int bit = 30 - leading_zeros(held); bit >= 0; --bit) {
      field.square(x);
      if ((held >> bit & 1) != 0) field.twice(x);
    }
    team.phase([&](int thread) GBI_INLINE {
      const bool odd = (field.modulus()[thread].word[0] & 1) != 0;
      if (team.rank(thread) == 0 && team.is_present(thread)) args.failed[team.element(thread)] = odd ? 0 : 1;
      team.store(args.square, thread, x[thread], 0);
    });
  }

 private:
  /// The index of the highest bit of each team's integer, 0 for zero; also in shared.quotient[0] by first
  /// thread.
  template <class Block>
  GBI_DEVICE static void highest_bits(const team<Block, Limbs>& team,
                                      const per_thread<Block, word_block<shared_memory::words>>& x,
                                      per_thread<Block, std::uint32_t>& top) {
    constexpr int words = shared_memory::words;
    auto& shared = team.shared();
    team.phase([&](int thread) GBI_INLINE {
      std::uint32_t highest = 0;
      unroll<words>([&](auto i) GBI_INLINE {
        const machine_word word = x[thread].word[i];
        const auto base = static_cast<std::uint32_t>((team.rank(thread) * words + i) * word_bits);
        if (word != 0) highest = base + static_cast<std::uint32_t>(word_bits - 1 - leading_zeros(word));
      });
      shared.neighbour[0][thread] = highest;
    });
    team.phase([&](int thread) GBI_INLINE {
      std::uint32_t highest = 0;
      for (int i = 0; i < team.threads(); ++i) {
        const auto found = static_cast<std::uint32_t>(shared.neighbour[0][team.first(thread) + i]);
        highest = found > highest ? found : highest;
      }
      top[thread] = highest;
      shared.quotient[0][thread] = highest;
    });
  }
};

/// x, or zero where the modulus is not odd.
template <class Block, int Limbs>
GBI_DEVICE word_block<thread_words<Limbs>> unless_failed(const team<Block, Limbs>& team,
                                                         const odd_modulus& modulus, int thread,
                                                         const word_block<thread_words<Limbs>>& x) {
  if (team.is_present(thread) && modulus.failed[team.element(thread) * modulus.failed_stride] == 0) return x;
  return {};
}

/// a b = (a R^2 / R) b / R
template <int Limbs, int Threads>
struct mul_mod_kernel {
  using arguments = mul_mod_arguments;
  using shared_memory = team_memory<Limbs, Threads>;
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = team_blocks<Limbs, Threads>;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    using team_type = team<Block, Limbs>;
    const team_type team(block, shared, args.team.threads, args.elements);
    const montgomery<Block, Limbs> field(team, args.modulus.modulus);
    per_thread<Block, word_block<team_type::words>> x, y;
    for (int factor = 0; factor < 2; ++factor) {
      team.phase([&](int thread) GBI_INLINE {
        if (factor == 0) x[thread] = team.load(args.a, thread);
        y[thread] = team.load(factor == 0 ? args.modulus.square : args.b, thread);
      });
      field.multiply(x, y);
    }
    team.phase([&](int thread) GBI_INLINE {
      team.store(args.out, thread, unless_failed(team, args.modulus, thread, x[thread]), 0);
    });
  }
};

/// Shorter numbers are squared by products: what a square costs besides its word products, about 900
/// instructions of each thread, is then more than it saves (docs/performance.md).
inline constexpr int squaring_limbs = 48;

/// Fixed windows: the exponent is cut into digits of `window_bits`, and every digit costs so many squares and
/// a product with an entry of the table of the base's powers, whatever its value: all teams take the same
/// steps. Not constant in time: which entry is read depends on the exponent.
template <int Limbs, int Threads>
struct pow_mod_kernel {
  using arguments = pow_mod_arguments;
  using shared_memory = team_memory<Limbs, Threads>;
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = team_blocks<Limbs, Threads>;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    using team_type = team<Block, Limbs>;
    constexpr int words = team_type::words;
    const team_type team(block, shared, args.team.threads, args.elements);
    const montgomery<Block, Limbs> field(team, args.modulus.modulus);
    const std::uint32_t entries = 1u << args.window_bits;
    const std::uint32_t digits = (args.exponent_bits + args.window_bits - 1) / args.window_bits;
    per_thread<Block, word_block<words>> x, y;

    // Entries 0 and 1 are 1 and the base in Montgomery's form, products with R^2; each other is the one
    // before times the base.
    for (std::uint32_t index = 0; index < entries; ++index) {
      team.phase([&](int thread) GBI_INLINE {
        if (index == 0) x[thread] = power_of_two(team, thread, 0);
        if (index == 1) x[thread] = team.load(args.base, thread);
        if (index == 0) y[thread] = team.load(args.modulus.square, thread);
        if (index == 2) y[thread] = x[thread];
      });
      field.multiply(x, y);
      team.phase([&](int thread) GBI_INLINE { put(team, args, thread, index, x[thread]); });
    }

    // A digit is `window_bits` squares and a product.
    const bool squares = args.team.threads * Limbs >= squaring_limbs;
    team.phase([&](int thread) GBI_INLINE {
      x[thread] = get(team, args, thread, digits == 0 ? 0 : digit_of(team, args, thread, digits - 1));
    });
    for (std::uint32_t digit = digits == 0 ? 0 : digits - 1; digit-- > 0;)
      for (std::uint32_t i = 0; i <= args.window_bits; ++i) {
        const bool is_square = i < args.window_bits;
        if (is_square && squares) {
          field.square(x);
          continue;
        }
        team.phase([&](int thread) GBI_INLINE {
          y[thread] = is_square ? x[thread] : get(team, args, thread, digit_of(team, args, thread, digit));
        });
        field.multiply(x, y);
      }
    team.phase([&](int thread) GBI_INLINE { y[thread] = power_of_two(team, thread, 0); });
    field.multiply(x, y);
    team.phase([&](int thread) GBI_INLINE {
      team.store(args.out, thread, unless_failed(team, args.modulus, thread, x[thread]), 0);
    });
  }

 private:
  using entry = word_block<thread_words<Limbs>>;

  template <class Block>
  GBI_DEVICE static std::uint32_t digit_of(const team<Block, Limbs>& team, const arguments& args, int thread,
                                           std::uint32_t digit) {
    if (!team.is_present(thread)) return 0;
    const std::uint32_t bit = digit * args.window_bits, shift = bit % limb_bits;
    const limb low = limb_of(args.exponent, team.element(thread), bit / limb_bits);
    const limb high = limb_of(args.exponent, team.element(thread), bit / limb_bits + 1);
    return static_cast<std::uint32_t>(low >> shift | high << 1 << (63 - shift)) &
           ((1u << args.window_bits) - 1);
  }
  /// A thread reads only what it wrote itself.
  template <class Block>
  GBI_DEVICE static entry* at(const team<Block, Limbs>& team, const arguments& args, int thread,
                              std::uint32_t index) {
    const std::uint64_t row = (team.element(thread) << args.window_bits) + index;
    return reinterpret_cast<entry*>(args.table) + row * static_cast<std::uint32_t>(team.threads()) +
           static_cast<std::uint32_t>(team.rank(thread));
  }
  template <class Block>
  GBI_DEVICE static void put(const team<Block, Limbs>& team, const arguments& args, int thread,
                             std::uint32_t index, const entry& x) {
    if (team.is_present(thread)) *at(team, args, thread, index) = x;
  }
  template <class Block>
  GBI_DEVICE static entry get(const team<Block, Limbs>& team, const arguments& args, int thread,
                              std::uint32_t index) {
    return team.is_present(thread) ? *at(team, args, thread, index) : entry{};
  }
};

}  // namespace gbi::kernels
