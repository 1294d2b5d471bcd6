/// \file
/// Carries between slabs (kernels/distribute/ripple.hpp).
#pragma once

#include <vector>

#include "src/distribute/value.hpp"

namespace gbi::distribute {

/// What the limb above a slab contains.
enum class overhang {
  none,      ///< nothing: slabs pass on only carries that come in from below
  whole,     ///< a limb
  with_sign  ///< 0, 1, or all ones for -1
};

/// Propagates carries between slabs that were computed independently. Made in prepare().
class carries {
 public:
  explicit carries(value& result);

  /// Carries 1 into the lowest limb if a word of each rank is not 0 and the number is negative.
  struct one_if_negative {
    const std::vector<const limb*>* word = nullptr;
    bool is_turned = false;  ///< the sign word is inverted
  };
  /// Collective. The host does not wait.
  void settle(overhang above, one_if_negative rule);
  void settle(overhang above) { settle(above, {}); }

 private:
  value& result_;
  std::vector<communicator::buffers> buffers_;
};

}  // namespace gbi::distribute
