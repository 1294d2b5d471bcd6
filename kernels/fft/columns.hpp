/// \file
/// The column passes of a transform too long for one block.
///
/// A transform of length L over data[0..L) with L = Points * width is seen as a matrix of Points rows and
/// `width` columns. The forward pass replaces every column j by its transform and multiplies the entry of
/// frequency k by exp(-2 pi i k j / L); what is left are Points independent transforms of length `width`, row
/// k that of the frequencies k + Points k'. The backward pass undoes it. A long transform is one or two
/// column passes and a rows pass (rows.hpp, row_product.hpp); in the second pass there are several matrices,
/// `groups`, one behind the other.
///
/// The first pass of a product reads limbs, cuts them into digits and twists them on the way
/// (right_angle.hpp); the last one untwists, rounds and writes integer coefficients. A right-angle transform
/// of real numbers does the same with those.
///
/// Moves 16 bytes a point in and out in double precision, 8 in single; a first pass of a product reads b/8
/// bytes a digit.
///
/// Source: W. M. Gentleman, G. Sande, "Fast Fourier Transforms - for fun and profit" (1966); D. H. Bailey,
/// "FFTs in external or hierarchical memory" (1990).
#pragma once

#include <type_traits>

#include "kernels/fft/block_fft.hpp"
#include "kernels/fft/policy.hpp"
#include "kernels/fft/right_angle.hpp"
#include "kernels/fft/staged_rows.hpp"

namespace gbi::kernels {

template <class Real, int Points, direction Direction, columns_end End,
          block_policy Policy = columns_policy<Real>(Points)>
struct columns_kernel {
  using arguments = columns_arguments<Real>;
  static constexpr int width_of_block = Policy.transforms;
  using fft = block_fft<Points, width_of_block, Real, arrangement::columns>;
  static constexpr bool reads_number = Direction == direction::forward && End == columns_end::number;
  using rows = staged_rows<Points, width_of_block>;
  struct shared_memory {
    typename fft::shared_memory exchange;
    [[no_unique_address]] std::conditional_t<reads_number, rows, no_shared_memory> rows_read;
  };
  static constexpr int threads = fft::threads;
  static constexpr int blocks_per_multiprocessor = Policy.blocks;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    const std::uint32_t blocks_per_group = static_cast<std::uint32_t>(a.width / width_of_block);
    const std::uint32_t group = block.index() / blocks_per_group;
    const std::uint64_t first_column = std::uint64_t{block.index() % blocks_per_group} * width_of_block;
    const complex<Real>* in = a.in.at + block.batch() * a.in.stride + group * (Points * a.width);
    complex<Real>* out = a.out.at + block.batch() * a.out.stride + group * (Points * a.width);
    const typename fft::root_tables roots{a.roots, a.column_roots};

    const auto column = [&](int which)
                            GBI_INLINE { return first_column + static_cast<std::uint32_t>(which); };
    // Row `row` of column j.
    const auto at = [&](int row, std::uint64_t j)
                        GBI_INLINE { return static_cast<std::uint32_t>(row) * a.width + j; };

    if constexpr (reads_number) shared.rows_read.fill(block, a.digits, a.turns, a.width, first_column);
    if constexpr (Direction == direction::forward) {
      const auto load = [&](int which) GBI_INLINE {
        const std::uint64_t j = column(which);
        if constexpr (End == columns_end::number)
          return [&, which, first_column, j, fine = fine_turn(a, j)](int row) GBI_INLINE {
            return twist(shared.rows_read.digit(a.digits, row, which, a.width, first_column), a.digits,
                         block.batch(), at(row, j), a.points, a.folded,
                         turn(shared.rows_read.coarse[row], fine));
          };
        else if constexpr (End == columns_end::right_angle)
          return [&, j, fine = fine_turn(a, j)](int row) GBI_INLINE {
            return twist(a.real_in, block.batch(), at(row, j), a.points,
                         turn(coarse_turn(a, at(row, j)), fine));
          };
        else
          return [&, in, j](int row) GBI_INLINE { return in[at(row, j)]; };
      };
      const auto store = [&](int which, int lane, complex<Real>(&x)[16]) GBI_INLINE {
        const std::uint64_t j = column(which);
        twiddle(a, lane, j, x);
        unroll<16>([&](auto q) GBI_INLINE { out[at(lane + q * fft::lanes, j)] = x[q]; });
      };
      fft::forward(block, shared.exchange, roots, load, store);
    } else {
      const auto load = [&](int which, int lane, complex<Real>(&x)[16]) GBI_INLINE {
        const std::uint64_t j = column(which);
        unroll<16>([&](auto q) GBI_INLINE { x[q] = in[at(lane + q * fft::lanes, j)]; });
        twiddle(a, lane, j, x);
      };
      const auto store = [&](int which) GBI_INLINE {
        const std::uint64_t j = column(which);
        if constexpr (End == columns_end::number)
          return [&, j, fine = fine_turn(a, j)](int row, complex<Real> z) GBI_INLINE {
            untwist(a.sink, block.batch(), at(row, j), a.points, turn(coarse_turn(a, at(row, j)), fine), z);
          };
        else if constexpr (End == columns_end::right_angle)
          return [&, j, fine = fine_turn(a, j)](int row, complex<Real> z) GBI_INLINE {
            untwist(a.real_out, block.batch(), at(row, j), a.points, turn(coarse_turn(a, at(row, j)), fine),
                    z);
          };
        else
          return [&, out, j](int row, complex<Real> z) GBI_INLINE { out[at(row, j)] = z; };
      };
      fft::backward(block, shared.exchange, roots, load, store);
    }
  }

 private:
  /// The factors of the twist weight w^(row width + j): the fine table's length divides the width, so that
  /// its entry depends on the column only.
  GBI_DEVICE static complex<Real> fine_turn(const arguments& a, std::uint64_t j) {
    return read_only(a.turns.fine + (j & ((1u << a.turns.fine_bits) - 1)));
  }
  GBI_DEVICE static complex<Real> coarse_turn(const arguments& a, std::uint64_t at) {
    return read_only(a.turns.coarse + (at >> a.turns.fine_bits));
  }

  /// x[q] *= exp(-+2 pi i k j / L) for the frequencies k = lane + q lanes of the thread's registers.
  GBI_DEVICE static void twiddle(const arguments& a, int lane, std::uint64_t j, complex<Real> (&x)[16]) {
    const std::uint64_t unit = std::uint64_t{4} * a.groups * j;  // of 4N points on the circle, for k = 1
    const auto k = static_cast<std::uint32_t>(lane);
    complex<Real> high[4], low[4];
    unroll<4>([&](auto h) GBI_INLINE { high[h] = turn(a.turns, (k + 4 * h * fft::lanes) * unit); });
    low[0] = {1, 0};
    unroll<3>([&](auto l) GBI_INLINE { low[l + 1] = turn(a.turns, (l + 1) * fft::lanes * unit); });
    apply_twiddles<Direction>(x, high, low, false);
  }
};

}  // namespace gbi::kernels
