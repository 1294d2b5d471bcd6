/// \file
/// One factor, many products: gbi::prepared keeps the factor's transform.
///
///     repeated_factor [bits of each factor [products]]
///
/// What one learns: a product takes three transforms, and a product with a prepared factor takes two. Nothing
/// else changes: the same operator, the same results. gbi::divider does the same for a repeated divisor.
#include <chrono>
#include <cstddef>
#include <exception>
#include <gpu_bigint.hpp>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

namespace {

using gbi::gpu_bigint;

/// All numbers times the factor, and the milliseconds that one product took.
template <class Factor>
std::vector<gpu_bigint> products(const std::vector<gpu_bigint>& numbers, const Factor& factor,
                                 double& milliseconds) {
  std::vector<gpu_bigint> result(numbers.size());
  result.front() =
      numbers.front() * factor;  // fills the context's caches: tables, memory, the kept transform
  const gbi::context context = result.front().context();
  context.synchronize();
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < numbers.size(); ++i) result[i] = numbers[i] * factor;
  context.synchronize();
  const std::chrono::duration<double, std::milli> all = std::chrono::steady_clock::now() - start;
  milliseconds = all.count() / static_cast<double>(numbers.size());
  return result;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::size_t bits = argc > 1 ? std::stoull(argv[1]) : 1 << 20,
                    count = argc > 2 ? std::stoull(argv[2]) : 16;
  if (count == 0) return 0;
  gbi::random_engine random(2024);
  const gpu_bigint factor = random.bits(bits);
  std::vector<gpu_bigint> numbers(count);
  for (gpu_bigint& number : numbers) number = random.bits(bits);

  double plain = 0, prepared = 0;
  const std::vector<gpu_bigint> expected = products(numbers, factor, plain);
  const std::vector<gpu_bigint> result = products(numbers, gbi::prepared(factor), prepared);
  std::cout << count << " products of " << bits << " by " << bits << " bits on "
            << factor.context().device_name() << std::setprecision(3) << "\nplain:    " << plain
            << " ms each\nprepared: " << prepared << " ms each, " << plain / prepared << " times as fast\n"
            << "the same products: " << (result == expected ? "yes" : "NO") << '\n';
  return result == expected ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "repeated_factor: " << error.what() << '\n';
  return 2;
}
