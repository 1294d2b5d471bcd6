/// \file
/// The exchange between the passes of a shared product: what was columns of a rank becomes rows of a rank,
/// or back. Passes leave a segment for every rank, so that nothing is packed, and a rank's own segment stays
/// where it is.
#pragma once

#include <cstddef>
#include <vector>

#include "src/distribute/parcels.hpp"
#include "src/distribute/under_way.hpp"
#include "src/plan/shared_product.hpp"

namespace gbi::distribute {

/// From columns to rows, or from rows to columns, into the memory that the points have left.
enum class transit { to_rows, to_columns };

/// Exchanges go in chunks: the same rows of each segment.
class points_exchange {
 public:
  using point = kernels::complex<double>;

  points_exchange(const group& on, const plan::shared_plan& plan);

  /// Begins to move a chunk. What is queued later does not wait for it. Collective.
  /// \param local the points of each local rank, plan.held_points() of them; null where a rank does not share
  /// \returns the number of the exchange
  std::uint64_t start(exchanges_under_way& exchanges, const std::vector<point*>& local, transit way,
                      int chunk);
  /// Moves all chunks. Collective.
  void run(exchanges_under_way& exchanges, const std::vector<point*>& local, transit way);

  int chunks() const noexcept { return static_cast<int>(to_rows_.size()); }

 private:
  using of_ranks = std::vector<parcels>;  ///< of each local rank

  std::vector<of_ranks> to_rows_, to_columns_;  ///< of each chunk
  std::vector<communicator::segments> segments_;
};

}  // namespace gbi::distribute
