#include "src/plan/pieces.hpp"

#include <algorithm>
#include <limits>

#include "src/plan/error_bound.hpp"

namespace gbi::plan {

namespace {

constexpr double bytes_of_point = 16;

double bytes_of_units(const fft_plan& plan, int units) {
  return bytes_of_point * static_cast<double>(plan.shape.points) * units;
}

fft_plan whole_plan(std::size_t limbs_a, std::size_t limbs_b, bool verified) {
  return verified ? choose_verified_fft(limbs_a, limbs_b, false) : choose_fft(limbs_a, limbs_b);
}

std::size_t ceiling(std::size_t a, std::size_t b) {
  return (a + b - 1) / b;
}

/// The plan of the longest pieces that a transform of this shape multiplies by the other operand; without
/// pieces if it does not hold that one.
piece_plan longest_pieces(const fft_shape& shape, std::size_t limbs_cut, std::size_t limbs_kept,
                          bool verified) {
  for (int bits = widest_digit; bits > 0; --bits) {
    const std::uint64_t kept = digits_of(limbs_kept, bits), all = 2 * shape.points;
    if (kept + 1 >= all) continue;
    const auto longest = static_cast<std::size_t>((all - kept - 1) * static_cast<std::uint64_t>(bits) / 64);
    const std::size_t fits = std::min(longest, limbs_cut);
    if (fits < limbs_kept && ceiling(limbs_cut, fits) > 2) continue;
    const bool good = verified ? is_trusted(shape.points, bits, digits_of(fits, bits), kept, false)
                               : is_exact(shape, bits, digits_of(fits, bits), kept);
    if (!good) continue;
    const std::size_t piece = ceiling(limbs_cut, ceiling(limbs_cut, fits));
    return {{shape, bits, verified}, piece, static_cast<std::uint32_t>(ceiling(limbs_cut, piece))};
  }
  return {};
}

/// The plan of the fewest bytes among those that cut, if it has fewer than `bytes`.
template <class Bytes>
std::optional<piece_plan> best_cut(std::size_t limbs_cut, std::size_t limbs_kept, bool verified,
                                   const fft_plan& whole, double bytes, Bytes&& bytes_of) {
  std::optional<piece_plan> best;
  // What pieces save beside the sum of their products is a pass over memory, if they need one less.
  if (whole.shape.column_passes < 2) return best;
  for (const fft_shape& shape : fft_shapes()) {
    if (shape.points >= whole.shape.points) break;
    if (shape.column_passes == 0) continue;
    const piece_plan candidate = longest_pieces(shape, limbs_cut, limbs_kept, verified);
    if (candidate.pieces < 2 || bytes_of(candidate) >= bytes) continue;
    best = candidate;
    bytes = bytes_of(candidate);
  }
  return best;
}

}  // namespace

// With P column passes: every one of them, and the rows, read and write, but the first reads limbs.
double bytes_of_spectrum(const fft_plan& plan) {
  return bytes_of_units(plan, 2 * plan.shape.column_passes + 1);
}

// Columns of both operands, rows of both in and one out, columns back, normalisation.
double bytes_of_product(const fft_plan& plan) {
  return bytes_of_units(plan, 6 * plan.shape.column_passes + 2);
}

double bytes_of_pieces(const piece_plan& plan, std::size_t limbs_kept) {
  const double products = plan.pieces * bytes_of_units(plan.fft, 4 * plan.fft.shape.column_passes + 3);
  if (plan.pieces == 1) return products;
  // Two numbers are written, read and become one.
  constexpr double bytes_of_sum = 5 * 8;
  return products + bytes_of_sum * static_cast<double>(plan.piece * plan.pieces + limbs_kept);
}

piece_plan choose_kept(std::size_t limbs_cut, std::size_t limbs_kept, bool verified) {
  const piece_plan whole{whole_plan(limbs_cut, limbs_kept, verified), limbs_cut, 1};
  const auto bytes = [&](const piece_plan& plan) { return bytes_of_pieces(plan, limbs_kept); };
  return best_cut(limbs_cut, limbs_kept, verified, whole.fft, bytes(whole), bytes).value_or(whole);
}

std::optional<piece_plan> choose_pieces(std::size_t limbs_a, std::size_t limbs_b, bool verified) {
  const auto [shorter, longer] = std::minmax(limbs_a, limbs_b);
  const fft_plan whole = whole_plan(longer, shorter, verified);
  constexpr double clearly = 0.9;
  const double bytes = whole.shape.points > longest_whole ? std::numeric_limits<double>::max()
                                                          : clearly * bytes_of_product(whole);
  return best_cut(longer, shorter, verified, whole, bytes, [&](const piece_plan& plan) {
    return bytes_of_pieces(plan, shorter) + bytes_of_spectrum(plan.fft);
  });
}

}  // namespace gbi::plan
