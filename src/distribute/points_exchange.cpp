#include "src/distribute/points_exchange.hpp"

#include <algorithm>

namespace gbi::distribute {

points_exchange::points_exchange(group& on, const plan::shared_plan& plan)
    : on_(on), segments_(static_cast<std::size_t>(on.local())) {
  const std::size_t segment = plan.segment() * sizeof(kernels::complex<double>);
  const auto chunks = static_cast<std::size_t>(plan.chunks);
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    std::vector<parcels>& of_ranks = parcels_.emplace_back();
    for (int own = 0; own < on.local(); ++own) {
      parcels& moved = of_ranks.emplace_back(on.size());
      if (on.first() + own >= plan.ranks) continue;
      for (std::size_t other = 0; other < static_cast<std::size_t>(plan.ranks); ++other) {
        moved.send[other] = moved.receive[other] = segment / chunks;
        moved.send_at[other] = moved.receive_at[other] = other * segment + chunk * (segment / chunks);
      }
    }
  }
  under_way_.reserve(3 * chunks);
}

points_exchange::~points_exchange() {
  // After an exception the memory must not be given back before copies have ended.
  for (const std::uint64_t exchange : under_way_) try {
      on_.link().finish(exchange);
    } catch (...) {  // the link was aborted
      return;
    }
}

std::uint64_t points_exchange::start(const std::vector<transit>& local, int chunk) {
  const std::vector<parcels>& of_ranks = parcels_[static_cast<std::size_t>(chunk)];
  for (std::size_t own = 0; own < local.size(); ++own)
    segments_[own] = of_ranks[own].between(local[own].from, local[own].to);
  const std::uint64_t number = on_.link().start(segments_);
  under_way_.push_back(number);
  return number;
}

void points_exchange::finish(std::uint64_t exchange) {
  if (const auto found = std::ranges::find(under_way_, exchange); found != under_way_.end())
    under_way_.erase(found);
  on_.link().finish(exchange);
}

void points_exchange::run(const std::vector<transit>& local) {
  for (int chunk = 0; chunk < chunks(); ++chunk) start(local, chunk);
  while (!under_way_.empty()) finish(under_way_.front());
}

}  // namespace gbi::distribute
