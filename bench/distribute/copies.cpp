#include <cstddef>
#include <vector>

#include "bench/distribute/group_series.hpp"
#include "src/context/peers.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::bench {

void measure_copies(benchmark::State& state, const device_group& on, std::size_t bytes) {
  if (on.size() < 2) return state.SkipWithError("there is one rank");
  measure_if_it_fits(state, [&] {
    const std::vector<context> contexts{on.at(0), on.at(1)};
    const auto peers = detail::make_peers(contexts);
    std::vector<exec::buffer<std::byte>> sent, received;
    for (int own = 0; own < 2; ++own) {
      exec::executor& device = distribute::of(on)->at(own).executor;
      sent.push_back(exec::cleared<std::byte>(device, bytes));
      received.push_back(exec::cleared<std::byte>(device, bytes));
    }
    measure_by_clock(state, on, [&] {
      peers->begin();
      peers->copy(0, sent[0].data(), 1, received[1].data(), bytes);
      peers->copy(1, sent[1].data(), 0, received[0].data(), bytes);
      peers->end();
    });
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
  });
}

}  // namespace gbi::bench
