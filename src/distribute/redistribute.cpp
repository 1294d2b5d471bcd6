#include "src/distribute/redistribute.hpp"

#include <utility>

namespace gbi::distribute {

redistribution::redistribution(group& on, std::vector<range> owned, std::vector<range> wanted)
    : on_(on),
      first_(static_cast<std::size_t>(on.first())),
      owned_(std::move(owned)),
      wanted_(std::move(wanted)) {
  const auto local = static_cast<std::size_t>(on.local());
  memory_.resize(local);
  targets_.resize(local);
  places_.resize(local);
  segments_.resize(local);
  for (std::size_t r = 0; r < owned_.size(); ++r) moves_ = moves_ || !owned_[r].contains(wanted_[r]);
  rank_segments_.resize(local);
  for (std::size_t own = 0; own < local; ++own) {
    const range has = owned_[first_ + own], wants = wanted_[first_ + own];
    for (std::size_t r = 0; r < owned_.size(); ++r) {
      const range out = common(has, wanted_[r]), in = common(owned_[r], wants);
      rank_segments_[own].send.push_back(out.size() * sizeof(limb));
      rank_segments_[own].send_at.push_back(out.size() == 0 ? 0 : (out.begin - has.begin) * sizeof(limb));
      rank_segments_[own].receive.push_back(in.size() * sizeof(limb));
      rank_segments_[own].receive_at.push_back(in.size() == 0 ? 0 : (in.begin - wants.begin) * sizeof(limb));
    }
  }
}

void redistribution::allocate(rank& r) {
  if (!moves_) return;
  const std::size_t own = static_cast<std::size_t>(r.number) - first_;
  memory_[own] = exec::buffer<limb>(r.executor, wanted_[first_ + own].size());
  targets_[own] = memory_[own].data();
}

void redistribution::receive_at(rank& r, limb* target) {
  targets_[static_cast<std::size_t>(r.number) - first_] = target;
}

void redistribution::run(const std::vector<const limb*>& sources) {
  if (!moves_) {
    for (std::size_t own = 0; own < sources.size(); ++own) {
      const range has = owned_[first_ + own], wants = wanted_[first_ + own];
      places_[own] = wants.size() == 0 ? nullptr : sources[own] + (wants.begin - has.begin);
      if (targets_[own] == nullptr || wants.size() == 0) continue;
      on_.at(static_cast<int>(own)).executor.copy(targets_[own], places_[own], wants.size() * sizeof(limb));
      places_[own] = targets_[own];
    }
    return;
  }
  for (std::size_t own = 0; own < sources.size(); ++own) {
    segments_[own] = rank_segments_[own].between(sources[own], targets_[own]);
    places_[own] = targets_[own];
  }
  on_.link().all_to_all_v(segments_);
}

}  // namespace gbi::distribute
