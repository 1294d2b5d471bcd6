/// \file
/// Products and powers modulo odd numbers, and the constant that they need for a modulus.
#pragma once

#include "kernels/modular/fields.hpp"
#include "kernels/modular/radix_square.hpp"
#include "kernels/modular/window_power.hpp"

namespace gbi::kernels {

/// R^2 for each modulus.
template <class Arithmetic, int Limbs, int Threads>
struct montgomery_kernel : field_kernel<montgomery_kernel<Arithmetic, Limbs, Threads>, montgomery_arguments,
                                        Arithmetic, Limbs, Threads> {
  template <class Block, class Field>
  GBI_DEVICE static void run_team(Block& block, const Field& field, const montgomery_arguments& args) {
    const auto& team = field.team();
    typename Field::value x;
    typename Field::words_of_value square;
    radix_square(block, field, args.modulus, x);
    field.words_of(x, square);
    team.phase([&](int thread) { team.store(args.square, thread, square[thread], 0); });
  }
};

/// x, or zero where the modulus is not odd.
template <class Block, int Limbs>
GBI_DEVICE word_block<thread_words<Limbs>> unless_even(const team<Block, Limbs>& team,
                                                       const odd_modulus& modulus, int thread,
                                                       const word_block<thread_words<Limbs>>& x) {
  if (team.is_present(thread) && limb_of(modulus.modulus, team.element(thread), 0) % 2 != 0) return x;
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
      team.store(args.out, thread, unless_even(team, args.modulus, thread, result[thread]), 0);
    });
  }
};

/// The table of powers (window_power.hpp) is in device memory.
template <class Arithmetic, int Limbs, int Threads>
struct pow_mod_kernel : field_kernel<pow_mod_kernel<Arithmetic, Limbs, Threads>, pow_mod_arguments,
                                     Arithmetic, Limbs, Threads> {
  template <class Block, class Field>
  GBI_DEVICE static void run_team(Block&, const Field& field, const pow_mod_arguments& args) {
    const auto& team = field.team();
    typename Field::value x;
    typename Field::words_of_value result;
    window_power(
        field, x, windows_of(args.exponent_bits, args.window_bits), args.window_bits,
        table<Block, Field>{team, args}, [&](int thread) { return field.load(args.base, thread); },
        [&](int thread, std::uint32_t) { return field.load(args.modulus.square, thread); },
        [&](int thread, std::uint32_t window) {
          return team.is_present(thread) ? bits_of(args.exponent, team.element(thread),
                                                   window * args.window_bits, args.window_bits)
                                         : 0;
        });
    field.multiply(x, [&](int thread) { return field.one(thread); });
    field.words_of(x, result);
    team.phase([&](int thread) {
      team.store(args.out, thread, unless_even(team, args.modulus, thread, result[thread]), 0);
    });
  }

 private:
  template <class Block, class Field>
  struct table {
    using entry = typename Field::element;
    const team<Block, Limbs>& of;
    const pow_mod_arguments& args;

    GBI_DEVICE void put(int thread, std::uint32_t index, const entry& x) const {
      if (of.is_present(thread)) *at(thread, index) = x;
    }
    GBI_DEVICE entry get(int thread, std::uint32_t index) const {
      return of.is_present(thread) ? *at(thread, index) : entry{};
    }

   private:
    GBI_DEVICE entry* at(int thread, std::uint32_t index) const {
      const std::uint64_t row = (of.element(thread) << args.window_bits) + index;
      return reinterpret_cast<entry*>(args.table) + row * static_cast<std::uint32_t>(of.threads()) +
             static_cast<std::uint32_t>(of.rank(thread));
    }
  };
};

}  // namespace gbi::kernels
