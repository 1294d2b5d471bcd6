/// \file
/// Binary splitting. All nodes of a level have the same number of limbs, so four batched products and a sum
/// join all neighbours.
#include "src/number_theory/sequences/series.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "kernels/number_theory/arguments.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/multiply/product.hpp"
#include "src/multiply/sum_of_products.hpp"
#include "src/number/number.hpp"
#include "src/number/room.hpp"
#include "src/number_theory/sequences/product_tree.hpp"

namespace gbi {

namespace number_theory {

namespace {

constexpr std::uint64_t terms_of_leaf = 8;
constexpr double most_value_bits = 190;

struct series_level {
  tree_level p, q, t;
};

/// Upper bounds on log2 of the polynomials in a range of terms, and the resulting bounds for a node.
struct series_bounds {
  double p, q, a;

  static double of(const polynomial& f, double last) {
    double sum = 0;
    for (std::size_t i = f.size(); i-- > 0;) sum = sum * last + std::abs(static_cast<double>(f[i]));
    constexpr double rounding = 1e-12;
    return std::log2(std::max(1.0, sum)) + rounding;
  }
  static std::uint64_t limbs(double bits) {
    return static_cast<std::uint64_t>(bits / static_cast<double>(limb_bits)) + 1;
  }
  std::uint64_t p_limbs(double terms) const { return limbs(terms * p); }
  std::uint64_t q_limbs(double terms) const { return limbs(terms * q); }
  /// The sum has `terms` summands, each a weight times one factor for each term.
  std::uint64_t t_limbs(double terms) const { return limbs(terms * std::max(p, q) + a + std::log2(terms)); }
};

std::string name_of(const series_part& part) {
  return "sum of a series from term " + std::to_string(part.first) + " on, with " +
         std::to_string(part.terms) + " terms";
}

kernels::word_polynomial on_device(const polynomial& f) {
  kernels::word_polynomial result{};
  result.count = static_cast<std::uint32_t>(f.size());
  std::copy(f.begin(), f.end(), result.coefficients);
  return result;
}

class splitting {
 public:
  splitting(const std::shared_ptr<detail::engine>& engine, const rational_series& series,
            const series_part& part, const series_bounds& bounds)
      : engine_(engine), series_(series), part_(part), bounds_(bounds) {
    while (part.terms >> height_ >= 2 * terms_of_leaf) ++height_;
  }

  /// Refuses, before any work, a series that has no plan or no room.
  void require_feasible() const {
    const double most = most_terms(height_);
    const double bits = most * std::max(bounds_.p, bounds_.q) + bounds_.a + std::log2(most);
    if (bits > static_cast<double>(plan::longest_product_bits))
      throw std::length_error(name_of(part_) + ": about " + std::to_string(static_cast<std::uint64_t>(bits)) +
                              " bits, longer than the longest product");
    // The children of the root, the root, a product that is added to it, and transforms of that length take
    // at least this much memory, as measured (docs/decisions/0056).
    constexpr std::uint64_t levels = 7;
    numbers::require_memory(engine_->executor(),
                            levels * (bounds_.q_limbs(most) + bounds_.t_limbs(most)) * sizeof(limb),
                            name_of(part_));
  }

  series_node root(bool with_p, const std::function<void(double)>& progress) const {
    series_level level = leaves();
    const auto tell = [&](int done) {
      if (progress) progress(static_cast<double>(done) / (height_ + 1));
    };
    tell(1);
    for (int above = 1; above < height_; ++above) {
      level = joined(level, above);
      tell(above + 1);
    }
    const double most = most_terms(height_);
    series_node made;
    made.t = number_at_root(level.t, bounds_.t_limbs(most), part_.alternates,
                            [&](kernels::limb_target out) { join_sums(level, out); });
    level.t = {};
    if (!with_p) level.p = {};
    const auto product = [&](const tree_level& factors, std::uint64_t limbs, bool negative) {
      return number_at_root(factors, limbs, negative,
                            [&](kernels::limb_target out) { multiply_pairs(factors, out); });
    };
    made.q = product(level.q, bounds_.q_limbs(most), false);
    if (with_p) made.p = product(level.p, bounds_.p_limbs(most), part_.alternates && part_.terms % 2 == 1);
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
    const double most = most_terms(level);
    return {new_level(bounds_.p_limbs(most), level), new_level(bounds_.q_limbs(most), level),
            new_level(bounds_.t_limbs(most), level)};
  }
  /// Waits, because the leaves show whether the series is valid.
  series_level leaves() const {
    exec::executor& executor = engine_->executor();
    series_level made = new_levels(0);
    const auto wrong = exec::cleared<limb>(executor, 1);
    executor.launch(kernels::series_leaves_arguments{
        on_device(series_.p), on_device(series_.q), on_device(series_.a), part_.first, part_.terms, nodes(0),
        part_.alternates, made.p.rows(), made.q.rows(), made.t.rows(), wrong.data()});
    limb is_wrong = 0;
    executor.download(&is_wrong, wrong.data(), sizeof(limb));
    if (is_wrong != 0)
      throw std::domain_error(
          name_of(part_) +
          ": p changes its sign, q is not positive, a is negative, or a term is longer than "
          "the one before");
    return made;
  }

  void multiply_pairs(const tree_level& level, kernels::limb_target out) const {
    products::run(*engine_, {.a = level.left(), .b = level.right(), .out = out, .batch = level.nodes / 2},
                  {.fits = true});
  }
  void join_sums(const series_level& level, kernels::limb_target out) const {
    products::run_sum(
        *engine_, {level.t.left(), level.q.right(), level.p.left(), level.t.right(), out, level.t.nodes / 2});
  }
  series_level joined(const series_level& level, int above) const {
    series_level made = new_levels(above);
    join_sums(level, made.t.rows());
    multiply_pairs(level.q, made.q.rows());
    multiply_pairs(level.p, made.p.rows());
    return made;
  }

  std::shared_ptr<detail::engine> engine_;
  const rational_series& series_;
  series_part part_;
  series_bounds bounds_;
  int height_ = 0;
};

series_bounds bounds_of(const rational_series& series, const series_part& part) {
  constexpr std::uint64_t most = std::uint64_t{1} << 40;
  if (part.first > most || part.terms > most - part.first)
    throw std::length_error(name_of(part) + ": they exceed 2^40");
  const auto last = static_cast<double>(part.first + part.terms);
  const auto bound = [&](const polynomial& f, const char* which) {
    if (f.size() > kernels::most_coefficients)
      throw std::invalid_argument(name_of(part) + ": " + which + " has " + std::to_string(f.size()) +
                                  " coefficients, and at most " + std::to_string(kernels::most_coefficients) +
                                  " are allowed");
    const double bits = series_bounds::of(f, last);
    if (bits > most_value_bits)
      throw std::length_error(name_of(part) + ": values of " + which + " may have " +
                              std::to_string(static_cast<int>(bits) + 1) + " bits, and 190 are allowed");
    return bits;
  };
  return {bound(series.p, "p"), bound(series.q, "q"), bound(series.a, "a")};
}

}  // namespace

series_part whole_series(const rational_series& series, std::uint64_t first, std::uint64_t terms) {
  series_part whole{first, terms, false};
  static_cast<void>(bounds_of(series, whole));
  // As the device computes it.
  whole.alternates = kernels::is_negative(kernels::value_at(on_device(series.p), first));
  return whole;
}

series_node sum_of_part(const rational_series& series, const series_part& part, bool with_p,
                        const std::function<void(double)>& progress) {
  const faults::operation_scope scope("sum of a series", part.first, part.terms);
  const splitting split(detail::current_core().living_engine(), series, part, bounds_of(series, part));
  split.require_feasible();
  return numbers::naming([&] { return split.root(with_p, progress); }, [&] { return name_of(part); });
}

}  // namespace number_theory

fraction sum_of(const rational_series& series, std::uint64_t first, std::uint64_t terms,
                const std::function<void(double)>& progress) {
  const number_theory::series_part whole = number_theory::whole_series(series, first, terms);
  if (terms == 0) return {0, 1};
  number_theory::series_node sum = number_theory::sum_of_part(series, whole, false, progress);
  return {std::move(sum.t), std::move(sum.q)};
}

}  // namespace gbi
