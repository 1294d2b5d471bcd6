#include <cstddef>
#include <vector>

#include "bench/distribute/group_series.hpp"
#include "src/context/peers.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::bench {

void measure_copies(benchmark::State& state, const device_group& on, std::size_t bytes, int at_once) {
  const int ranks = on.size();
  measure_if_it_fits(state, [&] {
    std::vector<context> contexts;
    std::vector<exec::buffer<std::byte>> sent, received;
    const std::size_t others = static_cast<std::size_t>(ranks - 1);
    for (int own = 0; own < ranks; ++own) {
      contexts.push_back(on.at(own));
      exec::executor& device = distribute::of(on)->at(own).executor;
      sent.push_back(exec::cleared<std::byte>(device, others * bytes));
      received.push_back(exec::cleared<std::byte>(device, others * bytes));
    }
    const auto peers = detail::make_peers(contexts, at_once);
    measure_by_clock(state, on, [&] {
      peers->begin_apart();
      for (int round = 1; round < ranks; ++round)
        for (int from = 0; from < ranks; ++from) {
          const int to = (from + round) % ranks;
          const std::size_t place = static_cast<std::size_t>(round - 1) * bytes;
          peers->copy(from, sent[static_cast<std::size_t>(from)].data() + place, to,
                      received[static_cast<std::size_t>(to)].data() + place, bytes);
        }
      peers->follow(peers->end_apart());
    });
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(others * bytes));
  });
}

}  // namespace gbi::bench
