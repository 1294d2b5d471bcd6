/// \file
/// Whole products of the integers of two batches in the registers of one thread each, row by row: a step adds
/// a times a limb of b to the sum and writes the sum's lowest limb.
///
/// Cost: 4 K multiply-adds of 32 x 32 bits for each limb of b. Reads 8 bytes per limb of each
/// operand and writes 8 per limb of the result; up to 512 bits, memory is the limit.
#pragma once

#include <cstdint>

#include "kernels/model/kernel.hpp"
#include "kernels/modular/arguments.hpp"
#include "kernels/modular/thread_number.hpp"

namespace gbi::kernels {

/// \tparam Limbs K, at least the limbs of a
template <int Limbs>
struct thread_product_kernel : map_kernel<thread_product_kernel<Limbs>, batch_product_arguments, 128,
                                          (Limbs <= 6    ? 8
                                           : Limbs <= 8  ? 6
                                           : Limbs <= 16 ? 4
                                                         : 3)> {
  GBI_BOTH static std::uint64_t count(const batch_product_arguments& args) { return args.elements; }

  GBI_DEVICE static void run_at(const batch_product_arguments& args, std::uint64_t element) {
    using words = thread_number<Limbs>;
    const batch_span& b = args.b;
    typename words::number a;
    words::load(args.a, element, a);
    limb* to = words::first_limb(args.out, element);
    std::uint32_t at = 0;
    const std::uint32_t last = args.first + args.out.count - 1;
    const auto put = [&](limb value) {
      if (at >= args.first && at <= last) {
        *to = at == last ? value & args.out.top_mask : value;
        to += args.out.limb_stride;
      }
      ++at;
    };
    // The next limb is loaded while one is multiplied.
    const limb* from = words::first_limb(b, element);
    limb next = *from;
    typename words::sum r{};
    for (std::uint32_t j = 0; j < b.count; ++j) {
      const limb factor = next;
      from += b.limb_stride;
      if (j + 1 < b.count) next = *from;
      words::advance(r, a, factor);
      put(words::limb_at(r, 0));
    }
    unroll<Limbs>([&](auto j) { put(words::limb_at(r, j + 1)); });
    for (std::uint32_t j = at; j <= last; ++j) put(0);
  }
};

}  // namespace gbi::kernels
