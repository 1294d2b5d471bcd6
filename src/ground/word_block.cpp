/// \file
/// Memory of short numbers. Each thread keeps some released blocks of every size up to 64 limbs: asking the
/// allocator takes longer than a sum.
#include <array>
#include <cstddef>
#include <new>

#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi::detail {

class word_block_cache {
 public:
  word_block_cache() = default;
  word_block_cache(const word_block_cache&) = delete;
  word_block_cache& operator=(const word_block_cache&) = delete;
  ~word_block_cache() {
    for (list& of_class : lists_) {
      while (word_block* const first = of_class.take()) destroy(first);
      of_class.count = most;  // blocks that are released later are not kept
    }
  }

  word_block* make(std::size_t limbs) {
    const std::size_t size_class = class_of(limbs);
    if (size_class < classes) {
      if (word_block* const kept = lists_[size_class].take()) return new (kept) word_block(size_class);
      limbs = (size_class + 1) * step;
    }
    void* const memory = ::operator new(sizeof(word_block) + limbs * sizeof(std::uint64_t));
    return new (memory) word_block(size_class);
  }
  void give_back(word_block* unused) noexcept {
    const std::size_t size_class = unused->size_class_;
    if (size_class >= classes || !lists_[size_class].put(unused)) destroy(unused);
  }

 private:
  static constexpr std::size_t step = 4, classes = 16;  // of limbs: 4, 8, ... 64
#if defined(__SANITIZE_ADDRESS__)
  static constexpr std::size_t most =
      0;  // a sanitizer sees the use of freed memory only if it is really freed
#else
  static constexpr std::size_t most = 16;  // blocks kept in each class
#endif

  /// Linked through their limbs.
  struct list {
    word_block* first = nullptr;
    std::size_t count = 0;

    word_block* take() noexcept {
      word_block* const taken = first;
      if (taken != nullptr) {
        first = *std::launder(reinterpret_cast<word_block**>(taken->limbs()));
        --count;
      }
      return taken;
    }
    bool put(word_block* unused) noexcept {
      if (count >= most) return false;
      new (static_cast<void*>(unused->limbs())) word_block*(first);
      first = unused;
      ++count;
      return true;
    }
  };

  static std::size_t class_of(std::size_t limbs) noexcept {
    return (limbs + step - 1) / step - 1;
  }
  static void destroy(word_block* unused) noexcept {
    ::operator delete(unused);
  }

  std::array<list, classes> lists_{};
};

namespace {

thread_local word_block_cache cache;

}  // namespace

word_block* word_block::make(std::size_t limbs) {
  return cache.make(limbs);
}
void word_block::give_back(word_block* unused) noexcept {
  cache.give_back(unused);
}

}  // namespace gbi::detail
