#include "src/distribute/points_exchange.hpp"

namespace gbi::distribute {

points_exchange::points_exchange(const group& on, const plan::shared_plan& plan, int first)
    : chunks_(plan.chunks), chunk_points_(plan.segment() / static_cast<std::size_t>(plan.chunks)) {
  for (int own = 0; own < on.local(); ++own) {
    rank_segments &goes = to_rows_.emplace_back(on.size()), &returns = to_columns_.emplace_back(on.size());
    const int rank = on.first() + own - first;
    if (rank < 0 || rank >= plan.ranks) continue;
    for (int other = 0; other < plan.ranks; ++other) {
      if (other == rank) continue;
      const int member = first + other;
      const auto o = static_cast<std::size_t>(member);
      goes.send[o] = goes.receive[o] = returns.send[o] = returns.receive[o] = chunk_points_ * sizeof(point);
      goes.send_at[o] = returns.receive_at[o] = plan.sent_at(other) * sizeof(point);
      goes.receive_at[o] = returns.send_at[o] = plan.received_at(rank, other) * sizeof(point);
    }
  }
}

std::uint64_t points_exchange::start(exchanges_under_way& exchanges, const std::vector<point*>& local,
                                     transit way, int chunk) {
  const std::vector<rank_segments>& moved = way == transit::to_rows ? to_rows_ : to_columns_;
  segments_.clear();
  for (std::size_t own = 0; own < local.size(); ++own) {
    point* const first =
        local[own] == nullptr ? nullptr : local[own] + static_cast<std::size_t>(chunk) * chunk_points_;
    segments_.push_back(moved[own].between(first, first));
  }
  return exchanges.start(segments_);
}

void points_exchange::run(exchanges_under_way& exchanges, const std::vector<point*>& local, transit way) {
  std::vector<std::uint64_t> numbers;
  numbers.reserve(static_cast<std::size_t>(chunks_));
  for (int chunk = 0; chunk < chunks_; ++chunk) numbers.push_back(start(exchanges, local, way, chunk));
  for (const std::uint64_t one : numbers) exchanges.finish(one);
}

}  // namespace gbi::distribute
