#include "src/ground/host_words.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "src/exec/process_memory.hpp"
#include "src/words/linear.hpp"

namespace gbi::ground {

void short_operands::refuse(const gpu_bigint& x, const gpu_bigint& y, const char* operation) {
  throw std::invalid_argument(std::string(operation) + " of " + std::to_string(x.limb_bound()) + " and " +
                              std::to_string(y.limb_bound()) +
                              " limbs: the operands live in different contexts (use to())");
}

namespace {

struct memory_chunk {
  std::unique_ptr<limb[]> limbs;
  std::size_t size;
};
struct chunk_stack {
  std::vector<memory_chunk> chunks;
  std::size_t chunk = 0, limbs = 0;  ///< in use: all chunks before `chunk`, and `limbs` limbs of that one
};
thread_local chunk_stack stack;

}  // namespace

void word_memory::take(std::size_t limbs) {
  constexpr std::size_t least = 1 << 12;
  auto& [chunks, chunk, used] = stack;
  before_ = {chunk, used};
  while (chunk < chunks.size() && chunks[chunk].size - used < limbs) {
    ++chunk;
    used = 0;
  }
  if (chunk == chunks.size()) {
    const std::size_t before = chunks.empty() ? 0 : chunks.back().size;
    const std::size_t size = std::max({least, 2 * before, limbs});
    chunks.push_back(
        {exec::process_memory::with_retry([=] { return std::make_unique_for_overwrite<limb[]>(size); }),
         size});
  }
  first_ = chunks[chunk].limbs.get() + used;
  used += limbs;
}

void word_memory::give_back() noexcept {
  stack.chunk = before_.chunk;
  stack.limbs = before_.limbs;
}

gpu_bigint word_result::value(std::size_t size, bool negative) {
  size = words::significant(data(), size);
  // Rare, after cancellation: a shorter number must not keep memory for a longer one.
  if (block_ == nullptr || size <= detail::access::inline_limbs || limbs_ > 2 * size)
    return detail::value_of(*home_, data(), size, negative);
  return detail::value_of(*home_, std::exchange(block_, nullptr), size, negative);
}

}  // namespace gbi::ground
