/// \file
/// Products of many numbers of arbitrary lengths.
#include <algorithm>
#include <bit>
#include <optional>
#include <stdexcept>
#include <vector>

#include "gpu_bigint/sequences.hpp"
#include "kernels/number_theory/arguments.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/multiply/product.hpp"
#include "src/number/number.hpp"
#include "src/number/room.hpp"
#include "src/number_theory/sequences/product_tree.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace {

/// A factor. If it is an intermediate product, also the memory that contains its limbs.
struct factor {
  kernels::limb_span limbs;
  std::shared_ptr<const exec::buffer<limb>> memory;
};

/// The class of a length. Lengths of one class differ by less than a factor of 2, which bounds the cost of
/// padding.
int class_of(const factor& x) {
  return static_cast<int>(std::bit_width(x.limbs.count));
}

bool shorter(const factor& x, const factor& y) {
  return x.limbs.count < y.limbs.count;
}

/// Numbers at a constant stride.
struct rows {
  exec::buffer<limb> memory;
  kernels::limb_span even, odd;
};

/// Copies the factors to one row each, padded to the longest.
rows gather(exec::executor& executor, std::span<const factor> factors) {
  const std::uint64_t limbs = factors.back().limbs.count;
  std::vector<kernels::limb_span> spans;
  for (const factor& x : factors) spans.push_back(x.limbs);
  const exec::buffer<kernels::limb_span> table(executor, std::span<const kernels::limb_span>(spans));
  exec::buffer<limb> memory(executor, limbs * spans.size());
  limb* const first = memory.data();
  executor.launch(kernels::gather_arguments{
      table.data(), {first, limbs, limbs}, static_cast<std::uint32_t>(spans.size())});
  return {std::move(memory), {first, limbs, 2 * limbs}, {first + limbs, limbs, 2 * limbs}};
}

/// The products of neighbours in one batch. The number of factors is even; they are in ascending order.
std::vector<factor> multiply_pairs(detail::engine& engine, std::span<const factor> factors) {
  exec::executor& executor = engine.executor();
  const auto pairs = static_cast<std::uint32_t>(factors.size() / 2);
  const auto length = [factors](std::size_t pair) {
    return factors[2 * pair].limbs.count + factors[2 * pair + 1].limbs.count;
  };
  const std::uint64_t limbs = length(pairs - 1);
  const auto result = std::make_shared<exec::buffer<limb>>(executor, limbs * pairs);
  const kernels::limb_target out{result->data(), limbs, limbs};
  if (pairs == 1) {
    products::run(engine, {.a = factors[0].limbs, .b = factors[1].limbs, .out = out});
  } else {
    const rows side_by_side = gather(executor, factors);
    products::run(engine, {.a = side_by_side.even, .b = side_by_side.odd, .out = out, .batch = pairs});
  }
  std::vector<factor> products(pairs);
  for (std::uint32_t i = 0; i < pairs; ++i)
    products[i] = {{result->data() + i * limbs, length(i), 0}, result};
  return products;
}

/// Multiplies the shortest class first. Its products belong to the next class and are multiplied with the
/// factors of that class. If the number of factors is odd, the longest waits.
factor multiply_all(detail::engine& engine, std::vector<factor> factors) {
  std::sort(factors.begin(), factors.end(), shorter);
  while (factors.size() > 1) {
    const int shortest = class_of(factors.front());
    const auto end = std::find_if(factors.begin(), factors.end(),
                                  [shortest](const factor& x) { return class_of(x) > shortest; });
    const std::ptrdiff_t count = std::max<std::ptrdiff_t>(2, (end - factors.begin()) / 2 * 2);
    std::vector<factor> next = multiply_pairs(engine, {factors.begin(), factors.begin() + count});
    next.insert(next.end(), factors.begin() + count, factors.end());
    std::sort(next.begin(), next.end(), shorter);
    factors = std::move(next);
  }
  return factors.front();
}

/// The last product needs at least as much room as a product of two equal halves.
void require_room(detail::engine& engine, const std::vector<factor>& factors) {
  std::uint64_t limbs = 0;
  for (const factor& x : factors) limbs += x.limbs.count;
  const std::string name = concat("product of ", factors.size(), " numbers");
  if (limbs - factors.size() > plan::longest_product_bits / limb_bits)
    throw std::length_error(concat(name, " with ", limbs, " limbs: longer than the longest product"));
  // Its operands and its result are in memory in addition to the factors.
  numbers::require_memory(engine.executor(), 2 * limbs * sizeof(limb),
                          concat(name, " with ", limbs, " limbs"));
}

/// Writes the sign of the product. The host knows it if it knows the signs of all factors.
void set_sign(detail::number& product, std::span<const gpu_bigint> factors) {
  bool known = true, negative = false;
  std::vector<const limb*> signs;
  for (const gpu_bigint& x : factors) {
    signs.push_back(detail::number_of(x)->sign_word());
    const auto sign = detail::number_of(x)->known_negative();
    known = known && sign;
    negative = negative != sign.value_or(false);
  }
  if (known) return product.set_negative(negative);
  const exec::buffer<const limb*> table(product.executor(), std::span<const limb* const>(signs));
  product.executor().launch(
      kernels::sign_arguments{table.data(), static_cast<std::uint32_t>(signs.size()), product.sign_word()});
}

/// The product of numbers in host words, if it is short.
std::optional<gpu_bigint> short_product(std::span<const gpu_bigint> factors) {
  std::size_t limbs = 0;
  for (const gpu_bigint& x : factors) {
    const detail::short_view own = detail::short_words(x);
    if (!own || detail::core_of(x) == nullptr) return std::nullopt;
    limbs += own.size;
    if (limbs > detail::core_of(x)->limits().operands) return std::nullopt;
  }
  gpu_bigint result = factors.front();
  for (const gpu_bigint& x : factors.subspan(1)) result *= x;
  return result;
}

}  // namespace

gpu_bigint product(std::span<const gpu_bigint> factors) {
  if (factors.empty()) return 1;
  if (factors.size() == 1) return factors.front();
  if (const auto in_words = short_product(factors)) return *in_words;
  const faults::operation_scope scope("product of many", factors);
  std::vector<factor> spans;
  for (const gpu_bigint& x : factors) {
    if (!detail::number_of(x)) return {};
    detail::require_same_context(*detail::number_of(factors.front()), *detail::number_of(x), "product");
    spans.push_back({detail::number_of(x)->span(), nullptr});
    if (spans.back().limbs.count == 0) return {};
  }
  const auto engine = detail::number_of(factors.front())->owner();
  require_room(*engine, spans);
  const factor all = multiply_all(*engine, std::move(spans));
  auto result = detail::number::make(engine, all.limbs.count);
  engine->executor().copy(result->limbs(), all.limbs.limbs, all.limbs.count * sizeof(limb));
  set_sign(*result, factors);
  return detail::value_of(std::move(result));
}

gpu_bigint product(std::span<const std::uint64_t> factors) {
  number_theory::packed_words packed;
  for (const std::uint64_t factor : factors) {
    if (factor == 0) return 0;
    packed.multiply(factor);
  }
  return number_theory::product_of_words(packed.words());
}

}  // namespace gbi
