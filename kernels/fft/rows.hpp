/// \file
/// Transforms of contiguous rows of `Points` points: a whole transform that fits in a block, or the last pass
/// of a longer one.
///
/// The last pass of a longer transform is transposed if the result is in natural order. The points of a row
/// are N1 N2 apart in the spectrum, so a block takes rows whose frequencies are neighbours. Its threads run
/// over the points of a row on one side and over the rows on the other; the exchange in shared memory
/// converts between the two.
///
/// Reads and writes 16 bytes per point in double precision, 8 in single.
#pragma once

#include "kernels/fft/block_fft.hpp"
#include "kernels/fft/policy.hpp"

namespace gbi::kernels {

template <class Real, int Points, direction Direction, bool Transposed,
          block_policy Policy = rows_policy<Real>(Points, Transposed)>
struct rows_kernel {
  using arguments = rows_arguments<Real>;
  static constexpr int rows_of_block = Policy.transforms;
  using fft = block_fft<Points, rows_of_block, Real, arrangement::rows,
                        Transposed ? arrangement::columns : arrangement::rows, Policy.radix, Policy.of>;
  using shared_memory = typename fft::shared_memory;
  static constexpr int threads = fft::threads;
  static constexpr int blocks_per_multiprocessor = Policy.blocks;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    const auto row_of = [&](int which) { return row_of_block<Block>(block, a, which); };
    const typename fft::root_tables roots{a.roots, nullptr};
    if constexpr (Direction == direction::forward) {
      const auto load = [&](int, int which) {
        return [at = a.in.at + row_of(which).contiguous(a.in.stride)](int j) { return at[j]; };
      };
      const auto store = [&](int which, int lane, complex<Real>(&x)[fft::radix]) {
        const place row = row_of(which);
        if (!row.exists) return;
        complex<Real>* to = a.out.at + row.of_frequency(a, a.out.stride, lane);
        unroll<fft::radix>([&](auto q) { to[q * step_of_register(a)] = x[q]; });
      };
      fft::forward(block, shared, roots, load, store);
    } else {
      const auto load = [&](int which, int lane, complex<Real>(&x)[fft::radix]) {
        const complex<Real>* from = a.in.at + row_of(which).of_frequency(a, a.in.stride, lane);
        unroll<fft::radix>([&](auto q) { x[q] = from[q * step_of_register(a)]; });
      };
      const auto store = [&](int, int which) {
        const place row = row_of(which);
        return [exists = row.exists, at = a.out.at + row.contiguous(a.out.stride)](int j, complex<Real> z) {
          if (exists) at[j] = z;
        };
      };
      fft::backward(block, shared, roots, load, store);
    }
  }

 private:
  struct place {
    std::uint64_t problem;
    std::uint32_t k1, row;    ///< row = k1 N2 + k2
    std::uint32_t frequency;  ///< k1 + N1 k2
    bool exists;              ///< if false, this is the last existing row, to be read but not written

    GBI_DEVICE std::uint64_t contiguous(std::uint64_t stride) const {
      return problem * stride + std::uint64_t{row} * Points;
    }
    GBI_DEVICE std::uint64_t of_frequency(const arguments& a, std::uint64_t stride, int lane) const {
      const auto k3 = static_cast<std::uint32_t>(lane);
      if constexpr (Transposed)
        return problem * stride + frequency + std::uint64_t{k3} * a.n1 * a.n2;
      else
        return contiguous(stride) + k3;
    }
  };

  GBI_DEVICE static std::uint64_t step_of_register(const arguments& a) {
    if constexpr (Transposed)
      return std::uint64_t{fft::lanes} * a.n1 * a.n2;
    else
      return fft::lanes;
  }

  /// In a transposed pass, a block's rows have consecutive k1, and blocks run over k1 first.
  template <class Block>
  GBI_DEVICE static place row_of_block(Block& block, const arguments& a, int which) {
    if constexpr (Transposed) {
      const std::uint32_t blocks_per_k2 = a.n1 / rows_of_block;
      const std::uint32_t k1 =
          block.index() % blocks_per_k2 * rows_of_block + static_cast<std::uint32_t>(which);
      const std::uint32_t k2 = block.index() / blocks_per_k2;
      return {block.batch(), k1, k1 * a.n2 + k2, k1 + a.n1 * k2, true};
    } else {
      const std::uint32_t rows = a.n1 * a.n2, last = rows * a.batch - 1;
      const std::uint32_t asked = block.index() * rows_of_block + static_cast<std::uint32_t>(which);
      const std::uint32_t row = asked < last ? asked : last;
      return {row / rows, 0, row % rows, 0, asked <= last};
    }
  }
};

}  // namespace gbi::kernels
