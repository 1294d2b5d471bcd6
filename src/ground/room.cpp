#include "src/ground/room.hpp"

#include <algorithm>

#include "gpu_bigint/memory.hpp"
#include "src/exec/machine_memory.hpp"

namespace gbi::ground {

std::string refuse_room(const exec::executor& executor, std::size_t bytes) {
  const std::size_t known = executor.properties().memory_bytes;
  const std::size_t total = known != 0 ? known : exec::read_machine_memory().total;
  const memory_statistics own = executor.memory();
  if (bytes <= total && (own.limit == 0 || bytes <= own.limit)) return {};
  return "it needs " + std::to_string(bytes) + " bytes: " + std::to_string(own.in_use) + " are in use, " +
         (own.limit != 0 ? "the context's limit is " + std::to_string(own.limit) + ", " : std::string()) +
         "and there are " + std::to_string(total) + " in all";
}

}  // namespace gbi::ground
