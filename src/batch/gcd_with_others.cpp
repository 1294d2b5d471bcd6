/// \file
/// What each element of a batch has in common with all others.
///
/// Let N be the product of all elements n_i, and S the sum of all N / n_i. Modulo n_i, S is N / n_i, as n_i
/// divides all other summands. A product tree computes N and S together: a node has the product P of its
/// elements and the sum T of their cofactors, P = P_l P_r and T = T_l P_r + P_l T_r.
///
/// Then the tree is walked down with the fractions x = S / P modulo 1. For the left child x_l = x P_r modulo
/// 1, as S / P_l = (S / P) P_r. At a leaf, S mod n_i is x n_i.
///
/// A node whose product has L limbs keeps the L + 1 highest limbs of x. If x is too small by less than e
/// units of its last limb, then x P_r is too small by less than e 2^(-64 (2 l + 1)) 2^(64 l) for children of
/// l = L / 2 limbs: e units of a child's last limb. Cutting the rest adds one unit. So leaves are too small
/// by less than 32 units, and adding 32 makes the product with n_i too large by less than 32 2^-64: its
/// integer part is exact.
#include <algorithm>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gpu_bigint/division.hpp"
#include "src/batch/storage.hpp"
#include "src/exec/operation.hpp"
#include "src/ground/carry_chain.hpp"
#include "src/ground/number.hpp"
#include "src/ground/room.hpp"
#include "src/multiply/product.hpp"
#include "src/multiply/product_sum.hpp"
#include "src/multiply/tree_level.hpp"

namespace gbi {

namespace {

/// More than the errors of all levels: a batch has fewer than 2^31 elements.
constexpr limb error_units = 32;

using products::tree_level;

/// The highest limbs of the fractions of a level, row by row.
struct fractions {
  exec::buffer<limb> memory;
  kernels::limb_span highest;
};

class cofactor_tree {
 public:
  explicit cofactor_tree(const detail::batch& elements)
      : elements_(elements),
        engine_(elements.owner()),
        executor_(engine_->executor()),
        one_(word(1)),
        units_(word(error_units)) {
    tree_level leaves = new_level(elements.limbs(), elements.elements(), 1);
    executor_.launch(
        kernels::batch_copy_arguments{elements.span(),
                                      {leaves.memory.data(), elements.limbs(), 1, elements.limbs(), ~limb{0}},
                                      elements.elements()});
    products_.push_back(std::move(leaves));
    while (products_.back().nodes > 1) join();
  }

  /// N, which is 0 if an element is.
  gpu_bigint product() const { return root(products_.back().memory.data()); }
  /// S.
  gpu_bigint cofactors() const { return products_.size() == 1 ? 1 : root(sums_.memory.data()); }

  /// S modulo each element. \param quotient floor(2^(64 fraction_limbs()) S / N)
  void remainders(const gpu_bigint& quotient, const kernels::batch_target& out) const {
    fractions x = from_root(quotient);
    for (std::size_t level = products_.size() - 1; level-- > 0;) x = lowered(x, products_[level]);
    const tree_level& leaves = products_.front();
    const std::uint64_t limbs = leaves.limbs, whole = 2 * limbs + 1;
    const exec::buffer<limb> above(executor_, (limbs + 1) * leaves.nodes),
        product(executor_, whole * leaves.nodes);
    const kernels::limb_target rows{above.data(), limbs + 1, limbs + 1};
    const ground::carry_chain chain(engine_->chains(), rows.count, leaves.nodes);
    executor_.launch(
        kernels::add_arguments{x.highest, {units_.data(), 1, 0}, rows, {}, chain.get(), leaves.nodes});
    products::run(*engine_, {.a = {rows.limbs, rows.count, rows.stride},
                             .b = {leaves.memory.data(), limbs, limbs},
                             .out = {product.data(), whole, whole},
                             .batch = leaves.nodes});
    executor_.launch(kernels::batch_copy_arguments{
        {product.data() + limbs + 1, elements_.limbs(), 1, whole}, out, leaves.nodes});
  }
  std::uint64_t fraction_limbs() const { return products_.back().limbs + 1; }

 private:
  exec::buffer<limb> word(limb value) const { return {executor_, std::span<const limb>(&value, 1)}; }

  /// \param neutral the row behind an odd number of nodes, which changes nothing: 1 for products, 0 for sums
  tree_level new_level(std::uint64_t limbs, std::uint32_t nodes, limb neutral) const {
    const bool is_odd = nodes % 2 == 1 && nodes > 1;
    tree_level made{exec::buffer<limb>(executor_, limbs * (nodes + (is_odd ? 1 : 0))), limbs, nodes};
    if (is_odd) {
      limb* const last = made.memory.data() + limbs * nodes;
      executor_.clear(last, limbs * sizeof(limb));
      if (neutral == 1) executor_.copy(last, one_.data(), sizeof(limb));
    }
    return made;
  }

  void join() {
    const tree_level& children = products_.back();
    const kernels::limb_span one{one_.data(), 1, 0};
    const bool are_leaves = products_.size() == 1;
    tree_level sums = new_level(2 * children.limbs, children.pairs(), 0),
               parents = new_level(2 * children.limbs, children.pairs(), 1);
    products::run_sum(*engine_,
                      {are_leaves ? one : sums_.left(), children.right(), are_leaves ? one : sums_.right(),
                       children.left(), sums.rows(), parents.nodes});
    products::run(
        *engine_,
        {.a = children.left(), .b = children.right(), .out = parents.rows(), .batch = parents.nodes});
    sums_ = std::move(sums);
    products_.push_back(std::move(parents));
  }

  gpu_bigint root(const limb* limbs) const {
    auto number = detail::number::make(engine_, products_.back().limbs);
    executor_.copy(number->limbs(), limbs, products_.back().limbs * sizeof(limb));
    number->set_negative(false);
    return detail::value_of(std::move(number));
  }

  fractions from_root(const gpu_bigint& quotient) const {
    const std::uint64_t limbs = fraction_limbs();
    exec::buffer<limb> memory(executor_, limbs);
    const kernels::limb_target row{memory.data(), limbs, limbs};
    executor_.launch(kernels::shift_arguments{detail::number_of(quotient)->span(), row, 0});
    return {std::move(memory), {row.limbs, limbs, limbs}};
  }

  /// The fractions of a level from those of the level above.
  fractions lowered(const fractions& above, const tree_level& level) const {
    const std::uint64_t limbs = 2 * level.limbs + 1;
    exec::buffer<limb> memory(executor_, limbs * 2 * level.pairs());
    const auto multiply = [&](kernels::limb_span sibling, limb* out) {
      products::run(
          *engine_,
          {.a = above.highest, .b = sibling, .out = {out, limbs, 2 * limbs}, .batch = level.pairs()});
    };
    multiply(level.right(), memory.data());
    multiply(level.left(), memory.data() + limbs);
    const kernels::limb_span highest{memory.data() + level.limbs, level.limbs + 1, limbs};
    return {std::move(memory), highest};
  }

  const detail::batch& elements_;
  std::shared_ptr<detail::engine> engine_;
  exec::executor& executor_;
  exec::buffer<limb> one_, units_;
  std::vector<tree_level> products_;  ///< from the leaves up
  tree_level sums_{{}, 0, 0};         ///< of the highest level
};

std::string name_of(const detail::batch& n) {
  return "gcd with others of a batch of " + std::to_string(n.size()) + " x " + std::to_string(n.bits()) +
         " bits";
}

/// \throws std::length_error and out_of_memory naming the batch
void require_room(const detail::batch& n) {
  std::size_t limbs = n.limbs(), levels = 4;
  for (std::size_t nodes = n.size(); nodes > 1; nodes = nodes / 2 + nodes % 2, ++levels) limbs *= 2;
  if (limbs > plan::longest_product_bits / limb_bits)
    throw std::length_error(name_of(n) + ": together longer than the longest product");
  ground::require_memory(n.executor(), levels * limbs * sizeof(limb), name_of(n));
}

[[noreturn]] void refuse_zero(const bigint_batch& n) {
  const std::vector<signed char> order = compare(n, bigint_batch(n.size(), n.bits()));
  const auto first = std::find(order.begin(), order.end(), 0) - order.begin();
  throw std::domain_error(name_of(*detail::storage_of(n)) + ": element " + std::to_string(first) + " is 0");
}

}  // namespace

bigint_batch gcd_with_others(const bigint_batch& n) {
  const exec::operation scope("gcd with others", n);
  const detail::batch& elements = *detail::storage_of(n);
  if (n.size() == 0) return n;
  require_room(elements);
  const scoped_context use(n.context());
  const auto remainders = std::make_shared<detail::batch>(elements.owner(), elements.size(), elements.bits());
  ground::naming(
      [&] {
        const cofactor_tree tree(elements);
        const gpu_bigint product = tree.product();
        if (product.sign() == 0) refuse_zero(n);
        const auto shift = static_cast<std::int64_t>(tree.fraction_limbs() * limb_bits);
        tree.remainders((tree.cofactors() << shift) / product, remainders->target());
      },
      [&] { return name_of(elements); });
  return gcd(detail::value_of(remainders), n);
}

}  // namespace gbi
