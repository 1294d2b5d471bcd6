#include "src/distribute/strip_exchange.hpp"

#include <algorithm>

namespace gbi::distribute {

operand_strips::operand_strips(const value& x, const strips& where, std::size_t limbs, rank_range sharing)
    : x_(x),
      where_(where),
      limbs_(limbs),
      sharing_(sharing),
      rank_segments_(x.local(), rank_segments(x.on().size())),
      segments_(x.local()),
      places_(x.local()),
      packed_(x.local()),
      targets_(x.local()),
      sources_(x.local()) {
  const group& on = x.on();
  const auto slab_of = [&](int rank) { return common(x.where().at(rank), {0, limbs_}); };
  for (std::size_t own = 0; own < x.local(); ++own) {
    const int rank = on.first() + static_cast<int>(own);
    rank_segments& moved = rank_segments_[own];
    for (int other = 0; other < on.size(); ++other) {
      if (other == rank) continue;
      const auto o = static_cast<std::size_t>(other);
      if (sharing.has(other)) {
        moved.send_at[o] = packed_[own] * sizeof(limb);
        const std::size_t sent = where.of_operand(sharing.index(other), slab_of(rank)).size();
        moved.send[o] = sent * sizeof(limb);
        packed_[own] += sent;
      }
      if (sharing.has(rank)) {
        const range into = where.of_operand(sharing.index(rank), slab_of(other));
        moved.receive[o] = into.size() * sizeof(limb);
        moved.receive_at[o] = into.begin * sizeof(limb);
      }
    }
    // Digits are always read from at least one limb.
    if (sharing.has(rank))
      places_[own] = std::max<std::size_t>(1, where.of_operand(sharing.index(rank), {0, limbs_}).end);
  }
}

std::uint64_t operand_strips::start(exchanges_under_way& exchanges) {
  x_.on().step([&](rank& r) {
    const std::size_t own = x_.index_of(r);
    if (sharing_.has(r.number)) r.executor.clear(targets_[own], sizeof(limb));
    const range slab = common(x_.own(own), {0, limbs_});
    for (int to = 0; to < sharing_.count; ++to) {
      const range into = where_.of_operand(to, slab);
      if (into.size() == 0) continue;
      const int member = sharing_.first + to;
      const auto other = static_cast<std::size_t>(member);
      limb* const out = to == sharing_.index(r.number)
                            ? targets_[own] + into.begin
                            : sources_[own] + rank_segments_[own].send_at[other] / sizeof(limb);
      r.executor.launch(kernels::pack_arguments{x_.limbs(own), x_.own(own).begin, where_.layout(),
                                                static_cast<std::uint32_t>(to), out, into.begin,
                                                into.size()});
    }
    segments_[own] = rank_segments_[own].between(sources_[own], targets_[own]);
  });
  return exchanges.start(segments_);
}

product_strips::product_strips(value& result, const strips& where, rank_range sharing)
    : result_(result),
      where_(where),
      sharing_(sharing),
      segments_(result.local()),
      receive_at_(result.local(), std::vector<std::size_t>(static_cast<std::size_t>(sharing.count))),
      received_(result.local()),
      sources_(result.local()),
      targets_(result.local()) {
  const int ranks = result.on().size();
  rounds_.assign(static_cast<std::size_t>(ranks),
                 std::vector<sent_rows>(result.local(), {{}, rank_segments(ranks)}));
  for (std::size_t own = 0; own < result.local(); ++own) {
    const int rank = result.on().first() + static_cast<int>(own);
    std::vector<bool> done(where.rows_of(result.where().limbs()));
    for (int round = 0; round < ranks; ++round) {
      auto& [rows, moved] = rounds_[static_cast<std::size_t>(round)][own];
      const int to = (rank + 1 + round) % ranks, from = (rank + 2 * ranks - 1 - round) % ranks;
      if (sharing.has(rank)) {
        rows = rows_for(rank, to);
        while (rows.size() > 0 && done[rows.begin]) ++rows.begin;
        while (rows.size() > 0 && done[rows.end - 1]) --rows.end;
        for (std::size_t row = rows.begin; row < rows.end; ++row) done[row] = true;
      }
      if (to == rank) continue;
      if (sharing.has(rank)) {
        const auto t = static_cast<std::size_t>(to);
        const range out = where.of_product(sharing.index(rank), result.where().at(to));
        moved.send[t] = out.size() * sizeof(limb);
        moved.send_at[t] = out.begin * sizeof(limb);
      }
      if (sharing.has(from)) {
        const auto f = static_cast<std::size_t>(from);
        receive_at_[own][static_cast<std::size_t>(sharing.index(from))] = received_[own];
        const std::size_t in = where.of_product(sharing.index(from), result.where().at(rank)).size();
        moved.receive[f] = in * sizeof(limb);
        moved.receive_at[f] = received_[own] * sizeof(limb);
        received_[own] += in;
      }
    }
  }
}

range product_strips::rows_for(int rank, int to) const noexcept {
  const range places = where_.of_product(sharing_.index(rank), result_.where().at(to));
  if (places.size() == 0) return {};
  return {places.begin / where_.pitch(), (places.end - 1) / where_.pitch() + 1};
}

std::size_t product_strips::places(std::size_t own) const noexcept {
  const bool sent = sharing_.has(result_.on().first() + static_cast<int>(own));
  return sent ? where_.rows_of(result_.where().limbs()) * where_.pitch() : 0;
}

std::uint64_t product_strips::start(exchanges_under_way& exchanges, int round) {
  const std::vector<sent_rows>& sent = round_of(round);
  for (std::size_t own = 0; own < segments_.size(); ++own)
    segments_[own] = sent[own].moved.between(sources_[own], targets_[own]);
  return exchanges.start(segments_);
}

void product_strips::join(rank& r, const kernels::tile_chain& chain, const kernels::sign_rule& sign) const {
  const std::size_t own = result_.index_of(r);
  const range slab = result_.own(own);
  kernels::join_arguments a{};
  for (int from = 0; from < sharing_.count; ++from) {
    const auto f = static_cast<std::size_t>(from);
    a.first[f] = where_.of_product(from, slab).begin;
    a.strips[f] =
        from == sharing_.index(r.number) ? sources_[own] + a.first[f] : targets_[own] + receive_at_[own][f];
  }
  a.layout = where_.layout();
  a.begin = slab.begin;
  a.slab = {result_.limbs(own), slab.size() + 1, 0};
  a.chain = chain;
  a.sign = sign;
  r.executor.launch(a);
}

}  // namespace gbi::distribute
