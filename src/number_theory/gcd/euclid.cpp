#include "src/number_theory/gcd/euclid.hpp"

#include <algorithm>
#include <utility>

#include "gpu_bigint/division.hpp"
#include "src/multiply/product.hpp"
#include "src/number/sum.hpp"
#include "src/words/number_theory/half_gcd.hpp"

namespace gbi::number_theory {

namespace {

/// Copies the magnitude into `room` limbs and pads it with zeros.
void copy_padded(exec::executor& executor, limb* target, std::uint64_t room, const detail::number& value) {
  const std::uint64_t limbs = std::min<std::uint64_t>(value.bound(), room);
  if (limbs > 0) executor.copy(target, value.limbs(), limbs * sizeof(limb));
  if (limbs < room) executor.clear(target + limbs, (room - limbs) * sizeof(limb));
}

std::uint32_t low_bits(const gpu_bigint& a) {
  limb low = 0;
  detail::number_of(a)->executor().download(&low, detail::number_of(a)->limbs(), sizeof low);
  return static_cast<std::uint32_t>(low & 3);
}

/// With fewer than five limbs, the leading limbs do not determine a half-gcd step.
constexpr std::uint64_t shortest_leaf = 5;

/// Whether the top limbs of a number, known to within a few units, are certain to be its two highest limbs.
bool is_certain(kernels::wide_limb top) {
  constexpr kernels::wide_limb margin = 256, least = kernels::wide_limb{1} << limb_bits;
  return top >= least + margin && top <= ~margin;
}

/// The two highest limbs of the larger number.
kernels::wide_limb top_of(const words::euclid_pair& pair) {
  const auto of = [n = pair.limbs](const limb* x) {
    return kernels::wide_limb{x[n - 1]} << limb_bits | x[n - 2];
  };
  return std::max(of(pair.a), of(pair.b));
}

/// Calls steps(symbol) with the symbol to follow, or with a dummy that does nothing.
template <class Steps>
auto following(std::optional<words::symbol_steps>& symbol, Steps&& steps) {
  words::no_symbol none;
  return symbol ? steps(*symbol) : steps(none);
}

}  // namespace

euclid::euclid(const gpu_bigint& a, const gpu_bigint& b, std::uint32_t rows, bool symbol, std::uint64_t leaf)
    : engine_(detail::number_of(a)->owner()),
      leaf_(std::max(leaf, shortest_leaf)),
      start_limbs_(std::max(detail::number_of(a)->size(), detail::number_of(b)->size())),
      keeps_matrix_(rows > 0) {
  exec::executor& executor = engine_->executor();
  memory_ = exec::buffer<limb>(executor, 2 * start_limbs_);
  pair_ = {memory_.data(), start_limbs_, start_limbs_};
  copy_padded(executor, pair_.a, start_limbs_, *detail::number_of(a));
  copy_padded(executor, pair_.b(), start_limbs_, *detail::number_of(b));
  matrix_.rows = rows;
  if (symbol) symbol_.emplace(kernels::jacobi_state{{low_bits(a), low_bits(b)}, 1, 0});
}

void euclid::run() {
  step_matrix* const matrix = keeps_matrix_ ? &matrix_ : nullptr;
  while (pair_.limbs > 2 * leaf_) {
    const std::uint64_t lower = keeps_matrix_ ? pair_.limbs / 2 : pair_.limbs / 3 * 2;
    if (!shorten(pair_, lower, 0, matrix, start_limbs_)) return;  // both numbers are the gcd, which is not 1
  }
  finish();
}

gpu_bigint euclid::gcd() const {
  return detail::copied_value(engine_, pair_.a, pair_.limbs);
}

gpu_bigint euclid::entry(std::uint32_t row, std::uint32_t column) const {
  if (matrix_.limbs == 0) return gpu_bigint(row == column ? 1 : 0).to(detail::context_of(engine_));
  return detail::copied_value(engine_, matrix_.entry(row + matrix_.rows - 2, column), matrix_.limbs);
}

/// Takes steps that leave both numbers more than half of their limbs. \returns whether there were any
bool euclid::half_gcd(number_pair& pair, step_matrix& matrix) {
  const std::uint64_t start = pair.limbs, floor = start / 2 + 1;
  if (start <= floor) return false;
  if (start <= leaf_) return run_leaf(pair, matrix);
  bool any = false;
  // Half-gcds of half as many limbs may leave this many extra limbs. A third half-gcd for them does not pay
  // off.
  const std::uint64_t left = start / 64;
  while (pair.limbs > floor + 2 + left) {
    // First take the upper half of the limbs: half of those will vanish, except for three and `left`. Then
    // take as many limbs as leave `floor` limbs.
    const std::uint64_t room = pair.limbs;
    const std::uint64_t lower = room > start - start / 4 + 3 + left ? start / 2 : 2 * floor - room + 1;
    if (!shorten(pair, lower, floor, &matrix, start - floor)) break;
    any = true;
  }
  return any;
}

/// Takes the steps of a half-gcd of the limbs from `lower` on, or a division if there are none.
/// \param matrix collects the steps; may be null; no entry is longer than `most_limbs`
/// \returns false if a division would leave either number at most `floor` limbs
bool euclid::shorten(number_pair& pair, std::uint64_t lower, std::uint64_t floor, step_matrix* matrix,
                     std::uint64_t most_limbs) {
  const std::uint64_t room = pair.limbs;
  number_pair upper = pair.from(lower);
  step_matrix step;
  if (!half_gcd(upper, step)) return divide(pair, floor, matrix, most_limbs);
  pair.limbs = lower + upper.limbs;
  pair.top = upper.top;
  apply_to_lower_limbs(pair, lower, room, step);
  if (matrix != nullptr) multiply(*matrix, std::move(step), most_limbs);
  return true;
}

/// Copies both numbers to host memory with one wait, followed by further memory for the caller.
words::euclid_pair euclid::download(const number_pair& pair, std::size_t further_limbs) {
  exec::executor& executor = engine_->executor();
  const std::uint64_t n = pair.limbs;
  const bool is_close = pair.stride <= 2 * n;  // one copy includes the limbs in between
  const std::uint64_t distance = is_close ? pair.stride : n;
  if (host_.size() < distance + n + further_limbs) host_.resize(distance + n + further_limbs);
  const limb* source = pair.a;
  if (!is_close) {
    if (contiguous_.size() < 2 * n) contiguous_ = exec::buffer<limb>(executor, 2 * n);
    executor.copy(contiguous_.data(), pair.a, n * sizeof(limb));
    executor.copy(contiguous_.data() + n, pair.b(), n * sizeof(limb));
    source = contiguous_.data();
  }
  executor.download(host_.data(), source, (distance + n) * sizeof(limb));
  return {host_.data(), host_.data() + distance, n};
}

void euclid::upload(step_matrix& matrix, const words::euclid_matrix& steps) {
  matrix.stride = steps.stride;
  matrix.limbs = steps.limbs;
  matrix.rows = static_cast<std::uint32_t>(steps.rows);
  const std::size_t used = (2 * steps.rows - 1) * steps.stride + steps.limbs;
  matrix.memory = exec::buffer<limb>(engine_->executor(), std::span<const limb>(steps.first, used));
  matrix.first = matrix.memory.data();
}

/// The host computes a half-gcd.
bool euclid::run_leaf(number_pair& pair, step_matrix& matrix) {
  const std::size_t n = pair.limbs, stride = n - words::half_gcd_floor(n);
  words::euclid_pair numbers = download(pair, 4 * stride + words::half_gcd_scratch(n));
  limb* const memory = numbers.b + n;
  words::euclid_matrix steps = words::euclid_matrix::identity(memory, stride, 2);
  const bool any = following(
      symbol_, [&](auto& symbol) { return words::half_gcd(numbers, steps, symbol, memory + 4 * stride); });
  numbers.trim();
  pair.limbs = numbers.limbs;
  if (!any) return false;
  pair.top = top_of(numbers);
  exec::executor& executor = engine_->executor();
  executor.upload(pair.a, numbers.a, numbers.limbs * sizeof(limb));
  executor.upload(pair.b(), numbers.b, numbers.limbs * sizeof(limb));
  upload(matrix, steps);
  return true;
}

/// The host takes all remaining steps.
void euclid::finish() {
  const std::size_t n = pair_.limbs, rows = !keeps_matrix_ ? 0 : matrix_.limbs == 0 ? matrix_.rows : 2;
  words::euclid_pair numbers = download(pair_, 2 * rows * n + words::whole_gcd_scratch(n));
  limb* const memory = numbers.b + n;
  words::euclid_matrix steps = words::euclid_matrix::identity(memory, n, rows);
  following(symbol_, [&](auto& symbol) {
    words::whole_gcd(numbers, 0, rows > 0 ? &steps : nullptr, symbol, memory + 2 * rows * n);
  });
  pair_.limbs = numbers.limbs;
  coprime_ = numbers.limbs == 1 && numbers.a[0] == 1;
  engine_->executor().upload(pair_.a, numbers.a, numbers.limbs * sizeof(limb));
  if (rows == 0) return;
  step_matrix last;
  upload(last, steps);
  if (matrix_.limbs == 0)
    matrix_ = std::move(last);
  else
    multiply(matrix_, std::move(last), start_limbs_);
}

/// Applies the inverse of the step's matrix to the lower limbs, after it has been applied to the upper ones:
/// a = 2^(64 lower) a' + m11 a0 - m01 b0, b = 2^(64 lower) b' + m00 b0 - m10 a0. The added part is less than
/// one unit of the second highest remaining limb.
/// \param room limbs that the numbers had before
void euclid::apply_to_lower_limbs(number_pair& pair, std::uint64_t lower, std::uint64_t room,
                                  const step_matrix& step) {
  const bool known = is_certain(pair.top);
  const std::uint64_t width = known ? pair.limbs : std::min(pair.limbs + 1, room),
                      product = lower + step.limbs;
  const exec::buffer<limb> products(engine_->executor(), 4 * width);
  limb* const p = products.data();
  const auto span = [](const limb* limbs, std::uint64_t count, std::uint64_t stride = 0) {
    return kernels::limb_span{limbs, count, stride};
  };
  // m10 a0, m11 a0; m00 b0, m01 b0
  products::run(*engine_, {.a = span(step.entry(1, 0), step.limbs, step.stride),
                           .b = span(pair.a, lower),
                           .out = {p, product, width},
                           .batch = 2});
  products::run(*engine_, {.a = span(step.entry(0, 0), step.limbs, step.stride),
                           .b = span(pair.b(), lower),
                           .out = {p + 2 * width, product, width},
                           .batch = 2});
  numbers::queue_sum(*engine_, span(p + width + lower, step.limbs, width),
                     span(pair.a + lower, pair.limbs - lower, pair.stride),
                     {p + width + lower, width - lower, width}, {}, 2);
  const auto subtract = [&](const limb* a, const limb* b, limb* out) {
    numbers::queue_sum(*engine_, span(a, width), span(b, product), {out, width, 0}, {.subtract = true});
  };
  subtract(p + width, p + 3 * width, pair.a);
  subtract(p + 2 * width, p, pair.b());
  pair.limbs = width;
  if (!known) measure(pair);
}

/// Performs one division. \returns false if it would leave either number at most `floor` limbs
bool euclid::divide(number_pair& pair, std::uint64_t floor, step_matrix* matrix, std::uint64_t most_limbs) {
  exec::executor& executor = engine_->executor();
  const gpu_bigint a = detail::copied_value(engine_, pair.a, pair.limbs),
                   b = detail::copied_value(engine_, pair.b(), pair.limbs);
  const std::uint32_t larger = a < b;
  const gpu_bigint &x = larger == 0 ? a : b, &y = larger == 0 ? b : a;
  if (detail::number_of(y)->size() <= floor) return false;
  auto [quotient, remainder] = div_rem(x, y);
  if (detail::number_of(remainder)->size() <= floor) {
    --quotient;
    remainder += y;
  }
  const std::uint64_t limbs = detail::number_of(quotient)->size();
  if (limbs == 0) return false;
  copy_padded(executor, larger == 0 ? pair.a : pair.b(), pair.limbs, *detail::number_of(remainder));
  measure(pair);
  if (symbol_) symbol_->subtract(larger, low_bits(quotient));
  if (matrix != nullptr) {
    step_matrix step{exec::cleared<limb>(executor, 4 * limbs), nullptr, limbs, limbs, 2};
    step.first = step.memory.data();
    const limb one = 1;
    executor.upload(step.entry(0, 0), &one, sizeof one);
    executor.upload(step.entry(1, 1), &one, sizeof one);
    copy_padded(executor, larger == 0 ? step.entry(0, 1) : step.entry(1, 0), limbs,
                *detail::number_of(quotient));
    multiply(*matrix, std::move(step), most_limbs);
  }
  return true;
}

/// matrix = matrix * step; no entry is longer than `most_limbs`.
void euclid::multiply(step_matrix& matrix, step_matrix step, std::uint64_t most_limbs) {
  const std::uint32_t rows = matrix.rows;
  if (matrix.limbs == 0) {
    matrix = std::move(step);
    matrix.first += (2 - rows) * 2 * matrix.stride;
    matrix.rows = rows;
    return;
  }
  exec::executor& executor = engine_->executor();
  const std::uint64_t product = matrix.limbs + step.limbs, width = product + 1;
  const exec::buffer<limb> products(executor, 4 * rows * width);
  for (std::uint32_t k = 0; k < 2; ++k)
    for (std::uint32_t column = 0; column < 2; ++column)
      products::run(*engine_, {.a = {matrix.entry(0, k), matrix.limbs, 2 * matrix.stride},
                               .b = {step.entry(k, column), step.limbs, 0},
                               .out = {products.data() + (2 * rows * k + column) * width, product, 2 * width},
                               .batch = rows});
  matrix.memory = exec::buffer<limb>(executor, 2 * rows * width);
  matrix.first = matrix.memory.data();
  matrix.stride = width;
  matrix.limbs = std::min(width, most_limbs);
  numbers::queue_sum(*engine_, {products.data(), product, width},
                     {products.data() + 2 * rows * width, product, width}, {matrix.first, width, width}, {},
                     2 * rows);
}

/// Asks the device for the exact size.
void euclid::measure(number_pair& pair) {
  pair.top = 0;
  exec::executor& executor = engine_->executor();
  const auto found = exec::cleared<limb>(executor, 1);
  for (const limb* number : {pair.a, pair.b()})
    executor.launch(kernels::significant_arguments{{number, pair.limbs, 0}, ~limb{0}, found.data()});
  executor.download(&pair.limbs, found.data(), sizeof pair.limbs);
}

}  // namespace gbi::number_theory
