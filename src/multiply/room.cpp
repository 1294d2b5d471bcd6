#include "src/multiply/room.hpp"

#include <algorithm>
#include <stdexcept>

#include "gpu_bigint/error.hpp"
#include "gpu_bigint/memory.hpp"
#include "src/exec/buffer.hpp"
#include "src/exec/process_memory.hpp"
#include "src/plan/product_plan.hpp"

namespace gbi::products {

namespace {

/// Computations that need less fail soon enough by themselves.
constexpr std::size_t least_asked = std::size_t{1} << 26;

}  // namespace

void require_memory(exec::executor& executor, std::size_t bytes, const std::string& name) {
  if (bytes < least_asked) return;
  // A device is asked for a block, which its pool keeps for the computation. On the host the process is
  // asked: what the pool keeps would not be returned for another size.
  if (!executor.memory_is_host()) {
    try {
      const exec::buffer<std::byte> room(executor, bytes);
    } catch (const out_of_memory& error) {
      throw out_of_memory(name + ": " + error.what());
    }
    return;
  }
  if (const memory_statistics memory = executor.memory(); memory.limit != 0 && bytes > memory.limit)
    throw out_of_memory(name + ": no memory for " + std::to_string(bytes) +
                        " bytes: the limit of the context is " + std::to_string(memory.limit));
  exec::process_memory::require(bytes, name);
}

void require_room(detail::engine& engine, const last_product& last, const std::string& name) {
  if (std::max(last.a, last.b) < shortest_asked) return;
  const std::uint64_t limbs = last.a + last.b;
  const std::string size = name + " (a result of about " + std::to_string(limbs * limb_bits) + " bits)";
  const verification mode = engine.verifier().mode();
  if (!plan::is_feasible(engine.tuning(), mode, last.a, last.b, last.square))
    throw std::length_error(name + ": the result is longer than the longest product");
  const plan::product_plan plan =
      plan::plan_product(engine.tuning(), mode, {last.a, last.b, limbs, 1, last.square});
  const std::uint64_t held = limbs + last.a + (last.square ? 0 : last.b) + last.others;
  require_memory(engine.executor(), held * sizeof(limb) + plan.workspace_bytes, size);
}

void require_host_memory(double bytes, const std::string& name) {
  if (bytes < static_cast<double>(least_asked)) return;
  constexpr double most = 0x1p61;
  exec::process_memory::require(static_cast<std::size_t>(std::min(bytes, most)), name);
}

}  // namespace gbi::products
