/// \file
/// Binary splitting on several ranks: each rank sums consecutive terms (number_theory/sequences/series.hpp),
/// and products that the ranks share join the sums.
#include "gpu_bigint/distributed_series.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include "src/distribute/computed_apart.hpp"
#include "src/number_theory/sequences/series.hpp"

namespace gbi {

namespace {

using distribute::computed_apart;
using number_theory::series_part;

/// A node whose numbers are in slabs.
struct distributed_node {
  distributed_bigint p, q, t;
};

class distributed_sum {
 public:
  /// \param whole has terms
  distributed_sum(const device_group& on, const rational_series& series, const series_part& whole,
                  const std::function<void(double)>& progress)
      : handle_(on), series_(series), whole_(whole), progress_(progress) {
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
    distributed_node root = join(nodes, 0, nodes.size(), false);
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

  /// The nodes of all parts. The last one has no P.
  std::vector<distributed_node> parts() const {
    std::vector<int> owners;
    for (int rank = 0; rank < parts_; ++rank) owners.insert(owners.end(), is_last(rank) ? 2 : 3, rank);
    std::vector<distributed_bigint> all = computed_apart(handle_, owners, [&](int rank) {
      std::vector<gpu_bigint> made;
      if (rank >= parts_) return made;
      // Only the first rank of a process runs on the calling thread.
      const watcher tell = [&](double done) { report(share_of_parts_ * done); };
      number_theory::series_node node = number_theory::sum_of_part(series_, part(rank), !is_last(rank),
                                                                   rank == handle_.first() ? tell : nullptr);
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
  distributed_node join(std::vector<distributed_node>& nodes, std::size_t begin, std::size_t end,
                        bool with_p) {
    if (end - begin == 1) return std::move(nodes[begin]);
    const std::size_t middle = begin + (end - begin) / 2;
    distributed_node l = join(nodes, begin, middle, true), r = join(nodes, middle, end, with_p);
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
    ++joins_;
    report(share_of_parts_ + (1 - share_of_parts_) * joins_ / (parts_ - 1));
    return l;
  }

  void report(double done) const {
    if (progress_) progress_(done);
  }

  using watcher = std::function<void(double)>;

  const device_group& handle_;
  const rational_series& series_;
  series_part whole_;
  const watcher& progress_;
  int parts_ = 1, joins_ = 0;
  double share_of_parts_ = 1;
};

}  // namespace

distributed_fraction sum_of(const device_group& on, const rational_series& series, std::uint64_t first,
                            std::uint64_t terms, const std::function<void(double)>& progress) {
  const series_part whole = number_theory::whole_series(series, first, terms);
  if (terms == 0)
    return {distributed_bigint::from_limbs(on, {}), distributed_bigint::from_limbs(on, std::array{limb{1}})};
  return distributed_sum(on, series, whole, progress).sum();
}

}  // namespace gbi
