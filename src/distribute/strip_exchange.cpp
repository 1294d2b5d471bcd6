#include "src/distribute/strip_exchange.hpp"

#include <algorithm>

namespace gbi::distribute {

operand_strips::operand_strips(const value& x, const strips& where, std::size_t limbs, int sharing)
    : x_(x),
      where_(where),
      limbs_(limbs),
      sharing_(sharing),
      parcels_(x.local(), parcels(x.on().size())),
      segments_(x.local()),
      places_(x.local()),
      packed_(x.local()),
      targets_(x.local()),
      sources_(x.local()) {
  const group& on = x.on();
  const auto slab_of = [&](int rank) { return common(x.where().at(rank), {0, limbs_}); };
  for (std::size_t own = 0; own < x.local(); ++own) {
    const int rank = on.first() + static_cast<int>(own);
    parcels& moved = parcels_[own];
    for (int other = 0; other < on.size(); ++other) {
      if (other == rank) continue;
      const auto o = static_cast<std::size_t>(other);
      if (other < sharing) {
        moved.send_at[o] = packed_[own] * sizeof(limb);
        const std::size_t sent = where.of_operand(other, slab_of(rank)).size();
        moved.send[o] = sent * sizeof(limb);
        packed_[own] += sent;
      }
      if (rank < sharing) {
        const interval into = where.of_operand(rank, slab_of(other));
        moved.receive[o] = into.size() * sizeof(limb);
        moved.receive_at[o] = into.begin * sizeof(limb);
      }
    }
    // Digits are never read from no limbs.
    if (rank < sharing) places_[own] = std::max<std::size_t>(1, where.of_operand(rank, {0, limbs_}).end);
  }
}

void operand_strips::run() {
  x_.on().step([&](rank& r) {
    const std::size_t own = x_.index_of(r);
    if (r.number < sharing_) r.executor.clear(targets_[own], sizeof(limb));
    const interval slab = common(x_.own(own), {0, limbs_});
    for (int to = 0; to < sharing_; ++to) {
      const interval into = where_.of_operand(to, slab);
      if (into.size() == 0) continue;
      limb* const out =
          to == r.number ? targets_[own] + into.begin
                         : sources_[own] + parcels_[own].send_at[static_cast<std::size_t>(to)] / sizeof(limb);
      r.executor.launch(kernels::pack_arguments{x_.limbs(own), x_.own(own).begin, where_.layout(),
                                                static_cast<std::uint32_t>(to), out, into.begin,
                                                into.size()});
    }
    segments_[own] = parcels_[own].between(sources_[own], targets_[own]);
  });
  x_.on().link().all_to_all_v(segments_);
}

product_strips::product_strips(value& result, const strips& where, int sharing)
    : result_(result),
      where_(where),
      sharing_(sharing),
      parcels_(result.local(), parcels(result.on().size())),
      segments_(result.local()),
      received_(result.local()),
      sources_(result.local()),
      targets_(result.local()) {
  const group& on = result.on();
  for (std::size_t own = 0; own < result.local(); ++own) {
    const int rank = on.first() + static_cast<int>(own);
    parcels& moved = parcels_[own];
    for (int other = 0; other < on.size(); ++other) {
      if (other == rank) continue;
      const auto o = static_cast<std::size_t>(other);
      if (rank < sharing) {
        const interval out = where.of_product(rank, result.where().at(other));
        moved.send[o] = out.size() * sizeof(limb);
        moved.send_at[o] = out.begin * sizeof(limb);
      }
      if (other < sharing) {
        moved.receive_at[o] = received_[own] * sizeof(limb);
        const std::size_t in = where.of_product(other, result.where().at(rank)).size();
        moved.receive[o] = in * sizeof(limb);
        received_[own] += in;
      }
    }
  }
}

std::size_t product_strips::places(std::size_t own) const noexcept {
  return result_.on().first() + static_cast<int>(own) < sharing_ ? rows() * where_.pitch() : 0;
}

void product_strips::run() {
  for (std::size_t own = 0; own < segments_.size(); ++own)
    segments_[own] = parcels_[own].between(sources_[own], targets_[own]);
  result_.on().link().all_to_all_v(segments_);
}

void product_strips::join(rank& r, const kernels::tile_chain& chain, const kernels::sign_rule& sign) const {
  const std::size_t own = result_.index_of(r);
  const interval slab = result_.own(own);
  kernels::join_arguments a{};
  for (int from = 0; from < sharing_; ++from) {
    const auto f = static_cast<std::size_t>(from);
    a.first[f] = where_.of_product(from, slab).begin;
    a.strips[f] = from == r.number ? sources_[own] + a.first[f]
                                   : targets_[own] + parcels_[own].receive_at[f] / sizeof(limb);
  }
  a.layout = where_.layout();
  a.begin = slab.begin;
  a.slab = {result_.limbs(own), slab.size() + 1, 0};
  a.chain = chain;
  a.sign = sign;
  r.executor.launch(a);
}

}  // namespace gbi::distribute
