/// \file
/// Stream compaction with gbi::scan, a building block of the library, on one's own memory: the primes up to
/// n.
///
///     custom_scan [n]
///
/// What one learns: an exclusive sum of flags gives each chosen element its place among the chosen ones. Then
/// all of them can be moved at once, by any number of threads. The same scan runs on pointers to one's own
/// memory (host memory here, memory from cudaMalloc on a GPU) and on vectors, which it copies to the context
/// and back.
#include <cstddef>
#include <cstdint>
#include <exception>
#include <gpu_bigint.hpp>
#include <iostream>
#include <string>
#include <vector>

namespace {

/// 1 for primes, 0 for all other numbers from 0 to n: the sieve of Eratosthenes.
std::vector<std::uint32_t> prime_flags(std::size_t n) {
  std::vector<std::uint32_t> flags(n + 1, 1);
  flags[0] = 0;
  if (n >= 1) flags[1] = 0;
  for (std::size_t p = 2; p * p <= n; ++p)
    if (flags[p] != 0)
      for (std::size_t multiple = p * p; multiple <= n; multiple += p) flags[multiple] = 0;
  return flags;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::size_t n = argc > 1 ? std::stoull(argv[1]) : 1'000'000;
  const std::vector<std::uint32_t> flags = prime_flags(n);
  const gbi::scan_options exclusive{.kind = gbi::scan_kind::exclusive};

  // On pointers, without a copy. The call returns at once; the results are complete after synchronize().
  const gbi::context host(gbi::backend::host);
  std::vector<std::uint32_t> places(flags.size());
  gbi::scan(host, flags.data(), places.data(), flags.size(), exclusive);
  host.synchronize();

  std::vector<std::uint32_t> primes(places.back() + flags.back());
  for (std::size_t i = 0; i < flags.size(); ++i)  // in any order: no element waits for another
    if (flags[i] != 0) primes[places[i]] = static_cast<std::uint32_t>(i);

  // On vectors, in the current context: the GPU if there is one.
  const bool same = gbi::scan(flags, exclusive) == places;

  std::cout << "primes up to " << n << ": " << primes.size();
  if (!primes.empty()) std::cout << ", the last one is " << primes.back();
  std::cout << "\nthe same on " << gbi::context::current().device_name() << ": " << (same ? "yes" : "NO")
            << '\n';
  return same ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "custom_scan: " << error.what() << '\n';
  return 2;
}
