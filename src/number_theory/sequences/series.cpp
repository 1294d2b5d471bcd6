/// \file
/// Binary splitting. All nodes of a level have the same number of limbs, so four batched products and a sum
/// join all neighbours.
#include "src/number_theory/sequences/series.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "kernels/number_theory/arguments.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/multiply/product.hpp"
#include "src/multiply/sum_of_products.hpp"
#include "src/number/number.hpp"
#include "src/number/room.hpp"
#include "src/number_theory/sequences/product_tree.hpp"
#include "src/number_theory/sequences/rounded_sum.hpp"
#include "src/number_theory/sequences/series_bounds.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace number_theory {

namespace {

/// A leaf has at least as many terms, and less than twice as many. If there are so many leaves that a GPU is
/// full, it has twice as many: then their time counts, and not how long one takes.
constexpr std::uint64_t terms_of_leaf = kernels::most_terms_of_leaf / 4;
constexpr int height_of_many_leaves = 17;

struct series_level {
  tree_level p, q, t;
};

kernels::word_polynomial on_device(const polynomial& f) {
  kernels::word_polynomial result{};
  result.count = static_cast<std::uint32_t>(f.size());
  std::copy(f.begin(), f.end(), result.coefficients);
  return result;
}

/// The number of zero bits in which every value ends.
int twos_of(const polynomial& f) {
  std::uint64_t any = 0;
  for (const std::int64_t coefficient : f) any |= static_cast<std::uint64_t>(coefficient);
  return any == 0 ? 0 : std::countr_zero(any);
}

class splitting {
 public:
  splitting(const std::shared_ptr<detail::engine>& engine, const rational_series& series,
            const series_part& part)
      : engine_(engine), series_(series), part_(part), bounds_(series_bounds::of(series, part)) {
    while (part.terms >> height_ >= 2 * terms_of_leaf) ++height_;
    if (height_ >= height_of_many_leaves) --height_;
    if (height_ == 0) return;
    const std::uint64_t pairs = (part.terms + 1) / 2, fewest = 2 * (pairs / nodes(0)) - part.terms % 2;
    idle_ = fewest * static_cast<unsigned>(twos_of(series.q)) / limb_bits;
  }

  /// Refuses a series that has no plan.
  void require_feasible() const {
    const double bits = bounds_.bits(most_terms(height_));
    if (bits > static_cast<double>(plan::longest_product_bits))
      throw std::length_error(concat(name_of(part_), ": about ", static_cast<std::uint64_t>(bits),
                                     " bits, longer than the longest product"));
  }

  /// The most memory that is taken at the same time, by count.
  std::size_t bytes() const {
    // All levels have about the same length, but products of short nodes take no more than a workspace. So
    // the most is at the top.
    constexpr int levels = 4;
    std::size_t most = 0;
    for (int above = std::max(1, height_ - levels + 1); above <= height_; ++above)
      most = std::max(most, bytes_of_join(above));
    return most;
  }

  series_node root(bool with_p, const std::function<void(double)>& progress) const {
    series_level level = leaves();
    const auto tell = [&](int done) {
      if (progress) progress(static_cast<double>(done) / (height_ + 1));
    };
    tell(1);
    for (int above = 1; above < height_; ++above) {
      level = joined(level, above, with_p);
      tell(above + 1);
    }
    const node_limbs limbs = limbs_of(height_);
    series_node made;
    made.t = number_at_root(level.t, limbs.t, part_.alternates,
                            [&](kernels::limb_target out) { join_sums(level, out, height_ - 1); });
    level.t = {};
    if (!with_p) level.p = {};
    const auto product = [&](const tree_level& factors, std::uint64_t size, std::uint64_t zeros,
                             bool negative) {
      return number_at_root(factors, size + zeros, negative, [&](kernels::limb_target out) {
        engine_->executor().clear(out.limbs, zeros * sizeof(limb));
        multiply_pairs(factors, {out.limbs + zeros, out.count - zeros, out.stride}, 1);
      });
    };
    made.q = product(level.q, limbs.q, idle(height_), false);
    if (with_p) made.p = product(level.p, limbs.p, 0, part_.alternates && part_.terms % 2 == 1);
    if (height_ > 0) tell(height_ + 1);
    return made;
  }

 private:
  std::uint32_t nodes(int level) const { return std::uint32_t{1} << (height_ - level); }
  /// The most terms that a node has; pairs of terms are distributed over the leaves.
  double most_terms(int level) const {
    const std::uint64_t pairs = (part_.terms + 1) / 2;
    const std::uint64_t pairs_of_node = (pairs + nodes(level) - 1) / nodes(level);
    return 2 * static_cast<double>(pairs_of_node);
  }
  /// The zero limbs below Q of a node, which only the root has.
  std::uint64_t idle(int level) const { return idle_ << level; }
  node_limbs limbs_of(int level) const {
    node_limbs limbs = bounds_.limbs(most_terms(level));
    limbs.q -= idle(level);
    return limbs;
  }
  /// The memory of the children, the parents, the addend of their sums, and the longest product.
  std::size_t bytes_of_join(int above) const {
    const node_limbs below = limbs_of(above - 1), made = limbs_of(above);
    const auto workspace = [&](std::uint64_t child, std::uint64_t parent) {
      const plan::planned_product plan =
          engine_->planner().product({child, child, parent, nodes(above)}, {.fits = true});
      return plan.workspace_bytes * plan.at_once;
    };
    const std::uint64_t zeros = above == height_ ? idle(above) : 0;
    return sizeof(limb) * (nodes(above - 1) * below.sum() + nodes(above) * (made.sum() + made.t) + zeros) +
           std::max(workspace(below.q, made.q), workspace(below.t, made.t));
  }

  /// A number of the root: the only leaf, or what `join` makes of the last level.
  template <class Join>
  gpu_bigint number_at_root(const tree_level& last, std::uint64_t limbs, bool negative, Join&& join) const {
    detail::new_number made = detail::number::make(engine_, limbs);
    if (height_ == 0)
      engine_->executor().copy(made->limbs(), last.memory.data(), last.limbs * sizeof(limb));
    else
      join(made->target());
    made->set_negative(negative);
    return detail::value_of(std::move(made));
  }
  tree_level new_level(std::uint64_t limbs, int level) const {
    return {exec::buffer<limb>(engine_->executor(), limbs * nodes(level)), limbs, nodes(level)};
  }
  series_level new_levels(int level) const {
    const node_limbs limbs = limbs_of(level);
    return {new_level(limbs.p, level), new_level(limbs.q, level), new_level(limbs.t, level)};
  }
  /// Waits, because the leaves show whether the series is valid.
  series_level leaves() const {
    exec::executor& executor = engine_->executor();
    series_level made = new_levels(0);
    const auto wrong = exec::cleared<limb>(executor, 1);
    executor.launch(kernels::series_leaves_arguments{
        on_device(series_.p), on_device(series_.q), on_device(series_.a), part_.first, part_.terms, nodes(0),
        part_.alternates, made.p.rows(), made.q.rows(), made.t.rows(), static_cast<std::uint32_t>(idle_),
        wrong.data()});
    limb is_wrong = 0;
    executor.download(&is_wrong, wrong.data(), sizeof(limb));
    if (is_wrong != 0)
      throw std::domain_error(
          name_of(part_) +
          ": p changes its sign, q is not positive, a is negative, or a term is longer than "
          "the one before");
    return made;
  }

  void multiply_pairs(const tree_level& level, kernels::limb_target out, std::uint32_t pairs) const {
    products::run(*engine_, {.a = level.left(), .b = level.right(), .out = out, .batch = pairs},
                  {.fits = true});
  }
  /// \param below the level of the children
  void join_sums(const series_level& level, kernels::limb_target out, int below) const {
    products::run_sum(*engine_, {level.t.left(), level.q.right(), level.p.left(), level.t.right(), out,
                                 level.t.nodes / 2, idle(below)});
  }
  /// A level below the root. Only the root's P needs the P of the last node.
  series_level joined(const series_level& level, int above, bool with_p) const {
    series_level made = new_levels(above);
    join_sums(level, made.t.rows(), above - 1);
    multiply_pairs(level.q, made.q.rows(), nodes(above));
    multiply_pairs(level.p, made.p.rows(), nodes(above) - (with_p ? 0 : 1));
    return made;
  }

  std::shared_ptr<detail::engine> engine_;
  const rational_series& series_;
  series_part part_;
  series_bounds bounds_;
  int height_ = 0;
  std::uint64_t idle_ = 0;  ///< of a leaf
};

}  // namespace

series_part whole_series(const rational_series& series, std::uint64_t first, std::uint64_t terms) {
  series_part whole{first, terms, false};
  static_cast<void>(series_bounds::of(series, whole));
  // As the device computes it.
  whole.alternates = kernels::is_negative(kernels::value_at(on_device(series.p), first));
  return whole;
}

std::size_t bytes_of_part(const rational_series& series, const series_part& part) {
  const splitting split(detail::current_core().living_engine(), series, part);
  split.require_feasible();
  return split.bytes();
}

series_node node_of_part(const rational_series& series, const series_part& part, bool with_p,
                         const std::function<void(double)>& progress) {
  const faults::operation_scope scope("sum of a series", part.first, part.terms);
  const splitting split(detail::current_core().living_engine(), series, part);
  split.require_feasible();
  return numbers::naming([&] { return split.root(with_p, progress); }, [&] { return name_of(part); });
}

series_node sum_of_part(const rational_series& series, const series_part& part, bool with_p,
                        const std::function<void(double)>& progress) {
  numbers::require_memory(detail::current_core().living_engine()->executor(), bytes_of_part(series, part),
                          name_of(part));
  return node_of_part(series, part, with_p, progress);
}

}  // namespace number_theory

fraction sum_of(const rational_series& series, std::uint64_t first, std::uint64_t terms,
                const std::function<void(double)>& progress) {
  const number_theory::series_part whole = number_theory::whole_series(series, first, terms);
  if (terms == 0) return {0, 1};
  number_theory::series_node sum = number_theory::sum_of_part(series, whole, false, progress);
  return {std::move(sum.t), std::move(sum.q)};
}

fraction approximate_sum_of(const rational_series& series, std::uint64_t first, std::uint64_t terms,
                            std::uint64_t bits, const std::function<void(double)>& progress) {
  const number_theory::series_part whole = number_theory::whole_series(series, first, terms);
  if (terms == 0) return {0, 1};
  return number_theory::rounded_sum(series, whole, {.bits = bits}, progress);
}

}  // namespace gbi
