/// \file
/// The middle of a product, in one pass over memory: forward transform, pointwise product and backward
/// transform of each row of `Points` contiguous values of both operands. A square reads one operand. An
/// operand shared by many products is transformed once and then read as a spectrum.
///
/// Traffic per point: 48 bytes (both operands read, the product written over the first), 32 for a square.
#pragma once

#include <type_traits>

#include "kernels/fft/block_fft.hpp"
#include "kernels/fft/policy.hpp"

namespace gbi::kernels {

/// Inside one block: the forward transform of one sequence, that of the other unless it is already a
/// spectrum, the pointwise product, and the backward transform.
/// \param load_b like load_a; for a spectrum, load_b(which, lane)(q) is the value at frequency lane + q
/// lanes.
template <class Fft, row_factor Factor, class Block, class LoadA, class LoadB, class Store>
GBI_DEVICE void multiply_in_block(Block& block, typename Fft::shared_memory& shared,
                                  const complex<typename Fft::real>* binary_roots, LoadA&& load_a,
                                  LoadB&& load_b, Store&& store) {
  const typename Fft::root_tables roots{binary_roots, nullptr};
  using Real = typename Fft::real;
  per_thread<Block, Real> re[Fft::radix], im[Fft::radix];
  const auto thread_of = [](int which, int lane) { return which * Fft::lanes + lane; };
  Fft::forward(block, shared, roots, load_a, [&](int which, int lane, complex<Real>(&x)[Fft::radix]) {
    const int thread = thread_of(which, lane);
    const auto keep = [&](int q, complex<Real> z) {
      re[q][thread] = z.re;
      im[q][thread] = z.im;
    };
    if constexpr (Factor == row_factor::spectrum) {
      const auto factor = load_b(which, lane);
      unroll<Fft::radix>([&](auto q) { keep(q, x[q] * factor(q)); });
    } else {
      unroll<Fft::radix>([&](auto q) { keep(q, Factor == row_factor::itself ? x[q] * x[q] : x[q]); });
    }
  });
  if constexpr (Factor == row_factor::rows)
    Fft::forward(block, shared, roots, load_b, [&](int which, int lane, complex<Real>(&x)[Fft::radix]) {
      const int thread = thread_of(which, lane);
      unroll<Fft::radix>([&](auto q) {
        const complex<Real> z = x[q] * complex<Real>{re[q][thread], im[q][thread]};
        re[q][thread] = z.re;
        im[q][thread] = z.im;
      });
    });
  const auto load = [&](int which, int lane, complex<Real>(&x)[Fft::radix]) {
    const int thread = thread_of(which, lane);
    unroll<Fft::radix>([&](auto q) { x[q] = {re[q][thread], im[q][thread]}; });
  };
  Fft::backward(block, shared, roots, load, store);
}

template <class Real, int Points, row_factor Factor, block_policy Policy = product_policy(Points).rows>
struct row_product_kernel {
  using arguments = row_product_arguments_of<Real>;
  static constexpr bool of_vectors = Policy.of == machine::vectors;
  static constexpr int rows_of_block = Policy.transforms;
  using fft =
      block_fft<Points, rows_of_block, Real, arrangement::rows,
                of_vectors && Factor != row_factor::spectrum ? arrangement::in_place : arrangement::rows,
                Policy.radix, Policy.of>;
  using shared_memory = typename fft::shared_memory;
  static constexpr int threads = fft::threads;
  static constexpr int blocks_per_multiprocessor = Policy.blocks;
  static constexpr bool repairs = std::is_same_v<Real, double> && Factor != row_factor::spectrum;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    const std::uint64_t in_problem = std::uint64_t{block.index()} * (Points * rows_of_block);
    const std::uint64_t first = block.batch() * a.points + in_problem;
    const auto row = [](auto* data, std::uint64_t begin) {
      return [=](int, int which) {
        return [at = data + begin + static_cast<std::uint32_t>(which * Points)](int j) { return at[j]; };
      };
    };
    const auto factor = [&]() {
      if constexpr (Factor == row_factor::spectrum)
        return [&, in_problem](int which, int lane) {
          return [at = a.spectrum + in_problem + static_cast<std::uint32_t>(which * Points + lane)](int q) {
            return read_only(at + q * fft::lanes);
          };
        };
      else
        return row(a.b, a.shares_b ? in_problem : first);
    };
    const auto store = [&](int, int which) {
      return [at = a.a + first + static_cast<std::uint32_t>(which * Points)](int j, complex<Real> z) {
        at[j] = z;
      };
    };
    multiply_in_block<fft, Factor>(block, shared, a.roots, row(a.a, first), factor(), store);
  }
};

}  // namespace gbi::kernels
