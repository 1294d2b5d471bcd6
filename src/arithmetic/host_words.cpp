#include "src/arithmetic/host_words.hpp"

#include <algorithm>
#include <memory>

#include "src/words/linear.hpp"

namespace gbi::arithmetic {

void short_operands::refuse(const gpu_bigint& x, const gpu_bigint& y, const char* operation) {
  throw std::invalid_argument(std::string(operation) + " of " + std::to_string(x.limb_bound()) + " and " +
                              std::to_string(y.limb_bound()) +
                              " limbs: the operands live in different contexts (use to())");
}

namespace {

struct chunk {
  std::unique_ptr<limb[]> limbs;
  std::size_t size;
};
thread_local std::vector<chunk> chunks;

}  // namespace

word_memory::position& word_memory::used() noexcept {
  thread_local position top{0, 0};
  return top;
}

limb* word_memory::take(std::size_t limbs) {
  constexpr std::size_t least = 1 << 12;
  position& top = used();
  while (top.chunk < chunks.size() && chunks[top.chunk].size - top.limbs < limbs) top = {top.chunk + 1, 0};
  if (top.chunk == chunks.size()) {
    const std::size_t before = chunks.empty() ? 0 : chunks.back().size;
    const std::size_t size = std::max({least, 2 * before, limbs});
    chunks.push_back({std::unique_ptr<limb[]>(new limb[size]), size});
  }
  limb* const first = chunks[top.chunk].limbs.get() + top.limbs;
  top.limbs += limbs;
  return first;
}

gpu_bigint word_result::value(std::size_t size, bool negative) {
  if (limbs_ <= here) return gpu_bigint(*home_, inside_, size, negative);
  size = words::significant(number_->new_words(), size);
  // Rarely, after cancellation: a shorter number shall not keep memory for a longer one.
  if (size <= here || limbs_ > 2 * size) return gpu_bigint(*home_, number_->new_words(), size, negative);
  number_->set_size(size, negative);
  return gpu_bigint::of(number_.detach());
}

}  // namespace gbi::arithmetic
