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
/// The first pass of a product reads limbs, cuts them into digits and twists them (right_angle.hpp). Its last
/// pass untwists, rounds and writes integer coefficients. A right-angle transform of real numbers reads and
/// writes real numbers instead. An exact product reads halves of limbs and writes residues of coefficients.
///
/// Several ranks share a transform by columns in the first pass and by rows in the others (columns_share).
/// Only the places of rows differ.
///
/// Reads and writes 16 bytes per point in double precision, 8 in single. The first pass of a product reads
/// b/8 bytes per digit.
///
/// Source: W. M. Gentleman, G. Sande, "Fast Fourier Transforms - for fun and profit" (1966); D. H. Bailey,
/// "FFTs in external or hierarchical memory" (1990).
#pragma once

#include <type_traits>

#include "kernels/fft/block_fft.hpp"
#include "kernels/fft/column_twiddles.hpp"
#include "kernels/fft/policy.hpp"
#include "kernels/fft/right_angle.hpp"
#include "kernels/fft/staged_rows.hpp"

namespace gbi::kernels {

template <class Real, int Points, direction Direction, columns_end End,
          block_policy Policy = columns_policy<Real>(Points)>
struct columns_kernel {
  using arguments = columns_arguments<Real>;
  static constexpr int width_of_block = Policy.transforms;
  using fft = block_fft<Points, width_of_block, Real, arrangement::columns, arrangement::columns,
                        Policy.radix, Policy.of>;
  static constexpr bool of_vectors = Policy.of == machine::vectors;
  static constexpr bool of_strip = End == columns_end::strip;
  static constexpr bool in_segments = End == columns_end::segments;
  static constexpr bool of_ranks = of_strip || in_segments;
  static constexpr bool is_verified = End == columns_end::verified || of_strip;
  static constexpr bool of_number = End == columns_end::number || is_verified;
  static constexpr bool reads_number = Direction == direction::forward && of_number;
  static constexpr bool of_words = End == columns_end::words;
  static constexpr bool measures = Direction == direction::backward && is_verified;
  static constexpr recoding how = is_verified ? recoding::random : recoding::balanced;
  using rows = staged_rows<Points, width_of_block, how, Policy.of>;
  using folded_words = typename rows::template folded_words<typename fft::shared_memory>;
  struct shared_memory {
    union {
      typename fft::shared_memory exchange;
      std::conditional_t<reads_number, typename rows::words, no_shared_memory> words;
      std::conditional_t<reads_number, folded_words, no_shared_memory> folded;
    };
    column_twiddles<Real, Points, width_of_block> twiddles;
    [[no_unique_address]] std::conditional_t<reads_number, rows, no_shared_memory> rows_read;
    [[no_unique_address]] std::conditional_t<measures, block_monitor<fft::threads>, no_shared_memory> monitor;
  };
  static constexpr int threads = fft::threads;
  static constexpr int blocks_per_multiprocessor = Policy.blocks;
  static constexpr bool repairs =
      std::is_same_v<Real, double> && (End == columns_end::points || End == columns_end::number);

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    const bool second = (reads_number || of_words) && block.batch() >= a.digits.problems;
    const std::uint32_t problem = block.batch() - (second ? a.digits.problems : 0);
    const std::uint32_t blocks_per_group = static_cast<std::uint32_t>(a.width / width_of_block);
    const std::uint32_t group = block.index() / blocks_per_group;
    const std::uint64_t first_column = std::uint64_t{block.index() % blocks_per_group} * width_of_block;
    const complex<Real>* in = a.in.at + block.batch() * a.in.stride + group * (rows_together(a) * a.width);
    complex<Real>* out = a.out.at + block.batch() * a.out.stride + group * (rows_together(a) * a.width);
    const typename fft::root_tables roots{a.roots, a.column_roots, fft::rotation::of(a.width, first_column)};

    const auto column = [&](int which)
                            GBI_INLINE { return first_column + static_cast<std::uint32_t>(which); };
    // Row `row` of column j.
    const auto at = [&](int row, std::uint64_t j) GBI_INLINE {
      const auto r = static_cast<std::uint32_t>(row);
      if constexpr (in_segments)
        return place_of_segment(a.share.rank, a.share.last_rank, r >> a.share.segment_bits) *
                   a.share.segment +
               (r & (rows_together(a) - 1)) * a.width + j;
      else
        return r * a.width + j;
    };
    // The same in the matrix of all ranks.
    const std::uint64_t first_of_all = of_strip ? a.share.first_column + first_column : first_column;
    const auto at_of_all = [&](int row, std::uint64_t j) GBI_INLINE {
      if constexpr (of_strip)
        return static_cast<std::uint32_t>(row) * a.share.whole_width + a.share.first_column + j;
      else
        return at(row, j);
    };

    const digit_source& digits = a.digits.of[second ? 1 : 0];
    const bool folded = a.digits.folded[second ? 1 : 0];
    if constexpr (reads_number) {
      const auto from = [&] {
        if constexpr (of_strip)
          return rows::source_of(digits, problem, a.share, first_column);
        else
          return rows::source_of(digits, problem, a.width, first_column);
      }();
      if (folded)
        shared.rows_read.fill_folded(block, shared.folded, from, a.turns,
                                     [](int row, int which) GBI_INLINE { return fft::address(which, row); });
      else
        shared.rows_read.fill(block, shared.words, from, a.turns);
    }
    if constexpr (Direction == direction::forward) {
      // Loops over vectors have no branches: they fill in a phase of their own, and fold in a separate
      // instance.
      if constexpr (of_vectors)
        block.phase([&](int thread) GBI_INLINE { fill_far(a, shared, thread, first_of_all); });
      const auto folded_points = [&](int which) GBI_INLINE {
        if constexpr (reads_number)
          return [&, which, fine = fine_turn(a, first_of_all, which)](int row) GBI_INLINE {
            return rows::folded(shared.folded.digits[fft::address(which, row)]) *
                   turn(shared.rows_read.coarse[row], fine);
          };
      };
      const auto load = [&](int thread, int which) GBI_INLINE {
        if constexpr (!of_vectors) fill_far(a, shared, thread, first_of_all);
        const std::uint64_t j = column(which);
        if constexpr (of_number) {
          const auto points = [&, which, fine = fine_turn(a, first_of_all, which)](int row) GBI_INLINE {
            return turn(shared.rows_read.coarse[row], fine) *
                   static_cast<double>(shared.rows_read.digit[row][which]);
          };
          if constexpr (of_vectors)
            return points;
          else
            return either{!folded, points, folded_points(which)};
        } else if constexpr (of_words) {
          return [&, j, problem, folded, fine = fine_turn(a, first_column, which)](int row) GBI_INLINE {
            return twist<turns_left(fft::odd), Real>(digits, problem, folded, at(row, j), a.points,
                                                     turn(coarse_turn(a, at(row, first_column)), fine));
          };
        } else if constexpr (End == columns_end::right_angle) {
          return [&, j, fine = fine_turn(a, first_column, which)](int row) GBI_INLINE {
            return twist(a.real_in, block.batch(), at(row, j), a.points,
                         turn(coarse_turn(a, at(row, first_column)), fine));
          };
        } else {
          return [&, in, j](int row) GBI_INLINE { return in[at(row, j)]; };
        }
      };
      const auto store = [&](int which, int lane, complex<Real>(&x)[fft::radix]) GBI_INLINE {
        const std::uint64_t j = column(which);
        shared.twiddles.template apply<Direction, fft::lanes>(a.near, which, lane, x);
        unroll<fft::radix>([&](auto q) GBI_INLINE { out[at(lane + q * fft::lanes, j)] = x[q]; });
      };
      if constexpr (of_vectors && of_number) {
        if (folded)
          fft::first_phase(
              block, shared.exchange, roots, [&](int, int which) GBI_INLINE { return folded_points(which); },
              store);
        else
          fft::first_phase(block, shared.exchange, roots, load, store);
        fft::other_phases(block, shared.exchange, roots, store);
      } else {
        fft::forward(block, shared.exchange, roots, load, store);
      }
    } else {
      // The loads of the points are in flight while the far factors are computed.
      per_thread<Block, Real> re[fft::radix], im[fft::radix];
      per_thread<Block, rounding_monitor> measured;
      block.template grid_phase<fft::lanes, width_of_block>([&](int lane, int which) GBI_INLINE {
        const std::uint64_t j = column(which);
        const int thread = lane * width_of_block + which;
        unroll<fft::radix>([&](auto q) GBI_INLINE {
          const complex<Real>* z = in + at(lane + q * fft::lanes, j);
          re[q][thread] = z->re;
          im[q][thread] = z->im;
        });
      });
      block.phase([&](int thread) GBI_INLINE {
        if constexpr (measures) measured[thread] = {0, 0};
        fill_far(a, shared, thread, first_of_all);
      });
      const auto load = [&](int which, int lane, complex<Real>(&x)[fft::radix]) GBI_INLINE {
        const int thread = lane * width_of_block + which;
        unroll<fft::radix>([&](auto q) GBI_INLINE { x[q] = {re[q][thread], im[q][thread]}; });
        shared.twiddles.template apply<Direction, fft::lanes>(a.near, which, lane, x);
      };
      const auto store = [&](int thread, int which) GBI_INLINE {
        const std::uint64_t j = column(which);
        if constexpr (of_number)
          return [&, monitor = &measured[thread], to = a.sink.coefficients + block.batch() * 2 * a.points + j,
                  fine = fine_turn(a, first_of_all, which)](int row, complex<Real> z) GBI_INLINE {
            const complex<Real> weight = turn(coarse_turn(a, at_of_all(row, first_column)), fine);
            untwist(to + static_cast<std::uint32_t>(row) * a.width, a.points, a.sink.scale, weight, z,
                    [monitor](double x) GBI_INLINE {
                      if constexpr (measures)
                        return monitor->round(x);
                      else
                        return nearest_integer(x);
                    });
          };
        else if constexpr (of_words)
          return [&, j, first = block.batch() * 2 * a.points, fine = fine_turn(a, first_column, which)](
                     int row, complex<Real> z) GBI_INLINE {
            untwist<turns_left(fft::odd)>(a.sink, first, at(row, j), a.points,
                                          turn(coarse_turn(a, at(row, first_column)), fine), z);
          };
        else if constexpr (End == columns_end::right_angle)
          return [&, j, fine = fine_turn(a, first_column, which)](int row, complex<Real> z) GBI_INLINE {
            untwist(a.real_out, block.batch(), at(row, j), a.points,
                    turn(coarse_turn(a, at(row, first_column)), fine), z);
          };
        else
          return [&, out, j](int row, complex<Real> z) GBI_INLINE { out[at(row, j)] = z; };
      };
      fft::backward(block, shared.exchange, roots, load, store);
      if constexpr (measures)
        shared.monitor.report(block, measured, a.sink.verdicts[block.batch() * a.sink.verdict_stride]);
    }
  }

 private:
  /// The rows of a matrix that are contiguous: all rows, or those in one segment.
  GBI_DEVICE static std::uint32_t rows_together(const arguments& a) {
    if constexpr (in_segments)
      return 1u << a.share.segment_bits;
    else
      return Points;
  }

  /// The factors of the twist weight w^(row width + j). The length of the fine table divides the width, so
  /// its entry depends only on the column. That length is also a multiple of the block's columns, so the
  /// entries of these columns are adjacent and all share the coarse factor of the first one.
  GBI_DEVICE static complex<Real> fine_turn(const arguments& a, std::uint64_t first_column, int which) {
    return read_only(a.turns.fine + (first_column & ((1u << a.turns.fine_bits) - 1)) + which);
  }
  GBI_DEVICE static complex<Real> coarse_turn(const arguments& a, std::uint64_t at) {
    return read_only(a.turns.coarse + (at >> a.turns.fine_bits));
  }

  GBI_DEVICE static void fill_far(const arguments& a, shared_memory& shared, int thread, std::uint64_t j0) {
    std::uint64_t groups = in_segments ? a.share.groups : a.groups;
    if constexpr (is_exact_field<Real>) groups = binary_factor(groups);
    shared.twiddles.template fill<threads>(a.turns, 4 * groups * j0, thread);
  }
};

}  // namespace gbi::kernels
