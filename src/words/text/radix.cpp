#include "src/words/text/radix.hpp"

#include <algorithm>

#include "src/words/division/divide.hpp"
#include "src/words/products/multiply.hpp"

namespace gbi::words {

namespace {

/// Up to this many words, one quadratic conversion is faster than two of half the size and a division or a
/// product. Measured on a Xeon with AVX-512; the exact value matters little (up to a quarter).
constexpr std::size_t longest_quadratic_to_words = 40;
constexpr std::size_t longest_quadratic_from_words = 160;

/// Passes over a number that run at once. A pass is one chain of dependent instructions. The next pass
/// follows one limb behind, because it needs only the previous limb.
constexpr int passes = 4;

/// `Passes` divisions by the radix, in place. The remainders are words, the least significant first.
template <int Passes, bool Shifted>
void divide_out(limb* words, limb* a, std::size_t n, const radix& r) noexcept {
  const kernels::normalized_divisor by = r.by;
  const int shift = Shifted ? r.shift : 0;
  limb remainders[Passes] = {};  // the remainders times 2^shift
  for (std::size_t i = n; i-- > 0;) {
    limb x = a[i];
    for (limb& remainder : remainders) {
      if constexpr (Shifted) remainder |= x >> (limb_bits - shift);
      x = kernels::divide_2_by_1(remainder, Shifted ? x << shift : x, by);
    }
    a[i] = x;
  }
  for (int i = 0; i < Passes; ++i) words[i] = remainders[i] >> shift;
}

template <bool Shifted>
void to_words_quadratic(limb* words, std::size_t count, limb* a, std::size_t n, const radix& r) noexcept {
  limb* const end = words + count;
  for (n = significant(a, n); n >= passes; n = significant(a, n)) {
    divide_out<passes, Shifted>(words, a, n, r);
    words += passes;
  }
  for (; n > 1; n = significant(a, n)) divide_out<1, Shifted>(words++, a, n, r);
  if (n == 1) {
    limb remainder = a[0];
    for (; remainder >= r.power; remainder /= r.power) *words++ = remainder % r.power;
    *words++ = remainder;
  }
  std::fill(words, end, 0);
}

/// out = out * radix^Passes + words: Horner's rule. `out` grows by Passes limbs.
template <int Passes>
void multiply_in(limb* out, std::size_t n, const limb* words, const radix& r) noexcept {
  limb carries[Passes];
  for (int i = 0; i < Passes; ++i) carries[i] = words[Passes - 1 - i];
  const auto next = [&](limb x) {
    for (limb& carry : carries) {
      const wide_limb product = wide_product(x, r.power) + carry;
      x = low_limb(product);
      carry = high_limb(product);
    }
    return x;
  };
  for (std::size_t i = 0; i < n; ++i) out[i] = next(out[i]);
  for (std::size_t i = n; i < n + Passes; ++i) out[i] = next(0);
}

std::size_t from_words_quadratic(limb* out, const limb* words, std::size_t count, const radix& r) noexcept {
  std::size_t n = 0;
  for (; count % passes != 0; --count) {
    multiply_in<1>(out, n, words + count - 1, r);
    n = significant(out, n + 1);
  }
  for (; count > 0; count -= passes) {
    multiply_in<passes>(out, n, words + count - passes, r);
    n = significant(out, n + passes);
  }
  return n;
}

/// radix^words = limbs 2^(64 zeros).
struct radix_power {
  const limb* limbs;
  std::size_t size, zeros;
  std::size_t words;
};

/// How a number is split: level i cuts off count / 2^i words, rounded down, so the length of every part is
/// known in advance. The upper part is as long as the lower one, or at most `level` words longer.
constexpr int levels_of(std::size_t count, std::size_t longest_quadratic) noexcept {
  int levels = 0;
  while (count >> levels > longest_quadratic) ++levels;
  return levels;
}
/// An upper bound on the words of a part after `level` cuts.
constexpr std::size_t part_of(std::size_t count, int level) noexcept {
  return (count >> level) + static_cast<std::size_t>(level);
}

/// The powers of the radix for all levels, in memory of `count` limbs.
class word_powers {
 public:
  word_powers(std::size_t count, int levels, const radix& r, limb* memory, limb* scratch) noexcept {
    radix_power last{memory, 1, 0, 1};
    *memory++ = r.power;
    for (int level = limb_bits - 1 - std::countl_zero(count); --level > 0;) {
      // The exponents are the leading bits of the count: 2 e, or 2 e + 1.
      square(memory, last.limbs, last.size, scratch);
      radix_power next{memory, 2 * last.size, 2 * last.zeros, count >> level};
      if (next.words % 2 != 0) {
        const limb top = multiply_1(memory, memory, next.size, r.power);
        memory[next.size] = top;
        ++next.size;
      }
      next.size = significant(next.limbs, next.size);
      memory += next.size;
      for (; next.limbs[0] == 0; ++next.limbs, --next.size) ++next.zeros;
      if (level <= levels) powers_[level - 1] = next;
      last = next;
    }
  }

  /// The power for the cut of a level, from 1 on.
  const radix_power& operator[](int level) const noexcept { return powers_[level - 1]; }

 private:
  std::array<radix_power, limb_bits> powers_;
};

std::size_t powers_scratch(std::size_t count) noexcept {
  return square_scratch(count / 4 + 1);
}

/// Splits numbers into words.
struct splitter {
  const radix& r;
  const word_powers& powers;
  int levels;

  /// Overwrites the number.
  void run(limb* words, std::size_t count, limb* a, std::size_t n, int level, limb* scratch) const noexcept {
    n = significant(a, n);
    if (level == levels) {
      r.shift != 0 ? to_words_quadratic<true>(words, count, a, n, r)
                   : to_words_quadratic<false>(words, count, a, n, r);
      return;
    }
    const radix_power& power = powers[level + 1];
    if (n < power.zeros + power.size) {
      std::fill(words + power.words, words + count, 0);
      run(words, power.words, a, n, level + 1, scratch);
      return;
    }
    const std::size_t quotient_size = n - power.zeros - power.size + 1;
    limb* const remainder = scratch;
    limb* const quotient = remainder + power.zeros + power.size;
    scratch = quotient + quotient_size;
    std::copy_n(a, power.zeros, remainder);
    divide(quotient, remainder + power.zeros, a + power.zeros, n - power.zeros, power.limbs, power.size,
           scratch);
    run(words, power.words, remainder, power.zeros + power.size, level + 1, scratch);
    run(words + power.words, count - power.words, quotient, quotient_size, level + 1, scratch);
  }
};

/// Joins words into numbers.
struct joiner {
  const radix& r;
  const word_powers& powers;
  int levels;

  /// `out` has `count` limbs. \returns the significant ones.
  std::size_t run(limb* out, const limb* words, std::size_t count, int level, limb* scratch) const noexcept {
    if (level == levels) return from_words_quadratic(out, words, count, r);
    const radix_power& power = powers[level + 1];
    limb* const part = scratch;
    scratch += count - power.words;
    const std::size_t high = run(part, words + power.words, count - power.words, level + 1, scratch);
    if (high == 0) return run(out, words, power.words, level + 1, scratch);
    std::fill_n(out, power.zeros, 0);
    limb* const product = out + power.zeros;
    high >= power.size ? multiply(product, part, high, power.limbs, power.size, scratch)
                       : multiply(product, power.limbs, power.size, part, high, scratch);
    const std::size_t n = power.zeros + power.size + high;
    const std::size_t low = run(part, words, power.words, level + 1, scratch);
    add(out, out, n, part, low);
    return significant(out, n);
  }
};

}  // namespace

std::size_t words_of_limbs(std::size_t n, const radix& r) noexcept {
  const std::size_t digits = high_limb(wide_product(n * limb_bits, r.digits_per_bit)) + 1;
  return (digits + static_cast<std::size_t>(r.digits) - 1) / static_cast<std::size_t>(r.digits);
}

// The sizes of divisors and factors are known only after the powers are computed. These are upper bounds, and
// smaller operands never take more scratch memory.
std::size_t to_words_scratch(std::size_t count) noexcept {
  const int levels = levels_of(count, longest_quadratic_to_words);
  if (levels == 0) return 0;
  std::size_t parts = 0, division = powers_scratch(count);
  for (int level = 0; level < levels; ++level) {
    const std::size_t half = part_of(count, level + 1) + 2;
    parts += part_of(count, level) + 2;
    division = std::max(division, divide_scratch(2 * half, half));
  }
  return count + parts + division;
}

void to_words(limb* words, std::size_t count, limb* a, std::size_t n, const radix& r,
              limb* scratch) noexcept {
  const int levels = levels_of(count, longest_quadratic_to_words);
  if (levels == 0) {
    r.shift != 0 ? to_words_quadratic<true>(words, count, a, n, r)
                 : to_words_quadratic<false>(words, count, a, n, r);
    return;
  }
  const word_powers powers(count, levels, r, scratch, scratch + count);
  splitter{r, powers, levels}.run(words, count, a, n, 0, scratch + count);
}

std::size_t from_words_scratch(std::size_t count) noexcept {
  const int levels = levels_of(count, longest_quadratic_from_words);
  if (levels == 0) return 0;
  std::size_t parts = 0, product = powers_scratch(count);
  for (int level = 0; level < levels; ++level) {
    const std::size_t half = part_of(count, level + 1) + 1;
    parts += half;
    // Factors of different lengths take more than factors of equal length.
    product = std::max({product, multiply_scratch(half, half), multiply_scratch(half + 1, half)});
  }
  return count + parts + product;
}

std::size_t from_words(limb* out, const limb* words, std::size_t count, const radix& r,
                       limb* scratch) noexcept {
  const int levels = levels_of(count, longest_quadratic_from_words);
  if (levels == 0) return from_words_quadratic(out, words, count, r);
  const word_powers powers(count, levels, r, scratch, scratch + count);
  return joiner{r, powers, levels}.run(out, words, count, 0, scratch + count);
}

}  // namespace gbi::words
