/// \file
/// The exchange between the passes of a shared product: columns of a rank become rows of a rank, or vice
/// versa. Passes leave a segment for every rank, so nothing needs packing, and a rank's own segment stays in
/// place.
#pragma once

#include <cstddef>
#include <vector>

#include "src/distribute/rank_segments.hpp"
#include "src/distribute/under_way.hpp"
#include "src/plan/shared_product.hpp"

namespace gbi::distribute {

/// From columns to rows, or from rows to columns, into the memory that the sent points vacate.
enum class transit { to_rows, to_columns };

/// Exchanges proceed in chunks: the same rows of each segment.
class points_exchange {
 public:
  using point = kernels::complex<double>;

  /// \param first the lowest of the ranks that share the product
  points_exchange(const group& on, const plan::shared_plan& plan, int first = 0);

  /// Begins to move a chunk. Work queued later does not wait for it. Collective.
  /// \param local the plan.held_points() points of each local rank; null for a rank that does not share the
  /// product
  /// \returns the number of the exchange
  std::uint64_t start(exchanges_under_way& exchanges, const std::vector<point*>& local, transit way,
                      int chunk);
  /// Moves all chunks. Collective.
  void run(exchanges_under_way& exchanges, const std::vector<point*>& local, transit way);

  int chunks() const noexcept { return chunks_; }

 private:
  int chunks_;
  std::size_t chunk_points_;                         ///< of a segment
  std::vector<rank_segments> to_rows_, to_columns_;  ///< the first chunk of each local rank
  std::vector<communicator::segments> segments_;
};

}  // namespace gbi::distribute
