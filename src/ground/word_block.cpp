/// \file
/// Memory of short numbers. Each thread keeps some released blocks of every size up to 64 limbs: asking the
/// allocator takes longer than a sum. What is taken from the system counts as the process's memory, in
/// portions: a count that all threads share would cost a sum's time, too.
#include <array>
#include <cstddef>
#include <new>
#include <string>
#include <utility>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/exec/noncopyable.hpp"
#include "src/exec/process_memory.hpp"

namespace gbi::detail {

class word_block_cache : exec::noncopyable {
 public:
  ~word_block_cache() {
    for (list& of_class : lists_) {
      while (word_block* const first = of_class.take()) destroy(first);
      of_class.count = most;  // blocks that are released later are not kept
    }
    exec::process_memory::returned(nullptr, static_cast<std::size_t>(std::exchange(credit_, 0)));
  }

  word_block* make(std::size_t limbs) {
    const std::size_t size_class = class_of(limbs);
    if (size_class < classes)
      if (word_block* const kept = lists_[size_class].take()) return new (kept) word_block(size_class);
    const std::size_t bytes = bytes_of(size_class);
    credit_ -= static_cast<std::ptrdiff_t>(bytes);
    void* const memory = credit_ >= 0 ? ::operator new(bytes) : take_counted(bytes, limbs);
    return new (memory) word_block(size_class);
  }
  void give_back(word_block* unused) noexcept {
    const std::size_t size_class = unused->size_class_;
    if (size_class >= classes || !lists_[size_class].put(unused)) destroy(unused);
  }

 private:
  static constexpr std::size_t step = 4, classes = 16;  // of limbs: 4, 8, ... 64
  /// Bytes that are counted together. A thread keeps credit for less than two portions.
  static constexpr std::size_t portion = std::size_t{1} << 20;
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
  static std::size_t bytes_of(std::size_t size_class) noexcept {
    return sizeof(word_block) + (size_class + 1) * step * sizeof(std::uint64_t);
  }
  /// Memory for which the credit is not enough: of a large block, or together with further credit.
  /// \throws out_of_memory
  [[gnu::noinline]] void* take_counted(std::size_t bytes, std::size_t limbs) {
    credit_ += static_cast<std::ptrdiff_t>(bytes);
    const std::size_t announced = bytes < 2 * portion ? bytes + portion : bytes;
    const bool may = exec::process_memory::announce(announced);
    void* const memory = may ? ::operator new(bytes, std::nothrow) : nullptr;
    if (memory == nullptr) {
      if (may) exec::process_memory::returned(nullptr, announced);
      throw out_of_memory("host words: no memory for a number of " + std::to_string(limbs) +
                          " limbs: " + exec::process_memory::description());
    }
    if (bytes < 2 * portion)
      add_credit(portion);
    else
      exec::process_memory::taken(memory, bytes);
    return memory;
  }
  void destroy(word_block* unused) noexcept {
    const std::size_t bytes = bytes_of(unused->size_class_);
    if (bytes < 2 * portion)
      add_credit(bytes);
    else
      exec::process_memory::returned(unused, bytes);
    ::operator delete(unused);
  }
  void add_credit(std::size_t bytes) noexcept {
    credit_ += static_cast<std::ptrdiff_t>(bytes);
    if (credit_ >= static_cast<std::ptrdiff_t>(2 * portion)) give_back_credit();
  }
  [[gnu::noinline]] void give_back_credit() noexcept {
    exec::process_memory::returned(nullptr, static_cast<std::size_t>(credit_) - portion);
    credit_ = portion;
  }

  std::array<list, classes> lists_{};
  std::ptrdiff_t credit_ = 0;  ///< bytes that are counted already and may be taken
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
