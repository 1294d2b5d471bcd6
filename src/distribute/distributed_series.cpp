/// \file
/// Binary splitting on several ranks: each rank sums consecutive terms (number_theory/sequences/series.hpp),
/// and products that the ranks share join the sums. For an approximate sum, the nodes of ranks and all nodes
/// above them keep only the bits that matter (number_theory/sequences/rounded_sum.hpp).
#include "gpu_bigint/distributed_series.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "src/distribute/computed_apart.hpp"
#include "src/number_theory/sequences/node_rounding.hpp"
#include "src/number_theory/sequences/rounded_sum.hpp"

namespace gbi {

namespace {

using distribute::computed_apart;
using number_theory::series_part;

/// A node whose numbers are in slabs.
struct distributed_node {
  distributed_bigint p, q, t;
};

class distributed_sum {
  using watcher = std::function<void(double)>;

 public:
  /// \param whole has terms
  /// \param bits of an approximate sum; none for the exact one
  distributed_sum(const device_group& on, const rational_series& series, const series_part& whole,
                  std::optional<std::uint64_t> bits, const std::function<void(double)>& progress)
      : handle_(on), series_(series), whole_(whole), bits_(bits), progress_(progress) {
    if (bits) rule_.emplace(series, whole);
    // Fewer parts than ranks if parts would be shorter than two leaves.
    constexpr std::uint64_t least_pairs = 8;
    const auto most = static_cast<std::uint64_t>(on.size());
    parts_ = static_cast<int>(std::clamp<std::uint64_t>(pairs() / least_pairs, 1, most));
    // Levels take equal times.
    const double levels = std::log2(static_cast<double>(whole.terms)) + 1;
    const auto joined = static_cast<double>(std::bit_width(static_cast<unsigned>(parts_ - 1)));
    share_of_parts_ = 1 - joined / (levels + joined);
  }

  distributed_fraction sum() {
    std::vector<distributed_node> nodes = parts();
    distributed_node root =
        join(nodes, 0, nodes.size(), number_theory::node_rounding::first_bits(bits_.value_or(0)), false);
    return {std::move(root.t), std::move(root.q)};
  }

 private:
  std::uint64_t pairs() const { return (whole_.terms + 1) / 2; }
  /// Pairs of terms are distributed over the ranks, so that a part begins with a term of the same sign as the
  /// whole.
  series_part part(int number) const {
    const gbi::part own = part_of(pairs(), number, parts_);
    const std::uint64_t first = 2 * own.first;
    return {whole_.first + first, std::min(2 * std::uint64_t{own.size}, whole_.terms - first),
            whole_.alternates};
  }
  bool is_last(int number) const { return number == parts_ - 1; }

  number_theory::series_node node_of(int number, const watcher& tell) const {
    if (parts_ > 1 || !bits_)
      return number_theory::sum_of_part(series_, part(number), !is_last(number), tell);
    fraction sum = number_theory::rounded_sum(series_, whole_, {.bits = *bits_}, tell);
    return {{}, std::move(sum.denominator), std::move(sum.numerator)};
  }

  /// The nodes of all parts. The last one has no P.
  std::vector<distributed_node> parts() const {
    std::vector<int> owners;
    for (int rank = 0; rank < parts_; ++rank) owners.insert(owners.end(), is_last(rank) ? 2 : 3, rank);
    std::vector<distributed_bigint> all = computed_apart(handle_, owners, [&](int rank) {
      std::vector<gpu_bigint> made;
      if (rank >= parts_) return made;
      // Only the first rank of a process runs on the calling thread.
      const watcher tell = [&](double done) { report(share_of_parts_ * done); };
      number_theory::series_node node = node_of(rank, rank == handle_.first() ? tell : nullptr);
      made = {std::move(node.q), std::move(node.t)};
      if (!is_last(rank)) made.push_back(std::move(node.p));
      return made;
    });
    std::vector<distributed_node> nodes(static_cast<std::size_t>(parts_));
    auto next = all.begin();
    for (distributed_node& node : nodes) {
      node.q = std::move(*next++);
      node.t = std::move(*next++);
      if (&node != &nodes.back()) node.p = std::move(*next++);
    }
    return nodes;
  }

  /// The node of the parts [begin, end).
  /// \param bits b of the node, for an approximate sum
  distributed_node join(std::vector<distributed_node>& nodes, std::size_t begin, std::size_t end,
                        std::uint64_t bits, bool with_p) {
    if (end - begin == 1) {
      if (rule_) rule_->cut(nodes[begin], bits);
      return std::move(nodes[begin]);
    }
    const std::size_t middle = begin + (end - begin) / 2;
    distributed_node l = join(nodes, begin, middle, bits, true);
    const std::uint64_t bits_right =
        rule_ ? number_theory::node_rounding::bits_right(bits, rule_->weight_of(l)) : bits;
    distributed_node r = join(nodes, middle, end, bits_right, with_p);
    l.t *= r.q;
    r.t *= l.p;
    l.t += r.t;
    r.t = {};
    l.q *= r.q;
    r.q = {};
    if (with_p)
      l.p *= r.p;
    else
      l.p = {};
    if (rule_) rule_->cut(l, bits);
    ++joins_;
    report(share_of_parts_ + (1 - share_of_parts_) * joins_ / (parts_ - 1));
    return l;
  }

  void report(double done) const {
    if (progress_) progress_(done);
  }

  const device_group& handle_;
  const rational_series& series_;
  series_part whole_;
  std::optional<std::uint64_t> bits_;
  std::optional<number_theory::node_rounding> rule_;  ///< of an approximate sum
  const watcher& progress_;
  int parts_ = 1, joins_ = 0;
  double share_of_parts_ = 1;
};

distributed_fraction sum_in_parts(const device_group& on, const rational_series& series, std::uint64_t first,
                                  std::uint64_t terms, std::optional<std::uint64_t> bits,
                                  const std::function<void(double)>& progress) {
  const series_part whole = number_theory::whole_series(series, first, terms);
  if (terms == 0)
    return {distributed_bigint::from_limbs(on, {}), distributed_bigint::from_limbs(on, std::array{limb{1}})};
  return distributed_sum(on, series, whole, bits, progress).sum();
}

}  // namespace

distributed_fraction sum_of(const device_group& on, const rational_series& series, std::uint64_t first,
                            std::uint64_t terms, const std::function<void(double)>& progress) {
  return sum_in_parts(on, series, first, terms, std::nullopt, progress);
}

distributed_fraction approximate_sum_of(const device_group& on, const rational_series& series,
                                        std::uint64_t first, std::uint64_t terms, std::uint64_t bits,
                                        const std::function<void(double)>& progress) {
  return sum_in_parts(on, series, first, terms, bits, progress);
}

}  // namespace gbi
