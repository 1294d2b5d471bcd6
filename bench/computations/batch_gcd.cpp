#include <gmp.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "bench/computations/computations.hpp"
#include "bench/support/numbers.hpp"
#include "gpu_bigint/bigint_batch.hpp"
#include "gpu_bigint/context.hpp"

namespace gbi::bench {

namespace {

using clock = std::chrono::steady_clock;

constexpr std::size_t bits = 2048, limbs = bits / 64, pairs = 10;

/// Random odd numbers of full length. Number i of the first ten and number i of the last ten share a factor
/// of half their length.
std::vector<std::uint64_t> moduli(std::size_t count) {
  std::vector<std::uint64_t> result = random_run(count * limbs, 0);
  for (std::size_t i = 0; i < count; ++i) {
    result[i * limbs] |= 1;
    result[i * limbs + limbs - 1] |= std::uint64_t{1} << 63;
  }
  const auto half = [](std::size_t which, std::size_t i) {
    const std::vector<std::uint64_t> words = random_run((i + 1) * limbs / 2, which);
    gmp_number value(std::span<const std::uint64_t>(words).subspan(i * limbs / 2));
    mpz_setbit(value, 0);
    return value;
  };
  for (std::size_t i = 0; i < pairs; ++i)
    for (const std::size_t at : {i, count - pairs + i}) {
      const gmp_number product;
      mpz_mul(product, half(1, i), half(at < pairs ? 2 : 3, i));
      const auto place = result.begin() + static_cast<std::ptrdiff_t>(at * limbs);
      std::fill_n(place, limbs, 0);
      mpz_export(&*place, nullptr, -1, sizeof(std::uint64_t), 0, 0, product);
    }
  return result;
}

/// Whether a long common divisor is found for exactly those moduli that share a long factor.
template <class Length>
bool found_pairs(std::size_t count, Length&& length_of) {
  for (std::size_t i = 0; i < count; ++i)
    if ((length_of(i) >= bits / 4) != (i < pairs || i >= count - pairs)) return false;
  return true;
}

/// gcd(N_i, product of all / N_i), by D. J. Bernstein's method: remainders of the product modulo all N_i^2.
std::vector<gmp_number> gcds_by_gmp(const std::vector<gmp_number>& leaves) {
  std::vector<std::vector<gmp_number>> tree{leaves};
  while (tree.back().size() > 1) {
    const std::vector<gmp_number>& below = tree.back();
    std::vector<gmp_number> level;
    for (std::size_t i = 0; i < below.size(); i += 2) {
      level.emplace_back();
      if (i + 1 < below.size())
        mpz_mul(level.back(), below[i], below[i + 1]);
      else
        mpz_set(level.back(), below[i]);
    }
    tree.push_back(std::move(level));
  }
  std::vector<gmp_number> remainders = tree.back();
  const gmp_number square;
  for (std::size_t level = tree.size() - 1; level-- > 0;) {
    std::vector<gmp_number> next(tree[level].size());
    for (std::size_t i = 0; i < next.size(); ++i) {
      mpz_mul(square, tree[level][i], tree[level][i]);
      mpz_tdiv_r(next[i], remainders[i / 2], square);
    }
    remainders = std::move(next);
  }
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    mpz_divexact(remainders[i], remainders[i], leaves[i]);
    mpz_gcd(remainders[i], remainders[i], leaves[i]);
  }
  return remainders;
}

}  // namespace

void measure_batch_gcd(benchmark::State& state, std::size_t count) {
  const auto batch = bigint_batch::from_limbs(moduli(count), count, bits);
  for (auto _ : state) {
    context::current().synchronize();
    const auto begin = clock::now();
    const bigint_batch common = gcd_with_others(batch);
    context::current().synchronize();
    state.SetIterationTime(std::chrono::duration<double>(clock::now() - begin).count());
    const std::vector<std::uint64_t> words = common.to_limbs();
    const bool right = found_pairs(count, [&](std::size_t i) {
      std::size_t length = limbs;
      while (length > 0 && words[i * limbs + length - 1] == 0) --length;
      return 64 * length;
    });
    if (!right) state.SkipWithError("not all common factors are found");
  }
}

void measure_batch_gcd_by_gmp(benchmark::State& state, std::size_t count) {
  const std::vector<std::uint64_t> words = moduli(count);
  std::vector<gmp_number> numbers;
  for (std::size_t i = 0; i < count; ++i)
    numbers.emplace_back(std::span<const std::uint64_t>(words).subspan(i * limbs, limbs));
  for (auto _ : state) {
    const auto begin = clock::now();
    const std::vector<gmp_number> common = gcds_by_gmp(numbers);
    state.SetIterationTime(std::chrono::duration<double>(clock::now() - begin).count());
    const bool right = found_pairs(count, [&](std::size_t i) { return mpz_sizeinbase(common[i], 2); });
    if (!right) state.SkipWithError("not all common factors are found");
  }
}

}  // namespace gbi::bench
