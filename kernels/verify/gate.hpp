/// \file
/// Whether there is anything to do for a kernel that repairs products.
#pragma once

#include "kernels/model/attributes.hpp"
#include "kernels/verify/arguments.hpp"

namespace gbi::kernels {

GBI_DEVICE bool is_closed(const gate& g, std::uint32_t transform) {
  return g.verdicts != nullptr && g.verdicts[transform % g.problems].wrong == 0;
}

}  // namespace gbi::kernels
