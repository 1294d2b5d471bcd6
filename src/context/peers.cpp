#include "src/context/peers.hpp"

#include <stdexcept>
#include <vector>

#include "src/context/engine.hpp"
#include "src/exec/host/peers.hpp"
#if defined(GPU_BIGINT_WITH_CUDA)
#include "src/exec/cuda/peers.hpp"
#include "src/process/concat.hpp"
#endif

namespace gbi::detail {

std::unique_ptr<exec::peers> make_peers(std::span<const context> contexts,
                                        [[maybe_unused]] int copies_at_once) {
  std::vector<exec::executor*> executors;
  executors.reserve(contexts.size());
  for (const context& one : contexts) {
    if (one.backend() != contexts.front().backend())
      throw std::invalid_argument(
          concat("group of ", contexts.size(), " ranks: some of them are on CUDA and some on the host"));
    executors.push_back(&engine_of(one)->executor());
  }
#if defined(GPU_BIGINT_WITH_CUDA)
  if (!contexts.empty() && contexts.front().backend() == backend::cuda)
    return exec::cuda::make_peers(
        executors,
        copies_at_once != 0 ? copies_at_once : engine_of(contexts.front())->tuning().sharing.copies_at_once);
#endif
  return std::make_unique<exec::host::host_peers>();
}

}  // namespace gbi::detail
