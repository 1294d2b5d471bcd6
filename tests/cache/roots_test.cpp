/// \file
/// Every table and constant of the transforms against MPFR: no entry is further from its root than the proof
/// of the error bound assumes (docs/rounding.md, src/plan/error_bound.hpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "gpu_bigint/context.hpp"
#include "kernels/fft/odd_butterfly.hpp"
#include "kernels/fft/right_angle.hpp"
#include "kernels/fft/twiddle.hpp"
#include "src/cache/twiddles.hpp"
#include "src/context/engine.hpp"
#include "src/plan/error_bound.hpp"
#include "tests/cache/exact_root.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

namespace rounding = plan::rounding;
using kernels::complex, kernels::direction, plan::fft_form, plan::fft_shape;

/// Checks entries and remembers the largest error.
template <class Real>
class checked_table {
 public:
  checked_table(std::string name, double bound) : name_(std::move(name)), bound_(bound) {}
  checked_table(const checked_table&) = delete;
  checked_table& operator=(const checked_table&) = delete;
  ~checked_table() {
    std::printf(
        "[ measured ] %s: %llu entries, largest error %.5f u of %.5f u, %.1e u by the table's values\n",
        name_.c_str(), static_cast<unsigned long long>(entries_), largest_, bound_, excess_);
  }

  /// value = exp(-2 pi i k / order) - origin, rounded from extended precision
  void check(complex<Real> value, std::uint64_t k, std::uint64_t order, double origin = 0) {
    const complex<double> off = check_computed(value, k, order, origin);
    // Any error beyond rounding to nearest comes from the values in extended precision.
    for (const auto& [part, distance] : {std::pair{value.re, off.re}, std::pair{value.im, off.im}})
      excess_ = std::max(excess_, (std::abs(distance) - half_unit(part)) / unit<Real>);
    ASSERT_LE(excess_, rounding::extended) << name_ << ", " << k << " of " << order;
  }
  /// The same for a value that was rounded more than once.
  complex<double> check_computed(complex<Real> value, std::uint64_t k, std::uint64_t order,
                                 double origin = 0) {
    const complex<double> off = exact_.difference(k, order, value, origin);
    const double error = std::hypot(off.re, off.im) / unit<Real>;
    largest_ = std::max(largest_, error);
    ++entries_;
    EXPECT_LE(error, bound_) << name_ << ", " << k << " of " << order;
    return off;
  }

 private:
  std::string name_;
  double bound_, largest_ = 0, excess_ = 0;
  std::uint64_t entries_ = 0;
  exact_roots exact_;
};

bool all_entries() {
  return std::getenv("GPU_BIGINT_TEST_LARGE") != nullptr;
}

/// Visits all indices below `count`, or the first, the last and random ones of a long table.
template <class Visit>
void for_entries(random_source& random, std::uint64_t count, Visit&& visit) {
  const std::uint64_t sample = std::uint64_t(64 + 400 * test_scale());
  for (std::uint64_t i = 0; i < (all_entries() ? count : std::min(count, sample)); ++i)
    visit(all_entries() || count <= sample || i < 16 ? i
          : i < 32                                   ? count - 1 - (i - 16)
                                                     : random.below(count));
}

class Roots : public testing::Test {
 protected:
  context where = context_named("host");
  cache::twiddle_tables tables{detail::engine_of(where)->executor()};
  random_source random{test_seed()};

  template <class Real>
  void check_circles(fft_form form, double fine_bound, double circle_root_bound, const std::string& name) {
    checked_table<Real> coarse("coarse entries" + name, rounding::table_entry),
        fine("fine entries" + name, fine_bound), circle_roots("roots of circles" + name, circle_root_bound);
    double longest_angle = 0;
    for (const fft_shape& shape : plan::fft_shapes(form)) {
      const std::uint64_t order = 4 * shape.points;
      const kernels::circle<Real> circle = tables.circle_roots<Real>(shape);
      const std::uint64_t fine_count = std::uint64_t{1} << circle.fine_bits;
      longest_angle = std::max(
          longest_angle, 2 * 3.1415927 * static_cast<double>(fine_count - 1) / static_cast<double>(order));
      for_entries(random, fine_count, [&](std::uint64_t i) { fine.check(circle.fine[i], i, order, 1); });
      for_entries(random, order >> circle.fine_bits,
                  [&](std::uint64_t i) { coarse.check(circle.coarse[i], i << circle.fine_bits, order); });
      const int sample = 200;
      for (int i = 0; i < sample; ++i) {
        // Near the axes, where a part is nearly 1, and anywhere.
        const std::uint64_t near = shape.points * random.below(4) + random.below(32);
        const std::uint64_t e = (i % 2 == 0 ? near : random.below(order)) % order;
        circle_roots.check_computed(kernels::circle_root(circle, e), e, order);
      }
      if (HasFatalFailure()) return;
    }
    if (form == fft_form::right_angle) {
      EXPECT_LE(longest_angle, rounding::longest_fine_angle);
    }
  }
};
TEST_F(Roots, CirclesOfProducts) {
  check_circles<double>(fft_form::right_angle, rounding::fine_entry, rounding::circle_root_in_product, "");
}
TEST_F(Roots, CirclesOfPlainTransforms) {
  check_circles<double>(fft_form::complex, rounding::any_fine_entry, rounding::any_circle_root,
                        " of any length");
  check_circles<float>(fft_form::complex, rounding::any_fine_entry, rounding::any_circle_root, " in float");
}

template <class Real>
void check_stages(cache::twiddle_tables& tables) {
  using kernels::stage_roots, kernels::eighth_roots, kernels::right_angle_roots, kernels::right_angle_eighths;
  checked_table<Real> table("stages", rounding::table_entry);
  const complex<Real>* at = tables.stages<Real>();
  for (int length = 32; length <= stage_roots::longest; length *= 2)
    for (int row = 0; row < stage_roots::rows(length); ++row)
      for (int t = 0; t < length / 16; ++t)
        table.check(
            at[stage_roots::offset(length) + row * (length / 16) + t],
            static_cast<std::uint64_t>(t) * static_cast<std::uint64_t>(stage_roots::exponent(length, row)),
            static_cast<std::uint64_t>(length));
  for (int length = eighth_roots::shortest; length <= stage_roots::longest; length *= 2)
    for (int row = 0; row < eighth_roots::rows(length); ++row)
      for (int t = 0; t < length / 8; ++t)
        table.check(at[eighth_roots::offset(length) + row * (length / 8) + t],
                    static_cast<std::uint64_t>(eighth_roots::exponent(length, row, t)),
                    static_cast<std::uint64_t>(length));
  for (int length = right_angle_roots::shortest; length <= stage_roots::longest; length *= 2)
    for (int row = 0; row < right_angle_roots::rows(length); ++row)
      for (int t = 0; t < length / 16; ++t)
        table.check(at[right_angle_roots::offset(length) + row * (length / 16) + t],
                    static_cast<std::uint64_t>((4 * row + 1) * t), 4 * static_cast<std::uint64_t>(length));
  for (int length = right_angle_eighths::shortest; length <= stage_roots::longest; length *= 2)
    for (int q = 0; q < 8; ++q)
      for (int t = 0; t < length / 8; ++t)
        table.check(at[right_angle_eighths::offset(length) + q * (length / 8) + t],
                    static_cast<std::uint64_t>(right_angle_eighths::exponent(length, q, t)),
                    4 * static_cast<std::uint64_t>(length));
}

TEST_F(Roots, Stages) {
  check_stages<double>(tables);
  check_stages<float>(tables);
}

TEST_F(Roots, NearTwiddlesOfEveryPass) {
  checked_table<double> table("near twiddles", rounding::table_entry);
  for (const fft_shape& shape : plan::fft_shapes_of_cores()) {
    std::uint64_t length = shape.points;
    for (int pass = 0; pass < shape.column_passes; ++pass) {
      const auto rows = static_cast<std::uint32_t>(shape.column[pass]);
      const complex<double>* at = tables.near<double>(length, rows);
      for_entries(random, std::uint64_t{rows} * kernels::near_columns, [&](std::uint64_t i) {
        table.check(at[i], i / kernels::near_columns * (i % kernels::near_columns), length);
      });
      if (pass == 0) {  // with a right angle
        const complex<double>* turned = tables.near<double>(length, rows, true);
        for_entries(random, (std::uint64_t{rows} + 3) * kernels::near_columns, [&](std::uint64_t i) {
          const std::uint64_t k = i / kernels::near_columns;
          table.check(turned[i],
                      (k < rows ? 4 * k + 1 : 4 * (k - rows + 1) * (rows / 16)) * (i % kernels::near_columns),
                      4 * length);
        });
      }
      length /= rows;
    }
  }
}

// Roots of columns with an odd factor, with and without a right angle, and of short transforms.
TEST_F(Roots, WholeCircles) {
  checked_table<double> table("whole circles", rounding::table_entry);
  std::vector<std::uint32_t> orders;
  for (const std::uint32_t column : {144u, 160u, 192u, 224u, 240u}) {
    orders.push_back(column);
    orders.push_back(4 * column);
  }
  for (std::uint32_t odd : {1u, 3u, 5u, 7u, 9u, 15u})
    for (std::uint32_t points = odd; points <= 4096; points *= 2) orders.push_back(points);
  for (const std::uint32_t order : orders) {
    const complex<double>* at = tables.roots<double>(order);
    for_entries(random, order, [&](std::uint64_t i) { table.check(at[i], i, order); });
  }
}

/// The constants inside butterflies, as parts of roots.
template <class Real>
class checked_constants {
 public:
  /// Whether `found` is cos(2 pi k / order), or its sine, rounded once in Real or in double and then in Real.
  void cosine(Real found, std::uint64_t k, std::uint64_t order) { part(found, k, order, true); }
  void sine(Real found, std::uint64_t k, std::uint64_t order) { part(found, k, order, false); }

 private:
  void part(Real found, std::uint64_t k, std::uint64_t order, bool is_cosine) {
    // exp(-2 pi i k / order) has the negative sine.
    const complex<Real> value{is_cosine ? found : 0, is_cosine ? 0 : -found};
    const complex<double> off = exact_.difference(k, order, value);
    EXPECT_LE(std::abs(is_cosine ? off.re : off.im), half_unit(found) + 1e-40) << k << " of " << order;
  }
  exact_roots exact_;
};

template <class Real, int Prime>
void check_prime(checked_constants<Real>& constants) {
  const auto check = [&]<int... N>(std::integer_sequence<int, N...>) {
    ((constants.cosine(static_cast<Real>(kernels::prime_cosine<Prime, N + 1>()), N + 1, Prime),
      constants.sine(static_cast<Real>(kernels::prime_sine<Prime, N + 1>()), N + 1, Prime)),
     ...);
  };
  check(std::make_integer_sequence<int, Prime - 1>());
}

template <class Real>
void check_butterflies() {
  checked_constants<Real> constants;
  check_prime<Real, 3>(constants);
  check_prime<Real, 5>(constants);
  check_prime<Real, 7>(constants);
  const auto check_root = [&](complex<Real> root, complex<Real> back, std::uint64_t k, std::uint64_t order) {
    constants.cosine(root.re, k, order);
    constants.sine(-root.im, k, order);
    EXPECT_EQ(root.re, back.re);
    EXPECT_EQ(root.im, -back.im);
  };
  const auto check_ninth = [&]<int N>(std::integral_constant<int, N>) {
    check_root(kernels::ninth_root<direction::forward, N, Real>(),
               kernels::ninth_root<direction::backward, N, Real>(), N, 9);
  };
  check_ninth(std::integral_constant<int, 1>());
  check_ninth(std::integral_constant<int, 2>());
  check_ninth(std::integral_constant<int, 4>());
  const auto check_right_angle = [&]<int M, int... J>(std::integral_constant<int, M>,
                                                      std::integer_sequence<int, J...>) {
    (check_root(kernels::root_in_right_angle<M, J, Real>(), conj(kernels::root_in_right_angle<M, J, Real>()),
                J, 4 * M),
     ...);
  };
  check_right_angle(std::integral_constant<int, 3>(), std::make_integer_sequence<int, 3>());
  check_right_angle(std::integral_constant<int, 5>(), std::make_integer_sequence<int, 5>());
  check_right_angle(std::integral_constant<int, 7>(), std::make_integer_sequence<int, 7>());
  check_right_angle(std::integral_constant<int, 9>(), std::make_integer_sequence<int, 9>());
  check_right_angle(std::integral_constant<int, 15>(), std::make_integer_sequence<int, 15>());
  check_right_angle(std::integral_constant<int, 16>(), std::make_integer_sequence<int, 16>());
  // Multiples of an eighth turn are additions and one product by a constant, whose error is relative.
  for (std::uint64_t k = 0; k < 16; ++k)
    constants.cosine(kernels::cosine_of_sixteenths<Real>(static_cast<int>(k)), k, 16);
  const auto check_sixteenths = [&]<int... K>(std::integer_sequence<int, K...>) {
    (check_root(kernels::rotate_sixteenths<direction::forward, K>(complex<Real>{1, 0}),
                kernels::rotate_sixteenths<direction::backward, K>(complex<Real>{1, 0}), K, 16),
     ...);
  };
  check_sixteenths(std::make_integer_sequence<int, 16>());
}

TEST(Butterflies, ConstantsAreRoundedToNearest) {
  check_butterflies<double>();
  check_butterflies<float>();
}

}  // namespace

}  // namespace gbi::test
