/// \file
/// The passes of a product by plain transforms: digits to real numbers, pointwise product, rounding. The
/// fused kernels of the right-angle product need none of them.
#pragma once

#include "kernels/fft/digits.hpp"
#include "kernels/model/kernel.hpp"

namespace gbi::kernels {

/// a_k *= b_k. Reads 32 bytes and writes 16 per element in double precision.
template <class Real>
struct pointwise_kernel : elementwise<pointwise_arguments<Real>> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, no_shared_memory&, const pointwise_arguments<Real>& args) {
    complex<Real>* a = args.a.at + block.batch() * args.a.stride;
    const complex<Real>* b = args.b.at + block.batch() * args.b.stride;
    pointwise_kernel::for_each(block, args.count, [&](std::uint64_t i) { a[i] = a[i] * b[i]; });
  }
};

struct digits_kernel : elementwise<digits_arguments> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory&, const arguments& a) {
    double* out = a.out.at + block.batch() * a.out.stride;
    for_each(block, a.count, [&](std::uint64_t j) {
      out[j * a.spacing] = digit_of(a.source, block.batch(), j);
      if (a.spacing == 2) out[2 * j + 1] = 0;
    });
  }
};

struct rounding_kernel : elementwise<rounding_arguments> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory&, const arguments& a) {
    const double* in = a.in.at + block.batch() * a.in.stride;
    std::int64_t* out = a.out.at + block.batch() * a.out.stride;
    for_each(block, a.count, [&](std::uint64_t k) { out[k] = nearest_integer(in[k * a.spacing] * a.scale); });
  }
};

}  // namespace gbi::kernels
