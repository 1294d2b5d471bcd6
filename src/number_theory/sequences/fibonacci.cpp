/// \file
/// Fibonacci and Lucas numbers by doubling.
///
///     F(2k + 1) = 4 F(k)^2 - F(k - 1)^2 + 2 (-1)^k
///     F(2k - 1) = F(k)^2 + F(k - 1)^2
///     F(2k) = F(2k + 1) - F(2k - 1)
///
/// These take two squares, which form one batch. If only one number is wanted, the last step is a single
/// product: F(2k) = F(k) L(k), F(2k + 1) = F(k + 1) L(k) - (-1)^k, L(2k) = L(k)^2 - 2 (-1)^k,
/// L(2k + 1) = L(k + 1) L(k) - (-1)^k. The calling thread computes short numbers, and the first steps to long
/// ones, in host words.
#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "gpu_bigint/sequences.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/multiply/last_product.hpp"
#include "src/multiply/product.hpp"
#include "src/number/host_words.hpp"
#include "src/number/number.hpp"
#include "src/number/sum.hpp"
#include "src/process/concat.hpp"
#include "src/words/number_theory/fibonacci.hpp"

namespace gbi {

using numbers::nonnegative;

namespace {

/// Refuses n if the last product is too long or has no room. That product is the longest; its factors have
/// half the index. A pair takes two squares at once, and three numbers computed from them.
/// \throws std::length_error
/// \throws out_of_memory
void require_feasible(std::uint64_t n, const char* function, bool square, bool is_pair = false) {
  const std::uint64_t limbs = words::fibonacci_limbs(n / 2 + 1);
  if (limbs < products::shortest_asked) return;
  const std::shared_ptr<detail::engine> engine = detail::engine_of(context::current());
  products::require_room(*engine,
                         {.a = limbs, .b = limbs, .square = square, .others = is_pair ? 8 * limbs : 0},
                         concat(function, " of ", n));
}

/// Whether the calling thread computes F(n) and L(n) in host words.
bool fits_words(const plan::word_limits& limits, std::uint64_t n) {
  return words::fibonacci_limbs(n) + 2 <= limits.operands &&
         words::fibonacci_limbs(n / 2 + 1) + 1 <= limits.product;
}

/// A number that a routine on words computes.
gpu_bigint in_words(detail::context_core& core, std::uint64_t n,
                    std::size_t (&compute)(limb* out, std::uint64_t n, limb* scratch) noexcept) {
  numbers::word_result result(core, words::fibonacci_limbs(n) + 2);
  const numbers::word_memory scratch(words::fibonacci_scratch(n));
  return result.value(compute(result.data(), n, scratch.data()), false);
}

/// F(k) and F(k - 1) in device memory, where k grows as it takes the bits of n from the highest down. The
/// first k is the longest part of n for which both are short enough for host words.
class doubling {
 public:
  explicit doubling(std::uint64_t n) : engine_(detail::engine_of(context::current())), two_(executor(), two) {
    int shift = 0;
    for (const plan::word_limits& limits = engine_->core().limits();
         n >> shift > shortest_doubled && !fits_words(limits, n >> shift);)
      ++shift;
    k_ = n >> shift;
    limbs_ = words::fibonacci_limbs(k_);
    const std::size_t room = limbs_ + 2;
    const numbers::word_memory memory(2 * room + words::fibonacci_scratch(k_));
    limb *const current = memory.data(), *const previous = current + room;
    const std::size_t found = words::fibonacci_pair(current, previous, k_, previous + room);
    std::fill(current + found, current + limbs_, limb{0});
    std::fill(std::copy_n(previous, found, current + limbs_), current + 2 * limbs_, limb{0});
    memory_ = exec::buffer<limb>(executor(), std::span<const limb>(current, 2 * limbs_));
    pair_ = memory_.data();
    while (shift > 0) step((n >> --shift) % 2 == 1);
  }

  gpu_bigint current() const { return number_at(pair_); }
  gpu_bigint previous() const { return number_at(pair_ + limbs_); }

 private:
  static constexpr std::array<limb, 1> two{2};
  static constexpr std::uint64_t shortest_doubled = 92;

  exec::executor& executor() const { return engine_->executor(); }

  /// Steps to 2k, or to 2k + 1 if `odd`. Sums and differences are modulo 2^(64 limbs); the results are below
  /// that.
  void step(bool odd) {
    const std::uint64_t limbs = words::fibonacci_limbs(2 * k_ + 1);
    const exec::buffer<limb> squares(executor(), 2 * limbs);
    exec::buffer<limb> next(executor(), 3 * limbs);  // F(2k + 1), F(2k), F(2k - 1)
    limb* const above = next.data();
    limb* const middle = above + limbs;
    limb* const below = middle + limbs;
    const kernels::limb_span pair{pair_, limbs_, limbs_};
    products::run(*engine_, {.a = pair, .b = pair, .out = {squares.data(), limbs, limbs}, .batch = 2});
    const kernels::limb_span square{squares.data(), limbs, 0},
        square_before{squares.data() + limbs, limbs, 0};

    executor().launch(kernels::shift_arguments{square, {above, limbs, 0}, -2});
    combine({above, limbs, 0}, square_before, middle, true);
    combine({middle, limbs, 0}, {two_.data(), 1, 0}, above, k_ % 2 == 1);
    combine(square, square_before, below, false);
    combine({above, limbs, 0}, {below, limbs, 0}, middle, true);

    memory_ = std::move(next);
    pair_ = odd ? above : middle;
    limbs_ = limbs;
    k_ = 2 * k_ + (odd ? 1 : 0);
  }

  /// out = a + b, or a - b.
  void combine(const kernels::limb_span& a, const kernels::limb_span& b, limb* out, bool subtract) {
    numbers::queue_sum(*engine_, a, b, {out, a.count, 0}, {.subtract = subtract});
  }

  gpu_bigint number_at(const limb* limbs) const { return detail::copied_value(engine_, limbs, limbs_); }

  std::shared_ptr<detail::engine> engine_;
  exec::buffer<limb> two_;
  exec::buffer<limb> memory_;
  const limb* pair_ = nullptr;
  std::uint64_t limbs_ = 1;
  std::uint64_t k_ = 0;
};

/// F(k) and F(k - 1).
std::pair<gpu_bigint, gpu_bigint> pair_at(std::uint64_t k) {
  detail::context_core& core = detail::current_core();
  if (!fits_words(core.limits(), k)) {
    const doubling pair(k);
    return {pair.current(), pair.previous()};
  }
  const std::size_t room = words::fibonacci_limbs(k) + 2;
  numbers::word_result current(core, room), previous(core, room);
  const numbers::word_memory scratch(words::fibonacci_scratch(k));
  const std::size_t found = words::fibonacci_pair(current.data(), previous.data(), k, scratch.data());
  return {current.value(found, false), previous.value(found, false)};
}

/// F(k), F(k + 1), L(k), L(k + 1), from which the step to a single number starts.
struct neighbours {
  explicit neighbours(std::uint64_t k) {
    gpu_bigint previous;
    std::tie(f, previous) = pair_at(k);
    f_next = f + previous;
    l = f_next + previous;
    l_next = f_next + f + f;
  }
  gpu_bigint f, f_next, l, l_next;
};

}  // namespace

gpu_bigint fibonacci(std::uint64_t n) {
  if (detail::context_core& core = detail::current_core(); fits_words(core.limits(), n))
    return in_words(core, n, words::fibonacci);
  if (n == 0) return 0;
  const faults::operation_scope scope("Fibonacci number", n);
  require_feasible(n, "Fibonacci number", false);
  const std::uint64_t k = n / 2;
  const neighbours at(k);
  const int sign = k % 2 == 0 ? 1 : -1;
  return n % 2 == 0 ? at.f * at.l : nonnegative(at.f_next * at.l - sign);
}

gpu_bigint lucas(std::uint64_t n) {
  if (detail::context_core& core = detail::current_core(); fits_words(core.limits(), n))
    return in_words(core, n, words::lucas);
  // The lengths of short numbers must be exact, because every square would double the error of a length.
  constexpr std::uint64_t shortest_square = 1 << 14;
  const faults::operation_scope scope("Lucas number", n);
  require_feasible(n, "Lucas number", n % 2 == 0);
  const std::uint64_t k = n / 2;
  const int sign = k % 2 == 0 ? 1 : -1;
  if (n % 2 == 0 && n >= shortest_square) return nonnegative(square(lucas(k)) - 2 * sign);
  const neighbours at(k);
  return n % 2 == 0 ? nonnegative(square(at.l) - 2 * sign) : nonnegative(at.l_next * at.l - sign);
}

std::pair<gpu_bigint, gpu_bigint> fibonacci_pair(std::uint64_t n) {
  const faults::operation_scope scope("pair of Fibonacci numbers", n);
  require_feasible(n, "pair of Fibonacci numbers", true, true);
  return pair_at(n);
}

std::pair<gpu_bigint, gpu_bigint> lucas_pair(std::uint64_t n) {
  const faults::operation_scope scope("pair of Lucas numbers", n);
  require_feasible(n, "pair of Lucas numbers", true, true);
  const auto [current, previous] = pair_at(n);
  const gpu_bigint twice = current + current;
  return {current + previous + previous, n == 0 ? gpu_bigint(-1) : nonnegative(twice - previous)};
}

}  // namespace gbi
