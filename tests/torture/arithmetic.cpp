/// \file
/// Sums, products, divisions and bits as computations to torture.
#include "gpu_bigint/arithmetic.hpp"

#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/division.hpp"
#include "gpu_bigint/prepared.hpp"
#include "tests/parity/rows.hpp"
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

}  // namespace

const std::vector<tortured>& tortured_arithmetic() {
  static const std::vector<tortured> all{
      {"sum", unlimited, [](in o) -> own_outcome { return {o.x + o.z}; },
       [](ref o) -> gmp_outcome { return {o.x + o.z}; }},
      {"difference", unlimited,
       [](in o) -> own_outcome {
         return {o.u - o.y, o.z - o.z, 7 - o.x};
       },
       [](ref o) -> gmp_outcome {
         return {o.u - o.y, 0, integer(7) - o.x};
       }},
      {"negation", unlimited,
       [](in o) -> own_outcome {
         return {-o.x, abs(o.z)};
       },
       [](ref o) -> gmp_outcome {
         return {-o.x, gmp(mpz_abs, o.z)};
       }},
      {"comparison", unlimited,
       [](in o) {
         return own_outcome(flags({o.x<o.y, o.x == o.z, o.y == +o.y, o.u> 5, o.z.sign() < 0, bool(o.x)}));
       },
       [](ref o) {
         return gmp_outcome(flags({o.x<o.y, o.x == o.z, true, o.u> integer(5), o.z.sign() < 0, true}));
       }},
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
      {"product", unlimited, [](in o) -> own_outcome { return {o.x * o.y}; },
       [](ref o) -> gmp_outcome { return {o.x * o.y}; }},
      {"square", unlimited, [](in o) -> own_outcome { return {square(o.x)}; },
       [](ref o) -> gmp_outcome { return {o.x * o.x}; }},
      {"product by convolution", schoolbook_bits,
       [](in o) -> own_outcome { return {multiply(o.x, o.y, algorithm::schoolbook)}; },
       [](ref o) -> gmp_outcome { return {o.x * o.y}; }},
      {"product by transforms", unlimited,
       [](in o) -> own_outcome { return {multiply(o.x, o.y, algorithm::fft)}; },
       [](ref o) -> gmp_outcome { return {o.x * o.y}; }},
      {"unbalanced product", unlimited,
       [](in o) -> own_outcome { return {o.z * (o.u >> o.u.bit_length() / 8 * 7)}; },
       [](ref o) -> gmp_outcome { return {o.z * (o.u >> o.u.bit_length() / 8 * 7)}; }},
      {"product and sum", unlimited,
       [](in o) -> own_outcome {
         return {multiply_add(o.z, o.x, o.y), multiply_subtract(o.z, o.u, o.u)};
       },
       [](ref o) -> gmp_outcome {
         return {o.z + o.x * o.y, o.z - o.u * o.u};
       }},
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
      {"quotient", unlimited, [](in o) -> own_outcome { return {o.z / o.y}; },
       [](ref o) -> gmp_outcome { return {o.z / o.y}; }},
      {"remainder", unlimited,
       [](in o) -> own_outcome {
         return {o.z % o.y, o.z % 1000003};
       },
       [](ref o) -> gmp_outcome {
         return {o.z % o.y, o.z % integer(1000003)};
       }},
      {"quotient and remainder", unlimited,
       [](in o) -> own_outcome {
         auto [quotient, remainder] = div_rem(o.z, o.y);
         return {std::move(quotient), std::move(remainder)};
       },
       [](ref o) -> gmp_outcome {
         return {o.z / o.y, o.z % o.y};
       }},
      {"rounded quotients", unlimited,
       [](in o) -> own_outcome {
         const auto down = floor_div_rem(o.z, o.y), up = ceil_div_rem(o.z, o.y),
                    euclid = euclidean_div_rem(o.z, o.x);
         return {down.quotient, down.remainder, up.quotient, up.remainder, euclid.remainder};
       },
       [](ref o) -> gmp_outcome {
         const auto down = gmp_pair(mpz_fdiv_qr, o.z, o.y), up = gmp_pair(mpz_cdiv_qr, o.z, o.y);
         return {down.first, down.second, up.first, up.second, gmp(mpz_mod, o.z, o.x)};
       }},
      {"exact quotient", unlimited, [](in o) -> own_outcome { return {divide_exact(o.x * o.y, o.y)}; },
       [](ref o) -> gmp_outcome { return {o.x}; }},
      {"divisibility", unlimited, [](in o) { return own_outcome(flags({is_divisible(o.z, o.y)})); },
       [](ref o) { return gmp_outcome(flags({mpz_divisible_p(o.z.get(), o.y.get()) != 0})); }},
      {"divider", unlimited,
       [](in o) -> own_outcome {
         const divider by(o.y);
         return {o.z / by, o.z % by, by.div_rem(o.x).remainder};
       },
       [](ref o) -> gmp_outcome {
         return {o.z / o.y, o.z % o.y, o.x % o.y};
       }},
      {"shift", unlimited,
       [](in o) -> own_outcome {
         return {o.x << 1000, o.z >> 77, o.x >> o.x.bit_length() / 2};
       },
       [](ref o) -> gmp_outcome {
         return {o.x << 1000, o.z >> 77, o.x >> o.x.bit_length() / 2};
       }},
      {"bitwise", unlimited,
       [](in o) -> own_outcome {
         return {o.x & o.y, o.x | o.z, o.z ^ o.y, ~o.x, o.z & 255};
       },
       [](ref o) -> gmp_outcome {
         return {o.x & o.y, gmp(mpz_ior, o.x, o.z), gmp(mpz_xor, o.z, o.y), gmp(mpz_com, o.x), o.z & 255};
       }},
      {"one bit", unlimited,
       [](in o) -> own_outcome {
         return {set_bit(o.x, 300), clear_bit(o.y, 3), flip_bit(o.z, o.y.bit_length())};
       },
       [](ref o) -> gmp_outcome {
         integer set = o.x, clear = o.y, flip = o.z;
         mpz_setbit(set.get(), 300);
         mpz_clrbit(clear.get(), 3);
         mpz_combit(flip.get(), o.y.bit_length());
         return {set, clear, flip};
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
  return all;
}

}  // namespace gbi::test
