/// \file
/// Arithmetic, roots of unity and butterflies of GF(p^2), p = 2^31 - 1 and p = 2^61 - 1, against integers.
#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/fft/coprime_stage.hpp"
#include "kernels/fft/odd_butterfly.hpp"
#include "kernels/word/wide_product.hpp"
#include "tests/blocks/field_reference.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

using kernels::complex, kernels::direction, kernels::m31, kernels::m61;
using wide = kernels::wide_limb;

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
  // All roots but those of the full order have norm 1.
  const of longest = root * root;
  EXPECT_EQ(longest * (of{longest.re, of::p - longest.im}), (of{1, 0}));
  EXPECT_EQ(root * (of{root.re, of::p - root.im}), minus_one);
}

TYPED_TEST(FieldOf, Sixteenths) {
  using of = reference<TypeParam>;
  const of root = binary_root<TypeParam>(16);
  for (int i = 0; i < 200; ++i) {
    const complex<TypeParam> z = this->any_point();
    kernels::unroll<16>([&](auto k) {
      this->expect_same(kernels::rotate_sixteenths<direction::forward, k>(z), of::of(z) * power(root, k),
                        "turn");
      this->expect_same(kernels::rotate_sixteenths<direction::backward, k>(z),
                        of::of(z) * power(root, (16 - k) % 16), "turn back");
    });
  }
}

TYPED_TEST(FieldOf, RootsOfOddOrder) {
  using Field = TypeParam;
  using of = reference<Field>;
  const auto check = [](auto order) {
    constexpr int m = order;
    const of root = of::of({kernels::odd_root<Field, m>(1), {0}});
    for (int n = 0; n < m; ++n) {
      const of here = power(root, static_cast<std::uint64_t>(n));
      EXPECT_EQ(of::of({kernels::odd_root<Field, m>(n), {0}}), here);
      EXPECT_EQ(here == (of{1, 0}), n == 0) << n << " of " << m;
    }
    EXPECT_EQ(power(root, m), (of{1, 0}));
  };
  check(std::integral_constant<int, 3>{});
  check(std::integral_constant<int, 7>{});
  check(std::integral_constant<int, 9>{});
}

TYPED_TEST(FieldOf, Inverses) {
  using of = reference<TypeParam>;
  for (int i = 0; i < 200; ++i) {
    const TypeParam x = this->any();
    if (canonical(x) == 0) continue;
    this->expect_same({x * kernels::inverse(x), {0}}, of{1, 0}, "inverse");
  }
}

// The points of a column are rotated by j / M modulo m for every position j.
template <int Odd, int Binary>
void expect_rotations(random_source& random) {
  for (std::uint64_t width = 64; width <= 1 << 20; width *= 2) {
    const std::uint64_t column = random.below(width / 16) * 16;
    const auto rotation = kernels::column_rotation<Odd, Binary>::of(width, column);
    for (int which = 0; which < 16; ++which) {
      const int t = static_cast<int>(random.below(Binary));
      const std::uint64_t j = static_cast<std::uint64_t>(t) * width + column + static_cast<unsigned>(which);
      EXPECT_LT(rotation.at(t, which), Odd);
      EXPECT_EQ(rotation.at(t, which) * (Binary * width) % Odd, j % Odd) << Odd << ", " << width;
    }
  }
  for (std::uint32_t by = 0; by <= Odd; ++by) {
    complex<m31> x[Odd];
    for (std::uint32_t q = 0; q < Odd; ++q) x[q] = {{q}, {100 + q}};
    kernels::rotate(x, by);
    for (std::uint32_t q = 0; q < Odd; ++q) {
      EXPECT_EQ(x[(q + by) % Odd].re.value, q) << by;
      EXPECT_EQ(x[(q + by) % Odd].im.value, 100 + q) << by;
    }
  }
}

TEST(CoprimeStage, Rotations) {
  random_source random{test_seed()};
  expect_rotations<3, 64>(random);
  expect_rotations<7, 32>(random);
  expect_rotations<9, 16>(random);
}

template <int Radix, direction Direction, class Fixture, class Field>
void expect_odd_transform(const complex<Field> (&points)[Radix]) {
  using of = reference<Field>;
  const of root =
      of::of({kernels::odd_root<Field, Radix>(Direction == direction::forward ? 1 : Radix - 1), {0}});
  complex<Field> x[Radix];
  for (int n = 0; n < Radix; ++n) x[n] = points[n];
  kernels::odd_butterfly<Radix, Direction>(x);
  for (std::uint64_t k = 0; k < Radix; ++k) {
    of sum{0, 0};
    for (std::uint64_t n = 0; n < Radix; ++n) sum = sum + of::of(points[n]) * power(root, n * k % Radix);
    Fixture::expect_same(x[k], sum, "odd butterfly");
  }
}

template <int Radix, direction Direction, class Fixture, class Field>
void expect_transform(const complex<Field> (&points)[Radix]) {
  using of = reference<Field>;
  const of root =
      power(binary_root<Field>(16), Direction == direction::forward ? 16 / Radix : 16 - 16 / Radix);
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
      if constexpr (Radix % 2 == 0) {
        expect_transform<Radix, direction::forward, fixture>(points);
        expect_transform<Radix, direction::backward, fixture>(points);
      } else {
        expect_odd_transform<Radix, direction::forward, fixture>(points);
        expect_odd_transform<Radix, direction::backward, fixture>(points);
      }
    }
  };
  check(std::integral_constant<int, 3>{});
  check(std::integral_constant<int, 7>{});
  check(std::integral_constant<int, 9>{});
  check(std::integral_constant<int, 2>{});
  check(std::integral_constant<int, 4>{});
  check(std::integral_constant<int, 8>{});
  check(std::integral_constant<int, 16>{});
}

}  // namespace

}  // namespace gbi::test
