/// \file
/// Blocks of words of an integer, and their layout in shared memory for threads that take arbitrary blocks.
#pragma once

#include "kernels/model/unroll.hpp"
#include "kernels/word/machine_word.hpp"

namespace gbi::kernels {

template <int Words>
struct alignas(16) word_block {
  machine_word word[Words];
};

/// Blocks in shared memory, cut into parts of 16 bytes. Parts with the same index are adjacent, so threads
/// that take neighbouring blocks use all banks.
template <int Words, int Blocks>
class block_memory {
 public:
  using block = word_block<Words>;

  GBI_DEVICE block get(int index) const {
    block result;
    unroll<parts>([&](auto p) {
      const part taken = parts_[p][index];
      unroll<part_words>([&](auto i) { result.word[p * part_words + i] = taken.word[i]; });
    });
    return result;
  }
  GBI_DEVICE void set(int index, const block& x) {
    unroll<parts>([&](auto p) {
      part given;
      unroll<part_words>([&](auto i) { given.word[i] = x.word[p * part_words + i]; });
      parts_[p][index] = given;
    });
  }

 private:
  static constexpr int part_words = 128 / word_bits, parts = Words / part_words;
  using part = word_block<part_words>;
  static_assert(Words % part_words == 0);

  part parts_[parts][Blocks];
};

}  // namespace gbi::kernels
