#include "src/plan/planned_product.hpp"

#include <algorithm>
#include <utility>

#include "src/plan/exact_plan.hpp"
#include "src/plan/planner.hpp"
#include "src/words/floating_scope.hpp"

namespace gbi::plan {

namespace {

/// Two columns of 32 bits for each limb.
std::size_t workspace_of_tiles(const product_shape& shape) {
  return 2 * shape.total() * sizeof(std::int64_t);
}

/// The memory of a transform and of the repair of its product.
std::size_t workspace_of(const fft_plan& fft, const check_plan& check) {
  const std::size_t transform = workspace_of(fft);
  return fft.verified && check.again == repair::by_transform ? std::max(transform, workspace_of(check.proven))
                                                             : transform;
}

/// Whether the plan checks the whole product anyhow.
bool is_verified(const planned_product& plan) {
  const auto verified = [](const auto& chosen) {
    if constexpr (requires { chosen.cut; }) return chosen.cut.fft.verified;
    return requires {
      chosen.check;
    };
  };
  return !plan.truncated && std::visit(verified, plan.route);
}

}  // namespace

/// As many as the workspace allows, but at least one.
std::uint32_t planner::affordable(std::size_t bytes_each, std::size_t wanted) const {
  if (wanted <= 1 || bytes_each == 0) return static_cast<std::uint32_t>(std::max<std::size_t>(wanted, 1));
  return static_cast<std::uint32_t>(std::clamp<std::size_t>(tuned().workspace_bytes / bytes_each, 1, wanted));
}

bool planner::verifies(const product_shape& shape) const {
  return mode() != verification::off && shape.total() >= tuned().product.verified_total_limbs;
}

std::span<const fft_shape> planner::shapes() const {
  return tuned().product.short_rows ? fft_shapes_of_cores() : fft_shapes();
}

bool planner::repairs_by_columns(const product_shape& shape) const {
  return static_cast<double>(shape.a) * static_cast<double>(shape.b) <= tuned().product.repair_limb_products;
}

fft_plan planner::transform(const product_shape& shape) const {
  if (!verifies(shape)) return choose_fft(shape, shapes());
  return choose_verified_fft(shape, trust_in(shape), shapes());
}

trust planner::trust_in(const product_shape& shape) const {
  // A repair by columns takes long, so all operands should pass without one.
  return repairs_by_columns(shape) ? trust::always : trust::if_repaired;
}

bool planner::is_feasible(const product_shape& shape) const {
  const words::floating_scope environment;
  const algorithm how = choose_algorithm(shape);
  if (how == algorithm::schoolbook || how == algorithm::bytes) return true;
  if (how == algorithm::exact) return find_exact(shape).has_value();
  return (verifies(shape) ? find_verified_fft(shape) : find_proven_fft(shape)) || only_fermat_moduli(shape);
}

check_plan planner::check_by_attempt() const {
  return {.how = verification::residue, .blocks = tuned().product.verify_blocks};
}

check_plan planner::check(const product_shape& shape) const {
  check_plan check{.how = mode(), .blocks = tuned().product.verify_blocks};
  if (repairs_by_columns(shape)) {
    check.again = repair::by_columns;
  } else if (const auto proven = find_repair_fft(shape)) {
    check.again = repair::by_transform;
    check.proven = *proven;
  }
  return check;
}

bool planner::has_few_rows(const fft_plan& plan, std::size_t problems) const {
  const std::uint64_t rows = plan.shape.points / static_cast<std::uint64_t>(plan.shape.row) * problems;
  const std::uint32_t few = plan.shape.row == 512    ? tuned().product.few_rows_512
                            : plan.shape.row == 1024 ? tuned().product.few_rows_1024
                                                     : 0;
  return rows <= few;
}

std::optional<fft_plan> planner::in_two_passes(const product_shape& shape, const fft_plan& otherwise) const {
  if (!otherwise.verified || shape.batch != 1 || shape.total() < tuned().product.two_pass_limbs) return {};
  // A point takes 0.8 of its time in three passes. Those may need fewer points, because they fold long
  // operands and trust wider digits.
  const auto found = find_two_pass_fft(shape, trust_in(shape));
  return found && 5 * found->shape.points <= 6 * otherwise.shape.points ? found : std::nullopt;
}

fft_plan planner::fastest_transform(const product_shape& shape) const {
  const fft_plan usual = transform(shape);
  return in_two_passes(shape, usual).value_or(usual);
}

planned_product planner::by_transform(const product_shape& shape, const fft_plan& fft) const {
  const check_plan checked = fft.verified ? check(shape) : check_plan{};
  const std::size_t workspace = workspace_of(fft, checked);
  const std::uint32_t at_once = affordable(workspace, shape.batch);
  const bool few_rows = has_few_rows(fft, at_once);
  if (fft.verified) return {routes::by_verified_transforms{fft, few_rows, checked, fft}, workspace, at_once};
  return {routes::by_transforms{fft, few_rows}, workspace, at_once};
}

planned_product planner::by_attempts(const product_shape& shape, const fft_plan& sure) const {
  planned_product plan = by_transform(shape, sure);
  auto* const chosen = std::get_if<routes::by_verified_transforms>(&plan.route);
  if (chosen == nullptr || chosen->check.again != repair::by_attempt) return plan;
  const auto first = find_trusted_fft(shape, trust::if_repaired, shapes());
  if (!first || first->shape.points >= sure.shape.points) return plan;
  planned_product shorter = by_transform(shape, *first);
  std::get<routes::by_verified_transforms>(shorter.route).second = sure;
  return shorter;
}

planned_product planner::in_pieces(const product_shape& shape, const piece_plan& cut) const {
  const check_plan checked = cut.fft.verified ? check(shape) : check_plan{};
  const std::uint32_t at_once = affordable(workspace_of(cut.fft), cut.pieces);
  const bool makes_transform = at_once < cut.pieces || cost_with_transform(cut) < cost_with_columns(cut);
  return {routes::in_pieces{cut, at_once, has_few_rows(cut.fft, at_once), checked, makes_transform},
          workspace_of(cut.fft, checked)};
}

planned_product planner::by_fermat_moduli(const product_shape& shape, const fermat_plan& chain) const {
  const check_plan check{.how = mode(), .blocks = tuned().product.verify_blocks};
  planned_product tail = product(tail_shape(chain, shape), {.whole = true});
  return {routes::by_fermat_moduli{chain, check, std::make_shared<const planned_product>(std::move(tail))},
          workspace_of(chain, shape)};
}

/// A chain of moduli for a product that is too long for every whole transform.
std::optional<fermat_plan> planner::only_fermat_moduli(const product_shape& shape) const {
  constexpr std::size_t always_whole = std::size_t{1} << 30;
  if (shape.total() < always_whole || !verifies(shape) || find_verified_fft(shape)) return {};
  return cheapest_fermat_moduli(shape);
}

planned_product planner::by_convolution(const product_shape& shape, convolution form) const {
  switch (form) {
    case convolution::in_block:
      return {routes::in_block{}, 0, affordable(0, shape.batch)};
    case convolution::by_limb:
      return {routes::by_limb{}, 0, affordable(0, shape.batch)};
    case convolution::in_tiles:
      return {routes::in_tiles{}, workspace_of_tiles(shape),
              affordable(workspace_of_tiles(shape), shape.batch)};
    default:
      return {routes::by_columns{}, 0, affordable(0, shape.batch)};
  }
}

planned_product planner::by_integers(const product_shape& shape) const {
  const fft_shape transform = choose_exact(shape);
  const std::size_t workspace = workspace_of_exact(transform);
  return {routes::by_integers{transform}, workspace, affordable(workspace, shape.batch)};
}

planned_product planner::by_transforms(product_shape shape, const product_request& asked) const {
  const bool truncated = shape.out < shape.total();
  if (truncated && !verifies(shape)) return by_transform(shape, choose_fft(shape, shapes()));
  if (truncated) shape.out = shape.total();
  const auto chosen = [&] {
    if (!asked.whole)
      if (const auto chain = only_fermat_moduli(shape)) return by_fermat_moduli(shape, *chain);
    // The sum of pieces fills exactly the limbs of the product.
    const auto cut = shape.out == shape.total() ? pieces(shape) : std::nullopt;
    const piece_plan otherwise = cut ? *cut : piece_plan{transform(shape), shape.longer(), 1};
    if (!asked.whole && verifies(shape))
      if (const auto chain = moduli(shape, otherwise)) return by_fermat_moduli(shape, *chain);
    if (cut) return in_pieces(shape, *cut);
    if (const auto two_passes = in_two_passes(shape, otherwise.fft)) return by_transform(shape, *two_passes);
    return by_attempts(shape, otherwise.fft);
  };
  planned_product plan = chosen();
  // If the limbs above are zero, transforms need not write them.
  plan.truncated =
      truncated && !(asked.fits && std::holds_alternative<routes::by_verified_transforms>(plan.route));
  return plan;
}

planned_product planner::product(product_shape shape, const product_request& asked) const {
  shape.a = std::min(shape.a, shape.out);
  shape.b = std::min(shape.b, shape.out);
  const auto chosen = [&]() -> planned_product {
    switch (choose_algorithm(shape, asked.how)) {
      case algorithm::schoolbook:
        return by_convolution(shape, choose_convolution(shape, asked.form));
      case algorithm::bytes:
        if (is_by_warps(shape, tuned().batch))
          return {routes::by_warps{choose_byte_team(shape)}, 0, affordable(0, shape.batch)};
        return {routes::by_bytes{choose_byte_columns(shape)}, 0, affordable(0, shape.batch)};
      case algorithm::exact:
        return by_integers(shape);
      default:
        return by_transforms(shape, asked);
    }
  };
  planned_product plan = chosen();
  const bool fits = asked.fits || shape.out >= shape.total();
  plan.checked = mode() == verification::all && fits && !is_verified(plan);
  return plan;
}

std::optional<planned_product> planner::kept_product(const product_shape& shape) const {
  if (choose_algorithm(shape) != algorithm::fft || only_fermat_moduli(shape)) return {};
  const piece_plan cut = kept_pieces(shape);
  if (cut.fft.shape.column_passes == 0) return {};
  if (cut.fft.verified && fermat_moduli_for_memory(shape, cut)) return {};
  planned_product plan = in_pieces(shape, cut);
  plan.checked = mode() == verification::all && !is_verified(plan);
  return plan;
}

}  // namespace gbi::plan
