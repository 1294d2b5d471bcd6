/// \file
/// The exchange between the passes of a shared product: what was columns of a rank becomes rows of a rank,
/// or back. Passes leave a segment for every rank, so that nothing is packed.
#pragma once

#include <cstddef>
#include <vector>

#include "src/distribute/group.hpp"
#include "src/distribute/parcels.hpp"
#include "src/plan/shared_product.hpp"

namespace gbi::distribute {

/// Memory of a local rank. Null where a rank does not share the product.
struct transit {
  const kernels::complex<double>* from;
  kernels::complex<double>* to;
};

/// Exchanges go in chunks: the same rows of each segment. Those that are under way end with this object.
class points_exchange : exec::noncopyable {
 public:
  points_exchange(group& on, const plan::shared_plan& plan);
  ~points_exchange();

  /// Begins to move a chunk: segment o of rank g becomes segment g of rank o. What is queued later does not
  /// wait for it. Collective. \returns the number of the exchange
  std::uint64_t start(const std::vector<transit>& local, int chunk);
  /// What is queued later begins after that exchange. Collective, once for each.
  void finish(std::uint64_t exchange);
  /// Moves all chunks. Collective.
  void run(const std::vector<transit>& local);

  int chunks() const noexcept { return static_cast<int>(parcels_.size()); }

 private:
  group& on_;
  std::vector<std::vector<parcels>> parcels_;  ///< of each chunk and each local rank
  std::vector<communicator::segments> segments_;
  std::vector<std::uint64_t> under_way_;
};

}  // namespace gbi::distribute
