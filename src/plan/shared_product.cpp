#include "src/plan/shared_product.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>
#include <variant>
#include <vector>

#include "kernels/distribute/arguments.hpp"
#include "src/plan/cost.hpp"
#include "src/plan/error_bound.hpp"
#include "src/plan/planner.hpp"

namespace gbi::plan {

namespace {

fft_shape assemble(int first, int second, int third, int row) {
  const auto size = [](int points) { return static_cast<std::uint64_t>(points); };
  return {
      size(first) * size(second) * size(third) * size(row), third > 1 ? 3 : 2, {first, second, third}, row};
}

constexpr std::uint64_t most_rows_of_block = 8;    // kernels::product_policies
constexpr int longest_row = 12, short_column = 6;  // log2

/// The passes after the first columns, two more of columns and one of rows, have 2^log2_points points.
fft_shape with_three_columns(int first, int log2_points) {
  const int columns = std::max(2 * short_column, log2_points - longest_row), second = (columns + 1) / 2;
  return assemble(first, 1 << second, 1 << (columns - second), 1 << (log2_points - columns));
}

/// The first columns have 64 points below 2^22, and 256 from there on, which keeps the number of kernel
/// instances small.
fft_shape shared_power_of_two(int n) {
  if (n < 22) return assemble(64, 64, 1, 1 << (n - 12));
  const int log2_points = n - 8;
  if (log2_points > 22) return with_three_columns(256, log2_points);
  const int second = log2_points <= 16 ? log2_points / 2 : std::max(8, log2_points - 12);
  return assemble(256, 1 << second, 1, 1 << (log2_points - second));
}

std::vector<fft_shape> all_shared_shapes() {
  constexpr int shortest = 18, longest = 34;
  std::vector<fft_shape> shapes;
  for (int n = shortest; n <= longest; ++n) shapes.push_back(shared_power_of_two(n));
  // Longer shapes than those of one GPU, whose rows have the maximal length.
  for (const int first : {144, 160, 192, 224, 240})
    for (const int log2_points : {25, 26}) shapes.push_back(with_three_columns(first, log2_points));
  for (const fft_shape& shape : fft_shapes()) {
    const auto first = static_cast<unsigned>(shape.column[0]);
    if (std::has_single_bit(first)) continue;
    if (shape.column_passes >= 2)
      shapes.push_back(shape);
    else if (shape.points == first * (1U << 12))
      shapes.push_back(assemble(shape.column[0], 64, 1, 64));
  }
  std::ranges::sort(shapes, {}, &fft_shape::points);
  return shapes;
}

/// The widest trusted digits, or 0 if the transform is too short.
int digits_for(const fft_shape& shape, const product_shape& wanted) {
  return widest_digits(
      wanted, [&](int, std::uint64_t a, std::uint64_t b) { return a + b <= 2 * shape.points; },
      [&](int bits, std::uint64_t a, std::uint64_t b) {
        return is_trusted(shape.points, bits, a, b, wanted.square);
      });
}

/// The same for residues modulo 2^(128 t) + 1 and 2^(64 t) + 1 (src/distribute/moduli_product.cpp). Operands
/// of the first modulus are not reduced, those of the second fill it.
int wrapped_digits_for(const fft_shape& shape, const product_shape& wanted) {
  const auto half_modulus = [&](int bits) {
    return static_cast<std::size_t>(shape.points * static_cast<std::uint64_t>(bits) / 64);
  };
  return widest_digits(
      wanted,
      [&](int bits, std::uint64_t, std::uint64_t) {
        const std::size_t t = half_modulus(bits);
        return wanted.total() < 3 * t && wanted.longer() < 2 * t;
      },
      [&](int bits, std::uint64_t a, std::uint64_t b) {
        const std::uint64_t full = digits_of(half_modulus(bits), bits);
        return is_trusted(shape.points, bits, a, b, wanted.square) &&
               is_trusted(shape.points, bits, full, full, wanted.square);
      });
}

/// Whether the places in the strips of a rank can be counted in 31 bits.
bool has_short_strips(const shared_plan& plan) {
  return 2 * plan.rows() * (plan.strip() + 1) < std::uint64_t{1} << 31;
}

/// As many chunks as the rows and the blocks of kernels allow, but each with as many points of a rank as the
/// tuning asks for. If links cost nothing, which is only for tests, chunks may be shorter.
int chunks_for(shared_plan plan, const sharing_tuning& tuned) {
  constexpr int many = 8, most = 16;
  const bool is_free = tuned.link_points == 0;
  for (plan.chunks = is_free ? many : most; plan.chunks > 1; --plan.chunks) {
    const auto count = static_cast<std::uint64_t>(plan.chunks);
    const std::uint64_t piece = plan.segment() / count;
    const std::uint64_t least = is_free ? 1 : (plan.chunks > many ? 2 : 1) * tuned.chunk_points;
    if (plan.own_rows() % count != 0 || plan.own_points() / count < least) continue;
    if (piece / static_cast<std::uint64_t>(plan.fft.shape.row) % most_rows_of_block == 0) break;
  }
  return plan.chunks;
}

/// Visits every transform that is long enough, shortest first, until `visit` returns false.
template <class Visit>
void for_each_shared(const product_shape& wanted, int ranks, bool wraps, const sharing_tuning& tuned,
                     Visit&& visit) {
  for (const fft_shape& shape : shared_shapes()) {
    if (!is_shareable(shape, ranks)) continue;
    const int bits = wraps ? wrapped_digits_for(shape, wanted) : digits_for(shape, wanted);
    if (bits == 0) continue;
    shared_plan plan{{shape, bits, true}, ranks, 1, wraps};
    plan.chunks = chunks_for(plan, tuned);
    if (has_short_strips(plan) && !visit(plan)) return;
  }
}

double points_of_bytes(double bytes) {
  return bytes / sizeof(kernels::complex<double>);
}

/// What it takes to send 16 bytes between `ranks` ranks.
double link_points(const sharing_tuning& costs, int ranks) {
  return ranks > 2 ? costs.shared_link_points : costs.link_points;
}

/// Limbs of the operands and the product.
double limbs_moved(const product_shape& wanted) {
  const auto a = static_cast<double>(wanted.a), b = static_cast<double>(wanted.b);
  return (wanted.square ? a : a + b) + (a + b);
}

/// The time of a product's passes on one rank. Products that are too short to share, or are computed by other
/// transforms, count as free.
double cost_of_route(const planner& with, const route& chosen, const product_shape& wanted) {
  const pass_tuning& passes = with.tuned().passes;
  if (const auto* by = std::get_if<routes::by_fermat_moduli>(&chosen)) return with.cost_of(by->chain, wanted);
  if (const auto* by = std::get_if<routes::in_pieces>(&chosen)) return with.cost_of(by->cut);
  if (const auto* by = std::get_if<routes::by_verified_transforms>(&chosen))
    return cost_of_product(by->fft, passes);
  const auto* by = std::get_if<routes::by_transforms>(&chosen);
  return by == nullptr ? 0 : cost_of_product(by->fft, passes);
}

}  // namespace

std::span<const fft_shape> shared_shapes() {
  // Never destroyed, because destructors of static objects may multiply.
  static const auto& shapes = *new const std::vector<fft_shape>(all_shared_shapes());
  return shapes;
}

bool is_shareable(const fft_shape& shape, int ranks) {
  if (ranks < 1 || ranks > kernels::most_sharing_ranks || !std::has_single_bit(static_cast<unsigned>(ranks)))
    return false;
  const auto count = static_cast<std::uint64_t>(ranks);
  constexpr std::uint64_t digits_of_limbs = 64;  // this many digits fill whole limbs
  const std::uint64_t segment = shape.points / (count * count);
  return shape.column_passes >= 2 && shape.column[0] % ranks == 0 && shape.column[1] % ranks == 0 &&
         shape.points / static_cast<std::uint64_t>(shape.column[0]) % (count * digits_of_limbs) == 0 &&
         segment / static_cast<std::uint64_t>(shape.row) % most_rows_of_block == 0;
}

std::optional<shared_plan> planner::find_shared(const product_shape& wanted, int ranks, bool wraps) const {
  std::optional<shared_plan> found;
  for_each_shared(wanted, ranks, wraps, tuned().sharing, [&](const shared_plan& plan) {
    found = plan;
    return false;
  });
  return found;
}

std::size_t workspace_of(const shared_plan& plan, bool square) {
  return 2 * sizeof(kernels::complex<double>) * (square ? plan.own_points() : plan.held_points());
}

double planner::cost_of(const shared_plan& plan, const product_shape& wanted, int machine) const {
  const sharing_tuning& costs = tuned().sharing;
  const double ranks = plan.ranks, here = std::min(plan.ranks, machine);
  const double transforms = wanted.square ? 2 : 3;  // of the operands, and the inverse
  const double exchanged = transforms * static_cast<double>(plan.points()) +
                           points_of_bytes(sizeof(std::uint64_t) * limbs_moved(wanted));
  const double to_each = exchanged / (ranks * ranks);
  double passes = cost_of_product(plan.fft, tuned().passes) / ranks;
  double exchange =
      to_each * ((here - 1) * link_points(costs, plan.ranks) + (ranks - here) * costs.machine_link_points);
  // No exchange overlaps with the limbs of one operand, its first columns, the last columns and the carries.
  const double hidden = plan.chunks > 1 ? std::min(passes, exchange) * costs.hidden : 0;
  if (plan.wraps) {
    // The linear passes, and the residues that a machine sends, in limbs of both operands. The passes are
    // many short launches.
    constexpr double linear = 18, residues = 7.0 / 6;
    const double limbs = points_of_bytes(sizeof(std::uint64_t) * static_cast<double>(wanted.total())) / ranks;
    passes += linear * limbs + 2 * costs.fixed_points;
    exchange += residues * limbs * costs.machine_link_points;
  }
  return passes + exchange - hidden + costs.fixed_points * std::max(1.0, here / 2);
}

double planner::cost_on_one_rank(const product_shape& wanted, int ranks, int machine) const {
  constexpr double unusable = std::numeric_limits<double>::infinity();
  try {
    const planned_product plan = product(wanted);
    const std::size_t held = 2 * sizeof(std::uint64_t) * wanted.total() + plan.workspace_bytes;
    if (tuned().memory_bytes != 0 && held > tuned().memory_bytes) return unusable;
    const double all = ranks, here = machine;
    return cost_of_route(*this, plan.route, wanted) +
           points_of_bytes(sizeof(std::uint64_t) * limbs_moved(wanted)) / all *
               ((here - 1) * link_points(tuned().sharing, machine) +
                (all - here) * tuned().sharing.machine_link_points);
  } catch (const std::length_error&) {
    return unusable;
  }
}

std::optional<shared_plan> planner::shared(const product_shape& wanted, int ranks, int machine,
                                           double least_gain) const {
  if (ranks < 2 || wanted.shorter() == 0 || wanted.total() < tuned().sharing.least_limbs) return {};
  if (machine == 0) machine = ranks;
  const auto power_of_two = [](int all) {
    return std::min(static_cast<int>(std::bit_floor(static_cast<unsigned>(all))),
                    kernels::most_sharing_ranks);
  };
  const int most = power_of_two(ranks), in_machine = power_of_two(machine);
  const bool machines = machine < ranks;
  if (tuned().sharing.link_points == 0) return find_shared(wanted, machines ? in_machine : most, machines);
  std::optional<shared_plan> best;
  double cost = cost_on_one_rank(wanted, ranks, machine) / least_gain;
  // What does not fit in memory comes last. Residues and products of residues are about as long as the slabs.
  const std::size_t slabs = 2 * sizeof(std::uint64_t) * wanted.total() / static_cast<std::size_t>(ranks);
  const auto excess = [&](const shared_plan& plan) {
    constexpr double costly = 1e30;
    const std::size_t numbers = plan.wraps ? 2 * slabs : slabs;
    return numbers + workspace_of(plan, wanted.square) > usable_memory() ? costly : 0;
  };
  const auto compare = [&](int sharing, bool wraps) {
    int longer = 0;
    for_each_shared(wanted, sharing, wraps, tuned().sharing, [&](const shared_plan& plan) {
      const double candidate = cost_of(plan, wanted, machine) + excess(plan);
      if (candidate < cost) {
        best = plan;
        cost = candidate;
      }
      constexpr int enough = 3;  // longer transforms may have fewer passes, or shorter rows
      return ++longer < enough;
    });
  };
  for (int sharing = 2; sharing <= most; sharing *= 2) compare(sharing, false);
  if (machines) compare(in_machine, true);
  return best;
}

}  // namespace gbi::plan
