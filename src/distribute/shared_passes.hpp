/// \file
/// One rank's launches for a transform that several ranks share (plan/shared_product.hpp).
#pragma once

#include "src/blocks/passes.hpp"
#include "src/distribute/slabs.hpp"
#include "src/plan/shared_product.hpp"

namespace gbi::distribute {

/// Some of the rows of a rank: part `number` of `count` equal parts.
struct rows_chunk {
  int number = 0, count = 1;
};

/// Made in agree(), because it allocates the tables of its passes.
class shared_passes {
 public:
  using point = kernels::complex<double>;

  /// \param rank one of the ranks that share the product
  shared_passes(detail::engine& engine, const plan::shared_plan& plan, int rank);

  /// The first columns of an operand, from its strips. Segment o of `data` is for rank o.
  /// \param places limbs of the strips that are valid
  /// \param limbs of the operand
  void first_columns(const limb* strips, std::size_t places, std::size_t limbs, std::uint64_t seed,
                     point* data) const;
  /// The columns after the first ones, in either direction. The segment from rank g is at plan.received_at().
  void later_columns(point* data, kernels::direction direction, rows_chunk chunk = {}) const;
  /// Transforms the rows of both operands, multiplies them, and transforms back. The result replaces a.
  /// \param b null for a square
  void multiply_rows(point* a, const point* b, rows_chunk chunk = {}) const;
  /// The first columns backwards, where segment o came back from rank o. Gives the coefficients of all rows,
  /// those of the second half after those of the first.
  void last_columns(point* data, std::int64_t* coefficients, kernels::verdict* measured) const;
  /// Normalises the coefficients of some rows into strips with the limbs above them.
  /// \param coefficients of row 0
  /// \param strips the strip of row 0
  void normalize(std::int64_t* coefficients, range rows, limb* strips,
                 const kernels::tile_chain& chain) const;

 private:
  kernels::columns_of_rank own_columns() const;
  template <class End>
  void launch_strip(point* data, const End& end) const;
  /// \param points of the matrices from `data` on
  template <kernels::direction Towards>
  void launch_segments(int pass, point* data, std::uint64_t points) const;
  /// Calls f(first point, points) for the contiguous runs of memory that hold the rows of a chunk: a part of
  /// each segment.
  template <class F>
  void for_runs(rows_chunk chunk, F&& f) const {
    const std::uint64_t points = plan_.segment() / static_cast<std::uint64_t>(chunk.count);
    for (int from = 0; from < plan_.ranks; ++from)
      f(plan_.received_at(rank_, from) + static_cast<std::uint64_t>(chunk.number) * points, points);
  }

  exec::executor& executor_;
  plan::shared_plan plan_;
  int rank_;
  bool by_many_threads_;
  transforms::passes<double> passes_;
};

}  // namespace gbi::distribute
