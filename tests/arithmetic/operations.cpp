#include "tests/arithmetic/operations.hpp"

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/division.hpp"
#include "gpu_bigint/number_theory.hpp"
#include "gpu_bigint/prepared.hpp"
#include "gpu_bigint/roots.hpp"
#include "gpu_bigint/sequences.hpp"
#include "gpu_bigint/serialize.hpp"
#include "tests/parity/gmp_rows.hpp"

namespace gbi::test {

namespace {

gpu_bigint of_flag(bool flag) {
  return flag ? 1 : 0;
}
integer of_double(double value) {
  integer result;
  mpz_set_d(result.get(), value);
  return result;
}

}  // namespace

const std::vector<operation>& linear_operations() {
  using number = gpu_bigint;
  static const std::vector<operation> all{
      {"sum",
       [](const number& x, const number& y) {
         return numbers{x + y, x - y, y - x, x + x, x - x};
       },
       [](const integer& a, const integer& b) {
         return integers{a + b, a - b, b - a, a + a, 0};
       }},
      {"built-in",
       [](const number& x, const number& y) {
         return numbers{x + 7, 7 - y, x * -3, y / 9, x % 10};
       },
       [](const integer& a, const integer& b) {
         return integers{a + 7, 7 - b, a * -3, b / 9, a % 10};
       }},
      {"sign",
       [](const number& x, const number& y) {
         return numbers{-x, abs(y), x.sign(), y.bit_length()};
       },
       [](const integer& a, const integer& b) {
         return integers{-a, gmp(mpz_abs, b), a.sign(), static_cast<long>(b.bit_length())};
       }},
      {"comparison",
       [](const number& x, const number& y) {
         return numbers{of_flag(x < y), of_flag(x == y), of_flag(x == +x), of_flag(x > 5), of_flag(y < 1e30)};
       },
       [](const integer& a, const integer& b) {
         return integers{a<b, a == b, 1, a> integer(5), mpz_cmp_d(b.get(), 1e30) < 0};
       }},
      {"product",
       [](const number& x, const number& y) {
         return numbers{x * y, square(x), y * y};
       },
       [](const integer& a, const integer& b) {
         return integers{a * b, a * a, b * b};
       }},
      {"product and sum",
       [](const number& x, const number& y) {
         return numbers{multiply_add(x, x, y), multiply_subtract(y, x, y), prepared(x) * y};
       },
       [](const integer& a, const integer& b) {
         return integers{a + a * b, b - a * b, a * b};
       }},
      {"quotient",
       [](const number& x, const number& y) {
         return numbers{x / y, x % y, divide_exact(x * y, y), of_flag(is_divisible(x, y)), x / divider(y)};
       },
       [](const integer& a, const integer& b) {
         return integers{a / b, a % b, a, mpz_divisible_p(a.get(), b.get()) != 0, a / b};
       }},
      {"rounded quotient",
       [](const number& x, const number& y) {
         const auto floor = floor_div_rem(x, y), ceil = ceil_div_rem(x, y), euclid = euclidean_div_rem(x, y);
         return numbers{floor.quotient, floor.remainder, ceil.quotient, ceil.remainder, euclid.remainder};
       },
       [](const integer& a, const integer& b) {
         const auto floor = gmp_pair(mpz_fdiv_qr, a, b), ceil = gmp_pair(mpz_cdiv_qr, a, b);
         return integers{floor.first, floor.second, ceil.first, ceil.second, gmp(mpz_mod, a, b)};
       }},
      {"bits",
       [](const number& x, const number& y) {
         return numbers{x & y, x | y, x ^ y, ~x};
       },
       [](const integer& a, const integer& b) {
         return integers{a & b, gmp(mpz_ior, a, b), gmp(mpz_xor, a, b), gmp(mpz_com, a)};
       }},
      {"one bit",
       [](const number& x, const number& y) {
         return numbers{set_bit(x, 300),
                        clear_bit(y, 70),
                        flip_bit(x, 20000),
                        of_flag(test_bit(y, 40)),
                        low_bits(x, 500),
                        of_flag(popcount(abs(x)) == popcount(abs(y))),
                        gpu_bigint(hamming_distance(abs(x), abs(y))),
                        trailing_zeros(y)};
       },
       [](const integer& a, const integer& b) {
         integer set = a, clear = b, flip = a;
         mpz_setbit(set.get(), 300);
         mpz_clrbit(clear.get(), 70);
         mpz_combit(flip.get(), 20000);
         const integer x = gmp(mpz_abs, a), y = gmp(mpz_abs, b);
         return integers{set,
                         clear,
                         flip,
                         mpz_tstbit(b.get(), 40) != 0,
                         a.low_bits(500),
                         mpz_popcount(x.get()) == mpz_popcount(y.get()),
                         static_cast<long>(mpz_hamdist(x.get(), y.get())),
                         static_cast<long>(mpz_scan1(b.get(), 0))};
       }},
      {"shift",
       [](const number& x, const number& y) {
         return numbers{x << 100, y >> 100, x << 9000, y >> 9000};
       },
       [](const integer& a, const integer& b) {
         return integers{a << 100, b >> 100, a << 9000, b >> 9000};
       }},
      {"conversion",
       [](const number& x, const number& y) {
         return numbers{number(x.to_string(16), 16),
                        number(y.to_string(10), 10),
                        x.to(y.context()),
                        deserialize(serialize(x)),
                        number::from_limbs(y.to_limbs(), y.sign() < 0),
                        of_flag(hash_value(x) == hash_value(+x)),
                        number(static_cast<double>(low_bits(x, 900)))};
       },
       [](const integer& a, const integer& b) {
         // The conversion rounds to nearest; GMP truncates. Up to 53 bits nothing is rounded.
         const integer low = a.low_bits(900);
         const std::size_t bits = low.bit_length();
         integer nearest = low;
         if (bits > 53) {
           const std::size_t lost = bits - 53;
           const integer half = integer(1) << (lost - 1), up = (low >> lost), rest = low.low_bits(lost);
           const bool odd = mpz_odd_p(up.get()) != 0;
           nearest = (rest > half || (rest == half && odd) ? up + 1 : up) << lost;
         }
         return integers{a, b, a, a, b, 1, of_double(mpz_get_d(nearest.get()))};
       }},
  };
  return all;
}

const std::vector<operation>& costly_operations() {
  using number = gpu_bigint;
  static const std::vector<operation> all{
      {"greatest common divisor",
       [](const number& x, const number& y) {
         const bezout found = gcd_ext(x, y);
         return numbers{gcd(x, y), lcm(x, y), found.gcd, found.s * x + found.t * y};
       },
       [](const integer& a, const integer& b) {
         const integer g = gmp(mpz_gcd, a, b);
         return integers{g, gmp(mpz_lcm, a, b), g, g};
       }},
      {"residues",
       [](const number& x, const number& y) {
         const modulus m(y);
         return numbers{powm(x, 13, y), m.reduce(x), m.multiply(x, y - 3), kronecker(x, y),
                        try_invert(x, y).value_or(-1)};
       },
       [](const integer& a, const integer& b) {
         integer inverse;
         if (mpz_invert(inverse.get(), a.get(), b.get()) == 0) inverse = -1;
         return integers{gmp(mpz_powm, a, integer(13), b), gmp(mpz_mod, a, b), gmp(mpz_mod, a * (b - 3), b),
                         mpz_kronecker(a.get(), b.get()), inverse};
       }},
      {"roots",
       [](const number& x, const number& y) {
         const root_remainder root = sqrt_rem(abs(x));
         return numbers{root.root, root.remainder, iroot(abs(y), 3), of_flag(is_perfect_square(x * x)),
                        of_flag(is_perfect_square(y))};
       },
       [](const integer& a, const integer& b) {
         const auto root = gmp_pair(mpz_sqrtrem, gmp(mpz_abs, a));
         return integers{root.first, root.second, gmp(mpz_root, gmp(mpz_abs, b), 3ul), 1,
                         mpz_perfect_square_p(b.get()) != 0};
       }},
      {"products of many",
       [](const number& x, const number& y) {
         return numbers{pow(x, 3), product(numbers{x, y, x, y}), binomial(y, 3),
                        remove(x * y * y, abs(y) + 2).rest};
       },
       [](const integer& a, const integer& b) {
         return integers{a * a * a, a * b * a * b, gmp(mpz_bin_ui, b, 3ul),
                         gmp(mpz_remove, a * b * b, gmp(mpz_abs, b) + 2)};
       }},
  };
  return all;
}

}  // namespace gbi::test
