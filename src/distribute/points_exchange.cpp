#include "src/distribute/points_exchange.hpp"

namespace gbi::distribute {

points_exchange::points_exchange(group& on, const plan::shared_plan& plan)
    : on_(on),
      bytes_(plan.segment() * sizeof(kernels::complex<double>)),
      all_share_(plan.ranks == on.size()),
      buffers_(static_cast<std::size_t>(on.local())),
      segments_(static_cast<std::size_t>(on.local())) {
  if (all_share_) return;
  for (int own = 0; own < on.local(); ++own) {
    parcels& moved = parcels_.emplace_back(on.size());
    if (on.first() + own >= plan.ranks) continue;
    for (std::size_t other = 0; other < static_cast<std::size_t>(plan.ranks); ++other) {
      moved.send[other] = moved.receive[other] = bytes_;
      moved.send_at[other] = moved.receive_at[other] = other * bytes_;
    }
  }
}

void points_exchange::run(const std::vector<transit>& local) {
  if (all_share_) {
    for (std::size_t own = 0; own < local.size(); ++own) buffers_[own] = {local[own].from, local[own].to};
    return on_.link().all_to_all(buffers_, bytes_);
  }
  for (std::size_t own = 0; own < local.size(); ++own)
    segments_[own] = parcels_[own].between(local[own].from, local[own].to);
  on_.link().all_to_all_v(segments_);
}

}  // namespace gbi::distribute
