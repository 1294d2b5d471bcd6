/// \file
/// Division of a long number by one limb d, in linear time.
///
/// Each thread reduces a run of limbs modulo d to r_t. The remainder that run t inherits from the runs above
/// follows from Horner's rule with P = 2^(64 run) mod d:
///     c_(t-1) = c_t P + r_t  (mod d)
/// This is a scan of affine maps. One block suffices for it, as there is one residue per 32 limbs. Then every
/// run is divided together with the remainder it inherits.
///
/// Cost: two divisions of two limbs by one per limb. Reads 16 bytes per limb and writes 8.
#pragma once

#include "kernels/division/arguments.hpp"
#include "kernels/model/kernel.hpp"

namespace gbi::kernels {

/// The stages of many blocks: one run per thread.
struct limb_division_kernel : map_kernel<limb_division_kernel, limb_division_arguments, 64, 16> {
  GBI_BOTH static std::uint64_t count(const arguments& args) { return args.runs; }

  GBI_DEVICE static void run_at(const arguments& args, std::uint64_t t) {
    const bool divides = args.stage == limb_division_stage::quotients;
    limb rest = divides ? args.residues[t] : 0;
    for (std::uint64_t i = (t + 1) * limb_division_run; i-- > t * limb_division_run;) {
      const limb quotient = divide_2_by_1(rest, shifted_limb(args, i), args.divisor);
      if (divides && i < args.quotient.count) args.quotient.limbs[i] = quotient;
    }
    if (!divides) args.residues[t] = rest;
    if (t == 0 && divides) {
      for (std::uint64_t i = 0; i < args.remainder.count; ++i)
        args.remainder.limbs[i] = i == 0 ? rest >> args.shift : 0;
      if (args.signs.quotient != nullptr) *args.signs.quotient = *args.signs.a ^ *args.signs.b;
      if (args.signs.remainder != nullptr) *args.signs.remainder = *args.signs.a;
    }
  }

 private:
  /// Limb i of a 2^shift. Its limb a.count holds the uppermost bits.
  GBI_DEVICE static limb shifted_limb(const arguments& args, std::uint64_t i) {
    const limb high = i < args.a.count ? args.a.limbs[i] : 0;
    const limb low = i > 0 && i <= args.a.count ? args.a.limbs[i - 1] : 0;
    return high << args.shift | low >> 1 >> (63 - args.shift);
  }
};

/// The stage in between, in one block: each thread takes neighbouring residues.
struct limb_carries_kernel : kernel<limb_division_arguments, 256, 1> {
  struct shared_memory {
    limb left[threads];   ///< remainder of the thread's residues, then the one it inherits from those above
    limb power[threads];  ///< factor by which they multiply a carry
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint64_t share = (args.runs + threads - 1) / threads;
    const auto begin_of = [=](int thread) GBI_INLINE {
      const std::uint64_t begin = share * static_cast<std::uint32_t>(thread);
      return begin < args.runs ? begin : args.runs;
    };
    block.phase([&](int thread) GBI_INLINE {
      limb left = 0, power = 1;
      for (std::uint64_t t = begin_of(thread + 1); t-- > begin_of(thread);) {
        left = next(args, left, args.residues[t]);
        power = next(args, power, 0);
      }
      shared.left[thread] = left;
      shared.power[thread] = power;
    });
    block.template phase<1>([&](int) GBI_INLINE {
      limb carry = 0;
      for (int thread = threads; thread-- > 0;) {
        const limb left = shared.left[thread], power = shared.power[thread];
        shared.left[thread] = carry;
        carry = add(args, times(args, carry, power), left);
      }
    });
    block.phase([&](int thread) GBI_INLINE {
      limb carry = shared.left[thread];
      for (std::uint64_t t = begin_of(thread + 1); t-- > begin_of(thread);) {
        const limb residue = args.residues[t];
        args.residues[t] = carry;
        carry = next(args, carry, residue);
      }
    });
  }

 private:
  GBI_DEVICE static limb add(const arguments& args, limb x, limb y) {
    const limb sum = x + y;
    return sum < x || sum >= args.divisor.divisor ? sum - args.divisor.divisor : sum;
  }
  GBI_DEVICE static limb times(const arguments& args, limb x, limb y) {
    const wide_limb product = wide_product(x, y);
    limb rest = high_limb(product);
    divide_2_by_1(rest, low_limb(product), args.divisor);
    return rest;
  }
  GBI_DEVICE static limb next(const arguments& args, limb carry, limb residue) {
    return add(args, times(args, carry, args.run_power), residue);
  }
};

}  // namespace gbi::kernels
