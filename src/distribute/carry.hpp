/// \file
/// Carries between slabs (kernels/distribute/ripple.hpp).
#pragma once

#include <optional>
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

  /// Collective. The host does not wait.
  void settle(overhang above) { settle(above, std::nullopt); }
  /// Also carries 1 into the lowest limb if the number is negative and its scratch words are not 0.
  /// \param is_negated the sign word is inverted
  void round_down(bool is_negated) { settle(overhang::none, is_negated); }

 private:
  /// \param rounded_sign whether the sign word is inverted, for a number that is rounded down
  void settle(overhang above, std::optional<bool> rounded_sign);

  value& result_;
  std::vector<communicator::buffers> buffers_;
};

}  // namespace gbi::distribute
