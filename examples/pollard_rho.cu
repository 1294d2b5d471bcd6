/// \file
/// Pollard's rho method in a kernel of one's own: factors of many numbers at once.
///
///     pollard_rho [numbers]
///
/// What one learns: a loop over numbers that stay in registers, with one team of threads for each modulus,
/// and the library's batches on the results. The walk x -> x^2 + c modulo n soon meets itself modulo a prime
/// p that divides n, because there are only p remainders. Then the difference of two of its points is a
/// multiple of p. Source: J. Pollard, BIT 15 (1975); R. Floyd's cycles.
#include <cstddef>
#include <cstdint>
#include <exception>
#include <gpu_bigint.hpp>
#include <gpu_bigint/device.cuh>
#include <iostream>
#include <string>
#include <vector>

namespace {

using field = gbi::device::field<64>;

/// For each number, where its walks at single and at double speed are.
struct arguments {
  gbi::device::numbers moduli;
  std::uint64_t *slow, *fast, *product;
  const std::uint64_t* constant;
  std::uint32_t steps, count;
};

/// Takes `steps` steps and multiplies the differences of the two walks.
struct rho_kernel : field::kernel<arguments> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, field::memory& shared, const arguments& args) {
    const field modulo_n(block, shared, args.moduli, args.count);
    field::number slow, fast, constant, product, difference;
    modulo_n.fill(slow, [&](std::uint64_t i) { return args.slow[i]; });
    modulo_n.fill(fast, [&](std::uint64_t i) { return args.fast[i]; });
    modulo_n.fill(constant, [&](std::uint64_t i) { return args.constant[i]; });
    modulo_n.fill(product, [](std::uint64_t) { return std::uint64_t{1}; });
    for (std::uint32_t step = 0; step < args.steps; ++step) {
      modulo_n.square(slow);
      modulo_n.add(slow, constant);
      for (int twice = 0; twice < 2; ++twice) {
        modulo_n.square(fast);
        modulo_n.add(fast, constant);
      }
      difference = slow;
      modulo_n.subtract(difference, fast);
      modulo_n.multiply(product, difference);
    }
    modulo_n.store(gbi::device::rows(args.slow, 1), slow);
    modulo_n.store(gbi::device::rows(args.fast, 1), fast);
    modulo_n.store(gbi::device::rows(args.product, 1), product);
  }
};

}  // namespace

int main(int argc, char** argv) try {
  const std::size_t count = argc > 1 ? std::stoul(argv[1]) : 32;
  const gbi::context where = gbi::context::current();
  gbi::random_engine random(1975);
  const auto prime = [&] { return gbi::next_prime(random.bits(26) + (1 << 26)); };
  std::vector<std::uint64_t> numbers(count);
  for (std::uint64_t& number : numbers) number = static_cast<std::uint64_t>(prime() * prime());
  const auto n = gbi::bigint_batch::from_limbs(numbers, count, 64);
  const gbi::batch_view moduli(n);
  gbi::device::vector<std::uint64_t> slow(count, 2), fast(count, 2), product(count), constant(count, 1);
  const arguments args{
      gbi::device::elements_of(moduli), slow.data(), fast.data(), product.data(), constant.data(), 1024,
      static_cast<std::uint32_t>(count)};

  std::vector<std::uint64_t> factors(count, 1);
  for (std::size_t found = 0, round = 0; found < count && round < 1000; ++round) {
    gbi::device::launch<rho_kernel>(where, field::warps(count), args);
    const auto divisors = gbi::gcd(gbi::import_batch(where, product.data(), count, 64), n).to_limbs();
    for (std::size_t i = 0; i < count; ++i) {
      if (factors[i] != 1 || divisors[i] == 1) continue;
      if (divisors[i] < numbers[i]) {
        factors[i] = divisors[i];
        ++found;
      } else {  // it has met itself modulo both primes
        slow[i] = fast[i] = 2;
        ++constant[i];
      }
    }
  }

  std::size_t right = 0;
  for (std::size_t i = 0; i < count; ++i)
    right += factors[i] > 1 && factors[i] < numbers[i] && numbers[i] % factors[i] == 0 ? 1 : 0;
  std::cout << right << " of " << count << " products of two primes factored\n";
  return right == count ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "pollard_rho: " << error.what() << '\n';
  return 2;
}
