/// \file
/// Fibonacci and Lucas numbers by doubling.
///
///     F(2k + 1) = 4 F(k)^2 - F(k - 1)^2 + 2 (-1)^k
///     F(2k - 1) = F(k)^2 + F(k - 1)^2
///     F(2k) = F(2k + 1) - F(2k - 1)
///
/// These take two squares, which form one batch. If only one number is wanted, the last step is a single
/// product: F(2k) = F(k) L(k), F(2k + 1) = F(k + 1) L(k) - (-1)^k, L(2k) = L(k)^2 - 2 (-1)^k,
/// L(2k + 1) = L(k + 1) L(k) - (-1)^k.
#include <array>
#include <bit>
#include <string>

#include "gpu_bigint/sequences.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/multiply/last_product.hpp"
#include "src/multiply/product.hpp"
#include "src/number/carry_chain.hpp"
#include "src/number/number.hpp"

namespace gbi {

using numbers::nonnegative;

namespace {

/// The limbs of F(k), which is below 2^(0.695 k).
std::uint64_t limbs_of(std::uint64_t k) {
  constexpr long double bits = 0.694241913630617302L;  // log2 of the golden ratio
  return static_cast<std::uint64_t>(static_cast<long double>(k) * bits / limb_bits) + 1;
}

/// Refuses n if the last product is too long or has no room. That product is the longest; its factors have
/// half the index. A pair takes two squares at once, and three numbers computed from them.
/// \throws std::length_error
/// \throws out_of_memory
void require_feasible(std::uint64_t n, const char* function, bool square, bool is_pair = false) {
  const std::uint64_t limbs = limbs_of(n / 2 + 1);
  if (limbs < products::shortest_asked) return;
  const std::shared_ptr<detail::engine> engine = detail::engine_of(context::current());
  products::require_room(*engine,
                         {.a = limbs, .b = limbs, .square = square, .others = is_pair ? 8 * limbs : 0},
                         std::string(function) + " of " + std::to_string(n));
}

/// F(k) and F(k - 1) in device memory, where k grows as it takes the bits of n from the highest down.
class doubling {
 public:
  explicit doubling(std::uint64_t n) : engine_(detail::engine_of(context::current())), two_(executor(), two) {
    constexpr std::uint64_t last_of_a_word = 92;
    int shift = 0;
    while (n >> shift > last_of_a_word) ++shift;
    k_ = n >> shift;
    std::array<limb, 2> start{0, 1};  // F(0), F(-1)
    for (std::uint64_t i = 0; i < k_; ++i) start = {start[0] + start[1], start[0]};
    memory_ = exec::buffer<limb>(executor(), std::span<const limb>(start));
    pair_ = memory_.data();
    while (shift > 0) step((n >> --shift) % 2 == 1);
  }

  gpu_bigint current() const { return number_at(pair_); }
  gpu_bigint previous() const { return number_at(pair_ + limbs_); }

 private:
  static constexpr std::array<limb, 1> two{2};

  exec::executor& executor() const { return engine_->executor(); }

  /// Steps to 2k, or to 2k + 1 if `odd`. Sums and differences are modulo 2^(64 limbs); the results are below
  /// that.
  void step(bool odd) {
    const std::uint64_t limbs = limbs_of(2 * k_ + 1);
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
    const numbers::carry_chain chain(engine_->chains(), a.count, 1);
    kernels::add_rule rule{};
    rule.subtract = subtract;
    executor().launch(kernels::add_arguments{a, b, {out, a.count, 0}, rule, chain.get()});
  }

  gpu_bigint number_at(const limb* limbs) const {
    auto result = detail::number::make(engine_, limbs_);
    result->set_negative(false);
    executor().copy(result->limbs(), limbs, limbs_ * sizeof(limb));
    return detail::value_of(std::move(result));
  }

  std::shared_ptr<detail::engine> engine_;
  exec::buffer<limb> two_;
  exec::buffer<limb> memory_;
  const limb* pair_ = nullptr;
  std::uint64_t limbs_ = 1;
  std::uint64_t k_ = 0;
};

/// F(k), F(k + 1), L(k), L(k + 1), from which the step to a single number starts.
struct neighbours {
  explicit neighbours(std::uint64_t k) {
    const doubling pair(k);
    const gpu_bigint current = pair.current(), previous = pair.previous();
    f = current;
    f_next = current + previous;
    l = f_next + previous;
    l_next = f_next + current + current;
  }
  gpu_bigint f, f_next, l, l_next;
};

}  // namespace

gpu_bigint fibonacci(std::uint64_t n) {
  if (n == 0) return 0;
  const faults::operation_scope scope("Fibonacci number", n);
  require_feasible(n, "Fibonacci number", false);
  const std::uint64_t k = n / 2;
  const neighbours at(k);
  const int sign = k % 2 == 0 ? 1 : -1;
  return n % 2 == 0 ? at.f * at.l : nonnegative(at.f_next * at.l - sign);
}

gpu_bigint lucas(std::uint64_t n) {
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
  const doubling pair(n);
  return {pair.current(), pair.previous()};
}

std::pair<gpu_bigint, gpu_bigint> lucas_pair(std::uint64_t n) {
  const faults::operation_scope scope("pair of Lucas numbers", n);
  require_feasible(n, "pair of Lucas numbers", true, true);
  const doubling pair(n);
  const gpu_bigint current = pair.current(), previous = pair.previous();
  const gpu_bigint twice = current + current;
  return {current + previous + previous, n == 0 ? gpu_bigint(-1) : nonnegative(twice - previous)};
}

}  // namespace gbi
