/// \file
/// The powers of a base by which the nodes of a conversion are joined or parted.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/multiply/pieces.hpp"
#include "src/text/conversion_attempt.hpp"
#include "src/text/radix_tree.hpp"

namespace gbi::text {

/// The reciprocal of a power.
struct inverse_power {
  exec::buffer<limb> reciprocal;  ///< below 2^(64 (limbs + precision)) / (power 2^shift) by less than 4
  std::uint64_t limbs;            ///< of the power
  int shift;                      ///< leading zero bits of its highest limb
};

/// The powers of the tree's base for all levels below its root, by repeated squares, and what long
/// conversions make of them. Thread safety: any number of threads.
class radix_powers {
 public:
  /// Those that the engine keeps, or new ones, which it keeps unless they are too long. \param fresh new ones
  /// that nobody keeps
  static std::shared_ptr<const radix_powers> of(detail::engine& engine, const radix_tree& tree, bool fresh);

  /// \param keeps_spectra whether a transform is kept for another call; not for numbers so long that memory
  /// is short
  radix_powers(detail::engine& engine, const radix_tree& tree, bool keeps_spectra);

  /// Whether a check is known to have failed, of these or of what was made of them.
  bool has_failed() const;
  /// Set if a number that was made of these is wrong.
  const exec::doubt& doubted() const noexcept { return doubted_; }
  /// Limbs above the value are zero.
  kernels::limb_span at(int level) const;
  /// The transform of a level's power.
  std::shared_ptr<const products::spectrum> spectrum_at(int level, const plan::fft_plan& plan) const;
  /// Of the root's power. \param precision limbs, the same in every call
  const inverse_power& inverse_of_root(std::uint64_t precision) const;

 private:
  /// The power of a level from that of the level below.
  exec::buffer<limb> squared(int level) const;

  detail::engine& engine_;
  radix_tree tree_;
  bool keeps_spectra_;
  exec::doubt doubted_ = std::make_shared<std::atomic<bool>>(false);
  std::vector<exec::buffer<limb>> powers_;
  exec::evidence::pointer evidence_;  ///< of the powers

  mutable exec::fork_mutex mutex_;
  mutable std::vector<std::shared_ptr<const products::spectrum>> spectra_;
  mutable std::optional<inverse_power> inverse_;
  mutable exec::evidence::pointer evidence_of_inverse_;
};

/// Limbs of a fraction of a level's nodes (fraction_tree.hpp): those of the level's power as estimated, and a
/// guard limb.
std::uint64_t fraction_limbs(const radix_tree& tree, int level);

/// The transform by which all nodes of a level are joined or parted, in both directions the same one, so that
/// it is kept once. Nothing if whole products are faster.
std::optional<plan::fft_plan> plan_of_level(detail::engine& engine, const radix_tree& tree, int level,
                                            const conversion_attempt& attempt);

}  // namespace gbi::text
