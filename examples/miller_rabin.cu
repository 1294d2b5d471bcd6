/// \file
/// The Miller-Rabin test in a kernel of one's own: probable primes among the odd numbers above 2^511.
///
///     miller_rabin [numbers]
///
/// What one learns: teams of a warp whose computations end at different times. An operation is one of the
/// whole warp, so all teams take the steps of the longest computation, and each keeps its own answer. Source:
/// M. Rabin, J. Number Theory 12 (1980).
#include <cstddef>
#include <cstdint>
#include <exception>
#include <gpu_bigint.hpp>
#include <gpu_bigint/device.cuh>
#include <iostream>
#include <string>
#include <vector>

namespace {

constexpr int bits = 512, limbs = bits / 64;
constexpr std::uint64_t base = 3;
using field = gbi::device::field<bits>;

struct arguments {
  gbi::device::numbers n;
  std::uint32_t* passed;
  std::uint32_t count;
};

struct strong_test : field::kernel<arguments> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, field::memory& shared, const arguments& args) {
    const field modulo_n(block, shared, args.n, args.count);
    field::number x, one, minus_one;
    field::each<std::uint32_t> twos;  // n - 1 = d 2^twos
    field::each<bool> passed, is_open;
    modulo_n.phase([&](int thread) {
      twos[thread] = 1;
      const auto bit = [&](std::uint32_t i) {
        return gbi::device::limb_of(args.n, modulo_n.index(thread), i / 64) >> i % 64 & 1;
      };
      if (modulo_n.exists(thread))
        while (bit(twos[thread]) == 0) ++twos[thread];
    });

    // x = base^d. Above bit 0, n - 1 has the bits of n.
    modulo_n.fill(one, [](std::uint64_t) { return std::uint64_t{1}; });
    modulo_n.fill(x, [](std::uint64_t) { return base; });
    modulo_n.power(x, args.n, bits, [&](int thread) { return twos[thread]; });
    minus_one = one;
    modulo_n.negate(minus_one);
    passed = modulo_n.equal(x, one);
    for (std::uint32_t squares = 0;; ++squares) {
      const field::each<bool> is_minus_one = modulo_n.equal(x, minus_one);
      modulo_n.phase([&](int thread) {
        if (squares < twos[thread] && is_minus_one[thread]) passed[thread] = true;
        is_open[thread] = !passed[thread] && squares + 1 < twos[thread];
      });
      if (!modulo_n.any(is_open)) break;
      modulo_n.square(x);
    }
    modulo_n.phase([&](int thread) {
      if (modulo_n.leads(thread)) args.passed[modulo_n.index(thread)] = passed[thread] ? 1 : 0;
    });
  }
};

}  // namespace

int main(int argc, char** argv) try {
  const std::size_t count = argc > 1 ? std::stoul(argv[1]) : 1000;
  const gbi::context where = gbi::context::current();
  gbi::device::vector<std::uint64_t> n(count * limbs);
  for (std::size_t i = 0; i < count; ++i) {
    n[i * limbs] = 2 * i + 1;
    n[i * limbs + limbs - 1] = std::uint64_t{1} << 63;
  }
  gbi::device::vector<std::uint32_t> passed(count);
  const gbi::device::numbers rows = gbi::device::rows(static_cast<const std::uint64_t*>(n.data()), limbs);
  gbi::device::launch<strong_test>(where, field::warps(count),
                                   {rows, passed.data(), static_cast<std::uint32_t>(count)});

  const gbi::bigint_batch numbers = gbi::import_batch(where, n.data(), count, bits);
  const auto bases = gbi::bigint_batch::filled(count, gbi::gpu_bigint(base), bits);
  const std::vector<bool> expected = gbi::is_strong_probable_prime(numbers, bases).to_vector();
  bool same = true;
  std::size_t primes = 0;
  for (std::size_t i = 0; i < count; ++i) {
    same = same && (passed[i] != 0) == expected[i];
    if (passed[i] != 0 && primes++ == 0)
      std::cout << "the first: 2^" << bits - 1 << " + " << 2 * i + 1 << '\n';
  }
  std::cout << primes << " of " << count << " odd numbers are probable primes\n"
            << "by the library, too: " << (same ? "yes" : "NO") << '\n';
  return same ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "miller_rabin: " << error.what() << '\n';
  return 2;
}
