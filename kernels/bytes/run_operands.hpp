/// \file
/// Operands of convolutions of bytes (model/byte_convolution.hpp) in shared memory: integers that a whole
/// block multiplies, cut into runs of `Bytes` bytes with zeros between them. Rows are the runs of an integer
/// backwards; columns are its runs at four offsets.
#pragma once

#include <cstdint>

#include "kernels/bytes/word_bytes.hpp"
#include "kernels/model/byte_convolution.hpp"
#include "kernels/model/kernel.hpp"
#include "kernels/model/unroll.hpp"

namespace gbi::kernels {

/// sum + the dot product of the bytes of x and y.
GBI_DEVICE std::uint32_t byte_dot_product(std::uint32_t x, std::uint32_t y, std::uint32_t sum) {
#if defined(__CUDA_ARCH__)
  return __dp4a(x, y, sum);
#else
  for (int i = 0; i < 32; i += 8) sum += (x >> i & 255) * (y >> i & 255);
  return sum;
#endif
}

template <int Bytes, int Runs>
struct byte_rows_of_runs {
  static constexpr int run_words = Bytes / 4, pitch = run_words + backward_margin;
  alignas(16) std::uint32_t words[Runs * pitch + backward_margin];

  GBI_DEVICE const std::uint32_t* run(int i) const { return words + backward_margin + i * pitch; }
  GBI_DEVICE void put(int word, std::uint32_t value) { words[place(word)] = reversed_bytes(value); }

 private:
  GBI_DEVICE static int place(int word) {
    return backward_margin + word / run_words * pitch + run_words - 1 - word % run_words;
  }
};

template <int Bytes, int Runs>
struct byte_columns_of_runs {
  static constexpr int run_words = Bytes / 4, pitch = run_words + 1 + shifted_margin_before;
  /// Lanes read places that are this many words apart, modulo the 32 banks.
  static constexpr int copy_pitch = ((Runs * pitch + shifted_margin_behind) / 32 + 1) * 32 + 8;
  alignas(16) std::uint32_t words[4 * copy_pitch];

  GBI_DEVICE const std::uint32_t* run(int i) const { return words + shifted_margin_before + 1 + i * pitch; }
  GBI_DEVICE std::uint32_t word(int word) const { return run(word / run_words)[word % run_words]; }
  /// Writes the part that begins in a word. `next` is the word after it.
  GBI_DEVICE void put(int word, std::uint32_t value, std::uint32_t next) {
    const int place = word % run_words;
    std::uint32_t* const to = words + shifted_margin_before + 1 + word / run_words * pitch + place;
    const std::uint32_t behind = place + 1 < run_words ? next : 0;
    repeat<4>([&](int copy) { to[copy * copy_pitch] = joined_bytes(value, behind, copy); });
    if (place == 0)
      repeat<4>([&](int copy) {
        if (copy != 0) to[copy * copy_pitch - 1] = joined_bytes(0, value, copy);
      });
  }
};

}  // namespace gbi::kernels
