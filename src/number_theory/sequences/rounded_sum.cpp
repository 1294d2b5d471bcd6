#include "src/number_theory/sequences/rounded_sum.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "src/number/number.hpp"
#include "src/number/room.hpp"
#include "src/number_theory/sequences/node_rounding.hpp"
#include "src/plan/planner.hpp"

namespace gbi::number_theory {

namespace {

/// About log2 of q / |p|, added up over the terms of a part. Only the count of memory depends on it.
double estimated_weight(const rational_series& series, const series_part& part) {
  const auto value = [](const polynomial& f, double k) {
    double sum = 0;
    for (std::size_t i = f.size(); i-- > 0;) sum = sum * k + static_cast<double>(f[i]);
    return std::log2(std::max(1.0, std::abs(sum)));
  };
  constexpr int samples = 64;
  const double step = static_cast<double>(part.terms) / samples;
  double sum = 0;
  for (int i = 0; i < samples; ++i) {
    const double k = static_cast<double>(part.first) + (i + 0.5) * step;
    sum += value(series.q, k) - value(series.p, k);
  }
  return sum * step;
}

class rounding_tree {
 public:
  rounding_tree(const rational_series& series, const series_part& whole, const sum_rounding& how,
                std::function<void(double)> progress = {})
      : engine_(detail::current_core().living_engine()),
        series_(series),
        whole_(whole),
        how_(how),
        most_bytes_(how.most_bytes.value_or(engine_->planner().usable_memory() / 5 * 2)),
        rule_(series, whole),
        progress_(std::move(progress)) {}

  std::size_t bytes() const { return footprint_of(whole_, first_bits(), false).most; }

  fraction sum() {
    series_node root = node(whole_, first_bits(), false);
    return {std::move(root.t), std::move(root.q)};
  }

 private:
  struct halves {
    series_part left, right;
  };
  /// The memory that a node takes.
  struct footprint {
    node_limbs made;   ///< the node itself
    std::size_t most;  ///< while it is computed, in bytes
  };

  /// b of the root.
  std::uint64_t first_bits() const { return node_rounding::first_bits(how_.bits); }

  /// Whether a node is joined from two halves: memory does not hold it whole, or it is long and not all of
  /// its bits are needed.
  bool splits(const series_part& part, std::uint64_t bits) const {
    if (part.terms < 4) return false;
    const double whole = series_bounds::of(series_, part).bits(static_cast<double>(part.terms));
    return whole > static_cast<double>(plan::longest_product_bits) ||
           (whole >= how_.fewest_cut_bits && whole > 1.2 * static_cast<double>(bits)) ||
           bytes_of_part(series_, part) > most_bytes_;
  }
  /// A left half has an even number of terms.
  static halves halves_of(const series_part& part) {
    const std::uint64_t left = part.terms / 4 * 2;
    return {{part.first, left, part.alternates}, {part.first + left, part.terms - left, part.alternates}};
  }

  std::size_t bytes_of_product(std::uint64_t a, std::uint64_t b) const {
    return sizeof(limb) * (a + b) +
           engine_->planner().product(plan::product_shape::whole(a, b), {.fits = true}).workspace_bytes;
  }

  /// Limbs after the cut of a node with these limbs.
  node_limbs cut(const node_limbs& made, std::uint64_t bits) const {
    const std::uint64_t kept = rule_.kept_bits(bits) / limb_bits + 1, idle = made.q - std::min(made.q, kept);
    const auto rest = [&](std::uint64_t limbs) { return limbs - std::min(limbs, idle); };
    return {rest(made.p), rest(made.q), rest(made.t)};
  }

  footprint footprint_of(const series_part& part, std::uint64_t bits, bool with_p) const {
    if (!splits(part, bits)) {
      node_limbs made = series_bounds::of(series_, part).limbs(static_cast<double>(part.terms));
      if (!with_p) made.p = 0;
      return {cut(made, bits), bytes_of_part(series_, part)};
    }
    const auto [left, right] = halves_of(part);
    const auto weight = static_cast<std::uint64_t>(std::max(0.0, estimated_weight(series_, left)));
    const footprint l = footprint_of(left, bits, true),
                    r = footprint_of(right, node_rounding::bits_right(bits, weight), with_p);
    const node_limbs &x = l.made, &y = r.made;
    const auto bytes = [](std::uint64_t limbs) { return sizeof(limb) * limbs; };
    // In the order of join().
    std::size_t most = std::max(l.most, bytes(x.sum()) + r.most);
    std::uint64_t held = x.sum() + y.sum();
    const auto multiply = [&](std::uint64_t a, std::uint64_t b) {
      most = std::max(most, bytes(held) + bytes_of_product(a, b));
      held += a + b;
    };
    const std::uint64_t later = x.p + y.t, t = x.t + y.q;
    multiply(x.p, y.t);
    held -= y.t;
    if (with_p) {
      multiply(x.p, y.p);
      held -= y.p;
    }
    held -= x.p;
    multiply(x.t, y.q);
    held -= x.t;
    most = std::max(most, bytes(held + t));  // the sum
    held -= later;
    multiply(x.q, y.q);
    return {cut({with_p ? x.p + y.p : 0, x.q + y.q, t}, bits), most};
  }

  series_node node(const series_part& part, std::uint64_t bits, bool with_p) {
    series_node made;
    if (splits(part, bits)) {
      const auto [left, right] = halves_of(part);
      series_node l = node(left, bits, true);
      series_node r = node(right, node_rounding::bits_right(bits, rule_.weight_of(l)), with_p);
      made = join(std::move(l), std::move(r), with_p);
      advance(static_cast<double>(part.terms));
    } else {
      const double levels = levels_of(part);
      const double before = done_;
      const auto tell = [&](double share) {
        done_ = before;
        advance(share * levels * static_cast<double>(part.terms));
      };
      made = node_of_part(series_, part, with_p, tell);
      tell(1);
    }
    rule_.cut(made, bits);
    return made;
  }

  /// The numbers of the children are released as soon as they are not needed.
  static series_node join(series_node l, series_node r, bool with_p) {
    gpu_bigint later = l.p * r.t;
    r.t = {};
    if (with_p)
      l.p *= r.p;
    else
      l.p = {};
    r.p = {};
    l.t *= r.q;
    l.t += later;
    later = {};
    l.q *= r.q;
    return l;
  }

  static double levels_of(const series_part& part) { return std::log2(static_cast<double>(part.terms)) + 1; }
  /// The work of a level is proportional to its terms.
  void advance(double work) {
    done_ += work;
    const double all = levels_of(whole_) * static_cast<double>(whole_.terms);
    if (progress_) progress_(std::min(1.0, done_ / all));
  }

  std::shared_ptr<detail::engine> engine_;
  const rational_series& series_;
  series_part whole_;
  sum_rounding how_;
  std::size_t most_bytes_;
  node_rounding rule_;
  std::function<void(double)> progress_;
  double done_ = 0;
};

}  // namespace

node_rounding::node_rounding(const rational_series& series, const series_part& whole) : whole_(whole) {
  const series_bounds bounds = series_bounds::of(series, whole);
  const double most_sum = bounds.p + bounds.a + std::log2(static_cast<double>(whole.terms));
  sum_bits_ = static_cast<std::uint64_t>(std::ceil(most_sum)) + 4;
}

std::size_t bytes_of_rounded_sum(const rational_series& series, const series_part& whole,
                                 const sum_rounding& how) {
  return rounding_tree(series, whole, how).bytes();
}

fraction rounded_sum(const rational_series& series, const series_part& whole, const sum_rounding& how,
                     const std::function<void(double)>& progress) {
  rounding_tree tree(series, whole, how, progress);
  numbers::require_memory(detail::current_core().living_engine()->executor(), tree.bytes(), name_of(whole));
  return tree.sum();
}

}  // namespace gbi::number_theory
