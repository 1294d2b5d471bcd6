/// \file
/// The launches of a shared product, with all ranks in one executor's memory: packing and joining alone, and
/// the passes of whole products.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

#include "kernels/word/digit_threshold.hpp"
#include "src/distribute/shared_passes.hpp"
#include "src/distribute/strips.hpp"
#include "src/number/carry_chain.hpp"
#include "src/plan/error_bound.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

using distribute::range;
using point = kernels::complex<double>;
using complex_value = std::complex<long double>;

class Strips : public on_executor {
 protected:
  exec::buffer<limb> on_device(const limbs& values) { return {executor(), std::span<const limb>(values)}; }
  template <class T>
  std::vector<T> read(const T* from, std::size_t count) {
    std::vector<T> result(count);
    if (count > 0) executor().download(result.data(), from, count * sizeof(T));
    return result;
  }

  /// The strips of a rank, packed from the whole number.
  exec::buffer<limb> strips_of(const exec::buffer<limb>& number, const distribute::strips& where, int rank) {
    const range places = where.of_operand(rank, {0, number.size()});
    auto result = exec::cleared<limb>(executor(), std::max<std::size_t>(1, places.end));
    if (places.size() > 0)
      executor().launch(kernels::pack_arguments{number.data(), 0, where.layout(),
                                                static_cast<std::uint32_t>(rank),
                                                result.data() + places.begin, places.begin, places.size()});
    return result;
  }

  /// Limbs [begin, begin + count) of the sum of all strips, each with the limb above it, followed by the limb
  /// above these.
  limbs joined(const std::vector<exec::buffer<limb>>& strips, const distribute::strips& where,
               std::size_t begin, std::size_t count) {
    const exec::buffer<limb> slab(executor(), count + 1);
    const numbers::carry_chain chain(detail::engine_of(here())->chains(), count + 1, 1);
    kernels::join_arguments a{};
    for (std::size_t g = 0; g < strips.size(); ++g) {
      a.first[g] = where.of_product(static_cast<int>(g), {begin, begin + count}).begin;
      a.strips[g] = strips[g].data() + a.first[g];
    }
    a.layout = where.layout();
    a.begin = begin;
    a.slab = {slab.data(), count + 1, 0};
    a.chain = chain.get();
    executor().launch(a);
    return read(slab.data(), count + 1);
  }

  /// x y by the passes of all ranks.
  integer product_of(const limbs& x, const limbs& y, const plan::shared_plan& plan);
};

TEST_P(Strips, PackedLimbsLieInTheirPlaces) {
  for (int round = 0; round < 20; ++round) {
    const int ranks = 1 << (1 + random.below(4));
    const distribute::strips where(ranks, 1 + random.below(300));
    const limbs value = random_limbs(random, random.log_uniform(1, 20'000));
    const std::size_t begin = random.below(value.size());
    const limbs slab(value.begin() + static_cast<std::ptrdiff_t>(begin), value.end());
    const auto memory = on_device(slab);
    for (int rank = 0; rank < ranks; ++rank) {
      const range places = where.of_operand(rank, {begin, value.size()});
      if (places.size() == 0) continue;
      const exec::buffer<limb> out(executor(), places.size());
      executor().launch(kernels::pack_arguments{memory.data(), begin, where.layout(),
                                                static_cast<std::uint32_t>(rank), out.data(), places.begin,
                                                places.size()});
      const limbs found = read(out.data(), out.size());
      for (std::size_t i = 0; i < found.size(); ++i) {
        const std::size_t place = places.begin + i, row = place / where.pitch();
        const std::size_t block = row * static_cast<std::size_t>(ranks) + static_cast<std::size_t>(rank);
        ASSERT_EQ(found[i], value.at(block * where.length() + place % where.pitch() - 1)) << place;
      }
    }
  }
}

TEST_P(Strips, JoinedStripsAreTheirSum) {
  const auto bias = static_cast<std::uint64_t>(kernels::strip_bias);
  for (int round = 0; round < 20; ++round) {
    const int ranks = 1 << (1 + random.below(4));
    const std::size_t length = random.log_uniform(1, 2000), rows = 1 + random.below(4);
    const distribute::strips where(ranks, length);
    // Strips of ones and zeros propagate carries.
    const auto pattern = [&]() -> limb {
      const auto kind = random.below(3);
      return kind == 0 ? 0 : kind == 1 ? ~limb{0} : random.bits();
    };
    std::vector<exec::buffer<limb>> strips;
    std::vector<limbs> values;
    integer sum(0);
    for (int rank = 0; rank < ranks; ++rank) {
      limbs own;
      for (std::size_t row = 0; row < rows; ++row) {
        limbs strip(length, pattern());
        strip[random.below(length)] = pattern();
        const std::size_t block = row * static_cast<std::size_t>(ranks) + static_cast<std::size_t>(rank);
        const std::uint64_t above = random.below(4) == 0 ? 0 : random.bits() >> 40;
        sum = sum + (integer(strip) << (64 * block * length)) +
              (integer(limbs{above}) << (64 * (block + 1) * length));
        strip.push_back(above - bias);  // its form after normalisation
        own.insert(own.end(), strip.begin(), strip.end());
      }
      strips.push_back(on_device(own));
    }
    const std::size_t all = rows * static_cast<std::size_t>(ranks) * length;
    const limbs whole = joined(strips, where, 0, all);
    ASSERT_TRUE(matches(integer(limbs(whole.begin(), whole.end() - 1)), sum.low_bits(64 * all)));
    const std::size_t begin = random.below(all), count = 1 + random.below(all - begin);
    const limbs slab = joined(strips, where, begin, count);
    // Without the carry from below, which is at most 1.
    const integer found(slab), above = (sum >> (64 * begin)).low_bits(64 * count);
    const integer difference = (above - found).low_bits(64 * count);
    EXPECT_TRUE(difference == 0 || difference == 1) << begin << " and " << count << " of " << all;
  }
}

integer Strips::product_of(const limbs& x, const limbs& y, const plan::shared_plan& plan) {
  const distribute::strips where(plan.ranks, plan.strip());
  const auto ranks = static_cast<std::size_t>(plan.ranks);
  const bool square = &x == &y;
  std::vector<distribute::shared_passes> passes;
  std::vector<exec::buffer<point>> points_a, points_b;
  for (std::size_t g = 0; g < ranks; ++g) {
    passes.emplace_back(*detail::engine_of(here()), plan, static_cast<int>(g));
    points_a.emplace_back(executor(), plan.held_points());
    points_b.emplace_back(executor(), plan.held_points());
  }
  const auto exchange = [&](const auto& points, bool to_rows) {
    for (int g = 0; g < plan.ranks; ++g)
      for (int o = 0; o < plan.ranks; ++o) {
        if (g == o) continue;
        point* const columns = points[static_cast<std::size_t>(g)].data() + plan.sent_at(o);
        point* const rows = points[static_cast<std::size_t>(o)].data() + plan.received_at(o, g);
        executor().copy(to_rows ? rows : columns, to_rows ? columns : rows, plan.segment() * sizeof(point));
      }
  };
  const auto transform = [&](const limbs& value, std::uint64_t seed, const auto& points) {
    const auto number = on_device(value);
    for (std::size_t g = 0; g < ranks; ++g) {
      const auto strips = strips_of(number, where, static_cast<int>(g));
      passes[g].first_columns(strips.data(), strips.size(), value.size(), seed, points[g].data());
    }
    exchange(points, true);
    for (std::size_t o = 0; o < ranks; ++o)
      for (int k = 0; k < plan.chunks; ++k)
        passes[o].later_columns(points[o].data(), kernels::direction::forward, {k, plan.chunks});
  };
  transform(x, 1, points_a);
  if (!square) transform(y, 2, points_b);
  for (std::size_t o = 0; o < ranks; ++o)
    for (int k = plan.chunks; k-- > 0;) {
      passes[o].multiply_rows(points_a[o].data(), square ? nullptr : points_b[o].data(), {k, plan.chunks});
      passes[o].later_columns(points_a[o].data(), kernels::direction::backward, {k, plan.chunks});
    }
  exchange(points_a, false);
  const std::size_t limbs_of_product = x.size() + y.size(), rows = where.rows_of(limbs_of_product);
  const auto verdicts = exec::cleared<kernels::verdict>(executor(), ranks);
  std::vector<exec::buffer<limb>> strips;
  for (std::size_t g = 0; g < ranks; ++g) {
    auto* const coefficients = reinterpret_cast<std::int64_t*>(points_b[g].data());
    passes[g].last_columns(points_a[g].data(), coefficients, verdicts.data() + g);
    strips.emplace_back(executor(), rows * where.pitch());
    for (const range part : {range{rows / 2, rows}, range{0, rows / 2}}) {
      if (part.size() == 0) continue;
      const numbers::carry_chain chain(detail::engine_of(here())->chains(), where.pitch(),
                                       static_cast<std::uint32_t>(part.size()));
      passes[g].normalize(coefficients, part, strips[g].data(), chain.get());
    }
  }
  for (const kernels::verdict& one : read(verdicts.data(), ranks)) {
    EXPECT_LT(one.distance, kernels::distrusted_distance);
    EXPECT_GT(one.largest, 0u);
  }
  limbs whole = joined(strips, where, 0, limbs_of_product);
  whole.pop_back();
  return integer(whole);
}

/// One rank of so many that it has 64 columns of a transform of 9 2^29 points. Digit indices exceed 2^32, and
/// orders of angles exceed 2^34.
class LongStrips : public Strips {
 protected:
  static constexpr std::uint64_t points = std::uint64_t{9} << 29, circle_roots = 4 * points;
  static constexpr int digits = 16, column = 144, columns = 64;
  const plan::shared_plan plan{{{points, 3, {column, 128, 64}, 4096}, digits, true},
                               static_cast<int>(points / column / columns)};
  const int rank = plan.ranks - 1;
  const std::uint64_t seed = random.bits();

  /// exp(-2 pi i k / circle_roots)
  static complex_value root(std::uint64_t k) {
    const long double angle =
        2 * std::numbers::pi_v<long double> * static_cast<long double>(k % circle_roots) / circle_roots;
    return {std::cos(angle), -std::sin(angle)};
  }
  static std::uint64_t number_of(int row, int j, int rank) {
    return static_cast<std::uint64_t>(row) * (points / column) +
           static_cast<std::uint64_t>(rank * columns + j);
  }
  std::uint32_t threshold(std::uint64_t digit) const {
    return kernels::digit_threshold(seed, digits, 0, digit);
  }
  /// The digit in a row and column, from the rank's strips.
  double digit(const limbs& strips, int row, int j) const {
    const auto plain = [&](int at) {  // digit -1 is the upper digit of the limb below
      const std::size_t bit = static_cast<std::size_t>(row) * (plan.strip() + 1) * 64 +
                              static_cast<std::size_t>(64 + digits * at);
      return static_cast<std::uint32_t>(strips[bit / 64] >> (bit % 64)) & 0xffff;
    };
    const std::uint64_t own = number_of(row, j, rank);
    const int carry_in = threshold(own - 1) < plain(j - 1) ? 1 : 0;
    const int carry_out = threshold(own) < plain(j) ? 1 << digits : 0;
    return static_cast<double>(static_cast<int>(plain(j)) + carry_in - carry_out);
  }
};

TEST_P(LongStrips, HaveTheirDigitsAndAngles) {
  const distribute::shared_passes passes(*detail::engine_of(here()), plan, rank);
  const limbs strips = random_limbs(random, column * (plan.strip() + 1));
  const auto memory = on_device(strips);
  const exec::buffer<point> data(executor(), column * columns);
  passes.first_columns(memory.data(), memory.size(), std::size_t{1} << 30, seed, data.data());
  const std::vector<point> found = read(data.data(), column * columns);
  for (const int j : {0, 1, 31, 32, columns - 1}) {
    std::vector<complex_value> twisted;
    for (int row = 0; row < column; ++row)
      twisted.push_back(root(number_of(row, j, rank)) * static_cast<long double>(digit(strips, row, j)));
    for (const int k : {0, 1, 5, 72, 143}) {
      complex_value sum = 0;
      for (int row = 0; row < column; ++row)
        sum += twisted[static_cast<std::size_t>(row)] *
               root(circle_roots / column * static_cast<std::uint64_t>(k * row % column));
      sum *= root(4 * static_cast<std::uint64_t>(k) * number_of(0, j, rank));
      const point& is = found[static_cast<std::size_t>(k * columns + j)];
      const auto error = std::abs(sum - complex_value(is.re, is.im));
      ASSERT_LT(error, 1e-8L) << "row " << k << ", column " << j;
    }
  }

  // And back, scaled to the result of all columns together.
  std::vector<point> enlarged = found;
  for (point& each : enlarged) each = {each.re * (points / column), each.im * (points / column)};
  const exec::buffer<point> all(executor(), std::span<const point>(enlarged));
  const exec::buffer<std::int64_t> coefficients(executor(), 2 * column * columns);
  const auto verdict = exec::cleared<kernels::verdict>(executor(), 1);
  passes.last_columns(all.data(), coefficients.data(), verdict.data());
  const auto rounded = read(coefficients.data(), column * columns);
  for (int row = 0; row < column; ++row)
    for (int j = 0; j < columns; ++j)
      ASSERT_EQ(static_cast<double>(rounded[static_cast<std::size_t>(row * columns + j)]),
                digit(strips, row, j))
          << "row " << row << ", column " << j;
}

GPU_BIGINT_ON_EVERY_EXECUTOR(LongStrips);

TEST_P(Strips, PassesOfAllRanksMultiply) {
  const bool is_long = GetParam().starts_with("cuda") || std::getenv("GPU_BIGINT_TEST_LARGE") != nullptr;
  std::vector<plan::fft_shape> shapes;
  for (const plan::fft_shape& shape : plan::shared_shapes())
    if (is_long ? shape.points <= std::uint64_t{1} << 22
                : shape.points == std::uint64_t{1} << 18 || shape.points == 144 << 12)
      shapes.push_back(shape);
  for (const plan::fft_shape& shape : shapes) {
    int ranks = 1 << (1 + random.below(4));
    while (!plan::is_shareable(shape, ranks)) ranks /= 2;
    constexpr int digits = 16;
    // A number of chunks that leaves every block of rows its eight rows.
    plan::shared_plan plan{{shape, digits, true}, ranks};
    const auto has = [&](int chunks) {
      const auto count = static_cast<std::uint64_t>(chunks), row = static_cast<std::uint64_t>(shape.row);
      return plan.own_rows() % count == 0 && plan.segment() / count / row % 8 == 0;
    };
    for (const int chunks : {2, 3, 4, 8, 12})
      if (has(chunks) && random.coin()) plan.chunks = chunks;
    const std::size_t all = shape.points * digits / 32 - 2;
    if (random.below(3) == 0) {
      const limbs z = random_limbs(random, all / 2);
      ASSERT_TRUE(matches(product_of(z, z, plan), integer(z) * integer(z)))
          << shape.points << " points on " << ranks << " ranks in " << plan.chunks << " chunks";
      continue;
    }
    const std::size_t first = random.coin() ? all / 2 : all / 6 + random.below(all / 3);
    const limbs x = random_limbs(random, all - first), y = random_limbs(random, first);
    ASSERT_TRUE(matches(product_of(x, y, plan), integer(x) * integer(y)))
        << shape.points << " points on " << ranks << " ranks in " << plan.chunks << " chunks";
  }
  // Three passes of columns, checked modulo a prime, as GMP would take long.
  if (!is_long) return;
  const plan::shared_plan plan{{{std::uint64_t{1} << 26, 3, {64, 64, 64}, 256}, 15, true}, 4, 2};
  const limbs z = random_limbs(random, plan.points() * 15 / 64 - 2);
  const integer prime = (integer(1) << 61) - 1, checksum = integer(z) % prime;
  EXPECT_TRUE(matches(product_of(z, z, plan) % prime, checksum * checksum % prime));
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Strips);

}  // namespace

}  // namespace gbi::test
