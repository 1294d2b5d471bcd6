/// \file
/// A straight-line program of sums and products modulo odd numbers, such as steps on elliptic curves. A team
/// runs it for each element; all teams take the same steps. Registers are in device memory, so a program has
/// thousands of them, keeps its state from launch to launch, and needs no kernel of its own.
///
/// Cost of a step for remainders of n limbs: a product and up to five accesses to registers of 8 n bytes,
/// which are mostly cached.
#pragma once

#include "kernels/modular/fields.hpp"

namespace gbi::kernels {

template <class Arithmetic, int Limbs, int Threads>
struct field_program_kernel : field_kernel<field_program_kernel<Arithmetic, Limbs, Threads>,
                                           field_program_arguments, Arithmetic, Limbs, Threads> {
  template <class Block, class Field>
  GBI_DEVICE static void run_team(Block&, const Field& field, const field_program_arguments& args) {
    using kind = field_step::kind;
    const auto& team = field.team();
    typename Field::value x, y;
    typename Field::words_of_value result;
    for (std::uint32_t i = 0; i < args.count; ++i) {
      const field_step step = args.steps[i];
      if (step.what == kind::load)
        team.phase([&](int thread) { x[thread] = field.load(args.input, thread); });
      else
        load_sum(field, args, step.a, step.s, step.b, x, y);
      if (step.what == kind::square) {
        field.square(x);
      } else if (step.what == kind::small) {
        field.multiply_small(x, [&](int thread) {
          return team.is_present(thread) ? args.small[team.element(thread)] : std::uint32_t{0};
        });
      } else if (step.what != kind::sum) {
        if (step.what == kind::product) {
          typename Field::value other;
          load_sum(field, args, step.c, step.t, step.d, y, other);
        } else {
          team.phase([&](int thread) {
            y[thread] = step.what == kind::load ? field.load(args.modulus.square, thread) : field.one(thread);
          });
        }
        field.multiply(x, [&](int thread) { return y[thread]; });
      }
      if (step.what == kind::store) {
        field.words_of(x, result);
        team.phase([&](int thread) { team.store(args.output, thread, result[thread], 0); });
      } else {
        team.phase([&](int thread) {
          if (team.is_present(thread)) *place<Field>(team, args, thread, step.to) = x[thread];
        });
      }
    }
  }

 private:
  /// A thread reads only data that it wrote itself.
  template <class Field, class Team>
  GBI_DEVICE static typename Field::element* place(const Team& team, const field_program_arguments& args,
                                                   int thread, std::uint32_t index) {
    const std::uint64_t row = std::uint64_t{index} * args.elements + team.element(thread);
    return reinterpret_cast<typename Field::element*>(args.registers) +
           row * static_cast<std::uint32_t>(team.threads()) + static_cast<std::uint32_t>(team.rank(thread));
  }
  template <class Field>
  GBI_DEVICE static void load_register(const Field& field, const field_program_arguments& args,
                                       std::uint32_t index, typename Field::value& x) {
    const auto& team = field.team();
    team.phase([&](int thread) {
      x[thread] =
          team.is_present(thread) ? *place<Field>(team, args, thread, index) : typename Field::element{};
    });
  }
  /// x = a + sign b
  template <class Field>
  GBI_DEVICE static void load_sum(const Field& field, const field_program_arguments& args, std::uint32_t a,
                                  int sign, std::uint32_t b, typename Field::value& x,
                                  typename Field::value& other) {
    load_register(field, args, a, x);
    if (sign == 0) return;
    load_register(field, args, b, other);
    field.add(x, other, sign < 0);
  }
};

}  // namespace gbi::kernels
