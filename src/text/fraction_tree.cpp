#include "src/text/fraction_tree.hpp"

#include <algorithm>

#include "src/multiply/shared_factor.hpp"
#include "src/number/carry_chain.hpp"

namespace gbi::text {

namespace {

using kernels::limb_span;
using kernels::limb_target;

/// The fractions of a level, the least significant node first.
struct fractions {
  exec::buffer<limb> memory;
  limb_span nodes;
  std::uint32_t count;
};

/// to = from + (1/2 - excess) b^-d for fractions of d digits.
void centre(detail::engine& engine, const radix_tree& tree, int level, limb_span from, const limb* excess,
            std::uint64_t excess_stride, limb_target to, std::uint32_t count) {
  const power_estimate power = tree.estimate_at(level);
  // 2^127 / mantissa, which reaches 2^64 only for a mantissa of 2^63.
  const kernels::wide_limb inverse = (kernels::wide_limb{1} << 127) / power.mantissa;
  const limb mantissa = kernels::high_limb(inverse) != 0 ? ~limb{0} : kernels::low_limb(inverse);
  const std::int64_t exponent = static_cast<std::int64_t>(64 * to.count) - power.exponent - 127;
  const numbers::carry_chain chain(engine.chains(), to.count, count);
  engine.executor().launch(kernels::centre_arguments{from, to, excess, excess_stride, mantissa,
                                                     static_cast<std::uint32_t>(64 - exponent), chain.get(),
                                                     count});
}

/// Let V = b^d 2^shift have N limbs and the fraction n limbs. The reciprocal X is below 2^(64 (N + n)) / V by
/// less than 4. So number X / 2^(64 N - shift) is below 2^(64 n) number / b^d by less than 4 units.
fractions root(detail::engine& engine, limb_span number, const radix_tree& tree, const radix_powers& powers) {
  exec::executor& executor = engine.executor();
  const int level = tree.height();
  const std::uint64_t limbs = fraction_limbs(tree, level);
  exec::buffer<limb> memory(executor, limbs);
  const limb_target out{memory.data(), limbs, limbs};
  {
    const inverse_power& inverse = powers.inverse_of_root(limbs);
    const exec::buffer<limb> product(executor, number.count + inverse.reciprocal.size());
    products::run(engine, {.a = {inverse.reciprocal.data(), inverse.reciprocal.size(), 0},
                           .b = number,
                           .out = {product.data(), product.size(), product.size()}});
    executor.launch(kernels::shift_arguments{{product.data(), product.size(), 0},
                                             out,
                                             static_cast<std::int64_t>(64 * inverse.limbs) - inverse.shift});
  }
  const limb_span nodes{memory.data(), limbs, limbs};
  centre(engine, tree, level, nodes, nullptr, 0, out, 1);
  return {std::move(memory), nodes, 1};
}

/// Memory for the products of all nodes of a level by a power.
struct product_rows {
  exec::buffer<limb> memory;
  std::uint64_t limbs;   ///< of a product
  std::uint64_t stride;  ///< of children; products are twice as far apart
};

/// Multiplies all nodes by the power. The limbs of the lower children are right or one unit too small: limbs
/// above the nodes may be missing, because they have been subtracted from limbs below the lower children.
product_rows multiply(detail::engine& engine, const fractions& parents, const radix_tree& tree, int level,
                      const radix_powers& powers, const conversion_attempt& attempt) {
  const limb_span power = powers.at(level);
  exec::executor& executor = engine.executor();
  const std::uint64_t parent = parents.nodes.count, child = fraction_limbs(tree, level);
  const auto rows_for = [&](std::uint64_t limbs) {
    const std::uint64_t stride = std::max((limbs + 1) / 2, child);
    return product_rows{exec::buffer<limb>(executor, parent - child + 2 * stride * parents.count), limbs,
                        stride};
  };
  const auto transform = plan_of_level(engine, tree, level, attempt);
  if (!transform) {
    product_rows rows = rows_for(parent + power.count);
    products::run(engine, {.a = parents.nodes,
                           .b = power,
                           .out = {rows.memory.data(), rows.limbs, 2 * rows.stride},
                           .batch = parents.count});
    return rows;
  }
  product_rows rows = rows_for(plan::modulus_limbs(*transform) + 1);
  products::run_by_spectrum(engine,
                            {parents.nodes, {rows.memory.data(), rows.limbs, 2 * rows.stride}, parents.count},
                            *powers.spectrum_at(level, *transform), attempt.rounding);
  return rows;
}

/// The children of all nodes. Lower children stay where the product has written them. Each upper child
/// overwrites limbs that are no longer needed: those above its parent's product, and the lowest limbs of the
/// next product.
fractions children_of(detail::engine& engine, const fractions& parents, const radix_tree& tree, int level,
                      const radix_powers& powers, const conversion_attempt& attempt) {
  const std::uint64_t limbs = fraction_limbs(tree, level), below = parents.nodes.count - limbs;
  product_rows rows = multiply(engine, parents, tree, level, powers, attempt);
  limb* const first = rows.memory.data() + below;
  const std::uint64_t stride = rows.stride;
  centre(engine, tree, level, {parents.nodes.limbs + below, limbs, parents.nodes.stride}, first + limbs - 1,
         2 * stride, {first + stride, limbs, 2 * stride}, parents.count);
  return {std::move(rows.memory), {first, limbs, stride}, 2 * parents.count};
}

}  // namespace

exec::buffer<char> digits_by_fractions(detail::engine& engine, limb_span number, const radix_tree& tree,
                                       const conversion_attempt& attempt) {
  const auto powers = radix_powers::of(engine, tree, !attempt.is_first);
  fractions nodes = root(engine, number, tree, *powers);
  for (int level = tree.height(); level-- > 0;)
    nodes = children_of(engine, nodes, tree, level, *powers, attempt);

  const std::uint64_t all = tree.digits_at(tree.height());
  exec::buffer<char> text(engine.executor(), (all + 7) / 8 * 8);
  engine.executor().launch(kernels::format_leaves_arguments{nodes.nodes, nodes.count, tree.words_of_leaf(),
                                                            text.data() + (text.size() - all)});
  return text;
}

}  // namespace gbi::text
