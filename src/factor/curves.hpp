/// \file
/// The two stages of ECM, for many curves modulo the same number.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "src/factor/bounds.hpp"
#include "src/factor/field_machine.hpp"
#include "src/factor/groups.hpp"

namespace gbi::factors {

/// The limbs of all curves, one curve after the other.
using curve_limbs = std::vector<limb>;

/// Multiplies the point (2 : 1) of each curve by all prime powers up to b1.
class first_stage {
 public:
  first_stage(const gpu_bigint& n, std::span<const std::uint32_t> sigmas, std::uint64_t b1);

  /// The bits of the multiplier, of which the highest takes no step.
  std::uint64_t bits() const noexcept { return bits_; }
  std::uint64_t done() const noexcept { return bits_ - left_; }
  /// Takes some bits. After an error, none are taken.
  void step();

  /// x and z of the multiple by the bits that are done, and of the next multiple.
  static constexpr std::size_t coordinates = 4;
  std::array<curve_limbs, coordinates> points() const;
  /// Continues from such points.
  void resume(std::uint64_t done, std::span<const curve_limbs, coordinates> points);

  /// After the last step: the curves with a factor, and x of the points (x : 1) of the others.
  struct outcome {
    std::vector<common_factor> found;
    curve_limbs x;
  };
  outcome finish();

 private:
  /// A multiple and the next one. Their difference is (2 : 1).
  struct ladder {
    curve_group::element low, high;

    std::array<reg, coordinates> registers() const { return {low.x, low.z, high.x, high.z}; }
  };
  static ladder make_ladder(reg_pool& registers) {
    const curve_group::element low = curve_group::make(registers);
    return {low, curve_group::make(registers)};
  }

  gpu_bigint n_;
  reg_pool registers_;
  curve_group group_{registers_};
  ladder now_ = make_ladder(registers_), next_ = make_ladder(registers_);
  std::vector<limb> multiplier_;
  std::uint64_t bits_, left_;
  field_machine machine_;
};

/// Looks for curves on which the point has a prime order between the bounds. A curve may be found twice.
/// \param advance called with the part that is done
std::vector<common_factor> second_stage(const gpu_bigint& n, std::span<const std::uint32_t> sigmas,
                                        const curve_limbs& x, const bounds& within,
                                        const std::function<void(double)>& advance);

}  // namespace gbi::factors
