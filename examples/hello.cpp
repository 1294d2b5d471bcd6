#include <gpu_bigint.hpp>
#include <iostream>

int main() {
  const gbi::gpu_bigint a{"123456789012345678901234567890"}, b{"0xdeadbeef"};
  std::cout << a * b - 1 << '\n';
  const gbi::gpu_bigint mersenne = (gbi::gpu_bigint{1} << 86243) - 1;  // a prime of 25962 digits
  const gbi::gpu_bigint square = mersenne * mersenne;
  std::cout << square.bit_length() << " bits, computed on: " << square.context().device_name() << '\n';
}
