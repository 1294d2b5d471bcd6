// Multiplies with the installed library and checks the result by an identity, without another library: (10^n
// - 1)^2 = 10^2n - 2 10^n + 1, which is n - 1 nines, an eight, n - 1 zeros and a one.
#include <cstddef>
#include <gpu_bigint.hpp>
#include <iostream>
#include <string>

int main() {
  for (const std::size_t n : {1, 20, 1000, 100'000}) {
    const gbi::gpu_bigint nines(std::string(n, '9'));
    const std::string expected = std::string(n - 1, '9') + '8' + std::string(n - 1, '0') + '1';
    if ((nines * nines).to_string() != expected) {
      std::cerr << "the square of " << n << " nines is wrong\n";
      return 1;
    }
  }
  std::cout << "consumer: products on " << gbi::context::current().device_name() << " are right\n";
}
