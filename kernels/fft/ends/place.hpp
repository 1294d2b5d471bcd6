/// \file
/// Where the columns of a block are in a column pass.
#pragma once

#include "kernels/fft/ends/arguments.hpp"
#include "kernels/fft/field.hpp"
#include "kernels/fft/twiddle.hpp"

namespace gbi::kernels {

/// Rows one after the other.
struct contiguous_rows {
  std::uint64_t width;

  /// The place of row `row` of column j.
  GBI_DEVICE std::uint64_t at(int row, std::uint64_t j) const {
    return static_cast<std::uint32_t>(row) * width + j;
  }
};
/// Columns of the only matrix of a first or last pass.
template <class End, class Fft>
struct columns_of_matrix {
  using real = typename End::real;
  const columns_arguments<End>& a;
  std::uint32_t problem;
  std::uint64_t first_column;

  GBI_DEVICE static columns_of_matrix of(const columns_arguments<End>& a, std::uint32_t block,
                                         std::uint32_t problem) {
    return {a, problem, std::uint64_t{block} * Fft::transforms};
  }
  GBI_DEVICE std::uint64_t column(int which) const {
    return first_column + static_cast<std::uint32_t>(which);
  }
  GBI_DEVICE contiguous_rows rows() const { return {a.width}; }
  GBI_DEVICE std::uint64_t at(int row, std::uint64_t j) const { return rows().at(row, j); }
  template <class T>
  GBI_DEVICE T* begin(const strided<T>& all) const {
    return all.at + problem * all.stride;
  }
  /// The angle of the first column's twiddle for frequency 1, in steps of the circle of 4N points.
  GBI_DEVICE std::uint64_t unit() const { return 4 * first_column; }
  /// The first column, and its rows, in the matrix of all ranks.
  GBI_DEVICE std::uint64_t first_of_all() const { return first_column; }
  GBI_DEVICE std::uint64_t at_of_all(int row) const { return at(row, first_column); }
};

/// Columns of a rank's strip.
template <class End, class Fft>
struct columns_of_strip : columns_of_matrix<End, Fft> {
  GBI_DEVICE static columns_of_strip of(const columns_arguments<End>& a, std::uint32_t block,
                                        std::uint32_t problem) {
    return {columns_of_matrix<End, Fft>::of(a, block, problem)};
  }
  GBI_DEVICE std::uint64_t unit() const { return 4 * first_of_all(); }
  GBI_DEVICE std::uint64_t first_of_all() const { return this->a.end.columns.first + this->first_column; }
  GBI_DEVICE std::uint64_t at_of_all(int row) const {
    return static_cast<std::uint32_t>(row) * this->a.end.columns.width + first_of_all();
  }
};

/// Columns of one of several matrices.
template <class End, class Fft>
struct columns_of_group : columns_of_matrix<End, Fft> {
  std::uint32_t group;

  GBI_DEVICE static columns_of_group of(const columns_arguments<End>& a, std::uint32_t block,
                                        std::uint32_t problem) {
    const auto blocks_per_group = static_cast<std::uint32_t>(a.width / Fft::transforms);
    return {columns_of_matrix<End, Fft>::of(a, block % blocks_per_group, problem), block / blocks_per_group};
  }
  template <class T>
  GBI_DEVICE T* begin(const strided<T>& all) const {
    return begin(all, Fft::points);
  }
  GBI_DEVICE std::uint64_t unit() const { return unit(this->a.groups); }

 protected:
  /// \param rows_together contiguous rows of a matrix
  template <class T>
  GBI_DEVICE T* begin(const strided<T>& all, std::uint32_t rows_together) const {
    return all.at + this->problem * all.stride + group * (rows_together * this->a.width);
  }
  /// \param groups matrices of all ranks
  GBI_DEVICE std::uint64_t unit(std::uint64_t groups) const {
    if constexpr (is_exact_field<typename End::real>) groups = binary_factor(groups);
    return 4 * groups * this->first_column;
  }
};

/// The same if the rows of a matrix are in segments.
template <class End, class Fft>
struct columns_in_segments : columns_of_group<End, Fft> {
  GBI_DEVICE static columns_in_segments of(const columns_arguments<End>& a, std::uint32_t block,
                                           std::uint32_t problem) {
    return {columns_of_group<End, Fft>::of(a, block, problem)};
  }
  GBI_DEVICE std::uint64_t at(int row, std::uint64_t j) const {
    const End& share = this->a.end;
    const auto r = static_cast<std::uint32_t>(row);
    return place_of_segment(share.rank, share.last_rank, r >> share.segment_bits) * share.segment +
           (r & ((1u << share.segment_bits) - 1)) * this->a.width + j;
  }
  template <class T>
  GBI_DEVICE T* begin(const strided<T>& all) const {
    return columns_of_group<End, Fft>::begin(all, 1u << this->a.end.segment_bits);
  }
  GBI_DEVICE std::uint64_t unit() const { return columns_of_group<End, Fft>::unit(this->a.end.groups); }
};

}  // namespace gbi::kernels
