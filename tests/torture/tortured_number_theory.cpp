/// \file
/// Roots, common divisors, powers, primes and sequences as computations to torture.
#include <algorithm>
#include <span>
#include <sstream>

#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/mersenne.hpp"
#include "gpu_bigint/number_theory.hpp"
#include "gpu_bigint/roots.hpp"
#include "gpu_bigint/sequences.hpp"
#include "gpu_bigint/series.hpp"
#include "tests/parity/gmp_rows.hpp"
#include "tests/torture/operations.hpp"

namespace gbi::test {

namespace {

using in = const own_operands&;
using ref = const gmp_operands&;
constexpr std::uint64_t divisor_bits = 200000, medium_bits = 5000, most_power_bits = 4000, prime_bits = 200;

/// A size for sequences whose results have some times that many bits.
unsigned long index_of(std::size_t bits) {
  return std::min<std::size_t>(bits, std::size_t{1} << 22);
}
unsigned long prime_from(std::size_t bits) {
  return mpz_get_ui(gmp(mpz_nextprime, integer(static_cast<long>(bits))).get());
}
integer gmp_power(const integer& base, const integer& exponent, const integer& n) {
  return gmp(mpz_powm, base, exponent, n);
}
/// Four moduli without common divisors, and words.
constexpr std::uint64_t words[] = {1000003, 0x7fffffffffffffe7, 3, 0x100000000};

integer of_word(std::uint64_t word) {
  return integer(std::span(&word, 1));
}

}  // namespace

const std::vector<tortured>& tortured_number_theory() {
  static const std::vector<tortured> all{
      {"square root", unlimited,
       [](in o) -> own_outcome {
         const root_remainder both = sqrt_rem(abs(o.z));
         return {isqrt(o.u), both.root, both.remainder};
       },
       [](ref o) -> gmp_outcome {
         const auto both = gmp_pair(mpz_sqrtrem, gmp(mpz_abs, o.z));
         return {gmp(mpz_sqrt, o.u), both.first, both.second};
       }},
      {"root", divisor_bits,
       [](in o) -> own_outcome {
         const root_remainder both = root_rem(o.u, 5);
         return {iroot(o.x, 3), both.root, both.remainder};
       },
       [](ref o) -> gmp_outcome {
         const auto both = gmp_pair(mpz_rootrem, o.u, 5ul);
         return {gmp(mpz_root, o.x, 3ul), both.first, both.second};
       }},
      {"perfect powers", medium_bits,
       [](in o) -> own_outcome {
         return {is_perfect_square(o.x * o.x) ? 1 : 0, is_perfect_square(o.u) ? 1 : 0,
                 is_perfect_power(o.y) ? 1 : 0};
       },
       [](ref o) -> gmp_outcome {
         return {1, mpz_perfect_square_p(o.u.get()) != 0, mpz_perfect_power_p(o.y.get()) != 0};
       }},
      {"greatest common divisor", divisor_bits,
       [](in o) -> own_outcome {
         return {gcd(o.x, o.y), lcm(o.x, o.u)};
       },
       [](ref o) -> gmp_outcome {
         return {gmp(mpz_gcd, o.x, o.y), gmp(mpz_lcm, o.x, o.u)};
       }},
      {"cofactors", divisor_bits,
       [](in o) -> own_outcome {
         const bezout found = gcd_ext(o.x, o.y);
         return {found.gcd, found.s * o.x + found.t * o.y};
       },
       [](ref o) -> gmp_outcome {
         return {gmp(mpz_gcd, o.x, o.y), gmp(mpz_gcd, o.x, o.y)};
       }},
      {"inverse", divisor_bits, [](in o) -> own_outcome { return {try_invert(o.x, o.y).value_or(-1)}; },
       [](ref o) -> gmp_outcome {
         integer inverse;
         if (mpz_invert(inverse.get(), o.x.get(), o.y.get()) == 0) inverse = -1;
         return {inverse};
       }},
      {"symbols", medium_bits,
       [](in o) -> own_outcome {
         return {jacobi(o.x, o.y), kronecker(o.z, o.u)};
       },
       [](ref o) -> gmp_outcome {
         return {mpz_jacobi(o.x.get(), o.y.get()), mpz_kronecker(o.z.get(), o.u.get())};
       }},
      {"power modulo an odd number", most_power_bits,
       [](in o) -> own_outcome { return {powm(o.x, o.u, o.y)}; },
       [](ref o) -> gmp_outcome { return {gmp_power(o.x, o.u, o.y)}; }},
      {"power modulo an even number", most_power_bits,
       [](in o) -> own_outcome { return {powm(o.x, o.u, o.y + 1)}; },
       [](ref o) -> gmp_outcome { return {gmp_power(o.x, o.u, o.y + 1)}; }},
      {"short power", unlimited, [](in o) -> own_outcome { return {powm(o.x, 13, o.y)}; },
       [](ref o) -> gmp_outcome { return {gmp_power(o.x, 13, o.y)}; }},
      {"modulus", unlimited,
       [](in o) -> own_outcome {
         const modulus by(o.y);
         return {by.reduce(o.z), by.multiply(o.x, o.u), by.power(o.x, 5)};
       },
       [](ref o) -> gmp_outcome {
         return {gmp(mpz_mod, o.z, o.y), gmp(mpz_mod, o.x * o.u, o.y), gmp_power(o.x, 5, o.y)};
       }},
      {"remainders of many", divisor_bits,
       [](in o) -> own_outcome {
         const std::vector<gpu_bigint> moduli{o.y, o.u, 77, o.y, o.u + 1};
         own_outcome result(mod_each(o.z, moduli));
         for (const std::uint64_t rest : mod_each(o.x, words)) result.numbers.emplace_back(rest);
         return result;
       },
       [](ref o) -> gmp_outcome {
         gmp_outcome result{};
         for (const integer& n : {o.y, o.u, integer(77), o.y, o.u + 1})
           result.numbers.push_back(gmp(mpz_mod, o.z, n));
         for (const std::uint64_t n : words) result.numbers.push_back(gmp(mpz_mod, o.x, of_word(n)));
         return result;
       }},
      {"Chinese remainders", medium_bits,
       [](in o) -> own_outcome {
         const std::vector<gpu_bigint> moduli{o.y, o.y + 1, o.y + 2};
         const gpu_bigint value = low_bits(o.z, o.z.bit_length() / 2);
         return {crt(mod_each(value, moduli), moduli)};
       },
       [](ref o) -> gmp_outcome { return {o.z.low_bits(o.z.bit_length() / 2)}; }},
      {"primality", prime_bits, [](in o) -> own_outcome { return {is_probable_prime(o.y) ? 1 : 0}; },
       [](ref o) -> gmp_outcome { return {mpz_probab_prime_p(o.y.get(), 25) != 0}; }},
      {"next prime", prime_bits,
       [](in o) -> own_outcome {
         return {next_prime(o.u), next_prime(prev_prime(next_prime(o.u)))};
       },
       [](ref o) -> gmp_outcome {
         return {gmp(mpz_nextprime, o.u), gmp(mpz_nextprime, o.u)};
       }},
      {"removed factor", medium_bits, [](in o) -> own_outcome { return {remove(o.x * o.y * o.y, o.y).rest}; },
       [](ref o) -> gmp_outcome { return {gmp(mpz_remove, o.x * o.y * o.y, o.y)}; }},
      {"product of many", unlimited,
       [](in o) -> own_outcome {
         return {product(std::vector<gpu_bigint>{o.x, o.y, o.u, o.x, o.y}), product(std::span(words))};
       },
       [](ref o) -> gmp_outcome {
         integer of_words = 1;
         for (const std::uint64_t word : words) of_words = of_words * of_word(word);
         return {o.x * o.y * o.u * o.x * o.y, of_words};
       }},
      {"factorials", divisor_bits,
       [](in o) -> own_outcome {
         const unsigned long n = index_of(o.u.bit_length()) / 8;
         return {factorial(n), double_factorial(n), multifactorial(n, 3), primorial(n)};
       },
       [](ref o) -> gmp_outcome {
         const unsigned long n = index_of(o.u.bit_length()) / 8;
         return {gmp(mpz_fac_ui, n), gmp(mpz_2fac_ui, n), gmp(mpz_mfac_uiui, n, 3ul),
                 gmp(mpz_primorial_ui, n)};
       }},
      {"binomials", divisor_bits,
       [](in o) -> own_outcome {
         const unsigned long n = index_of(o.u.bit_length());
         return {binomial(n, n / 3), binomial(o.x, 4)};
       },
       [](ref o) -> gmp_outcome {
         const unsigned long n = index_of(o.u.bit_length());
         return {gmp(mpz_bin_uiui, n, n / 3), gmp(mpz_bin_ui, o.x, 4ul)};
       }},
      {"Fibonacci numbers", unlimited,
       [](in o) -> own_outcome {
         const unsigned long n = index_of(o.u.bit_length()) + 1;
         const auto [two, before_two] = fibonacci_pair(n);
         const auto [other, before_other] = lucas_pair(n);
         return {fibonacci(n), two, before_two, lucas(n), other, before_other};
       },
       [](ref o) -> gmp_outcome {
         const unsigned long n = index_of(o.u.bit_length()) + 1;
         const auto [two, before_two] = gmp_pair(mpz_fib2_ui, n);
         const auto [other, before_other] = gmp_pair(mpz_lucnum2_ui, n);
         return {two, two, before_two, other, other, before_other};
       }},
      {"sum of a series", divisor_bits,
       [](in o) -> own_outcome {
         const fraction e = sum_of({{1}, {0, 1}, {1}}, 1, index_of(o.u.bit_length()) / 8 + 1);
         return {e.numerator, e.denominator};
       },
       [](ref o) -> gmp_outcome {
         integer numerator = 0, denominator = 1;
         for (std::uint64_t k = 1; k <= index_of(o.u.bit_length()) / 8 + 1; ++k) {
           numerator = numerator * integer(k) + 1;
           denominator = denominator * integer(k);
         }
         return {numerator, denominator};
       }},
      {"Lucas-Lehmer", divisor_bits,
       [](in o) -> own_outcome {
         lucas_lehmer test(prime_from(o.y.bit_length()));
         test.step(3);
         std::stringstream kept;
         kept.exceptions(std::ios::badbit);
         test.save(kept);
         lucas_lehmer again = lucas_lehmer::load(kept);
         again.step(4);
         return {test.residue(), again.residue()};
       },
       [](ref o) -> gmp_outcome {
         const integer m = (integer(1) << prime_from(o.y.bit_length())) - 1;
         gmp_outcome result{};
         integer s = 4;
         for (int i = 1; i <= 7; ++i) {
           s = gmp(mpz_mod, s * s - 2, m);
           if (i == 3 || i == 7) result.numbers.push_back(s);
         }
         return result;
       }},
      {"Mersenne primes", divisor_bits,
       [](in) -> own_outcome {
         return {is_mersenne_prime(127) ? 1 : 0, is_mersenne_prime(521) ? 1 : 0};
       },
       [](ref) -> gmp_outcome {
         return {1, 1};
       }},
  };
  return all;
}

}  // namespace gbi::test
