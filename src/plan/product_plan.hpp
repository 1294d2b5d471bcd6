/// \file
/// The plan of a product of magnitudes. The plan contains every decision; execution makes none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "src/plan/exact_plan.hpp"
#include "src/plan/fft_plan.hpp"
#include "src/plan/moduli.hpp"
#include "src/plan/pieces.hpp"
#include "src/plan/route.hpp"

namespace gbi::plan {

/// How a wrong product is computed again.
enum class repair {
  by_columns,    ///< by the integer convolution: one launch, quadratic time
  by_transform,  ///< by a transform with proven digits
  by_attempt     ///< by the same attempt; the host waits for the verdicts
};

/// The verification of a product whose digits are not proven, and its repair.
struct check_plan {
  verification how = verification::monitor;  ///< if residue, also modulo a prime
  std::uint32_t blocks = 1;                  ///< the most blocks that compute residues
  repair again = repair::by_attempt;
  fft_plan proven = {};  ///< for repair::by_transform
};

struct product_plan {
  algorithm how = algorithm::schoolbook;     ///< never automatic
  convolution form = convolution::in_block;  ///< for schoolbook; never automatic
  kernels::column_form columns = {};         ///< for bytes
  piece_plan transforms = {{}, 0, 1};        ///< for fft; with moduli, that of the first factor
  moduli_plan moduli = {};                   ///< for fft; no factors: the product is not cut
  fft_shape exact = {};                      ///< for exact
  check_plan check = {};                     ///< for verified transforms
  bool checked = false;                      ///< checked modulo a prime, although nothing is rounded
  bool rows_by_many_threads = false;         ///< for transforms
  /// Only the lower limbs of the transforms' result are wanted. They cannot be checked modulo a prime, so a
  /// verified product is first computed whole.
  bool truncated = false;
  std::size_t workspace_bytes = 0;   ///< for each problem, or for each piece of a cut problem
  std::uint32_t at_once = 1;         ///< problems that run simultaneously
  std::uint32_t pieces_at_once = 1;  ///< pieces of a cut problem that run simultaneously
};

/// The algorithm that the caller requests.
struct product_request {
  algorithm how = algorithm::automatic;
  convolution form = convolution::automatic;  ///< for schoolbook
  /// The product fits in the result, although the operands together have more limbs.
  bool fits = false;
  bool whole = false;  ///< no coprime moduli
};

/// Plans a product. Limbs of operands beyond the result are ignored.
/// \throws std::length_error if the product is too long for the requested algorithm
product_plan plan_product(const tuning& tuned, verification mode, product_shape shape,
                          const product_request& asked = {});

/// Plans the product of an operand and another one whose transform is kept. std::nullopt if products of such
/// operands do not use transforms outside a block.
/// \throws std::length_error if no transform is long enough
std::optional<product_plan> plan_kept_product(const tuning& tuned, verification mode, std::size_t limbs,
                                              std::size_t limbs_kept);

/// Plans a product by the given transforms, even if the planner would choose others.
product_plan plan_by_transforms(const tuning& tuned, verification mode, const product_shape& shape,
                                const piece_plan& transforms);

/// Plans a verified product by these coprime moduli, even if the planner would choose others.
product_plan plan_by_moduli(const tuning& tuned, verification mode, const product_shape& shape,
                            const moduli_plan& moduli);

/// The transform of a product whose operands are not cut.
/// \throws std::length_error if none is long enough
fft_plan choose_transform(const tuning& tuned, verification mode, std::size_t limbs_a, std::size_t limbs_b,
                          bool square);

/// Whether the transforms of such a product may use digits that are not proven.
bool verifies(const tuning& tuned, verification mode, std::size_t limbs_a, std::size_t limbs_b);

/// Whether there is a plan for operands of these sizes. Computations with many products ask this before the
/// first one.
bool is_feasible(const tuning& tuned, verification mode, std::size_t limbs_a, std::size_t limbs_b,
                 bool square);

/// The check and the repair of a product. The launches of a repair cost time even if the product is right. A
/// transform takes five to seven launches, which is most of that cost; the convolution by columns takes
/// fewer. The longest products have no proven digits, so they have no such launches.
check_plan plan_check(const tuning& tuned, verification mode, std::size_t limbs_a, std::size_t limbs_b);

/// The check of a result that is not a product and is computed again by another attempt.
check_plan plan_relation(const tuning& tuned);

/// Whether the transforms of `problems` problems have so few rows that many threads should share each row.
bool has_few_rows(const tuning& tuned, const fft_plan& plan, std::size_t problems);

}  // namespace gbi::plan
