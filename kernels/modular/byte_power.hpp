/// \file
/// Powers modulo long odd numbers, one block per power (modular/byte_field.hpp).
#pragma once

#include <cstdint>

#include "kernels/modular/arguments.hpp"
#include "kernels/modular/byte_field.hpp"

namespace gbi::kernels {

/// Fixed windows, as in modular/power.hpp: window_bits squares, then a product by an entry of the table of
/// powers. The time is not constant: the entry that is read depends on the exponent.
///
/// \tparam Bytes the bytes of a run. \tparam Runs the runs of an integer.
template <int Bytes, int Runs>
struct byte_power_kernel
    : kernel<byte_power_arguments, byte_field_threads, 1, byte_field_memory<Bytes, Runs>> {
  using shared_memory = byte_field_memory<Bytes, Runs>;
  static constexpr int words = shared_memory::words;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const byte_power_arguments& args) {
    const byte_field<Block, Bytes, Runs> field(block, shared);
    const std::uint64_t element = block.index();
    const std::uint32_t bits = args.window_bits, entries = 1u << bits;
    const std::uint32_t windows = args.exponent_bits == 0 ? 1 : (args.exponent_bits + bits - 1) / bits;
    std::uint32_t* const table = reinterpret_cast<std::uint32_t*>(args.table) + (element << bits) * words;
    const auto words_of = [&](const batch_span& a) {
      return [&](int word) {
        const limb found = limb_of(a, element, static_cast<std::uint32_t>(word) / 2);
        return static_cast<std::uint32_t>(word % 2 == 0 ? found : found >> 32);
      };
    };
    const auto entry = [&](std::uint32_t index) {
      return [=](int word) { return table[index * words + static_cast<std::uint32_t>(word)]; };
    };
    const auto one = [](int word) { return std::uint32_t{word == 0}; };

    field.open(words_of(args.modulus));
    // All products form one loop, so that there is a single copy of a product's code. First come the entries
    // of the table. Entries 0 and 1 are 1 and the base in Montgomery form, both by a product with R^2. Every
    // other entry is the previous one times the base. Then come, for each window except the highest, `bits`
    // squares and a product by an entry, and finally a product by 1.
    const std::uint32_t end = entries + (windows - 1) * (bits + 1);
    std::uint32_t window = windows - 1, squares = 0;
    for (std::uint32_t product = 0; product <= end; ++product) {
      bool is_square = false;
      if (product == 0) field.set_x(one);
      if (product == 0) field.set_y(words_of(args.square));
      if (product == 1) field.set_x(words_of(args.base));
      if (product == entries) field.set_x(entry(window_of(args, element, window)));
      if (product == end) {
        field.set_y(one);
      } else if (product >= entries && squares < bits) {
        is_square = true;
        ++squares;
      } else if (product == 2 || product >= entries) {
        field.set_y(entry(product == 2 ? 1 : window_of(args, element, --window)));
        squares = 0;
      }
      field.multiply(is_square);
      if (product < entries)
        block.phase([&](int thread) {
          if (thread < words)
            table[product * words + static_cast<std::uint32_t>(thread)] = field.x_word(thread);
        });
    }
    field.reduce();
    block.phase([&](int thread) {
      const auto limbs = static_cast<std::uint32_t>(words / 2), i = static_cast<std::uint32_t>(thread);
      if (i >= args.out.count) return;
      const limb value = i < limbs ? limb{field.x_word(2 * thread + 1)} << 32 | field.x_word(2 * thread) : 0;
      set_limb(args.out, element, i, value);
    });
  }

 private:
  /// The window of the exponent with `window` windows below it.
  GBI_DEVICE static std::uint32_t window_of(const byte_power_arguments& args, std::uint64_t element,
                                            std::uint32_t window) {
    const std::uint32_t bit = window * args.window_bits, shift = bit % limb_bits;
    const limb low = limb_of(args.exponent, element, bit / limb_bits);
    const limb high = limb_of(args.exponent, element, bit / limb_bits + 1);
    return static_cast<std::uint32_t>(low >> shift | high << 1 << (63 - shift)) &
           ((1u << args.window_bits) - 1);
  }
};

}  // namespace gbi::kernels
