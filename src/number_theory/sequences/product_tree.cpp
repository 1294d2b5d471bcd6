#include "src/number_theory/sequences/product_tree.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "kernels/number_theory/arguments.hpp"
#include "kernels/word/wide_product.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/multiply/product.hpp"
#include "src/number/host_words.hpp"
#include "src/number/number.hpp"
#include "src/words/products/product_tree.hpp"

namespace gbi::number_theory {

namespace {

std::uint64_t limbs_for(std::span<const std::uint64_t> bits) {
  return std::max<std::uint64_t>(1,
                                 (*std::max_element(bits.begin(), bits.end()) + limb_bits - 1) / limb_bits);
}

/// Bounds on the bits of the parents.
std::vector<std::uint64_t> sums_of_pairs(std::span<const std::uint64_t> bits) {
  std::vector<std::uint64_t> sums(bits.size() / 2);
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = bits[2 * i] + bits[2 * i + 1];
  return sums;
}

}  // namespace

product_tree::product_tree(const std::shared_ptr<detail::engine>& engine, tree_level leaves,
                           std::span<const std::uint64_t> leaf_bits, keep levels) {
  if (!std::has_single_bit(leaves.nodes) || leaf_bits.size() != leaves.nodes)
    throw std::logic_error("a product tree needs a power of two of leaves");
  std::vector<std::uint64_t> bits(leaf_bits.begin(), leaf_bits.end());
  tree_level level = std::move(leaves);
  if (level.nodes == 1) {
    root_ = detail::copied_value(engine, level.memory.data(), level.limbs);
    return;
  }
  while (level.nodes > 1) {
    bits = sums_of_pairs(bits);
    const std::uint64_t limbs = limbs_for(bits);
    const std::uint32_t nodes = level.nodes / 2;
    tree_level parents{{}, limbs, nodes};
    detail::new_number root;
    if (nodes == 1)
      root = detail::number::make_nonnegative(engine, limbs);
    else
      parents.memory = exec::buffer<limb>(engine->executor(), limbs * nodes);
    products::run(*engine,
                  {.a = level.left(),
                   .b = level.right(),
                   .out = {root ? root->limbs() : parents.memory.data(), limbs, limbs},
                   .batch = nodes},
                  {.fits = true});
    if (levels == keep::all) levels_.push_back(std::move(level));
    level = std::move(parents);
    if (root) root_ = detail::value_of(std::move(root));
  }
}

word_leaves::word_leaves(std::shared_ptr<detail::engine> engine, const limb* words, std::uint64_t count)
    : engine_(std::move(engine)) {
  const std::uint64_t fewest_words = engine_->tuning().number_theory.leaf_words;
  int height = 0;
  while (count >> height >= 2 * fewest_words) ++height;
  level_.nodes = std::uint32_t{1} << height;
  // A product of words has at most as many limbs as it has factors. A carry is stored only if it is not zero.
  level_.limbs = std::max<std::uint64_t>(1, (count + level_.nodes - 1) / level_.nodes);
  exec::executor& executor = engine_->executor();
  level_.memory = exec::buffer<limb>(executor, level_.limbs * level_.nodes);
  lengths_ = exec::buffer<std::uint64_t>(executor, level_.nodes);
  executor.launch(kernels::word_leaves_arguments{words, count, level_.memory.data(),
                                                 static_cast<std::uint32_t>(level_.limbs), level_.nodes,
                                                 lengths_.data()});
}

void word_leaves::read_lengths() {
  bits_.resize(level_.nodes);
  engine_->executor().download(bits_.data(), lengths_.data(), bits_.size() * sizeof bits_.front());
}

gpu_bigint word_leaves::product() && {
  return product_tree(engine_, std::move(level_), bits_, product_tree::keep::root).root();
}

gpu_bigint product_of_words(std::span<const limb> factors) {
  detail::context_core& core = detail::current_core();
  // The last product has two halves of the factors.
  if (factors.empty()) return detail::value_of(core, false, 1);
  if (factors.size() <= 2 * core.limits().product && factors.size() <= core.limits().operands) {
    numbers::word_result result(core, factors.size());
    const numbers::word_memory scratch(words::product_of_words_scratch(factors.size()));
    return result.value(
        words::product_of_words(result.data(), factors.data(), factors.size(), scratch.data()), false);
  }
  const faults::operation_scope scope("product of words", factors);
  const auto engine = core.living_engine();
  const exec::buffer<limb> source(engine->executor(), factors);
  word_leaves leaves(engine, source.data(), factors.size());
  // Words are distributed over the leaves as word_leaves_arguments describes, so the host need not wait for
  // the lengths.
  std::vector<std::uint64_t> bits(leaves.count(), 1);
  for (std::uint64_t leaf = 0, word = 0; leaf < bits.size(); ++leaf)
    for (const std::uint64_t end = (leaf + 1) * factors.size() / bits.size(); word < end; ++word)
      bits[leaf] += static_cast<std::uint64_t>(std::bit_width(factors[word]));
  leaves.know_lengths(std::move(bits));
  return std::move(leaves).product();
}

void packed_words::multiply(limb factor) {
  const kernels::wide_limb product = kernels::wide_product(last_, factor);
  if (kernels::high_limb(product) == 0) {
    last_ = kernels::low_limb(product);
  } else {
    words_.push_back(last_);
    last_ = factor;
  }
}

const std::vector<limb>& packed_words::words() {
  if (last_ != 1) words_.push_back(std::exchange(last_, 1));
  return words_;
}

}  // namespace gbi::number_theory
