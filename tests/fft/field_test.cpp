/// \file
/// Arithmetic, roots of unity and butterflies of GF(p^2), p = 2^31 - 1 and p = 2^61 - 1, against integers.
#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/fft/butterfly.hpp"
#include "kernels/word/wide_product.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

using kernels::complex, kernels::direction, kernels::m31, kernels::m61;
using wide = kernels::wide_limb;

/// Numbers modulo p, each with its only representation.
template <class Field>
struct reference {
  static constexpr std::uint64_t p = Field::modulus;
  std::uint64_t re, im;

  static reference of(complex<Field> z) { return {z.re.value % p, z.im.value % p}; }
  friend reference operator+(reference a, reference b) { return {(a.re + b.re) % p, (a.im + b.im) % p}; }
  friend reference operator*(reference a, reference b) {
    const auto times = [](std::uint64_t x, std::uint64_t y) {
      return static_cast<std::uint64_t>(wide{x} * y % p);
    };
    return {(times(a.re, b.re) + p - times(a.im, b.im)) % p, (times(a.re, b.im) + times(a.im, b.re)) % p};
  }
  bool operator==(const reference&) const = default;
};

template <class Field>
reference<Field> power(reference<Field> root, std::uint64_t exponent) {
  reference<Field> result{1, 0};
  for (; exponent > 0; exponent >>= 1, root = root * root)
    if ((exponent & 1) != 0) result = result * root;
  return result;
}

template <class Field>
class FieldOf : public testing::Test {
 public:
  using word = decltype(Field::value);
  static constexpr word p = Field::modulus, most = std::is_same_v<Field, m31> ? p : p + 7;

  random_source random{test_seed()};

  static std::vector<Field> edges() {
    std::vector<Field> result;
    for (const word middle : {word{3}, p / 2, word{1} << (sizeof(word) == 4 ? 30 : 31),
                              sizeof(word) == 4 ? p / 3 : word{1} << 60, most - 3})
      for (word x = middle - 3; x <= middle + 3 && x <= most; ++x) result.push_back({x});
    return result;
  }
  /// Any representation of any element; often one at an edge.
  Field any() {
    static const std::vector<Field> known = edges();
    return random.below(2) == 0 ? known[random.below(known.size())]
                                : Field{static_cast<word>(random.below(std::uint64_t{most} + 1))};
  }
  complex<Field> any_point() { return {any(), any()}; }

  static void expect_same(complex<Field> found, reference<Field> expected, const char* what) {
    EXPECT_LE(found.re.value, most) << what;
    EXPECT_LE(found.im.value, most) << what;
    ASSERT_EQ(reference<Field>::of(found), expected) << what;
  }
};

using fields = testing::Types<m31, m61>;
TYPED_TEST_SUITE(FieldOf, fields);

TYPED_TEST(FieldOf, WordsAndCanonicalNumbers) {
  using Field = TypeParam;
  using word = decltype(Field::value);
  constexpr word p = Field::modulus, last = ~word{0};
  for (const word middle : {word{3}, p, 2 * p, last - 3})
    for (word x = middle - 3; x <= middle + 3 && x >= middle - 3; ++x) {
      EXPECT_EQ(Field::of(x).value % p, x % p) << x;
      EXPECT_EQ(canonical(Field::of(x)), x % p) << x;
      if (x == last) break;
    }
}

TYPED_TEST(FieldOf, ArithmeticAtItsEdges) {
  using Field = TypeParam;
  using of = reference<Field>;
  const auto check = [](Field a, Field b) {
    const auto x = of::of({a, b});
    const std::uint64_t p = of::p;
    const complex<Field> sums{a + b, a - b}, others{a * b, -a};
    FieldOf<Field>::expect_same(sums, {(x.re + x.im) % p, (x.re + p - x.im) % p}, "sum, difference");
    FieldOf<Field>::expect_same(others, {static_cast<std::uint64_t>(wide{x.re} * x.im % p), (p - x.re) % p},
                                "product, negation");
    const Field half = kernels::times_half_root(a);
    FieldOf<Field>::expect_same(
        {half, {0}}, of{x.re, 0} * of{std::uint64_t{1} << (sizeof(Field) == 4 ? 15 : 30), 0}, "half root");
  };
  for (const Field a : this->edges())
    for (const Field b : this->edges()) check(a, b);
  for (int i = 0; i < 2000; ++i) check(this->any(), this->any());
}

TYPED_TEST(FieldOf, ProductsOfPoints) {
  using of = reference<TypeParam>;
  // the largest sums: all parts at their upper ends
  const complex<TypeParam> largest{{this->most}, {this->most}}, no_im{{this->most}, {0}},
      no_re{{0}, {this->most}};
  for (const auto& a : {largest, no_im, no_re})
    for (const auto& b : {largest, no_im, no_re}) this->expect_same(a * b, of::of(a) * of::of(b), "largest");
  for (int i = 0; i < 20000; ++i) {
    const complex<TypeParam> a = this->any_point(), b = this->any_point();
    this->expect_same(a * b, of::of(a) * of::of(b), "product");
  }
}

TYPED_TEST(FieldOf, RootsOfUnity) {
  using roots = kernels::roots_of_unity<TypeParam>;
  using of = reference<TypeParam>;
  const of root = of::of(roots::generator), minus_one{of::p - 1, 0};
  EXPECT_EQ(power(root, std::uint64_t{1} << (roots::log2_order - 1)), minus_one);
  EXPECT_EQ(power(root, std::uint64_t{1} << (roots::log2_order - 2)), (of{0, of::p - 1}));
  // All but those of the full order have norm 1.
  const of longest = root * root;
  EXPECT_EQ(longest * (of{longest.re, of::p - longest.im}), (of{1, 0}));
  EXPECT_EQ(root * (of{root.re, of::p - root.im}), minus_one);
}

TYPED_TEST(FieldOf, Sixteenths) {
  using of = reference<TypeParam>;
  const of root = power(of::of(kernels::roots_of_unity<TypeParam>::generator),
                        std::uint64_t{1} << (kernels::roots_of_unity<TypeParam>::log2_order - 4));
  for (int i = 0; i < 200; ++i) {
    const complex<TypeParam> z = this->any_point();
    kernels::unroll<16>([&](auto k) {
      this->expect_same(kernels::turn_sixteenths<direction::forward, k>(z), of::of(z) * power(root, k),
                        "turn");
      this->expect_same(kernels::turn_sixteenths<direction::backward, k>(z),
                        of::of(z) * power(root, (16 - k) % 16), "turn back");
    });
  }
}

template <int Radix, direction Direction, class Fixture, class Field>
void expect_transform(const complex<Field> (&points)[Radix]) {
  using of = reference<Field>;
  const of sixteenth = power(of::of(kernels::roots_of_unity<Field>::generator),
                             std::uint64_t{1} << (kernels::roots_of_unity<Field>::log2_order - 4));
  const of root = power(sixteenth, Direction == direction::forward ? 16 / Radix : 16 - 16 / Radix);
  complex<Field> x[Radix];
  for (int n = 0; n < Radix; ++n) x[n] = points[n];
  kernels::butterfly<Radix, Direction>(x);
  for (std::uint64_t k = 0; k < Radix; ++k) {
    of sum{0, 0};
    for (std::uint64_t n = 0; n < Radix; ++n) sum = sum + of::of(points[n]) * power(root, n * k % 16);
    Fixture::expect_same(x[k], sum, "butterfly");
  }
}

TYPED_TEST(FieldOf, Butterflies) {
  const auto check = [&]<int Radix>(std::integral_constant<int, Radix>) {
    for (int i = 0; i < 100; ++i) {
      complex<TypeParam> points[Radix];
      for (auto& z : points) z = i == 0 ? complex<TypeParam>{{this->most}, {this->most}} : this->any_point();
      if (i == 1)  // the largest differences
        for (int n = 0; n < Radix; ++n)
          points[n] =
              n % 4 < 2 ? complex<TypeParam>{{this->most}, {0}} : complex<TypeParam>{{0}, {this->most}};
      using fixture = FieldOf<TypeParam>;
      expect_transform<Radix, direction::forward, fixture>(points);
      expect_transform<Radix, direction::backward, fixture>(points);
    }
  };
  check(std::integral_constant<int, 2>{});
  check(std::integral_constant<int, 4>{});
  check(std::integral_constant<int, 8>{});
  check(std::integral_constant<int, 16>{});
}

}  // namespace

}  // namespace gbi::test
