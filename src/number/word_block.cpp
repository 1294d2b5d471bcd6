/// \file
/// Memory for short numbers. Each thread keeps some released blocks of every size up to 1024 limbs and a
/// carry, because asking the allocator takes as long as a sum of 100 limbs. Memory taken from the system is
/// counted for the process in portions, because updating a count that all threads share would also take as
/// long as a sum.
#include <array>
#include <bit>
#include <cstddef>
#include <new>
#include <utility>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/process/concat.hpp"
#include "src/process/memory.hpp"
#include "src/process/noncopyable.hpp"

namespace gbi::detail {

/// Has no destructor, so that destructors of other thread-local objects, and of static objects, may still
/// compute. Its owner ends it before they run; from then on it keeps no blocks.
class word_block_cache : process::noncopyable {
 public:
  void end() noexcept {
    for (list& of_class : lists_) {
      while (word_block* const first = of_class.take()) destroy(first);
      of_class.count = most_short;
    }
    ended_ = true;
    process::memory::returned(nullptr, static_cast<std::size_t>(std::exchange(credit_, 0)));
  }

  word_block* make(std::size_t limbs) {
    const std::size_t size_class = class_of(limbs);
    if (size_class < classes)
      if (word_block* const kept = lists_[size_class].take()) return new (kept) word_block(kept->capacity());
    return make_new(limbs);
  }
  void give_back(word_block* unused) noexcept {
    const std::size_t size_class = class_of(unused->capacity());
    if (size_class >= classes || !lists_[size_class].put(unused, most_of(size_class))) drop(unused);
  }

 private:
  // Of limbs: 4, 8, ... 68, and from there on four classes an octave: 80, 96, 112, 128, 160, ... 1280.
  static constexpr std::size_t step = 4, short_classes = 17, first_octave = 7, classes = short_classes + 17,
                               longest_kept = 1280;
  /// The bytes that are counted at once. A thread keeps credit for less than two portions.
  static constexpr std::size_t portion = std::size_t{1} << 20;
#if defined(__SANITIZE_ADDRESS__)
  // A sanitizer sees a use after free only if the memory is really freed.
  static constexpr std::size_t most_short = 0, most_long = 0;
#else
  static constexpr std::size_t most_short = 16, most_long = 4;  // blocks kept in each class, 320 KB in all
#endif

  /// Linked through their limbs.
  struct list {
    word_block* first = nullptr;
    std::size_t count = most_short;  ///< full, so that nothing is kept before the thread's owner is made

    word_block* take() noexcept {
      word_block* const taken = first;
      if (taken != nullptr) {
        first = *std::launder(reinterpret_cast<word_block**>(taken->limbs()));
        --count;
      }
      return taken;
    }
    bool put(word_block* unused, std::size_t most) noexcept {
      if (count >= most) return false;
      new (static_cast<void*>(unused->limbs())) word_block*(first);
      first = unused;
      ++count;
      return true;
    }
  };

  /// The shift that leaves the octave's three leading bits.
  static int shift_of(std::size_t limbs) noexcept {
    return static_cast<int>(std::bit_width(limbs - 1)) - 3;
  }
  static std::size_t class_of(std::size_t limbs) noexcept {
    if (limbs <= short_classes * step) return (limbs + step - 1) / step - 1;
    const int shift = shift_of(limbs);
    return short_classes + 4 * (static_cast<std::size_t>(shift) + 3 - first_octave) +
           ((limbs - 1) >> shift & 3);
  }
  /// The limbs of all blocks of the same class.
  static std::size_t capacity_for(std::size_t limbs) noexcept {
    if (limbs <= short_classes * step || limbs > longest_kept) return (limbs + step - 1) / step * step;
    const int shift = shift_of(limbs);
    return (((limbs - 1) >> shift) + 1) << shift;
  }
  static std::size_t most_of(std::size_t size_class) noexcept {
    return size_class < short_classes ? most_short : most_long;
  }
  static std::size_t bytes_of(std::size_t capacity) noexcept {
    return sizeof(word_block) + capacity * sizeof(std::uint64_t);
  }
  // The rare cases are functions of their own with the same argument, so that the common ones save no
  // registers.
  [[gnu::noinline]] static word_block* make_new(std::size_t limbs);
  [[gnu::noinline]] static void drop(word_block* unused) noexcept;

  word_block* take_new(std::size_t limbs) {
    const std::size_t capacity = capacity_for(limbs), bytes = bytes_of(capacity);
    credit_ -= static_cast<std::ptrdiff_t>(bytes);
    if (credit_ >= 0) {
      try {
        return new (::operator new(bytes)) word_block(capacity);
      } catch (const std::bad_alloc&) {
        process::memory::trim_all();  // others may keep the memory that is missing
      }
    }
    return new (take_counted(bytes, limbs)) word_block(capacity);
  }
  /// Memory that the credit does not cover, or that the allocator refused. Counts a large block by itself,
  /// and a small one together with further credit.
  /// \throws out_of_memory
  [[gnu::noinline]] void* take_counted(std::size_t bytes, std::size_t limbs) {
    credit_ += static_cast<std::ptrdiff_t>(bytes);
    if (!begun_) begin();
    const bool takes_portion = bytes < 2 * portion && !ended_;
    const std::size_t announced = takes_portion ? bytes + portion : bytes;
    const bool may = process::memory::announce(announced);
    void* memory = may ? ::operator new(bytes, std::nothrow) : nullptr;
    if (may && memory == nullptr) {
      process::memory::trim_all();
      memory = ::operator new(bytes, std::nothrow);
    }
    if (memory == nullptr) {
      if (may) process::memory::returned(nullptr, announced);
      throw out_of_memory(concat("host words: no memory for a number of ", limbs,
                                 " limbs: ", process::memory::description()));
    }
    if (takes_portion)
      add_credit(portion);
    else
      process::memory::taken(memory, bytes);
    return memory;
  }
  void destroy(word_block* unused) noexcept {
    const std::size_t bytes = bytes_of(unused->capacity());
    if (bytes < 2 * portion && !ended_)
      add_credit(bytes);
    else
      process::memory::returned(unused, bytes);
    ::operator delete(unused);
  }
  void add_credit(std::size_t bytes) noexcept {
    credit_ += static_cast<std::ptrdiff_t>(bytes);
    if (credit_ >= static_cast<std::ptrdiff_t>(2 * portion)) give_back_credit();
  }
  [[gnu::noinline]] void give_back_credit() noexcept {
    process::memory::returned(nullptr, static_cast<std::size_t>(credit_) - portion);
    credit_ = portion;
  }

  /// Makes the calling thread's owner.
  [[gnu::noinline]] void begin() noexcept;

  std::array<list, classes> lists_{};
  std::ptrdiff_t credit_ = 0;  ///< bytes that are already counted and may be taken
  bool begun_ = false, ended_ = false;
};

namespace {

// The initial-exec model would save a call for the address. But the loader would need static memory for all
// thread-local objects, and it has too little of that for a library that a running program loads.
thread_local constinit word_block_cache cache;

struct cache_owner : process::noncopyable {
  ~cache_owner() { cache.end(); }
  void touch() const noexcept {}
};
thread_local const cache_owner owner;

}  // namespace

void word_block_cache::begin() noexcept {
  begun_ = true;
  for (list& of_class : lists_) of_class.count = 0;
  owner.touch();
}

word_block* word_block_cache::make_new(std::size_t limbs) {
  return cache.take_new(limbs);
}
void word_block_cache::drop(word_block* unused) noexcept {
  if (!cache.begun_) cache.begin();
  cache.destroy(unused);
}

word_block* word_block::make(std::size_t limbs) {
  return cache.make(limbs);
}
void word_block::give_back(word_block* unused) noexcept {
  cache.give_back(unused);
}

}  // namespace gbi::detail
