#include "src/distribute/points_exchange.hpp"

namespace gbi::distribute {

points_exchange::points_exchange(const group& on, const plan::shared_plan& plan, int first)
    : segments_(static_cast<std::size_t>(on.local())) {
  const auto chunks = static_cast<std::size_t>(plan.chunks);
  const std::size_t bytes = plan.segment() * sizeof(point) / chunks;
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    of_ranks &there = to_rows_.emplace_back(), &back = to_columns_.emplace_back();
    for (int own = 0; own < on.local(); ++own) {
      rank_segments &goes = there.emplace_back(on.size()), &returns = back.emplace_back(on.size());
      const int rank = on.first() + own - first;
      if (rank < 0 || rank >= plan.ranks) continue;
      for (int other = 0; other < plan.ranks; ++other) {
        if (other == rank) continue;
        const auto o = static_cast<std::size_t>(first + other);
        goes.send[o] = goes.receive[o] = returns.send[o] = returns.receive[o] = bytes;
        goes.send_at[o] = returns.receive_at[o] = plan.sent_at(other) * sizeof(point) + chunk * bytes;
        goes.receive_at[o] = returns.send_at[o] =
            plan.received_at(rank, other) * sizeof(point) + chunk * bytes;
      }
    }
  }
}

std::uint64_t points_exchange::start(exchanges_under_way& exchanges, const std::vector<point*>& local,
                                     transit way, int chunk) {
  const of_ranks& moved = (way == transit::to_rows ? to_rows_ : to_columns_)[static_cast<std::size_t>(chunk)];
  for (std::size_t own = 0; own < local.size(); ++own)
    segments_[own] = moved[own].between(local[own], local[own]);
  return exchanges.start(segments_);
}

void points_exchange::run(exchanges_under_way& exchanges, const std::vector<point*>& local, transit way) {
  std::vector<std::uint64_t> numbers;
  numbers.reserve(to_rows_.size());
  for (int chunk = 0; chunk < chunks(); ++chunk) numbers.push_back(start(exchanges, local, way, chunk));
  for (const std::uint64_t one : numbers) exchanges.finish(one);
}

}  // namespace gbi::distribute
