/// \file
/// Whole products inside one block, in one launch: limbs to digits, transforms, pointwise product, integer
/// coefficients, carries, limbs. A product fits if both operands together have at most 2
/// `Points` digits; everything between reading and writing limbs stays on the chip. Several short transforms
/// share a block.
///
/// Cost: three transforms of Points points and 28 FP64 operations per point; for a square two transforms and
/// 22 operations. Reads 8 bytes per limb of each operand and writes 8 per limb of the result.
#pragma once

#include <type_traits>

#include "kernels/fft/right_angle.hpp"
#include "kernels/fft/row_product.hpp"
#include "kernels/fft/staged_numbers.hpp"
#include "kernels/fft/staged_windows.hpp"
#include "kernels/normalize/digit_runs.hpp"
#include "kernels/normalize/limb_runs.hpp"

namespace gbi::kernels {

template <int Points, bool Square, block_policy Policy = block_product_policy(Points).rows>
struct block_product_kernel {
  using arguments = block_product_arguments;
  static constexpr int problems = Policy.transforms;
  static constexpr bool of_vectors = Policy.of == machine::vectors;
  using fft =
      block_fft<Points, problems, double, arrangement::rows,
                of_vectors ? arrangement::in_place : arrangement::rows, Policy.radix, Policy.of, true>;
  static constexpr int threads = fft::threads;
  static constexpr int blocks_per_multiprocessor = Policy.blocks;
  static constexpr int longest =
      2 * Points * static_cast<int>(widest_column_digit) / static_cast<int>(limb_bits);

  struct windows {
    staged_windows<2 * Points, longest> of[2][problems];
  };
  struct shared_memory {
    typename fft::shared_memory points;  ///< at the end, coefficients j < N in `re`, those from N on in `im`
    staged_numbers<problems, longest> numbers;
    [[no_unique_address]] std::conditional_t<of_vectors, no_shared_memory, run_memory<threads>> runs;
    [[no_unique_address]] std::conditional_t<of_vectors, windows, no_shared_memory> cut;
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint32_t first = block.index() * problems, left = args.problems - first;
    if constexpr (of_vectors)
      cut(block, shared, args, first, left);
    else
      load(block, shared, args, first, left);

    const auto digits_of = [&](const batch_span& x, bool second, bool folded) {
      return [&, second, folded](int, int which) {
        const auto problem = static_cast<std::uint32_t>(which);
        const std::uint32_t at =
            second ? shared.numbers.second_limb(problem, args.a) : shared.numbers.first_limb(problem);
        const auto digit = [&, second, which, at](int position) {
          const auto j = static_cast<std::uint32_t>(position);
          if constexpr (of_vectors)
            return shared.cut.of[second ? 1 : 0][which].digit(j, args.digit_bits);
          else
            return shared.numbers.digit(at, x.count, j, args.digit_bits);
        };
        const auto pair = [digit](int j) { return complex<double>{digit(j), -digit(j + Points)}; };
        // Vectors have no branches: if nothing is folded, the windows of the upper half are 0.
        if constexpr (of_vectors)
          return pair;
        else
          return either{!folded, digit, pair};
      };
    };
    constexpr double scale = 1.0 / Points;
    const auto store = [&](int, int which) {
      return [&, which](int position, complex<double> z) {
        const int at = fft::address(which, position);
        shared.points.re[at] = __builtin_bit_cast(double, nearest_integer(z.re * scale));
        shared.points.im[at] = __builtin_bit_cast(double, nearest_integer(-z.im * scale));
      };
    };
    multiply_in_block<fft, Square ? row_factor::itself : row_factor::rows>(
        block, shared.points, args.roots, digits_of(args.a, false, args.folded_a),
        digits_of(args.b, true, args.folded_b), store);

    const std::uint32_t all = args.a.count + (Square ? args.a.count : args.b.count);
    const std::uint32_t wanted = args.first + args.out.count, limbs = wanted < all ? wanted : all;
    const auto coefficient = [&](int which, std::uint32_t k) {
      const double* half = k < Points ? shared.points.re : shared.points.im;
      return __builtin_bit_cast(std::int64_t, half[fft::address(which, static_cast<int>(k % Points))]);
    };
    const auto place = [&](int which, std::uint32_t l) -> limb& {
      return shared.numbers.product[static_cast<std::uint32_t>(which) * shared.numbers.pitch + l];
    };
    if constexpr (of_vectors)
      limbs_by_digits<fft::lanes>(block, args.digit_bits, limbs, coefficient, place);
    else
      limbs_by_runs<fft::lanes>(block, shared.runs, run_layout::of(args.digit_bits, limbs, fft::lanes),
                                coefficient, place);
    block.phase([&](int thread) {
      const auto mine = of_vectors
                            ? whole_of_thread(thread)
                            : limbs_of_thread::of<problems, fft::lanes>(thread, args.out.element_stride == 1);
      if (mine.problem < left)
        for (std::uint32_t i = mine.first; i < args.out.count; i += mine.step) {
          const std::uint32_t l = args.first + i;
          set_limb(args.out, first + mine.problem, i,
                   l < limbs ? shared.numbers.product[mine.problem * shared.numbers.pitch + l] : 0);
        }
      if (args.sign.result != nullptr && thread == 0) *args.sign.result = *args.sign.a ^ *args.sign.b;
    });
  }

 private:
  /// Each of the first threads handles one problem.
  GBI_DEVICE static limbs_of_thread whole_of_thread(int thread) {
    return {thread < problems ? static_cast<std::uint32_t>(thread) : ~0u, 0, 1};
  }

  template <class Block>
  GBI_DEVICE static void cut(Block& block, shared_memory& shared, const arguments& args, std::uint32_t first,
                             std::uint32_t left) {
    block.phase([&](int thread) {
      const auto which = static_cast<std::uint32_t>(thread);
      if (thread >= problems) return;
      // A thread without its own problem reads the windows of another one.
      const std::uint64_t element = first + (which < left ? which : 0);
      shared.cut.of[0][thread].cut(args.a, element, args.digit_bits);
      if constexpr (!Square) shared.cut.of[1][thread].cut(args.b, element, args.digit_bits);
    });
  }

  /// \param left problems from the block's first on
  template <class Block>
  GBI_DEVICE static void load(Block& block, shared_memory& shared, const arguments& args, std::uint32_t first,
                              std::uint32_t left) {
    block.phase([&](int thread) {
      const auto load_one = [&](const batch_span& x, auto&& at) {
        const auto mine = limbs_of_thread::of<problems, fft::lanes>(thread, x.element_stride == 1);
        shared.numbers.load(x, first + mine.problem, mine.problem < left, mine, at(mine.problem));
      };
      if (thread < problems) shared.numbers.clear_below(static_cast<std::uint32_t>(thread));
      load_one(args.a, [&](std::uint32_t problem) { return shared.numbers.first_limb(problem); });
      if constexpr (!Square)
        load_one(args.b, [&](std::uint32_t problem) { return shared.numbers.second_limb(problem, args.a); });
    });
  }
};

}  // namespace gbi::kernels
