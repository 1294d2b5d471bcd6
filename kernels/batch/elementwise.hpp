/// \file
/// Linear operations on batches, one thread per element. Limbs of neighbouring elements are adjacent in
/// memory, so a carry chain is a loop of one thread, and every access of a warp is one line.
///
/// All read 8 bytes per limb of each operand and write 8 per limb of the result.
#pragma once

#include "kernels/arithmetic/twos_complement.hpp"
#include "kernels/batch/arguments.hpp"
#include "kernels/model/kernel.hpp"
#include "kernels/word/add_carry.hpp"

namespace gbi::kernels {

inline constexpr int element_threads = 128;

/// A kernel with one thread per element of a batch.
template <class Kernel, class Arguments, int BlocksPerMultiprocessor = 8>
struct element_kernel : map_kernel<Kernel, Arguments, element_threads, BlocksPerMultiprocessor> {
  GBI_BOTH static std::uint64_t count(const Arguments& args) { return args.elements; }
};

struct batch_copy_kernel : element_kernel<batch_copy_kernel, batch_copy_arguments> {
  GBI_DEVICE static void run_at(const arguments& args, std::uint64_t element) {
    for (std::uint32_t j = 0; j < args.out.count; ++j)
      set_limb(args.out, element, j, limb_of(args.a, element, j));
  }
};
batch_copy_kernel map_of(const batch_copy_arguments&);

struct batch_add_kernel : element_kernel<batch_add_kernel, batch_add_arguments> {
  GBI_DEVICE static void run_at(const arguments& args, std::uint64_t element) {
    const limb complement = args.subtract ? ~limb{0} : 0;
    bool carry = args.subtract;
    for (std::uint32_t j = 0; j < args.out.count; ++j)
      set_limb(args.out, element, j,
               add_carry(limb_of(args.a, element, j), limb_of(args.b, element, j) ^ complement, carry));
  }
};
batch_add_kernel map_of(const batch_add_arguments&);

/// The sum is computed again for its difference, because it needs no memory then.
struct batch_add_modulo_kernel : element_kernel<batch_add_modulo_kernel, batch_add_modulo_arguments> {
  GBI_DEVICE static void run_at(const arguments& args, std::uint64_t element) {
    // A borrow is a missing carry: x - n = x + ~n + 1.
    const auto for_each_limb = [&](auto&& body) {
      bool carry = false, enough = true;
      for (std::uint32_t j = 0; j < args.out.count; ++j) {
        const limb sum = add_carry(limb_of(args.a, element, j), limb_of(args.b, element, j), carry);
        body(j, sum, add_carry(sum, ~limb_of(args.modulus, element, j), enough));
      }
      return carry || enough;
    };
    const bool exceeds = for_each_limb([](std::uint32_t, limb, limb) {});
    for_each_limb([&](std::uint32_t j, limb sum, limb difference) {
      set_limb(args.out, element, j, exceeds ? difference : sum);
    });
  }
};
batch_add_modulo_kernel map_of(const batch_add_modulo_arguments&);

struct batch_even_kernel : element_kernel<batch_even_kernel, batch_even_arguments> {
  GBI_DEVICE static void run_at(const arguments& args, std::uint64_t element) {
    args.even[element] = limb_of(args.a, element, 0) % 2 == 0 ? 1 : 0;
  }
};
batch_even_kernel map_of(const batch_even_arguments&);

struct batch_bitwise_kernel : element_kernel<batch_bitwise_kernel, batch_bitwise_arguments> {
  GBI_DEVICE static void run_at(const arguments& args, std::uint64_t element) {
    const limb_function f(args.f);
    for (std::uint32_t j = 0; j < args.out.count; ++j)
      set_limb(args.out, element, j, f(limb_of(args.a, element, j), limb_of(args.b, element, j)));
  }
};
batch_bitwise_kernel map_of(const batch_bitwise_arguments&);

struct batch_compare_kernel : element_kernel<batch_compare_kernel, batch_compare_arguments> {
  GBI_DEVICE static void run_at(const arguments& args, std::uint64_t element) {
    std::uint32_t j = args.a.count > args.b.count ? args.a.count : args.b.count;
    limb a = 0, b = 0;
    while (j-- > 0 && a == b) {
      a = limb_of(args.a, element, j);
      b = limb_of(args.b, element, j);
    }
    args.order[element] = a == b ? args.equal : a < b ? args.less : args.greater;
  }
};
batch_compare_kernel map_of(const batch_compare_arguments&);

struct batch_mask_kernel : element_kernel<batch_mask_kernel, batch_mask_arguments> {
  GBI_DEVICE static void run_at(const arguments& args, std::uint64_t element) {
    args.out[element] = static_cast<signed char>(args.table >> (2 * args.a[element] + args.b[element]) & 1);
  }
};
batch_mask_kernel map_of(const batch_mask_arguments&);

struct batch_select_kernel : element_kernel<batch_select_kernel, batch_select_arguments> {
  GBI_DEVICE static void run_at(const arguments& args, std::uint64_t element) {
    const bool is_a = args.mask[element] != 0;
    for (std::uint32_t j = 0; j < args.out.count; ++j)
      set_limb(args.out, element, j, is_a ? limb_of(args.a, element, j) : limb_of(args.b, element, j));
  }
};
batch_select_kernel map_of(const batch_select_arguments&);

struct batch_counts_kernel : element_kernel<batch_counts_kernel, batch_counts_arguments> {
  GBI_DEVICE static void run_at(const arguments& args, std::uint64_t element) {
    args.counts[element] = args.mask[element] != 0 ? 1 : 0;
  }
};
batch_counts_kernel map_of(const batch_counts_arguments&);

/// The chosen elements keep their order, so neighbouring threads write neighbouring words.
struct batch_compress_kernel : element_kernel<batch_compress_kernel, batch_compress_arguments> {
  GBI_DEVICE static void run_at(const arguments& args, std::uint64_t element) {
    if (args.mask[element] == 0 || args.ends[element] > args.out_elements) return;
    for (std::uint32_t j = 0; j < args.out.count; ++j)
      set_limb(args.out, args.ends[element] - 1, j, limb_of(args.a, element, j));
  }
};
batch_compress_kernel map_of(const batch_compress_arguments&);

struct batch_spread_kernel : element_kernel<batch_spread_kernel, batch_spread_arguments> {
  GBI_DEVICE static void run_at(const arguments& args, std::uint64_t element) {
    args.out[element] = args.mask[element] != 0 ? args.inner[args.ends[element] - 1] : 0;
  }
};
batch_spread_kernel map_of(const batch_spread_arguments&);

struct batch_shift_kernel : element_kernel<batch_shift_kernel, batch_shift_arguments> {
  GBI_DEVICE static void run_at(const arguments& args, std::uint64_t element) {
    const std::int64_t whole = args.offset >> 6;  // rounds down: limbs below limb 0 get huge indices
    const int part = static_cast<int>(args.offset & 63);
    limb low = limb_of(args.a, element, static_cast<std::uint64_t>(whole));
    for (std::uint32_t j = 0; j < args.out.count; ++j) {
      const limb high = limb_of(args.a, element, static_cast<std::uint64_t>(whole + 1 + j));
      set_limb(args.out, element, j, low >> part | high << 1 << (63 - part));
      low = high;
    }
  }
};
batch_shift_kernel map_of(const batch_shift_arguments&);

}  // namespace gbi::kernels
