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

class points_exchange {
 public:
  points_exchange(group& on, const plan::shared_plan& plan);

  /// Segment o of rank g becomes segment g of rank o. Collective.
  void run(const std::vector<transit>& local);

 private:
  group& on_;
  std::size_t bytes_;  ///< of a segment
  bool all_share_;
  std::vector<parcels> parcels_;  ///< if some ranks do not share
  std::vector<communicator::buffers> buffers_;
  std::vector<communicator::segments> segments_;
};

}  // namespace gbi::distribute
