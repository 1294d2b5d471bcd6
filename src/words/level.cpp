#include "src/words/level.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "src/words/linear/random_limbs.hpp"
#include "src/words/products/product_rows.hpp"
#include "src/words/products/quadratic.hpp"
#include "src/words/text/decimal_blocks.hpp"

namespace gbi::words {

namespace {

template <row Kind>
limb row_plainly(limb* out, const limb* a, std::size_t n, limb b) noexcept {
  return plain_row<Kind>(out, a, n, b);
}

/// The lengths were measured.
constexpr routines generic_routines{.multiply_1 = row_plainly<row::set>,
                                    .add_product_1 = row_plainly<row::add>,
                                    .subtract_product_1 = row_plainly<row::subtract>,
                                    .multiply = plain::multiply,
                                    .square = plain::square,
                                    .append_blocks = plain::append_blocks,
                                    .random_limbs = plain::random_limbs,
                                    .long_product = 20,
                                    .long_square = 28,
                                    .long_division = 32,
                                    .long_exact_division = 192};
#if defined(__x86_64__)
constexpr routines adx_routines{.multiply_1 = adx::multiply_1,
                                .add_product_1 = adx::add_product_1,
                                .subtract_product_1 = adx::subtract_product_1,
                                .multiply = adx::multiply,
                                .square = adx::square,
                                .append_blocks = avx2::append_blocks,
                                .random_limbs = avx2::random_limbs,
                                .long_product = 18,
                                .long_square = 36,
                                .long_division = 32,
                                .long_exact_division = 192};
constexpr routines ifma_routines = [] {
  routines with_ifma = adx_routines;
  with_ifma.multiply = ifma::multiply;
  with_ifma.square = ifma::square;
  with_ifma.long_product = 272;
  with_ifma.long_square = 312;
  with_ifma.long_division = 16;
  with_ifma.long_exact_division = 64;
  return with_ifma;
}();
#endif

}  // namespace

// Valid before any constructor runs; a constructor then replaces it with the best routines.
constinit routines in_use = generic_routines;

namespace {
[[maybe_unused]] const bool chosen_when_starting = (use_level(processor_level()), true);
}

#if defined(__x86_64__)
namespace {

/// Not every compiler's __builtin_cpu_supports knows ADX.
bool has_adx() noexcept {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0 && (ebx & bit_ADX) != 0;
}

}  // namespace
#endif

level processor_level() noexcept {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("avx2") || !has_adx()) return level::generic;
  const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512ifma") && __builtin_cpu_supports("avx512vbmi");
  return wide ? level::ifma : level::adx;
#else
  return level::generic;
#endif
}

void use_level(level chosen) noexcept {
  in_use = generic_routines;
#if defined(__x86_64__)
  if (chosen == level::adx) in_use = adx_routines;
  if (chosen == level::ifma) in_use = ifma_routines;
#endif
}

}  // namespace gbi::words
