#include "src/number/room.hpp"

#include <algorithm>

#include "gpu_bigint/memory.hpp"
#include "src/exec/buffer.hpp"
#include "src/plan/planner.hpp"
#include "src/process/concat.hpp"
#include "src/process/machine_memory.hpp"
#include "src/process/memory.hpp"

namespace gbi::numbers {

namespace {

/// Computations that need less memory start at once: if they fail, they fail early.
constexpr std::size_t least_asked = std::size_t{1} << 26;

}  // namespace

std::string refuse_room(const exec::executor& executor, std::size_t bytes) {
  const std::size_t known = executor.properties().memory_bytes;
  const std::size_t total = known != 0 ? known : process::read_machine_memory().total;
  const memory_statistics own = executor.memory();
  if (bytes <= total && (own.limit == 0 || bytes <= own.limit)) return {};
  return concat("it needs ", bytes, " bytes: ", own.in_use, " are in use, ",
                own.limit != 0 ? concat("the context's limit is ", own.limit, ", ") : "", "and there are ",
                total, " in all");
}

std::size_t memory_left(detail::engine& engine) {
  const memory_statistics own = engine.executor().memory();
  std::size_t usable = engine.planner().usable_memory();
  if (own.limit != 0) usable = std::min(usable, own.limit);
  return usable - std::min(usable, own.in_use);
}

void require_memory(exec::executor& executor, std::size_t bytes, const std::string& name) {
  if (bytes < least_asked) return;
  // On a device, this allocates a block, which the pool then keeps for the computation. On the host, it asks
  // the process, because a block kept by the pool would not be returned for another size.
  if (!executor.memory_is_host()) {
    return naming([&] { const exec::buffer<std::byte> room(executor, bytes); }, [&] { return name; });
  }
  if (const memory_statistics memory = executor.memory(); memory.limit != 0 && bytes > memory.limit)
    throw out_of_memory(
        concat(name, ": no memory for ", bytes, " bytes: the limit of the context is ", memory.limit));
  process::memory::require(bytes, name);
}

void require_host_memory(double bytes, const std::string& name) {
  if (bytes < static_cast<double>(least_asked)) return;
  constexpr double most = 0x1p61;
  process::memory::require(static_cast<std::size_t>(std::min(bytes, most)), name);
}

}  // namespace gbi::numbers
