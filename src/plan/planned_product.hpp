/// \file
/// The plan of a product of magnitudes. The plan contains every decision; execution makes none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>

#include "gpu_bigint/arithmetic.hpp"
#include "kernels/convolution/arguments.hpp"
#include "src/plan/check_plan.hpp"
#include "src/plan/fermat_plan.hpp"
#include "src/plan/pieces.hpp"
#include "src/plan/team_shape.hpp"

namespace gbi::plan {

struct planned_product;

/// The ways to compute a product, each with what it alone needs.
namespace routes {

/// One block computes the integer convolution in one launch.
struct in_block {
  static constexpr algorithm how = algorithm::schoolbook;
};
/// The shorter operand has one limb: a sum in one launch.
struct by_limb {
  static constexpr algorithm how = algorithm::schoolbook;
};
/// Each warp computes some columns of the integer convolution.
struct by_columns {
  static constexpr algorithm how = algorithm::schoolbook;
};
/// Each block computes a tile of the product matrix.
struct in_tiles {
  static constexpr algorithm how = algorithm::schoolbook;
};
/// The convolution of bytes.
struct by_bytes {
  static constexpr algorithm how = algorithm::bytes;
  kernels::column_form columns;
};
/// Each warp computes a product of a batch as a convolution of bytes.
struct by_warps {
  static constexpr algorithm how = algorithm::bytes;
  product_team team;
};
/// Transforms modulo two primes.
struct by_integers {
  static constexpr algorithm how = algorithm::exact;
  fft_shape shape;
};
/// Transforms of doubles with proven digits.
struct by_transforms {
  static constexpr algorithm how = algorithm::fft;
  fft_plan fft;
  bool rows_by_many_threads;
};
/// Transforms of doubles with wider digits, which are verified.
struct by_verified_transforms {
  static constexpr algorithm how = algorithm::fft;
  fft_plan fft;
  bool rows_by_many_threads;
  check_plan check;
  fft_plan second;  ///< of a second attempt
};
/// The transform of one operand is multiplied by those of all pieces of the other one. If that transform is
/// kept, there may be only one piece.
struct in_pieces {
  static constexpr algorithm how = algorithm::fft;
  piece_plan cut;
  std::uint32_t at_once;  ///< pieces that run simultaneously
  bool rows_by_many_threads;
  check_plan check;  ///< for verified digits
  /// Whether an operand without a kept transform is transformed before. Otherwise its columns are one more
  /// transform of the first passes, and its rows are transformed with those of every piece; all pieces then
  /// run at once.
  bool makes_transform = false;
};
/// Products by coprime moduli.
struct by_fermat_moduli {
  static constexpr algorithm how = algorithm::fft;
  fermat_plan chain;
  check_plan check;
  std::shared_ptr<const planned_product> tail;  ///< the product for the last modulus
};

}  // namespace routes

using route = std::variant<routes::in_block, routes::by_limb, routes::by_columns, routes::in_tiles,
                           routes::by_bytes, routes::by_warps, routes::by_integers, routes::by_transforms,
                           routes::by_verified_transforms, routes::in_pieces, routes::by_fermat_moduli>;

struct planned_product {
  plan::route route;
  std::size_t workspace_bytes = 0;  ///< for each problem, or for each piece of a cut problem
  std::uint32_t at_once = 1;        ///< problems that run simultaneously
  /// Only the lower limbs of the transforms' result are wanted. They cannot be checked modulo a prime, so a
  /// verified product is first computed whole.
  bool truncated = false;
  bool checked = false;  ///< checked modulo a prime, although nothing is rounded

  /// Never automatic.
  algorithm how() const {
    return std::visit([](const auto& chosen) { return chosen.how; }, route);
  }
};

}  // namespace gbi::plan
