/// \file
/// A reciprocal in one block, one launch without workspace: in the first steps of Newton's iteration,
/// launches take longer than the arithmetic. src/arithmetic/reciprocal.cpp explains the steps and proves
/// them; the names here are the same.
///
/// One thread finds the first four limbs by division; a shorter reciprocal uses fewer of them. Each following
/// step takes two products in shared memory (block_columns.hpp) and two carry chains (lookahead.hpp). Columns
/// far below the required limbs are omitted: with one or two limbs kept below limb s, the omitted columns are
/// worth less than 2^-12 units of limb s (first_limb_of_sum).
///
/// Precisions are computed backwards from the last one, P: p = floor(p' / 2) + 1, which gives floor((P - 2) /
/// 2^j) + 2.
///
/// Cost: 3/2 p^2 products of limbs for a step to 2 p limbs, 1/2 P^2 for all steps, on one multiprocessor, and
/// a few barriers per step. Reads 8 bytes for each of the divisor's P + 1 leading limbs and writes 8 per limb
/// of the reciprocal.
#pragma once

#include "kernels/convolution/block_columns.hpp"
#include "kernels/division/arguments.hpp"
#include "kernels/model/kernel.hpp"
#include "kernels/model/read_only.hpp"
#include "kernels/normalize/lookahead.hpp"
#include "kernels/word/quotient_digit.hpp"
#include "kernels/word/upper_columns.hpp"

namespace gbi::kernels {

/// \tparam Rows limbs of a sum per thread.
template <int Threads, int Rows>
struct reciprocal_kernel : kernel<reciprocal_arguments, Threads, 1024 / Threads> {
  /// The limbs of the longest reciprocal after the point. A sum has one more limb above and two below.
  static constexpr int limbs = Threads * Rows - 3;
  static_assert(limbs <= block_reciprocal_limbs);

  using columns_of_block = block_columns<Threads, 4>;
  static constexpr int chunks = limbs / chunk_limbs + 1;
  static constexpr int zeros_below_x = columns_of_block::zeros_below_b;
  static constexpr int columns = chunks / 2 + 4;  ///< columns needed of each product

  struct shared_memory {
    digit_chunk v[chunks + columns_of_block::zeros_above_a];  ///< leading limbs of the divisor
    digit_chunk x[zeros_below_x + chunks + columns_of_block::zeros_above_b];
    digit_chunk e[columns + columns_of_block::zeros_above_a];
    limb words[chunk_limbs * columns];  ///< of the product's columns
    limb addends[columns + 1];
    lookahead_memory lookahead;
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const reciprocal_arguments& args) {
    const int last = static_cast<int>(args.out.count) - 1;
    begin(block, shared, args, chunks_of(args.out.count));
    int p = first_limbs, halvings = 0;
    while (precision(last, halvings) > first_limbs) ++halvings;
    while (halvings > 0) {
      const int next = precision(last, --halvings);
      refine(block, shared, chunks_of(args.out.count), p, next);
      p = next;
    }
    limb* out = args.out.limbs + block.batch() * args.out.stride;
    block.phase([&](int thread) {
      for (int j = thread; j <= last; j += Threads) out[j] = x_limb(shared, p - last + j);
    });
  }

 private:
  static constexpr int first_limbs = 4;

  GBI_DEVICE static int precision(int last, int halvings) { return ((last - 2) >> halvings) + 2; }

  GBI_DEVICE static limb& x_limb(shared_memory& shared, int i) {
    return shared.x[zeros_below_x + i / chunk_limbs].part[i % chunk_limbs];
  }

  /// Stages whole chunks with the leading limbs of the divisor in shared memory, along with the first limbs
  /// of the reciprocal and zeros around them.
  template <class Block>
  GBI_DEVICE static void begin(Block& block, shared_memory& shared, const reciprocal_arguments& args,
                               int chunks_v) {
    const limb* divisor = args.divisors.limbs + block.batch() * args.divisors.stride;
    const std::uint64_t count = args.divisors.count;
    const auto leading = [&](int i, int limbs_of_v) -> limb {
      // A place before the divisor wraps around to a huge index.
      const std::uint64_t at = count - static_cast<std::uint64_t>(limbs_of_v - i);
      return at < count ? read_only(divisor + at) : 0;
    };
    block.phase([&](int thread) {
      for (int i = thread; i < chunk_limbs * (chunks_v + columns_of_block::zeros_above_a); i += Threads)
        shared.v[i / chunk_limbs].part[i % chunk_limbs] =
            i < chunk_limbs * chunks_v ? leading(i, chunk_limbs * chunks_v) : 0;
      constexpr int first_x = chunk_limbs * zeros_below_x, behind_x = first_x + first_limbs + 1;
      for (int i = thread; i < first_x + chunk_limbs * (chunks_v + columns_of_block::zeros_above_b);
           i += Threads)
        if (i < first_x || i >= behind_x) shared.x[i / chunk_limbs].part[i % chunk_limbs] = 0;
      for (int i = thread; i < columns + columns_of_block::zeros_above_a; i += Threads)
        shared.e[i] = {{0, 0}};
      if (thread != 0) return;
      limb v[first_limbs + 1], x[first_limbs + 1];
      unroll<first_limbs + 1>([&](auto i) { v[i] = leading(i, first_limbs + 1); });
      divide(x, v);
      unroll<first_limbs + 1>([&](auto i) { x_limb(shared, i) = x[i]; });
    });
  }

  /// x = floor((2^(64 p) - 1) 2^(64 (p + 1)) / v) for p + 1 limbs of v.
  GBI_DEVICE static void divide(limb (&x)[first_limbs + 1], const limb (&v)[first_limbs + 1]) {
    const limb top = v[first_limbs];
    const normalized_divisor by = divisor_of(top);
    limb partial[first_limbs + 2] = {0};  // the dividend from the top; all its other limbs are zero
    unroll<first_limbs>([&](auto i) { partial[i + 1] = ~limb{0}; });
    unroll<first_limbs + 1>([&](auto i) {
      const limb digit = i == 0 ? 1
                                : quotient_digit(partial[first_limbs + 1], partial[first_limbs],
                                                 partial[first_limbs - 1], by, v[first_limbs - 1]);
      x[first_limbs - i] = without_multiple(partial, v, digit);
      for (int j = first_limbs + 1; j > 0; --j) partial[j] = partial[j - 1];
      partial[0] = 0;
    });
  }

  /// Subtracts digit * v, or (digit - 1) v if digit * v is too large. The topmost limb would become 0 and is
  /// left as it is. \returns the factor used.
  GBI_DEVICE static limb without_multiple(limb (&partial)[first_limbs + 2], const limb (&v)[first_limbs + 1],
                                          limb digit) {
    limb carry = 0;
    unroll<first_limbs + 1>([&](auto i) {
      const wide_limb product = wide_product(digit, v[i]) + carry;
      carry = high_limb(product) + (partial[i] < low_limb(product));
      partial[i] -= low_limb(product);
    });
    if (partial[first_limbs + 1] >= carry) return digit;
    bool more = false;
    unroll<first_limbs + 1>([&](auto i) { partial[i] = add_carry(partial[i], v[i], more); });
    return digit - 1;
  }

  /// One step from p to `next` limbs.
  template <class Block>
  GBI_DEVICE static void refine(Block& block, shared_memory& shared, int chunks_v, int p, int next) {
    using operand = typename columns_of_block::operand;
    const int chunks_w = chunks_of(static_cast<std::uint64_t>(next) + 1);
    const int size_e = next + 2 - p;
    const operand v{shared.v + (chunks_v - chunks_w), chunks_w};
    const operand x{shared.x + zeros_below_x, chunks_of(static_cast<std::uint64_t>(p) + 1)};
    const operand e{shared.e, chunks_of(static_cast<std::uint64_t>(size_e))};

    // e = -(v' X / 2^(64 s)) - 16: the complement of a sum with 15. If next + 1 is odd, the whole chunks of v
    // hold one limb more.
    const int s = p + chunk_limbs * chunks_w - (next + 1);
    sum_from(
        block, shared, v, x, s, size_e, chunks_w + 1, [=](int i) -> limb { return i == s ? 15 : 0; },
        [&](int j, limb sum) { shared.e[j / chunk_limbs].part[j % chunk_limbs] = ~sum; });
    // X' = X 2^(64 (next - p)) + e X / 2^(64 (p + 1)).
    sum_from(
        block, shared, e, x, p + 1, next + 1, e.count + x.count,
        [&](int i) -> limb { return i > next && i <= next + 1 + p ? x_limb(shared, i - (next + 1)) : 0; },
        [&](int j, limb sum) { x_limb(shared, j) = sum; });
  }

  /// Calls store(j, limb begin + j of a b + c) for j < count. c(i) is limb i of c, which store may overwrite.
  /// \param end end the first chunk column of the product that is zero or not needed
  template <class Block, class Addend, class Store>
  GBI_DEVICE static void sum_from(Block& block, shared_memory& shared, typename columns_of_block::operand a,
                                  typename columns_of_block::operand b, int begin, int count, int end,
                                  Addend&& c, Store&& store) {
    const int first = static_cast<int>(first_limb_of_sum(static_cast<std::uint64_t>(begin))) / chunk_limbs;
    const int below = begin - chunk_limbs * first;
    columns_of_block::run(block, a, b, {shared.words, shared.addends, first, end},
                          [&](int column) -> digit_chunk {
                            return {{c(chunk_limbs * column), c(chunk_limbs * column + 1)}};
                          });
    const int in_columns = chunk_limbs * (end - first);
    const auto pair_of = [&](int i) -> limb_pair {
      const limb addend = i <= in_columns && i % chunk_limbs == 0 ? shared.addends[i / chunk_limbs] : 0;
      return {i < in_columns ? shared.words[i] : c(chunk_limbs * first + i), addend};
    };
    add_whole<Rows>(block, shared.lookahead, pair_of, [&](int i, limb sum) {
      if (i >= below && i < below + count) store(i - below, sum);
    });
  }
};

}  // namespace gbi::kernels
