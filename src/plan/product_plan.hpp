/// \file
/// How a product of magnitudes is computed. The planner answers once; execution asks nothing again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "src/plan/fft_plan.hpp"
#include "src/plan/pieces.hpp"
#include "src/plan/route.hpp"

namespace gbi::plan {

/// What computes a wrong product again.
enum class repair {
  by_columns,    ///< the convolution in integers: one launch, quadratic
  by_transform,  ///< proven digits
  by_attempt     ///< the same again, for which the host waits for the verdicts
};

/// How a product of digits that are not proven is verified, and repaired if it is wrong.
struct check_plan {
  verification how = verification::monitor;  ///< residue: modulo a prime, too
  std::uint32_t blocks = 1;                  ///< at most, that compute residues
  repair again = repair::by_attempt;
  fft_plan proven = {};  ///< of a repair by transform
};

struct product_plan {
  algorithm how = algorithm::schoolbook;     ///< schoolbook or fft
  convolution form = convolution::in_block;  ///< of schoolbook; never automatic
  piece_plan transforms = {{}, 0, 1};        ///< of fft
  check_plan check = {};                     ///< of transforms that are verified
  bool rows_by_many_threads = false;         ///< of transforms
  /// Only the lower limbs of the result are wanted. Nothing is known of them modulo a prime: a product that
  /// is verified is computed whole first.
  bool truncated = false;
  std::size_t workspace_bytes = 0;   ///< of each problem or, if that is cut, of each piece
  std::uint32_t at_once = 1;         ///< problems
  std::uint32_t pieces_at_once = 1;  ///< of a problem that is cut
};

/// What may be asked of the planner.
struct product_request {
  algorithm how = algorithm::automatic;
  convolution form = convolution::automatic;  ///< of schoolbook
};

/// Limbs of an operand beyond the result do not matter.
/// \throws std::length_error if the product is too long for what is asked
product_plan plan_product(const tuning& tuned, verification mode, product_shape shape,
                          const product_request& asked = {});

/// The product of an operand of so many limbs and one whose transform is kept; nothing if products of such
/// operands have no transforms outside a block.
/// \throws std::length_error if no transform is long enough
std::optional<product_plan> plan_kept_product(const tuning& tuned, verification mode, std::size_t limbs,
                                              std::size_t limbs_kept);

/// A product by the given transforms, whatever the planner would choose.
product_plan plan_by_transforms(const tuning& tuned, verification mode, const product_shape& shape,
                                const piece_plan& transforms);

/// The transform of a product that is not cut.
/// \throws std::length_error if none is long enough
fft_plan choose_transform(const tuning& tuned, verification mode, std::size_t limbs_a, std::size_t limbs_b,
                          bool square);

/// Whether the transforms of a product of such operands may have digits that are not proven.
bool verifies(const tuning& tuned, verification mode, std::size_t limbs_a, std::size_t limbs_b);

/// Whether there is a plan for operands of so many limbs: what needs many products asks before the first one.
bool is_feasible(const tuning& tuned, verification mode, std::size_t limbs_a, std::size_t limbs_b,
                 bool square);

/// Launches that are not needed take time, five to seven of a transform most of it; by columns there are
/// fewer, and for the longest products, which have no proven digits, none.
check_plan plan_check(const tuning& tuned, verification mode, std::size_t limbs_a, std::size_t limbs_b);

/// Whether the rows of a transform, `problems` times, are so few that many threads shall share each.
bool has_few_rows(const tuning& tuned, const fft_plan& plan, std::size_t problems);

}  // namespace gbi::plan
