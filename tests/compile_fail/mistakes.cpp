/// \file
/// Mistakes that must not compile. compile_fail.py compiles this file once for each of them. The comment
/// after a mistake is a phrase from the compiler's message.
#include <complex>
#include <gpu_bigint.hpp>
#include <iostream>
#include <vector>

void mistake(gbi::gpu_bigint a, const gbi::gpu_bigint& b, const gbi::bigint_batch& batch,
             gbi::host_bigint host, std::vector<int> v) {
  // Counterparts that compile.
  a = b + 1u - true + static_cast<signed char>(2) * b;
  a = (a << 1) + (a >> 1ull) + gbi::gpu_bigint(1.5) + gbi::gpu_bigint("5");
  a <<= 3u;
  if (a == 1.5 || a < 5u || 2.5f < a) std::cout << a << 'c' << batch.size() << v[0];

  // Floating point
  MISTAKE(a = b + 1.5);                       // only integers mix: convert to gpu_bigint first
  MISTAKE(a = 2.0f * b);                      // only integers mix: convert to gpu_bigint first
  MISTAKE(a = b & 1.0);                       // only integers mix: convert to gpu_bigint first
  MISTAKE(a += 1.5);                          // only integers mix: convert to gpu_bigint first
  MISTAKE(a = 1.5);                           // only integers are assigned: convert to gpu_bigint first
  MISTAKE(gbi::gpu_bigint x = 1.5);           // conversion from 'double' to non-scalar type
  MISTAKE(a = gbi::gcd(b, 1.5));              // no matching function for call to 'gcd
  MISTAKE(std::cout << gbi::jacobi(0.5, b));  // from expression of type 'double'

  // Counts of bits
  MISTAKE(a = a << b);    // count bits by a std::int64_t
  MISTAKE(a = 1 << b);    // count bits by a std::int64_t
  MISTAKE(a = a >> b);    // count bits by a std::int64_t
  MISTAKE(a <<= b);       // count bits by a std::int64_t
  MISTAKE(a = a << 1.5);  // count bits by a std::int64_t

  // Characters and text
  MISTAKE(a = b + 'x');                            // a character is not a digit
  MISTAKE(a = '7');                                // a character is not a digit
  MISTAKE(gbi::gpu_bigint x = u'7');               // a character is not a digit
  MISTAKE(std::cout << (a == '7'));                // a character is not a digit
  MISTAKE(a = b + "1");                            // only integers mix: convert to gpu_bigint first
  MISTAKE(a = "123");                              // only integers are assigned: convert to gpu_bigint first
  MISTAKE(gbi::gpu_bigint x = "123");              // to non-scalar type
  MISTAKE(std::cout << (a < "12"));                // text is no number
  MISTAKE(std::cout << (std::string("12") == a));  // text is no number
  MISTAKE(gbi::gpu_bigint x(nullptr));             // a null pointer is no text

  // Conversions that may lose digits
  MISTAKE(long x = a);             // cannot convert 'gbi::gpu_bigint' to 'long int'
  MISTAKE(bool x = a);             // cannot convert 'gbi::gpu_bigint' to 'bool'
  MISTAKE(std::cout << v[a]);      // no match for 'operator[]'
  MISTAKE(a = gbi::pow(a, b));     // to 'uint64_t'
  MISTAKE(a = gbi::factorial(b));  // no known conversion

  // Results that nobody takes
  MISTAKE(a + b);               // ignoring return value
  MISTAKE(gbi::gcd(a, b));      // ignoring return value
  MISTAKE(a.to_string());       // ignoring return value
  MISTAKE(gbi::set_bit(a, 5));  // ignoring return value

  // Batches and building blocks
  MISTAKE(batch + a);                       // one number for all: bigint_batch::filled
  MISTAKE(2 * batch);                       // one number for all: bigint_batch::filled
  MISTAKE(std::cout << batch);              // write its elements
  MISTAKE(gbi::scan(std::vector<char>{}));  // constraints not satisfied
  MISTAKE(gbi::fft(gbi::context(), std::vector<std::complex<long double>>{}));  // constraints not satisfied

  // Numbers in host memory
  MISTAKE(host = host / host);             // not in host memory: gather() first
  MISTAKE(std::cout << host.to_string());  // not in host memory: gather() first

  // What belongs to the library itself
  MISTAKE(a.number());       // is private within this context
  MISTAKE(a.home());         // has no member named 'home'
  MISTAKE(batch.storage());  // has no member named 'storage'
}
