/// \file
/// Sums, products, divisions and bits as computations to torture.
#include "gpu_bigint/arithmetic.hpp"

#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/division.hpp"
#include "gpu_bigint/prepared.hpp"
#include "tests/arithmetic/operations.hpp"
#include "tests/torture/operations.hpp"

namespace gbi::test {

namespace {

using in = const own_operands&;
using ref = const gmp_operands&;
constexpr std::uint64_t schoolbook_bits = 100000;

std::string flags(std::initializer_list<bool> values) {
  std::string result;
  for (const bool value : values) result += value ? '1' : '0';
  return result;
}

/// What is not in the table of linear operations.
std::vector<tortured> other_operations() {
  return {
      {"assignment", unlimited,
       [](in o) -> own_outcome {
         gpu_bigint a = o.x, b = o.u;
         a += o.y;
         a -= 12;
         ++b;
         swap(a, b);
         const gpu_bigint before = b--;
         return {a, b, before, std::move(a)};
       },
       [](ref o) -> gmp_outcome {
         const integer sum = o.x + o.y - integer(12);
         return {o.u + 1, sum - 1, sum, o.u + 1};
       }},
      {"product by convolution", schoolbook_bits,
       [](in o) -> own_outcome { return {multiply(o.x, o.y, algorithm::schoolbook)}; },
       [](ref o) -> gmp_outcome { return {o.x * o.y}; }},
      {"product by transforms", unlimited,
       [](in o) -> own_outcome { return {multiply(o.x, o.y, algorithm::fft)}; },
       [](ref o) -> gmp_outcome { return {o.x * o.y}; }},
      {"unbalanced product", unlimited,
       [](in o) -> own_outcome { return {o.z * (o.u >> o.u.bit_length() / 8 * 7)}; },
       [](ref o) -> gmp_outcome { return {o.z * (o.u >> o.u.bit_length() / 8 * 7)}; }},
      {"prepared", unlimited,
       [](in o) -> own_outcome {
         const prepared kept(o.x);
         return {kept * o.y, o.u * kept, kept * kept};
       },
       [](ref o) -> gmp_outcome {
         return {o.x * o.y, o.u * o.x, o.x * o.x};
       }},
      {"power", unlimited, [](in o) -> own_outcome { return {pow(o.x, 5)}; },
       [](ref o) -> gmp_outcome { return {o.x * o.x * o.x * o.x * o.x}; }},
      {"plan of a product", unlimited,
       [](in o) { return own_outcome(flags({plan_product(o.x, o.y).to_string().empty()})); },
       [](ref) { return gmp_outcome(flags({false})); }},
      {"divider", unlimited,
       [](in o) -> own_outcome {
         const divider by(o.y);
         return {o.z / by, o.z % by, by.div_rem(o.x).remainder};
       },
       [](ref o) -> gmp_outcome {
         return {o.z / o.y, o.z % o.y, o.x % o.y};
       }},
      {"some bits", unlimited,
       [](in o) -> own_outcome {
         const std::size_t bits = o.u.bit_length();
         return {low_bits(o.x, bits / 2), rotate_right(rotate_left(o.u, bits / 3, bits), bits / 3, bits)};
       },
       [](ref o) -> gmp_outcome {
         return {o.x.low_bits(o.u.bit_length() / 2), o.u};
       }},
      {"counts of bits", unlimited,
       [](in o) {
         return own_outcome(std::to_string(popcount(o.u)) + ' ' + std::to_string(hamming_distance(o.u, o.y)) +
                            ' ' + std::to_string(scan0(o.x, 5)) + ' ' + std::to_string(scan1(o.z, 5)) + ' ' +
                            std::to_string(trailing_zeros(o.x)) + ' ' + flags({test_bit(o.x, 9)}));
       },
       [](ref o) {
         return gmp_outcome(
             std::to_string(mpz_popcount(o.u.get())) + ' ' +
             std::to_string(mpz_hamdist(o.u.get(), o.y.get())) + ' ' +
             std::to_string(mpz_scan0(o.x.get(), 5)) + ' ' + std::to_string(mpz_scan1(o.z.get(), 5)) + ' ' +
             std::to_string(mpz_scan1(o.x.get(), 0)) + ' ' + flags({mpz_tstbit(o.x.get(), 9) != 0}));
       }},
  };
}

}  // namespace

const std::vector<tortured>& tortured_arithmetic() {
  static const std::vector<tortured> all = [] {
    std::vector<tortured> result = other_operations();
    for (const operation& one : linear_operations())
      result.push_back({one.name, unlimited, [&one](in o) { return own_outcome(one.ours(o.z, o.y)); },
                        [&one](ref o) { return gmp_outcome(one.theirs(o.z, o.y)); }});
    return result;
  }();
  return all;
}

}  // namespace gbi::test
