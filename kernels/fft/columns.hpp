/// \file
/// The column passes of a transform that is too long for one block.
///
/// A transform of length L over data[0..L), L = Points * width, is a matrix of Points rows and `width`
/// columns. The forward pass replaces every column j by its transform and multiplies the entry of frequency k
/// by exp(-2 pi i k j / L). Points independent transforms of length `width` remain: row k holds those of the
/// frequencies k + Points k'. The backward pass undoes this. A long transform has one or two column passes
/// and a rows pass (rows.hpp, row_product.hpp). The second column pass has several matrices, `groups`, one
/// after the other.
///
/// One side of a pass is an end, and the policies in ends/ say what is there. The first pass of a product
/// reads limbs, cuts them into digits and transforms them with a right angle (right_angle.hpp). Its last pass
/// rounds and writes integer coefficients. A right-angle transform of real numbers reads and writes real
/// numbers instead. An exact product reads halves of limbs and writes residues of coefficients.
///
/// Several ranks share a transform by columns in the first pass and by rows in the others. Only the places of
/// columns and rows differ (ends/place.hpp).
///
/// Reads and writes 16 bytes per point in double precision, 8 in single. The first pass of a product reads
/// b/8 bytes per digit.
///
/// Source: W. M. Gentleman, G. Sande, "Fast Fourier Transforms - for fun and profit" (1966); D. H. Bailey,
/// "FFTs in external or hierarchical memory" (1990).
#pragma once

#include "kernels/fft/block_fft.hpp"
#include "kernels/fft/column_twiddles.hpp"
#include "kernels/fft/ends/end.hpp"
#include "kernels/fft/policy.hpp"

namespace gbi::kernels {

template <class End, int Points, block_policy Policy>
struct columns_kernel {
  using arguments = columns_arguments<End>;
  using real = typename End::real;
  using fft = block_fft<Points, Policy.transforms, real, arrangement::columns, arrangement::columns,
                        Policy.radix, Policy.of, has_right_angle<End>>;
  using end = column_end<End, fft>;
  using place = typename end::place;
  static constexpr int threads = fft::threads;
  static constexpr int blocks_per_multiprocessor = Policy.blocks;
  static constexpr bool of_vectors = Policy.of == machine::vectors;
  static constexpr bool of_ranks = end::of_ranks;
  static constexpr bool repairs = end::repairs;
  struct shared_memory {
    union {
      typename fft::shared_memory exchange;
      typename end::staging staged;
    };
    column_twiddles<real, Points, Policy.transforms, fft::right_angle> twiddles;
    [[no_unique_address]] typename end::memory end_memory;
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    if constexpr (of_vectors)
      pass(block, shared, arguments(a));  // a copy, which the stores cannot alias
    else
      pass(block, shared, a);
  }

 private:
  template <class Block>
  GBI_DEVICE static void pass(Block& block, shared_memory& shared, const arguments& a) {
    const place here = place::of(a, block.index(), block.batch());
    const typename fft::root_tables roots{a.tables.roots, a.tables.of_column,
                                          fft::rotation::of(a.width, here.first_column)};
    if constexpr (End::way == direction::forward)
      forward(block, shared, here, roots);
    else
      backward(block, shared, here, roots);
  }

  template <class Block>
  GBI_DEVICE static void forward(Block& block, shared_memory& shared, const place& here,
                                 const typename fft::root_tables& roots) {
    end::prepare(block, shared, here);
    // Loops over vectors have no branches: they fill in a phase of their own, and the choice of a load comes
    // before the phase.
    if constexpr (of_vectors) block.phase([&](int thread) { fill_far(shared, here, thread); });
    const auto store = [&, to = here.begin(here.a.data)](int which, int lane, complex<real>(&x)[fft::radix]) {
      const std::uint64_t j = here.column(which);
      shared.twiddles.template apply<direction::forward>(here.a.tables.near, which, lane, x);
      unroll<fft::radix>([&](auto q) { to[here.at(lane + q * fft::lanes, j)] = x[q]; });
    };
    const auto first_phase = [&](const auto& load) {
      fft::first_phase(
          block, shared.exchange, roots,
          [&](int thread, int which) {
            if constexpr (!of_vectors) fill_far(shared, here, thread);
            return load(which);
          },
          store);
    };
    if constexpr (of_vectors)
      with_chosen(end::load(shared, here), first_phase);
    else
      first_phase(end::load(shared, here));
    fft::other_phases(block, shared.exchange, roots, store);
  }

  template <class Block>
  GBI_DEVICE static void backward(Block& block, shared_memory& shared, const place& here,
                                  const typename fft::root_tables& roots) {
    // The loads of the points are in flight while the far factors are computed.
    per_thread<Block, real> re[fft::radix], im[fft::radix];
    per_thread<Block, typename end::thread_state> of_thread;
    const complex<real>* const from = here.begin(here.a.data);
    const auto store_at = end::store(shared, here);
    block.template grid_phase<fft::lanes, fft::transforms>([&](int lane, int which) {
      const std::uint64_t j = here.column(which);
      const int thread = lane * fft::transforms + which;
      unroll<fft::radix>([&](auto q) {
        const complex<real>* z = from + here.at(lane + q * fft::lanes, j);
        re[q][thread] = z->re;
        im[q][thread] = z->im;
      });
    });
    block.phase([&](int thread) {
      of_thread[thread] = {};
      fill_far(shared, here, thread);
    });
    const auto load = [&](int which, int lane, complex<real>(&x)[fft::radix]) {
      const int thread = lane * fft::transforms + which;
      unroll<fft::radix>([&](auto q) { x[q] = {re[q][thread], im[q][thread]}; });
      shared.twiddles.template apply<direction::backward>(here.a.tables.near, which, lane, x);
    };
    const auto store = [&, store_at](int thread, int which) { return store_at(which, of_thread[thread]); };
    fft::backward(block, shared.exchange, roots, load, store);
    end::finish(block, shared, here, of_thread);
  }

  GBI_DEVICE static void fill_far(shared_memory& shared, const place& here, int thread) {
    shared.twiddles.template fill<threads>(here.a.tables.circle_roots, here.unit(), end::scale(here), thread);
  }
};

}  // namespace gbi::kernels
