/// \file
/// Multiples of an element of a group, of which only what it has in common with its inverse is computed:
/// points of elliptic curves without y, and V_k = a^k + a^-k. The sum of two elements takes their difference.
///
/// Source: P. Montgomery, "Speeding the Pollard and elliptic curve methods of factorization", Math. Comp. 48
/// (1987).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <vector>

#include "src/factor/field_program.hpp"

namespace gbi::factors {

/// Hands out registers.
class reg_pool {
 public:
  reg next() noexcept { return {used_++}; }
  std::size_t used() const noexcept { return used_; }

 private:
  std::uint16_t used_ = 0;
};

/// The largest product in the formulas of a curve over n, if none before exceeds `before`: a product of x and
/// y is at most |x y| / (16 n) + n / 2 (kernels/modular/arguments.hpp). Of a point and the start, the x of
/// the sum is a square, z twice a square.
constexpr double largest_curve_product(double before) {
  const auto product = [](double x, double y) { return x * y / 16 + 0.5; };
  const double squared = product(2 * before, 2 * before);
  const double a = product(3 * squared, 3 * squared), c = 2 * a + 0.5;
  return std::max(a, product(2 * a, a + c));
}
static_assert(largest_curve_product(0.78) <= 0.78);

/// Points (x : z) of Montgomery's curves b y^2 = x^3 + a x^2 + x, where (a + 2) / 4 = s / 2^32 for the small
/// number s of each element.
class curve_group {
 public:
  struct element {
    reg x, z;
  };

  explicit curve_group(reg_pool& registers)
      : a_(registers.next()), b_(registers.next()), c_(registers.next()) {}

  static element make(reg_pool& registers) {
    const reg x = registers.next();
    return {x, registers.next()};
  }
  static void copy(field_program& steps, const element& to, const element& from) {
    steps.set(to.x, from.x);
    steps.set(to.z, from.z);
  }
  /// Four products and a small one.
  void twice(field_program& steps, const element& to, const element& of) const {
    steps.square(a_, of.x + of.z);
    steps.square(b_, of.x - of.z);
    steps.multiply_small(c_, a_ - b_);
    steps.multiply(to.x, a_, b_);
    steps.multiply(to.z, a_ - b_, b_ + c_);
  }
  /// Six products. The target is not the difference.
  void add(field_program& steps, const element& to, const element& p, const element& q,
           const element& difference) const {
    cross(steps, p, q);
    steps.square(c_, a_ + b_);
    steps.square(a_, a_ - b_);
    steps.multiply(to.x, c_, difference.z);
    steps.multiply(to.z, a_, difference.x);
  }
  /// If the difference is the point (2 : 1): four products.
  void add_next(field_program& steps, const element& to, const element& p, const element& q) const {
    cross(steps, p, q);
    steps.square(to.x, a_ + b_);
    steps.square(c_, a_ - b_);
    steps.set(to.z, c_ + c_);
  }

 private:
  void cross(field_program& steps, const element& p, const element& q) const {
    steps.multiply(a_, p.x - p.z, q.x + q.z);
    steps.multiply(b_, p.x + p.z, q.x - q.z);
  }

  reg a_, b_, c_;
};

/// V_k for the elements' own a. V_0 = 2.
class lucas_group {
 public:
  using element = reg;

  /// \param one the number 1
  lucas_group(reg_pool& registers, reg one) : one_(one), product_(registers.next()) {}

  static element make(reg_pool& registers) { return registers.next(); }
  static void copy(field_program& steps, element to, element from) { steps.set(to, from); }
  void twice(field_program& steps, element to, element of) const {
    steps.square(product_, of);
    steps.set(to, one_ + one_);
    steps.multiply(to, product_ - to, one_);
  }
  /// Two products, of which the second keeps V below n.
  void add(field_program& steps, element to, element p, element q, element difference) const {
    steps.multiply(product_, p, q);
    steps.multiply(to, product_ - difference, one_);
  }

 private:
  reg one_, product_;
};

/// low = k base and high = (k + 1) base, for k > 0. They are neither the base nor equal.
template <class Group>
void climb(const Group& group, field_program& steps, std::uint64_t k, const typename Group::element& base,
           const typename Group::element& low, const typename Group::element& high) {
  Group::copy(steps, low, base);
  group.twice(steps, high, base);
  for (int bit = static_cast<int>(std::bit_width(k)) - 1; bit-- > 0;) {
    const auto& doubled = (k >> bit & 1) != 0 ? high : low;
    group.add(steps, (k >> bit & 1) != 0 ? low : high, low, high, base);
    group.twice(steps, doubled, doubled);
  }
}

/// The numbers below distance / 2 that have no factor in common with the distance.
inline std::vector<std::uint32_t> coprime_numbers(std::uint32_t distance) {
  std::vector<std::uint32_t> result;
  for (std::uint32_t k = 1; 2 * k < distance; ++k)
    if (std::gcd(k, distance) == 1) result.push_back(k);
  return result;
}

/// k base for all k in coprime_numbers(distance), where the distance is a multiple of 6. Every third number
/// takes one sum.
template <class Group>
std::vector<typename Group::element> coprime_multiples(const Group& group, field_program& steps,
                                                       reg_pool& registers,
                                                       const typename Group::element& base,
                                                       std::uint32_t distance) {
  using element = typename Group::element;
  std::vector<element> at(std::max(distance / 2, 6U) + 1, base);
  const auto made = [&](std::uint32_t k) -> const element& { return at[k] = Group::make(registers); };
  const element two = Group::make(registers), three = Group::make(registers), six = Group::make(registers);
  group.twice(steps, two, base);
  group.add(steps, three, two, base, base);
  group.add(steps, made(5), three, two, base);
  group.twice(steps, six, three);
  for (std::uint32_t k = 7; 2 * k < distance; k += k % 6 == 5 ? 2 : 4)
    group.add(steps, made(k), at[k - 6], six, at[k > 12 ? k - 12 : 12 - k]);
  std::vector<element> result;
  for (const std::uint32_t k : coprime_numbers(distance)) result.push_back(at[k]);
  return result;
}

}  // namespace gbi::factors
