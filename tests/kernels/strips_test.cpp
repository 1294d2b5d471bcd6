/// \file
/// What ranks launch for a product that they share, with all ranks in one executor's memory: packing and
/// joining alone, and the passes of whole products.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <vector>

#include "src/distribute/shared_passes.hpp"
#include "src/distribute/strips.hpp"
#include "src/ground/carry_chain.hpp"
#include "src/plan/error_bound.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

using distribute::interval;
using point = kernels::complex<double>;

class Strips : public on_executor {
 protected:
  exec::buffer<limb> on_device(const limbs& values) { return {executor(), std::span<const limb>(values)}; }
  template <class T>
  std::vector<T> read(const T* from, std::size_t count) {
    std::vector<T> result(count);
    if (count > 0) executor().download(result.data(), from, count * sizeof(T));
    return result;
  }

  /// The strips of a rank, as packing makes them of the whole number.
  exec::buffer<limb> strips_of(const exec::buffer<limb>& number, const distribute::strips& where, int rank) {
    const interval places = where.of_operand(rank, {0, number.size()});
    auto result = exec::cleared<limb>(executor(), std::max<std::size_t>(1, places.end));
    if (places.size() > 0)
      executor().launch(kernels::pack_arguments{number.data(), 0, where.layout(),
                                                static_cast<std::uint32_t>(rank),
                                                result.data() + places.begin, places.begin, places.size()});
    return result;
  }

  /// Limbs [begin, begin + count) of the sum of all strips, each with the limb above it, and the one above.
  limbs joined(const std::vector<exec::buffer<limb>>& strips, const distribute::strips& where,
               std::size_t begin, std::size_t count) {
    const exec::buffer<limb> slab(executor(), count + 1);
    const ground::carry_chain chain(detail::engine_of(here())->chains(), count + 1, 1);
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
      const interval places = where.of_operand(rank, {begin, value.size()});
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
    // Strips of ones and zeros pass carries on.
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
        strip.push_back(above - bias);  // as it is after normalisation
        own.insert(own.end(), strip.begin(), strip.end());
      }
      strips.push_back(on_device(own));
    }
    const std::size_t all = rows * static_cast<std::size_t>(ranks) * length;
    const limbs whole = joined(strips, where, 0, all);
    ASSERT_TRUE(matches(integer(limbs(whole.begin(), whole.end() - 1)), sum.low_bits(64 * all)));
    const std::size_t begin = random.below(all), count = 1 + random.below(all - begin);
    const limbs slab = joined(strips, where, begin, count);
    // Without what comes in from below, which is at most 1.
    const integer found(slab), above = (sum >> (64 * begin)).low_bits(64 * count);
    const integer difference = (above - found).low_bits(64 * count);
    EXPECT_TRUE(difference == 0 || difference == 1) << begin << " and " << count << " of " << all;
  }
}

integer Strips::product_of(const limbs& x, const limbs& y, const plan::shared_plan& plan) {
  const distribute::strips where(plan.ranks, plan.strip());
  const auto ranks = static_cast<std::size_t>(plan.ranks);
  const std::size_t own = plan.own_points(), segment = plan.segment();
  const bool square = &x == &y;
  std::vector<distribute::shared_passes> passes;
  std::vector<exec::buffer<point>> columns, rows_a, rows_b;
  for (std::size_t g = 0; g < ranks; ++g) {
    passes.emplace_back(*detail::engine_of(here()), plan, static_cast<int>(g));
    columns.emplace_back(executor(), own);
    rows_a.emplace_back(executor(), own);
    rows_b.emplace_back(executor(), own);
  }
  const auto exchange = [&](const auto& from, const auto& to) {
    for (std::size_t g = 0; g < ranks; ++g)
      for (std::size_t o = 0; o < ranks; ++o)
        executor().copy(to[o].data() + g * segment, from[g].data() + o * segment, segment * sizeof(point));
  };
  const auto transform = [&](const limbs& value, std::uint64_t seed, const auto& rows) {
    const auto number = on_device(value);
    for (std::size_t g = 0; g < ranks; ++g) {
      const auto strips = strips_of(number, where, static_cast<int>(g));
      passes[g].first_columns(strips.data(), strips.size(), value.size(), seed, columns[g].data());
    }
    exchange(columns, rows);
    for (std::size_t o = 0; o < ranks; ++o)
      for (int k = 0; k < plan.chunks; ++k)
        passes[o].later_columns(rows[o].data(), kernels::direction::forward, {k, plan.chunks});
  };
  transform(x, 1, rows_a);
  if (!square) transform(y, 2, rows_b);
  for (std::size_t o = 0; o < ranks; ++o)
    for (int k = plan.chunks; k-- > 0;) {
      passes[o].multiply_rows(rows_a[o].data(), square ? nullptr : rows_b[o].data(), {k, plan.chunks});
      passes[o].later_columns(rows_a[o].data(), kernels::direction::backward, {k, plan.chunks});
    }
  exchange(rows_a, columns);
  const std::size_t limbs_of_product = x.size() + y.size(), rows = where.rows_of(limbs_of_product);
  const auto verdicts = exec::cleared<kernels::verdict>(executor(), ranks);
  std::vector<exec::buffer<limb>> strips;
  for (std::size_t g = 0; g < ranks; ++g) {
    auto* const coefficients = reinterpret_cast<std::int64_t*>(rows_b[g].data());
    passes[g].last_columns(columns[g].data(), coefficients, verdicts.data() + g);
    strips.emplace_back(executor(), rows * where.pitch());
    const ground::carry_chain chain(detail::engine_of(here())->chains(), where.pitch(),
                                    static_cast<std::uint32_t>(rows));
    passes[g].normalize(coefficients, rows, strips[g].data(), chain.get());
  }
  for (const kernels::verdict& one : read(verdicts.data(), ranks)) {
    EXPECT_LT(one.distance, kernels::distrusted_distance);
    EXPECT_GT(one.largest, 0u);
  }
  limbs whole = joined(strips, where, 0, limbs_of_product);
  whole.pop_back();
  return integer(whole);
}

TEST_P(Strips, PassesOfAllRanksMultiply) {
  const bool is_long = GetParam().starts_with("cuda") || std::getenv("GPU_BIGINT_TEST_LARGE") != nullptr;
  std::vector<plan::fft_shape> shapes;
  for (const plan::fft_shape& shape : plan::shared_shapes())
    if (is_long ? shape.points <= std::uint64_t{1} << 22
                : shape.points == std::uint64_t{1} << 18 || shape.points == 144 << 12)
      shapes.push_back(shape);
  for (const plan::fft_shape& shape : shapes) {
    const int ranks = 1 << (1 + random.below(4));
    constexpr int digits = 16;
    // In as many chunks as leave every block of the rows its eight rows.
    plan::shared_plan plan{{shape, digits, true}, ranks};
    const auto has = [&](int chunks) {
      const auto count = static_cast<std::uint64_t>(chunks), row = static_cast<std::uint64_t>(shape.row);
      return plan.own_rows() % count == 0 && plan.segment() / count / row % 8 == 0;
    };
    for (const int chunks : {2, 4, 8})
      if (has(chunks) && random.coin()) plan.chunks = chunks;
    const std::size_t all = shape.points * digits / 32 - 2;
    if (random.below(3) == 0) {
      const limbs z = random_limbs(random, all / 2);
      ASSERT_TRUE(matches(product_of(z, z, plan), integer(z) * integer(z))) << shape.points;
      continue;
    }
    const std::size_t first = random.coin() ? all / 2 : all / 6 + random.below(all / 3);
    const limbs x = random_limbs(random, all - first), y = random_limbs(random, first);
    ASSERT_TRUE(matches(product_of(x, y, plan), integer(x) * integer(y)))
        << shape.points << " points on " << ranks << " ranks";
  }
  // Three passes of columns, checked modulo a prime, as GMP would take long.
  if (!is_long) return;
  const plan::shared_plan plan{{{std::uint64_t{1} << 26, 3, {64, 64, 64}, 256}, 15, true}, 4, 2};
  const limbs z = random_limbs(random, plan.points() * 15 / 64 - 2);
  const integer prime = (integer(1) << 61) - 1, residue = integer(z) % prime;
  EXPECT_TRUE(matches(product_of(z, z, plan) % prime, residue * residue % prime));
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Strips);

}  // namespace

}  // namespace gbi::test
