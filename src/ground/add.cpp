/// \file
/// Sums, differences and comparison of signed numbers.
#include <algorithm>
#include <span>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/exec/operation.hpp"
#include "src/ground/carry_chain.hpp"
#include "src/ground/host_words.hpp"
#include "src/ground/number.hpp"
#include "src/ground/relation.hpp"
#include "src/ground/sum.hpp"
#include "src/ground/word_check.hpp"
#include "src/words/limb_checks.hpp"
#include "src/words/linear.hpp"
#include "src/words/linear_checks.hpp"

namespace gbi {

namespace {

/// A device word with the order of |a| and |b| (compare_arguments). Does not wait.
exec::buffer<limb> compare_magnitudes(const detail::number& a, const detail::number& b) {
  auto order = exec::cleared<limb>(a.executor(), 1);
  a.executor().launch(kernels::compare_arguments{a.span(), b.span(), order.data()});
  return order;
}

/// Computes `sum` or `a` in blocks, so that sum = a + b, and checks each block. There are n limbs of `sum`
/// and `a`, and m <= n of b.
/// \param compute (begin, count, limbs of b, carry into the block)
/// \returns the carry out, which is the borrow of a difference
template <class Compute>
limb compute_checked_sum(const char* operation, const limb* sum, const limb* a, std::size_t n, const limb* b,
                         std::size_t m, Compute&& compute) {
  const auto carry_into = [=](std::size_t at) { return words::carry_of_sum(sum, a, at, b, m); };
  const auto part_of_b = [=](std::size_t begin, std::size_t count) {
    return std::span(b, m).subspan(std::min(begin, m), std::min(count, m - std::min(begin, m)));
  };
  ground::compute_checked_blocks(
      operation, n,
      [&](std::size_t begin, std::size_t count) {
        compute(begin, count, part_of_b(begin, count), carry_into(begin));
      },
      [&](std::size_t begin, std::size_t count) {
        const auto part = part_of_b(begin, count);
        return words::is_sum(sum + begin, a + begin, count, part.data(), part.size(), carry_into(begin));
      });
  return carry_into(n);
}

/// a + b or a - b of numbers in host words.
gpu_bigint sum_of_words(const ground::short_operands& x, bool subtract) {
  const bool turned = x.b.negative != subtract;
  const bool a_is_larger = words::compare(x.a.limbs, x.a.size, x.b.limbs, x.b.size) >= 0;
  const detail::short_view &larger = a_is_larger ? x.a : x.b, &smaller = a_is_larger ? x.b : x.a;
  const bool negative = a_is_larger ? x.a.negative : turned;
  const bool adds = x.a.negative == turned;
  const limb *const a = larger.limbs, *const b = smaller.limbs;
  const std::size_t n = larger.size, m = smaller.size;
  ground::word_result result(*x.home, adds ? n + 1 : n);
  limb* const out = result.data();
  using part = std::span<const limb>;
  if (!ground::is_checked(*x.home, n)) {
    if (adds)
      out[n] = words::add(out, a, n, b, m);
    else
      words::subtract(out, a, n, b, m);
  } else if (adds) {
    out[n] = compute_checked_sum("sum", out, a, n, b, m,
                                 [=](std::size_t begin, std::size_t count, part of_b, limb carry) {
                                   words::add(out + begin, a + begin, count, of_b.data(), of_b.size(), carry);
                                 });
  } else {
    const limb borrow = compute_checked_sum(
        "difference", a, out, n, b, m, [=](std::size_t begin, std::size_t count, part of_b, limb carry) {
          words::subtract(out + begin, a + begin, count, of_b.data(), of_b.size(), carry);
        });
    if (borrow != 0) ground::report_wrong("difference", n);  // the comparison was wrong
  }
  return result.value(negative);
}

}  // namespace

namespace ground {

namespace {

/// What the host knows about the signs of two summands.
struct known_signs {
  bool both, magnitudes_add;

  known_signs(const detail::number& x, const detail::number& y, bool subtract) {
    const auto sign_x = x.known_negative(), sign_y = y.known_negative();
    both = sign_x && sign_y;
    magnitudes_add = both && (*sign_x != *sign_y) == subtract;
  }
};

}  // namespace

detail::new_number room_for_sum(const detail::number& x, const detail::number& y, bool subtract,
                                std::size_t most_of_y) {
  const known_signs signs(x, y, subtract);
  auto result = detail::number::make(
      x.owner(), std::max({x.bound(), y.bound(), most_of_y}) + (signs.both && !signs.magnitudes_add ? 0 : 1),
      std::max(x.expected(), y.expected()));
  result->descend_from(x, y);
  // Many limbs can cancel only if the operands have nearly the same length.
  if (!signs.magnitudes_add &&
      std::min(x.expected(), y.expected()) + 1 >= std::max(x.expected(), y.expected()))
    result->expect_cancellation();
  return result;
}

void queue_sum(detail::number& result, const detail::number& x, const detail::number& y, bool subtract) {
  const bool magnitudes_add = known_signs(x, y, subtract).magnitudes_add;
  const std::uint32_t tiles = carry_chain::tiles_of(result.target().count);
  const std::uint32_t comparers = magnitudes_add ? 0 : kernels::comparers_of(tiles);
  const carry_chain chain(carry_chain::tile_count{tiles + comparers}, x.owner()->chains(), 1);
  const kernels::add_arguments sum{x.span(),
                                   y.span(),
                                   result.target(),
                                   {.subtract = subtract,
                                    .sign_a = x.sign_word(),
                                    .sign_b = y.sign_word(),
                                    .comparers = comparers,
                                    .sign_result = result.sign_word()},
                                   chain.first(tiles)};
  if (x.owner()->verifier().checks_all())
    run_self_checked(*x.owner(), [&](const kernels::verdict_report& report) {
      x.executor().launch(kernels::checked_add_arguments{sum, report});
    });
  else
    x.executor().launch(sum);
  if (magnitudes_add) result.know_negative(*x.known_negative());
}

}  // namespace ground

gpu_bigint gpu_bigint::sum_inside(const gpu_bigint& b, bool subtract) const noexcept {
  const bool negative = size_ < 0, turned = (b.size_ < 0) != subtract;
  const std::size_t n = word_count(), m = b.word_count();
  const limb *const x = words_.inside, *const y = b.words_.inside;
  gpu_bigint result;
  limb* const out = result.words_.inside;
  if (negative == turned) {
    const limb carry = n >= m ? words::add(out, x, n, y, m) : words::add(out, y, m, x, n);
    const std::size_t longer = std::max(n, m);
    if (longer < inline_limbs) {
      out[longer] = carry;
      result.set_inside(home_, longer + 1, negative);
    } else if (carry == 0) {
      result.set_inside(home_, longer, negative);
    }
  } else if (words::compare(x, n, y, m) >= 0) {
    words::subtract(out, x, n, y, m);
    result.set_inside(home_, n, negative);
  } else {
    words::subtract(out, y, m, x, n);
    result.set_inside(home_, m, turned);
  }
  return result;
}

gpu_bigint gpu_bigint::plus(const gpu_bigint& b, bool subtract) const {
  if (are_inside(b))
    if (gpu_bigint sum = sum_inside(b, subtract); sum.home_ != nullptr) return sum;
  if (b.home_ == nullptr) return *this;
  if (home_ == nullptr) return subtract ? -b : b;
  const char* const operation = subtract ? "difference" : "sum";
  const ground::short_operands words(*this, b, operation);
  if (words && words.longer() < words.limits().residence) return sum_of_words(words, subtract);

  const exec::operation scope(operation, *this, b);
  const detail::number& x = *number();
  const detail::number& y = *detail::number_of(b);
  if (y.span().count == 0) return *this;
  if (x.span().count == 0 && (!subtract || y.known_negative())) return subtract ? -b : b;
  auto result = ground::room_for_sum(x, y, subtract);
  ground::queue_sum(*result, x, y, subtract);
  return detail::value_of(std::move(result));
}

int gpu_bigint::compare(const gpu_bigint& b) const {
  if (size_ != elsewhere && b.size_ != elsewhere && home_ == b.home_) {
    // Signed sizes have the same order as the numbers.
    if (size_ != b.size_) return size_ < b.size_ ? -1 : 1;
    const int order = words::compare(short_words().limbs, detail::short_words(b).limbs, word_count());
    return size_ < 0 ? -order : order;
  }
  const detail::short_view x = short_words_or_wait(), y = detail::short_words_or_wait(b);
  if (home_ != b.home_ && home_ != nullptr && b.home_ != nullptr)
    ground::short_operands(*this, b, "comparison");
  if (x && y) {
    if (x.negative != y.negative) return x.negative ? -1 : 1;
    const int order = words::compare(x.limbs, x.size, y.limbs, y.size);
    return x.negative ? -order : order;
  }
  const int sign_a = sign(), sign_b = b.sign();
  if (sign_a != sign_b) return sign_a < sign_b ? -1 : 1;
  if (sign_a == 0) return 0;
  const auto order = compare_magnitudes(*number(), *detail::number_of(b));
  limb word = 0;
  number()->executor().download(&word, order.data(), sizeof word);
  if (word == 0) return 0;
  return (word % 2 == 1) == (sign_a > 0) ? 1 : -1;
}

}  // namespace gbi
