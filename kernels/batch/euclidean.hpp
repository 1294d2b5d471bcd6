/// \file
/// Quotients, remainders, greatest common divisors and inverses of a batch, one thread per element. The rows
/// of the workspace are interleaved, and the threads of a warp process the limbs in lockstep, so they read
/// whole lines.
#pragma once

#include "kernels/batch/elementwise.hpp"
#include "kernels/word/lehmer_gcd.hpp"
#include "kernels/word/schoolbook_division.hpp"

namespace gbi::kernels {

struct batch_divide_kernel : element_kernel<batch_divide_kernel, batch_divide_arguments> {
  GBI_DEVICE static void run_at(const arguments& args, std::uint64_t element) {
    args.failed[element] = !schoolbook_division::run(args.a, args.b, args.quotient, args.remainder, element,
                                                     {args.scaled + element, args.elements});
  }
};
batch_divide_kernel map_of(const batch_divide_arguments&);

struct batch_euclid_kernel : element_kernel<batch_euclid_kernel, batch_euclid_arguments, 4> {
  GBI_DEVICE static void run_at(const arguments& args, std::uint64_t element) {
    const bool has_inverse = lehmer_gcd::run(args.a, args.b, args.gcd, args.inverse, element,
                                             {args.work + element, args.elements});
    if (args.inverse.limbs != nullptr) args.failed[element] = !has_inverse;
  }
};
batch_euclid_kernel map_of(const batch_euclid_arguments&);

}  // namespace gbi::kernels
