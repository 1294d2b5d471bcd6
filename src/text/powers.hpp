/// \file
/// The powers of a base that join or split the nodes of a conversion.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/faults/tracked.hpp"
#include "src/multiply/pieces.hpp"
#include "src/text/conversion_attempt.hpp"
#include "src/text/radix_tree.hpp"

namespace gbi::text {

struct inverse_power {
  exec::buffer<limb> reciprocal;  ///< below 2^(64 (limbs + precision)) / (power 2^shift) by less than 4
  std::uint64_t limbs;            ///< of the power
  int shift;                      ///< leading zero bits of its highest limb
};

/// The powers of the tree's base for all levels below its root, by repeated squaring, and the data that long
/// conversions compute from them. Thread safety: any number of threads.
class radix_powers {
 public:
  /// The powers that the engine keeps, or new ones. The engine keeps new ones unless they are too long.
  /// \param fresh whether to make new ones that are not kept
  static std::shared_ptr<const radix_powers> of(detail::engine& engine, const radix_tree& tree, bool fresh);

  /// \param keeps_spectra whether transforms are kept for later calls; false for numbers so long that memory
  /// is short
  radix_powers(detail::engine& engine, const radix_tree& tree, bool keeps_spectra);

  /// Whether a check of the powers, or of what was computed from them, is known to have failed.
  bool has_failed() const;
  /// Set if a number that was computed from these powers is wrong.
  const faults::suspect_flag& suspect() const noexcept { return suspect_; }
  /// The power of a level. Limbs above the value are zero.
  kernels::limb_span at(int level) const;
  /// The transform of a level's power.
  std::shared_ptr<const products::spectrum> spectrum_at(int level, const plan::fft_plan& plan) const;
  /// The reciprocal of the root's power. \param precision in limbs, the same in every call
  const inverse_power& inverse_of_root(std::uint64_t precision) const;

 private:
  /// The power of a level from that of the level below.
  exec::buffer<limb> squared(int level) const;

  detail::engine& engine_;
  radix_tree tree_;
  bool keeps_spectra_;
  faults::suspect_flag suspect_ = std::make_shared<std::atomic<bool>>(false);
  faults::tracked<std::vector<exec::buffer<limb>>> powers_;

  mutable process::fork_mutex mutex_;
  mutable std::vector<std::shared_ptr<const products::spectrum>> spectra_;
  mutable faults::tracked<std::optional<inverse_power>> inverse_;
};

/// The limbs of the fraction of a node of this level (fraction_tree.hpp): those of the level's estimated
/// power, and a guard limb.
std::uint64_t fraction_limbs(const radix_tree& tree, int level);

/// The transform that joins or splits all nodes of a level. Both directions use the same one, so that the
/// power's transform is kept once. std::nullopt if whole products are faster.
std::optional<plan::fft_plan> plan_of_level(detail::engine& engine, const radix_tree& tree, int level,
                                            const conversion_attempt& attempt);

}  // namespace gbi::text
