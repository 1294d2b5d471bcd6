/// \file
/// Batches and the building blocks as computations to torture.
#include <cmath>
#include <complex>
#include <numeric>

#include "gpu_bigint/batch_mask.hpp"
#include "gpu_bigint/bigint_batch.hpp"
#include "gpu_bigint/fft.hpp"
#include "gpu_bigint/normalize.hpp"
#include "gpu_bigint/scan.hpp"
#include "gpu_bigint/view.hpp"
#include "tests/parity/gmp_rows.hpp"
#include "tests/torture/operations.hpp"

namespace gbi::test {

namespace {

using in = const own_operands&;
using ref = const gmp_operands&;
constexpr std::uint64_t any_batch = 30000, quadratic_bits = 20000, power_bits = 2000;

std::size_t width(in o) {
  return (o.u.bit_length() + 63) / 64 * 64;
}
std::size_t width(ref o) {
  return (o.u.bit_length() + 63) / 64 * 64;
}
/// Three elements each.
bigint_batch first(in o) {
  return bigint_batch::from_numbers(std::vector<gpu_bigint>{o.u, o.y, o.u}, width(o));
}
bigint_batch second(in o) {
  return bigint_batch::from_numbers(std::vector<gpu_bigint>{o.y, o.u, o.u}, width(o));
}
bigint_batch moduli(in o) {
  return bigint_batch::filled(3, o.y, width(o));
}

own_outcome elements(std::initializer_list<bigint_batch> batches) {
  own_outcome result{};
  for (const bigint_batch& batch : batches)
    for (std::size_t i = 0; i < batch.size(); ++i) result.numbers.push_back(batch[i]);
  return result;
}

/// Applies a function to each pair of elements of first() and second().
template <class... Function>
gmp_outcome each(ref o, Function&&... of) {
  gmp_outcome result{};
  const auto apply = [&](const auto& function) {
    for (const auto& [a, b] : {std::pair(&o.u, &o.y), {&o.y, &o.u}, {&o.u, &o.u}})
      result.numbers.push_back(function(*a, *b));
  };
  (apply(of), ...);
  return result;
}
integer inverse_or_zero(const integer& a, const integer& n) {
  integer inverse;
  return mpz_invert(inverse.get(), a.get(), n.get()) != 0 ? inverse : integer(0);
}

}  // namespace

const std::vector<tortured>& tortured_batches() {
  static const std::vector<tortured> all{
      {"sums of batches", any_batch,
       [](in o) {
         const bigint_batch a = first(o), b = second(o);
         return elements({a + b, a - b, a << 5, b >> 70, a.resized(width(o) + 640)});
       },
       [](ref o) {
         const std::size_t bits = width(o);
         return each(
             o, [=](const integer& a, const integer& b) { return (a + b).low_bits(bits); },
             [=](const integer& a, const integer& b) { return (a - b).low_bits(bits); },
             [=](const integer& a, const integer&) { return (a << 5).low_bits(bits); },
             [](const integer&, const integer& b) { return b >> 70; },
             [](const integer& a, const integer&) { return a; });
       }},
      {"products of batches", any_batch,
       [](in o) {
         const bigint_batch a = first(o), b = second(o);
         return elements({a * b, mul_full(a, b), mul_low(a, b), mul_high(a, b), square(a)});
       },
       [](ref o) {
         const std::size_t bits = width(o);
         return each(
             o, [=](const integer& a, const integer& b) { return (a * b).low_bits(bits); },
             [](const integer& a, const integer& b) { return a * b; },
             [=](const integer& a, const integer& b) { return (a * b).low_bits(bits); },
             [=](const integer& a, const integer& b) { return (a * b) >> bits; },
             [](const integer& a, const integer&) { return a * a; });
       }},
      {"products of batches by transforms", any_batch,
       [](in o) { return elements({mul_full(first(o), second(o), algorithm::fft)}); },
       [](ref o) { return each(o, [](const integer& a, const integer& b) { return a * b; }); }},
      {"quotients of batches", quadratic_bits,
       [](in o) {
         const batch_quotient both = div_rem(first(o), second(o));
         return elements({both.quotient, both.remainder});
       },
       [](ref o) {
         return each(
             o, [](const integer& a, const integer& b) { return a / b; },
             [](const integer& a, const integer& b) { return a % b; });
       }},
      {"common divisors of batches", power_bits, [](in o) { return elements({gcd(first(o), second(o))}); },
       [](ref o) { return each(o, [](const integer& a, const integer& b) { return gmp(mpz_gcd, a, b); }); }},
      {"gcds with others", power_bits, [](in o) { return elements({gcd_with_others(moduli(o))}); },
       [](ref o) {
         return gmp_outcome{o.y, o.y, o.y};
       }},
      {"inverses of batches", power_bits,
       [](in o) {
         own_outcome result{};
         const bigint_batch inverses = invert(first(o), moduli(o));
         const std::vector<std::size_t> missing = inverses.undefined();
         for (std::size_t i = 0; i < inverses.size(); ++i)
           result.numbers.push_back(
               std::find(missing.begin(), missing.end(), i) != missing.end() ? gpu_bigint(0) : inverses[i]);
         return result;
       },
       [](ref o) {
         return each(o, [&](const integer& a, const integer&) { return inverse_or_zero(a, o.y); });
       }},
      {"products modulo a batch", power_bits,
       [](in o) {
         const odd_moduli n(moduli(o)), one(o.y);
         return elements({mul_mod(first(o), second(o), n), mul_mod(second(o), second(o), one)});
       },
       [](ref o) {
         return each(
             o, [&](const integer& a, const integer& b) { return gmp(mpz_mod, a * b, o.y); },
             [&](const integer&, const integer& b) { return gmp(mpz_mod, b * b, o.y); });
       }},
      {"powers of batches", power_bits,
       [](in o) {
         return elements({pow_mod(first(o), second(o), moduli(o)), pow_mod(first(o), 65537, o.y)});
       },
       [](ref o) {
         return each(
             o, [&](const integer& a, const integer& b) { return gmp(mpz_powm, a, b, o.y); },
             [&](const integer& a, const integer&) { return gmp(mpz_powm, a, integer(65537), o.y); });
       }},
      {"masks", any_batch,
       [](in o) {
         const bigint_batch a = first(o), b = second(o);
         const batch_mask less = a < b, same = a == b;
         own_outcome result = elements({select(less, a, b), select(~(less | same), a, b)});
         for (const signed char sign : compare(a, b)) result.text += static_cast<char>('1' + sign);
         for (const bool bit : (less ^ batch_mask({true, false, true})).to_vector())
           result.text += bit ? '1' : '0';
         return result;
       },
       [](ref o) {
         gmp_outcome result = each(
             o, [](const integer& a, const integer& b) { return a < b ? a : b; },
             [](const integer& a, const integer& b) { return a < b ? b : a; });
         const int sign = o.u < o.y ? -1 : o.u == o.y ? 0 : 1;
         for (const int each_sign : {sign, -sign, 0}) result.text += static_cast<char>('1' + each_sign);
         result.text += (sign < 0) != true ? '1' : '0';
         result.text += sign > 0 ? '1' : '0';
         result.text += '1';
         return result;
       }},
      {"batches of limbs", any_batch,
       [](in o) {
         const bigint_batch a = first(o);
         const batch_view view(a);
         const bigint_batch same = bigint_batch::from_limbs(a.to_limbs(), 3, width(o));
         return elements({same, import_batch(view.context(), view.data(), 3, width(o),
                                             {.element_stride = view.element_stride(),
                                              .limb_stride = view.limb_stride()})});
       },
       [](ref o) {
         const auto own = [](const integer& a, const integer&) { return a; };
         return each(o, own, own);
       }},
      {"scans", any_batch,
       [](in o) -> own_outcome {
         std::vector<std::uint64_t> ones(o.u.bit_length() + 1, 3);
         const auto sums = scan(ones), back = powers(std::uint64_t{3}, 40);
         return {sums.back(), back.back()};
       },
       [](ref o) -> gmp_outcome {
         return {static_cast<long>(3 * (o.u.bit_length() + 1)), integer("12157665459056928801", 10)};
       }},
      {"transforms", any_batch,
       [](in o) -> own_outcome {
         std::vector<std::complex<double>> values(fft_length(o.u.bit_length() / 16 + 1));
         for (std::size_t i = 0; i < values.size(); ++i) values[i] = {static_cast<double>(i % 7), 1};
         const context here = o.u.context();
         const auto back = inverse_fft(here, fft(here, values));
         double largest = 0;
         for (std::size_t i = 0; i < values.size(); ++i) {
           const std::complex<double> wrong = back[i] / static_cast<double>(values.size()) - values[i];
           largest = std::max({largest, std::abs(wrong.real()), std::abs(wrong.imag())});
         }
         return {largest < 1e-9 ? 1 : 0};
       },
       [](ref) -> gmp_outcome { return {1}; }},
      {"normalisation", any_batch,
       [](in o) -> own_outcome {
         const std::vector<std::int64_t> coefficients(o.u.bit_length() / 16 + 1, -1);
         return {gpu_bigint::from_limbs(normalize(coefficients, 16, coefficients.size() / 4 + 2))};
       },
       [](ref o) -> gmp_outcome {
         const std::size_t count = o.u.bit_length() / 16 + 1;
         integer sum;
         for (std::size_t i = 0; i < count; ++i) mpz_setbit(sum.get(), 16 * i);
         return {(-sum).low_bits(64 * (count / 4 + 2))};
       }},
  };
  return all;
}

}  // namespace gbi::test
