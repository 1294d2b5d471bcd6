#include "src/number/host_words.hpp"

#include <algorithm>
#include <array>

#include "src/process/concat.hpp"
#include "src/process/memory.hpp"
#include "src/process/noncopyable.hpp"

namespace gbi::numbers {

void short_operands::refuse(const gpu_bigint& x, const gpu_bigint& y, const char* operation) {
  throw std::invalid_argument(concat(operation, " of ", x.limb_bound(), " and ", y.limb_bound(),
                                     " limbs: the operands live in different contexts (use to())"));
}

namespace {

struct memory_chunk {
  limb* limbs;
  std::size_t size;
};

/// Has no destructor, so that destructors of other thread-local objects, and of static objects, may still
/// compute. `owner` frees the chunks before them, and each later operation frees its own.
struct chunk_stack {
  std::array<memory_chunk, 64> chunks;  ///< each at least twice as long as its predecessor
  std::size_t count;
  std::size_t chunk, limbs;  ///< in use: all chunks before `chunk`, and `limbs` limbs of `chunk`
  bool ended;                ///< the owner has been destroyed

  void clear() noexcept {
    while (count > 0) delete[] chunks[--count].limbs;
  }
};
thread_local constinit chunk_stack stack{};

struct chunk_owner : process::noncopyable {
  ~chunk_owner() {
    stack.ended = true;
    if (stack.chunk == 0 && stack.limbs == 0) stack.clear();
  }
  void touch() const noexcept {}
};
thread_local const chunk_owner owner;

}  // namespace

void word_memory::take(std::size_t limbs) {
  constexpr std::size_t least = 1 << 12;
  auto& [chunks, count, in_use, limbs_in_use, ended] = stack;
  before_ = {in_use, limbs_in_use};
  auto [chunk, used] = before_;
  while (chunk < count && chunks[chunk].size - used < limbs) {
    ++chunk;
    used = 0;
  }
  if (chunk == count) {
    if (!ended) owner.touch();  // constructs it
    const std::size_t before = count == 0 ? 0 : chunks[count - 1].size;
    const std::size_t size = std::max({least, 2 * before, limbs});
    chunks[count] = {process::memory::with_retry([=] { return new limb[size]; }),
                     size};  // NOLINT(cppcoreguidelines-owning-memory): the owner frees it
    ++count;
  }
  first_ = chunks[chunk].limbs + used;
  in_use = chunk;
  limbs_in_use = used + limbs;
}

void word_memory::give_back() noexcept {
  stack.chunk = before_.chunk;
  stack.limbs = before_.limbs;
  if (stack.ended && stack.chunk == 0 && stack.limbs == 0) [[unlikely]]
    stack.clear();
}

}  // namespace gbi::numbers
