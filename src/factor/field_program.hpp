/// \file
/// Programs for kernels/modular/field_program.hpp, written as formulas:
///
///     steps.multiply(product, x1 - z1, x2 + z2);
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/modular/arguments.hpp"

namespace gbi::factors {

/// A register, which holds a remainder for each element.
struct reg {
  std::uint16_t index;
};

/// A register, or the sum or difference of two.
struct operand {
  reg a, b;
  std::int16_t sign;

  operand(reg one) : a(one), b(one), sign(0) {}  // NOLINT(google-explicit-constructor): a term of formulas
  operand(reg x, reg y, std::int16_t s) : a(x), b(y), sign(s) {}
};
inline operand operator+(reg x, reg y) {
  return {x, y, 1};
}
inline operand operator-(reg x, reg y) {
  return {x, y, -1};
}

/// Collects steps.
class field_program {
 public:
  using kind = kernels::field_step::kind;

  void set(reg to, const operand& x) { add(kind::sum, to, x, to); }
  void square(reg to, const operand& x) { add(kind::square, to, x, to); }
  void multiply(reg to, const operand& x, const operand& y) { add(kind::product, to, x, y); }
  /// to = x s / 2^32 for the small number s of each element.
  void multiply_small(reg to, const operand& x) { add(kind::small, to, x, to); }

  std::span<const kernels::field_step> steps() const noexcept { return steps_; }
  void clear() noexcept { steps_.clear(); }

 private:
  void add(kind what, reg to, const operand& x, const operand& y) {
    steps_.push_back({what, to.index, x.a.index, x.b.index, y.a.index, y.b.index, x.sign, y.sign});
  }

  std::vector<kernels::field_step> steps_;
};

}  // namespace gbi::factors
