/// \file
/// Uniformly random integers, generated where they live: short ones in host words, long ones on the device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// A sequence of random numbers. The seed determines the sequence, which is the same on every device and on
/// the host. Not for cryptography. A copy continues from the same position.
///
/// The random bits come from Philox4x32-10 (J. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3",
/// SC 2011). The key is the seed. The counter combines the number of the draw and the position within the
/// draw, so a draw does not depend on the lengths of earlier draws.
///
/// \code{.cpp}
/// gbi::random_engine random(seed);
/// const gbi::gpu_bigint candidate = random.bits(4096) | 1, x = random.below(candidate);
/// \endcode
class GBI_API random_engine {
 public:
  /// The sequence of this seed, from its beginning.
  explicit random_engine(std::uint64_t seed) noexcept : seed_(seed) {}

  /// A number from 0 to 2^count - 1, in the current context. O(count). Does not wait.
  /// \throws out_of_memory
  [[nodiscard]] gpu_bigint bits(std::size_t count);

  /// A number from 0 to bound - 1, in the context of the bound: floor(r bound / 2^k) for k random bits r,
  /// where k is at least 128 more than the bit length of the bound. All values have the same probability up
  /// to a relative error below 2^-128. No draw is ever rejected and repeated. Costs a product of numbers of
  /// the bound's size. Waits only for the sign and the size of the bound, if they are not known.
  /// \throws std::domain_error if the bound is not positive.
  [[nodiscard]] gpu_bigint below(const gpu_bigint& bound);

  /// The seed that the engine was made from.
  [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }
  /// Skips `draws` draws and returns the number of the first skipped one, counted from 0. O(1).
  std::uint64_t skip(std::uint64_t draws) noexcept {
    draws_ += draws;
    return draws_ - draws;
  }

 private:
  std::uint64_t seed_;
  std::uint64_t draws_ = 0;
};

}  // namespace gbi
