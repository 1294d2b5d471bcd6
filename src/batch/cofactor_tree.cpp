#include "src/batch/cofactor_tree.hpp"

#include <bit>
#include <span>
#include <utility>

#include "kernels/batch/arguments.hpp"
#include "src/batch/pieces.hpp"
#include "src/multiply/product.hpp"
#include "src/multiply/sum_of_products.hpp"
#include "src/number/number.hpp"
#include "src/number/sum.hpp"

namespace gbi::detail {

namespace {

using products::tree_level;

/// Exceeds the errors of all levels, because a batch has fewer than 2^31 elements.
constexpr limb error_units = 32;
/// Memory of the division and the walk down, in multiples of the root, as measured (docs/decisions/0056).
constexpr std::uint64_t roots_beside_levels = 32;

}  // namespace

cofactor_tree::cofactor_tree(const batch& elements, element_range which)
    : elements_(elements),
      which_(which),
      engine_(elements.owner()),
      executor_(engine_->executor()),
      one_(word(1)),
      units_(word(error_units)) {
  tree_level leaves = new_level(elements.limbs(), which.count, 1);
  executor_.launch(
      kernels::batch_copy_arguments{from(elements.span(), which.first),
                                    {leaves.memory.data(), elements.limbs(), 1, leaves.limbs, ~limb{0}},
                                    which.count});
  levels_.push_back(std::move(leaves));
  while (levels_.back().nodes > 1) {
    const tree_level& children = levels_.back();
    tree_level parents = new_level(2 * children.limbs, children.pairs(), 1);
    products::run(
        *engine_,
        {.a = children.left(), .b = children.right(), .out = parents.rows(), .batch = parents.nodes});
    levels_.push_back(std::move(parents));
  }
}

gpu_bigint cofactor_tree::product() const {
  return root(levels_.back().memory.data());
}

gpu_bigint cofactor_tree::cofactors() const {
  if (levels_.size() == 1) return 1;
  // The cofactor of a single element is 1.
  const kernels::limb_span one{one_.data(), 1, 0};
  tree_level sums{{}, 0, 0};
  for (std::size_t i = 0; i + 1 < levels_.size(); ++i) {
    const tree_level& children = levels_[i];
    tree_level parents = new_level(levels_[i + 1].limbs, levels_[i + 1].nodes, 0);
    products::run_sum(*engine_, {i == 0 ? one : sums.left(), children.right(), i == 0 ? one : sums.right(),
                                 children.left(), parents.rows(), parents.nodes});
    sums = std::move(parents);
  }
  return root(sums.memory.data());
}

void cofactor_tree::remainders(const gpu_bigint& quotient, const kernels::batch_target& out) const {
  fractions x = from_root(quotient);
  for (std::size_t level = levels_.size() - 1; level-- > 0;) x = lowered(x, levels_[level]);
  const tree_level& leaves = levels_.front();
  const std::uint64_t limbs = leaves.limbs, whole = 2 * limbs + 1;
  const exec::buffer<limb> above(executor_, (limbs + 1) * leaves.nodes),
      product(executor_, whole * leaves.nodes);
  const kernels::limb_target rows{above.data(), limbs + 1, limbs + 1};
  numbers::queue_sum(*engine_, x.highest, {units_.data(), 1, 0}, rows, {}, leaves.nodes);
  products::run(*engine_, {.a = {rows.limbs, rows.count, rows.stride},
                           .b = {leaves.memory.data(), limbs, limbs},
                           .out = {product.data(), whole, whole},
                           .batch = leaves.nodes});
  executor_.launch(kernels::batch_copy_arguments{
      {product.data() + limbs + 1, elements_.limbs(), 1, whole}, out, leaves.nodes});
}

std::uint64_t cofactor_tree::root_limbs(const batch& elements, std::uint64_t count) noexcept {
  std::uint64_t limbs = elements.limbs();
  for (; count > 1; count = count / 2 + count % 2) limbs *= 2;
  return limbs;
}

std::uint64_t cofactor_tree::bytes_for(const batch& elements, std::uint64_t count) noexcept {
  const std::uint64_t root = root_limbs(elements, count);
  const auto levels = static_cast<std::uint64_t>(std::countr_zero(root / elements.limbs())) + 1;
  return (levels * elements.limbs() * count + roots_beside_levels * root) * sizeof(limb);
}

exec::buffer<limb> cofactor_tree::word(limb value) const {
  return {executor_, std::span<const limb>(&value, 1)};
}

/// \param neutral the value of the row after an odd number of nodes: 1 for products, 0 for sums
tree_level cofactor_tree::new_level(std::uint64_t limbs, std::uint32_t nodes, limb neutral) const {
  const bool is_odd = nodes % 2 == 1 && nodes > 1;
  tree_level made{exec::buffer<limb>(executor_, limbs * (nodes + (is_odd ? 1 : 0))), limbs, nodes};
  if (is_odd) {
    limb* const last = made.memory.data() + limbs * nodes;
    executor_.clear(last, limbs * sizeof(limb));
    if (neutral == 1) executor_.copy(last, one_.data(), sizeof(limb));
  }
  return made;
}

gpu_bigint cofactor_tree::root(const limb* limbs) const {
  return copied_value(engine_, limbs, levels_.back().limbs);
}

cofactor_tree::fractions cofactor_tree::from_root(const gpu_bigint& quotient) const {
  const std::uint64_t limbs = fraction_limbs();
  exec::buffer<limb> memory(executor_, limbs);
  const kernels::limb_target row{memory.data(), limbs, limbs};
  if (quotient.sign() == 0)  // for example modulo 1; a zero need not have a context
    executor_.clear(row.limbs, limbs * sizeof(limb));
  else
    executor_.launch(kernels::shift_arguments{number_of(quotient)->span(), row, 0});
  return {std::move(memory), {row.limbs, limbs, limbs}};
}

/// The fractions of a level from those of the level above.
cofactor_tree::fractions cofactor_tree::lowered(const fractions& above, const tree_level& level) const {
  const std::uint64_t limbs = 2 * level.limbs + 1;
  exec::buffer<limb> memory(executor_, limbs * 2 * level.pairs());
  const auto multiply = [&](kernels::limb_span sibling, limb* out) {
    products::run(*engine_,
                  {.a = above.highest, .b = sibling, .out = {out, limbs, 2 * limbs}, .batch = level.pairs()});
  };
  multiply(level.right(), memory.data());
  multiply(level.left(), memory.data() + limbs);
  const kernels::limb_span highest{memory.data() + level.limbs, level.limbs + 1, limbs};
  return {std::move(memory), highest};
}

}  // namespace gbi::detail
