/// \file
/// Products and powers modulo odd numbers, and the constants that they need for a modulus.
#pragma once

#include "kernels/modular/fields.hpp"
#include "kernels/word/bit_count.hpp"

namespace gbi::kernels {

/// R^2 mod n without a division. First the highest power of two not above n is doubled, in words, until it is
/// R mod n. For a modulus of full length this takes few steps. Then 2 R is raised to 2^e R in Montgomery form
/// by log2(bits of R) products and doublings. Squares would save too little time here to be worth the extra
/// code.
template <class Arithmetic, int Limbs, int Threads>
struct montgomery_kernel : field_kernel<montgomery_kernel<Arithmetic, Limbs, Threads>, montgomery_arguments,
                                        Arithmetic, Limbs, Threads> {
  template <class Block, class Field>
  GBI_DEVICE static void run_team(Block& block, const Field& field, const montgomery_arguments& args) {
    const auto& team = field.team();
    const std::uint32_t bits = field.radix_bits();

    per_thread<Block, word_block<thread_words<Limbs>>> r;
    power_modulo(block, team, args.modulus, bits, r);
    typename Field::value x;
    field.from_words(r, x);
    const auto always = [](int) { return true; };
    field.twice(x, always);
    for (int bit = 30 - leading_zeros(bits); bit >= 0; --bit) {
      field.multiply(x, [&](int thread) { return x[thread]; });
      if ((bits >> bit & 1) != 0) field.twice(x, always);
    }
    field.words_of(x, r);
    team.phase([&](int thread) {
      if (team.rank(thread) == 0 && team.is_present(thread))
        args.failed[team.element(thread)] = limb_of(args.modulus, team.element(thread), 0) % 2 == 0 ? 1 : 0;
      team.store(args.square, thread, r[thread], 0);
    });
  }

 private:
  template <class Block>
  using number = per_thread<Block, word_block<thread_words<Limbs>>>;

  /// r = 2^exponent mod n
  template <class Block>
  GBI_DEVICE static void power_modulo(Block& block, const team<Block, Limbs>& team, const batch_span& modulus,
                                      std::uint32_t exponent, number<Block>& r) {
    constexpr int words = thread_words<Limbs>;
    auto& shared = team.shared();
    number<Block> n, next;
    per_thread<Block, std::uint32_t> top;
    per_thread<Block, machine_word> carry;
    team.phase([&](int thread) { n[thread] = team.load(modulus, thread); });
    highest_bits(team, n, top);
    block.template phase<1>([&](int) {
      std::uint32_t most = 0;
      for (int i = 0; i < Threads; i += team.threads()) {
        const std::uint32_t left = exponent - static_cast<std::uint32_t>(shared.neighbour[1][i]);
        if (team.is_present(i) && left > most) most = left;
      }
      shared.most = most;
    });
    const std::uint32_t doublings = shared.most;
    team.phase([&](int thread) {
      unroll<words>([&](auto i) {
        const auto at = static_cast<std::uint32_t>(team.rank(thread) * words + i);
        r[thread].word[i] = top[thread] / word_bits == at ? machine_word{1} << top[thread] % word_bits : 0;
      });
      carry[thread] = 0;
    });
    team.subtract_once(r, carry, n);  // needed if the modulus is 1: 1 is not below it
    for (std::uint32_t i = 0; i < doublings; ++i) {
      team.phase([&](int thread) { next[thread] = r[thread]; });
      team.double_modulo(next, n);
      team.phase([&](int thread) {
        if (i < exponent - top[thread]) r[thread] = next[thread];
      });
    }
  }

  /// The index of the highest bit of each team's integer, 0 for zero. It is also in shared.neighbour[1], at
  /// the first thread of the team.
  template <class Block>
  GBI_DEVICE static void highest_bits(const team<Block, Limbs>& team, const number<Block>& x,
                                      per_thread<Block, std::uint32_t>& top) {
    constexpr int words = thread_words<Limbs>;
    auto& shared = team.shared();
    team.phase([&](int thread) {
      std::uint32_t highest = 0;
      unroll<words>([&](auto i) {
        const machine_word word = x[thread].word[i];
        const auto base = static_cast<std::uint32_t>((team.rank(thread) * words + i) * word_bits);
        if (word != 0) highest = base + static_cast<std::uint32_t>(word_bits - 1 - leading_zeros(word));
      });
      shared.neighbour[0][thread] = highest;
    });
    team.phase([&](int thread) {
      std::uint32_t highest = 0;
      for (int i = 0; i < team.threads(); ++i) {
        const auto found = static_cast<std::uint32_t>(shared.neighbour[0][team.first(thread) + i]);
        highest = found > highest ? found : highest;
      }
      top[thread] = highest;
      shared.neighbour[1][thread] = highest;
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
template <class Arithmetic, int Limbs, int Threads>
struct mul_mod_kernel : field_kernel<mul_mod_kernel<Arithmetic, Limbs, Threads>, mul_mod_arguments,
                                     Arithmetic, Limbs, Threads> {
  template <class Block, class Field>
  GBI_DEVICE static void run_team(Block&, const Field& field, const mul_mod_arguments& args) {
    const auto& team = field.team();
    typename Field::value x;
    typename Field::words_of_value result;
    team.phase([&](int thread) { x[thread] = field.load(args.a, thread); });
    for (int factor = 0; factor < 2; ++factor)
      field.multiply(
          x, [&](int thread) { return field.load(factor == 0 ? args.modulus.square : args.b, thread); });
    field.words_of(x, result);
    team.phase([&](int thread) {
      team.store(args.out, thread, unless_failed(team, args.modulus, thread, result[thread]), 0);
    });
  }
};

/// Fixed windows. The exponent is cut into digits of `window_bits`. Whatever its value, a digit costs
/// `window_bits` squares and one product with an entry of the power table, so all teams take the same steps.
/// The time is not constant: the entry that is read depends on the exponent.
template <class Arithmetic, int Limbs, int Threads>
struct pow_mod_kernel : field_kernel<pow_mod_kernel<Arithmetic, Limbs, Threads>, pow_mod_arguments,
                                     Arithmetic, Limbs, Threads> {
  template <class Block, class Field>
  GBI_DEVICE static void run_team(Block&, const Field& field, const pow_mod_arguments& args) {
    const auto& team = field.team();
    using entry = typename Field::element;
    const std::uint32_t entries = 1u << args.window_bits;
    const std::uint32_t windows = (args.exponent_bits + args.window_bits - 1) / args.window_bits;
    typename Field::value x;
    typename Field::words_of_value result;

    // Entries 0 and 1 are 1 and the base in Montgomery form, both by a product with R^2. Every other entry is
    // the previous one times the base.
    for (std::uint32_t index = 0; index < entries; ++index) {
      team.phase([&](int thread) {
        if (index == 0) x[thread] = field.one(thread);
        if (index == 1) x[thread] = field.load(args.base, thread);
      });
      field.multiply(x, [&](int thread) {
        return index < 2 ? field.load(args.modulus.square, thread) : get<entry>(team, args, thread, 1);
      });
      team.phase([&](int thread) { put(team, args, thread, index, x[thread]); });
    }

    // One window: `window_bits` squares and a product.
    team.phase([&](int thread) {
      x[thread] =
          get<entry>(team, args, thread, windows == 0 ? 0 : index_of(team, args, thread, windows - 1));
    });
    for (std::uint32_t window = windows == 0 ? 0 : windows - 1; window-- > 0;) {
      for (std::uint32_t i = 0; i < args.window_bits; ++i) field.square(x);
      field.multiply(x, [&](int thread) {
        return get<entry>(team, args, thread, index_of(team, args, thread, window));
      });
    }
    field.multiply(x, [&](int thread) { return field.one(thread); });
    field.words_of(x, result);
    team.phase([&](int thread) {
      team.store(args.out, thread, unless_failed(team, args.modulus, thread, result[thread]), 0);
    });
  }

 private:
  /// The window of the exponent with `window` windows below it.
  template <class Block>
  GBI_DEVICE static std::uint32_t index_of(const team<Block, Limbs>& team, const pow_mod_arguments& args,
                                           int thread, std::uint32_t window) {
    if (!team.is_present(thread)) return 0;
    const std::uint32_t bit = window * args.window_bits, shift = bit % limb_bits;
    const limb low = limb_of(args.exponent, team.element(thread), bit / limb_bits);
    const limb high = limb_of(args.exponent, team.element(thread), bit / limb_bits + 1);
    return static_cast<std::uint32_t>(low >> shift | high << 1 << (63 - shift)) &
           ((1u << args.window_bits) - 1);
  }
  /// A thread reads only data that it wrote itself.
  template <class Entry, class Block>
  GBI_DEVICE static Entry* at(const team<Block, Limbs>& team, const pow_mod_arguments& args, int thread,
                              std::uint32_t index) {
    const std::uint64_t row = (team.element(thread) << args.window_bits) + index;
    return reinterpret_cast<Entry*>(args.table) + row * static_cast<std::uint32_t>(team.threads()) +
           static_cast<std::uint32_t>(team.rank(thread));
  }
  template <class Entry, class Block>
  GBI_DEVICE static void put(const team<Block, Limbs>& team, const pow_mod_arguments& args, int thread,
                             std::uint32_t index, const Entry& x) {
    if (team.is_present(thread)) *at<Entry>(team, args, thread, index) = x;
  }
  template <class Entry, class Block>
  GBI_DEVICE static Entry get(const team<Block, Limbs>& team, const pow_mod_arguments& args, int thread,
                              std::uint32_t index) {
    return team.is_present(thread) ? *at<Entry>(team, args, thread, index) : Entry{};
  }
};

}  // namespace gbi::kernels
