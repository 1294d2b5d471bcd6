#include "src/plan/product_plan.hpp"

#include <algorithm>
#include "src/words/floating_scope.hpp"

namespace gbi::plan {

namespace {

/// As many as the workspace allows, but at least one.
std::uint32_t affordable(const tuning& tuned, std::size_t bytes_each, std::size_t wanted) {
  if (wanted <= 1 || bytes_each == 0) return static_cast<std::uint32_t>(std::max<std::size_t>(wanted, 1));
  return static_cast<std::uint32_t>(std::clamp<std::size_t>(tuned.workspace_bytes / bytes_each, 1, wanted));
}

/// Two columns of 32 bits for each limb.
std::size_t workspace_of_tiles(const product_shape& shape) {
  return 2 * (shape.a + shape.b) * sizeof(std::int64_t);
}

/// The transforms of a whole product.
piece_plan choose_transforms(const tuning& tuned, verification mode, const product_shape& shape) {
  const bool verified = verifies(tuned, mode, shape.a, shape.b);
  if (shape.out == shape.a + shape.b)
    if (const auto cut = choose_pieces(shape.a, shape.b, verified, tuned)) return *cut;
  return {choose_transform(tuned, mode, shape.a, shape.b, shape.square), std::max(shape.a, shape.b), 1};
}

/// A chain of moduli for a product that is too long for every whole transform.
std::optional<moduli_plan> only_moduli(const tuning& tuned, verification mode, std::size_t limbs_a,
                                       std::size_t limbs_b, bool square) {
  constexpr std::size_t always_whole = std::size_t{1} << 30;
  if (limbs_a + limbs_b < always_whole || !verifies(tuned, mode, limbs_a, limbs_b)) return {};
  if (find_verified_fft(limbs_a, limbs_b, square)) return {};
  return cheapest_moduli(limbs_a, limbs_b, square, tuned);
}

/// Plans a product that is not truncated.
product_plan choose_fft_route(const tuning& tuned, verification mode, const product_shape& shape,
                              bool whole) {
  if (whole) return plan_by_transforms(tuned, mode, shape, choose_transforms(tuned, mode, shape));
  if (const auto chain = only_moduli(tuned, mode, shape.a, shape.b, shape.square))
    return plan_by_moduli(tuned, mode, shape, *chain);
  const piece_plan transforms = choose_transforms(tuned, mode, shape);
  if (verifies(tuned, mode, shape.a, shape.b))
    if (const auto chain = choose_moduli(shape.a, shape.b, shape.square, transforms, tuned))
      return plan_by_moduli(tuned, mode, shape, *chain);
  return plan_by_transforms(tuned, mode, shape, transforms);
}

/// Whether the transforms of a product are verified, which is a check of the whole product.
bool is_verified(const product_plan& plan) {
  return plan.how == algorithm::fft && plan.transforms.fft.verified && !plan.truncated;
}

}  // namespace

bool verifies(const tuning& tuned, verification mode, std::size_t limbs_a, std::size_t limbs_b) {
  return mode != verification::off && limbs_a + limbs_b >= tuned.product.verified_total_limbs;
}

fft_plan choose_transform(const tuning& tuned, verification mode, std::size_t limbs_a, std::size_t limbs_b,
                          bool square) {
  return verifies(tuned, mode, limbs_a, limbs_b) ? choose_verified_fft(limbs_a, limbs_b, square)
                                                 : choose_fft(limbs_a, limbs_b);
}

bool is_feasible(const tuning& tuned, verification mode, std::size_t limbs_a, std::size_t limbs_b,
                 bool square) {
  const words::floating_scope environment;
  const algorithm how = choose_algorithm(algorithm::automatic, limbs_a, limbs_b, tuned);
  if (how == algorithm::schoolbook || how == algorithm::bytes) return true;
  if (how == algorithm::exact) return find_exact(limbs_a, limbs_b).has_value();
  const auto transform = verifies(tuned, mode, limbs_a, limbs_b) ? find_verified_fft(limbs_a, limbs_b, square)
                                                                 : find_proven_fft(limbs_a, limbs_b);
  return transform || only_moduli(tuned, mode, limbs_a, limbs_b, square);
}

check_plan plan_relation(const tuning& tuned) {
  return {.how = verification::residue, .blocks = tuned.product.verify_blocks};
}

check_plan plan_check(const tuning& tuned, verification mode, std::size_t limbs_a, std::size_t limbs_b) {
  check_plan check{.how = mode, .blocks = tuned.product.verify_blocks};
  if (static_cast<double>(limbs_a) * static_cast<double>(limbs_b) <= tuned.product.repair_limb_products) {
    check.again = repair::by_columns;
    return check;
  }
  // There are few longer transforms with proven digits, and they take several times the memory of the
  // product.
  constexpr std::uint64_t longest_repair = std::uint64_t{1} << 30;
  if (const auto proven = find_proven_fft(limbs_a, limbs_b);
      proven && proven->shape.points <= longest_repair) {
    check.again = repair::by_transform;
    check.proven = *proven;
  }
  return check;
}

bool has_few_rows(const tuning& tuned, const fft_plan& plan, std::size_t problems) {
  const std::uint64_t rows = plan.shape.points / static_cast<std::uint64_t>(plan.shape.row) * problems;
  const std::uint32_t few = plan.shape.row == 512    ? tuned.product.few_rows_512
                            : plan.shape.row == 1024 ? tuned.product.few_rows_1024
                                                     : 0;
  return rows <= few;
}

product_plan plan_by_transforms(const tuning& tuned, verification mode, const product_shape& shape,
                                const piece_plan& transforms) {
  product_plan plan{.how = algorithm::fft, .transforms = transforms};
  plan.workspace_bytes = workspace_of(transforms.fft);
  if (transforms.fft.verified) {
    plan.check = plan_check(tuned, mode, shape.a, shape.b);
    if (plan.check.again == repair::by_transform)
      plan.workspace_bytes = std::max(plan.workspace_bytes, workspace_of(plan.check.proven));
  }
  if (transforms.pieces > 1)
    plan.pieces_at_once = affordable(tuned, workspace_of(transforms.fft), transforms.pieces);
  else
    plan.at_once = affordable(tuned, plan.workspace_bytes, shape.batch);
  plan.rows_by_many_threads =
      has_few_rows(tuned, transforms.fft, std::max(plan.at_once, plan.pieces_at_once));
  return plan;
}

product_plan plan_by_moduli(const tuning& tuned, verification mode, const product_shape& shape,
                            const moduli_plan& moduli) {
  product_plan plan{
      .how = algorithm::fft, .transforms = {moduli.first, std::max(shape.a, shape.b), 1}, .moduli = moduli};
  plan.workspace_bytes = workspace_of_moduli(moduli, shape.a, shape.b);
  plan.check = {.how = mode, .blocks = tuned.product.verify_blocks};
  return plan;
}

product_plan plan_product(const tuning& tuned, verification mode, product_shape shape,
                          const product_request& asked) {
  shape.a = std::min(shape.a, shape.out);
  shape.b = std::min(shape.b, shape.out);
  const algorithm how = choose_algorithm(asked.how, shape.a, shape.b, tuned, shape.batch);
  const bool shortened = shape.out < shape.a + shape.b;
  const auto checked = [&](product_plan plan) {
    plan.checked = mode == verification::all && (!shortened || asked.fits) && !is_verified(plan);
    return plan;
  };
  if (how == algorithm::schoolbook) {
    const convolution form = choose_convolution(asked.form, shape, tuned);
    const std::size_t workspace = form == convolution::in_tiles ? workspace_of_tiles(shape) : 0;
    return checked({.how = how,
                    .form = form,
                    .workspace_bytes = workspace,
                    .at_once = affordable(tuned, workspace, shape.batch)});
  }
  if (how == algorithm::bytes)
    return checked({.how = how,
                    .columns = choose_byte_columns(shape, tuned),
                    .at_once = affordable(tuned, 0, shape.batch)});
  if (how == algorithm::exact) {
    const fft_shape transform = choose_exact(shape.a, shape.b);
    const std::size_t workspace = workspace_of_exact(transform);
    return checked({.how = how,
                    .exact = transform,
                    .workspace_bytes = workspace,
                    .at_once = affordable(tuned, workspace, shape.batch)});
  }
  if (shortened && !verifies(tuned, mode, shape.a, shape.b))
    return checked(plan_by_transforms(tuned, mode, shape, {choose_fft(shape.a, shape.b), shape.a, 1}));
  if (shortened) shape.out = shape.a + shape.b;
  product_plan plan = choose_fft_route(tuned, mode, shape, asked.whole);
  plan.truncated = shortened;
  return checked(plan);
}

std::optional<product_plan> plan_kept_product(const tuning& tuned, verification mode, std::size_t limbs,
                                              std::size_t limbs_kept) {
  if (choose_algorithm(algorithm::automatic, limbs, limbs_kept, tuned) != algorithm::fft) return {};
  if (only_moduli(tuned, mode, limbs, limbs_kept, false)) return {};
  const piece_plan transforms =
      choose_kept(limbs, limbs_kept, verifies(tuned, mode, limbs, limbs_kept), tuned);
  if (transforms.fft.shape.column_passes == 0) return {};
  if (transforms.fft.verified && moduli_for_memory(limbs, limbs_kept, false, transforms, tuned)) return {};
  const product_shape shape{limbs, limbs_kept, limbs + limbs_kept};
  product_plan plan = plan_by_transforms(tuned, mode, shape, transforms);
  plan.checked = mode == verification::all && !is_verified(plan);
  return plan;
}

}  // namespace gbi::plan
