/// \file
/// The iteration. With b = 2^64, let A have 2 n limbs, the top one at least 2^62. Let A_h be its 2 h leading
/// limbs, and S_h be h limbs with 0 <= sqrt(A_h) - S_h < 1.01. From the remainder R = A_h - S_h^2 and X, a
/// reciprocal of S_h to p limbs from below,
///
///     S_h' = b^g S_h + floor(R' X / (2 b^(p + 1))),    h' = h + g,  p = g + 1 <= h - 2,
///
/// where R' = floor(R / b^(h - 1 - g)) has g + 2 limbs. The exact correction c of b^g S_h is below 1.01 b^g.
/// It solves c = N / (2 b^g S_h + c) with N = b^(2 g) R + the next limbs of A, so that N / (2 b^g S_h) is too
/// large, by less than 1.01 / b^h of it. X, by its proof, is too small by at least 12 / b^(p + 1) of its
/// value, even if it was refined from a reciprocal of the leading limbs of S_h: the correction found is never
/// above c. It is below c by 1 for rounding down, by less than 2^-12 for the columns of the product that are
/// left out, and by as little as 7 / b for the limbs left out and the distance of X: hence 1.01.
///
/// If the number is not normalised, its root is the last S without the lower bits that the shift has added,
/// or one more. The remainder decides.
#include "src/arithmetic/square_root.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "src/arithmetic/reciprocal.hpp"
#include "src/arithmetic/short_root.hpp"
#include "src/ground/carry_chain.hpp"
#include "src/ground/column_sum.hpp"
#include "src/ground/relation.hpp"
#include "src/multiply/residual.hpp"

namespace gbi::arithmetic {

namespace {

using kernels::limb_span;
using kernels::limb_target;

/// The longest root for which the host is faster than the device.
constexpr std::uint64_t first_limbs = 64;

/// Limbs of the roots from the first to the last. Each length is at most twice the one before minus 3.
std::vector<std::uint64_t> lengths_to(std::uint64_t last) {
  std::vector<std::uint64_t> result{last};
  while (result.back() > first_limbs) result.push_back(result.back() / 2 + 2);
  std::reverse(result.begin(), result.end());
  return result;
}

/// The leading limbs of a number.
limb_span leading(const exec::buffer<limb>& number, std::uint64_t limbs) {
  return {number.data() + (number.size() - limbs), limbs, 0};
}

/// c - a^2, which is not negative and has at most one limb more than a.
exec::buffer<limb> remainder_of(detail::engine& engine, limb_span c, limb_span a) {
  exec::buffer<limb> result(engine.executor(), a.count + 1);
  const limb_target out{result.data(), result.size(), 0};
  const auto limbs = static_cast<double>(a.count);
  if (limbs * limbs <= 2 * ground::longest_column_sum(engine))
    ground::run_column_difference(engine, c, a, a, out, 1);
  else
    products::run_residual(engine, {.a = a, .b = a, .c = c, .out = out});
  return result;
}

void launch_sum(detail::engine& engine, limb_span a, limb_span b, limb_target out,
                const kernels::add_rule& rule) {
  const ground::carry_chain chain(engine.chains(), out.count, 1);
  engine.executor().launch(kernels::add_arguments{a, b, out, rule, chain.get()});
}

/// Finds the next g limbs of a root whose first h limbs are known.
exec::buffer<limb> extended(detail::engine& engine, const exec::buffer<limb>& normalised,
                            const exec::buffer<limb>& root, std::uint64_t g, limb_span reciprocal) {
  exec::executor& executor = engine.executor();
  const std::uint64_t h = root.size();
  const exec::buffer<limb> rest = remainder_of(engine, leading(normalised, 2 * h), leading(root, h));
  const exec::buffer<limb> product(executor, 2 * (g + 2));
  const auto limbs = static_cast<double>(g);
  const limb_target upper{product.data() + (g + 2), g + 2, 0};
  if (limbs * limbs <= 2 * ground::longest_column_sum(engine))
    ground::run_upper_product(engine, leading(rest, g + 2), reciprocal, g + 2, upper, 1);
  else
    products::run(engine,
                  {.a = leading(rest, g + 2), .b = reciprocal, .out = {product.data(), product.size(), 0}});
  // Half of the product is below 2^(64 (g + 1)).
  exec::buffer<limb> result(executor, h + g);
  launch_sum(engine, leading(root, h), {upper.limbs, upper.count, 0}, {result.data(), result.size(), 0},
             {.a_at = g, .shift_b = 1});
  return result;
}

/// The host's root of the leading limbs.
exec::buffer<limb> first_root(exec::executor& executor, const exec::buffer<limb>& normalised,
                              std::uint64_t h) {
  std::vector<limb> first(2 * h);
  executor.download(first.data(), leading(normalised, 2 * h).limbs, first.size() * sizeof(limb));
  const std::vector<limb> found = short_root(first);
  return {executor, std::span<const limb>(found)};
}

/// n limbs, at most 1.01 below the root of 2 n limbs whose top limb is at least 2^62.
exec::buffer<limb> normalised_root(detail::engine& engine, const exec::buffer<limb>& normalised) {
  const std::vector<std::uint64_t> lengths = lengths_to(normalised.size() / 2);
  exec::buffer<limb> root = first_root(engine.executor(), normalised, lengths.front());
  if (lengths.size() == 1) return root;
  // The last reciprocal needs only the precision of the last step.
  growing_reciprocals reciprocal(engine, 1, lengths.back() - lengths[lengths.size() - 2] + 1);
  for (std::size_t i = 1; i < lengths.size(); ++i) {
    const std::uint64_t h = lengths[i - 1], g = lengths[i] - h;
    const std::uint64_t precision = i + 1 < lengths.size() ? h - 2 : g + 1;
    if (i == 1)
      reciprocal.begin(leading(root, h), precision);
    else
      reciprocal.refine(leading(root, h), precision);
    root = extended(engine, normalised, root, g, reciprocal.leading(g + 1));
  }
  return root;
}

}  // namespace

void square_root(detail::engine& engine, limb_span a, std::uint64_t bits, limb_target root,
                 limb_target remainder, const kernels::division_signs& signs) {
  exec::executor& executor = engine.executor();
  const std::uint64_t n = root.count;
  const auto added = static_cast<std::int64_t>((128 * n - bits) / 2);  // in bits of the root
  const exec::buffer<limb> normalised(executor, 2 * n);
  executor.launch(kernels::shift_arguments{a, {normalised.data(), 2 * n, 0}, -2 * added});
  // The candidate s is the root or one less. With half a limb below it, one shift by a bit makes 2 s + 1.
  const exec::buffer<limb> found(executor, n + 1);
  const limb half = limb{1} << 63;
  executor.upload(found.data(), &half, sizeof half);
  const limb_span s{found.data() + 1, n, 0};
  {
    const exec::buffer<limb> longer = normalised_root(engine, normalised);
    executor.launch(kernels::shift_arguments{{longer.data(), n, 0}, {found.data() + 1, n, 0}, added});
  }
  const exec::buffer<limb> larger = remainder_of(engine, a, s);
  const exec::buffer<limb> smaller(executor, n + 2);
  const limb_span rest{larger.data(), n + 1, 0};
  launch_sum(engine, rest, {found.data(), n + 1, 0}, {smaller.data(), n + 2, 0},
             {.subtract = true, .shift_b = 63});
  const ground::carry_chain chain(engine.chains(), n, 1);
  executor.launch(kernels::remainder_arguments{
      rest, {smaller.data(), n + 2, 0}, remainder, 0, signs, s, root, chain.get()});
}

void run_checked_square_root(detail::engine& engine, limb_span a, limb_span root, limb_span remainder,
                             const kernels::division_signs& signs, const std::function<void()>& compute) {
  exec::executor& executor = engine.executor();
  const std::uint64_t n = root.count;
  const exec::buffer<limb> halved(executor, n + 1), bound(executor, n + 1), order(executor, 1);
  ground::run_checked(
      engine,
      {.a = root,
       .b = root,
       .sum = a,
       .rest = remainder,
       .signs = {signs.quotient, nullptr, signs.a, signs.remainder},
       .larger = order.data()},
      [&] {
        compute();
        // With half a limb below the root, one shift by a bit makes 2 root + 1.
        const limb half = limb{1} << 63;
        executor.upload(halved.data(), &half, sizeof half);
        executor.copy(halved.data() + 1, root.limbs, n * sizeof(limb));
        executor.launch(
            kernels::shift_arguments{{halved.data(), n + 1, 0}, {bound.data(), n + 1, 0}, limb_bits - 1});
        executor.clear(order.data(), sizeof(limb));
        executor.launch(kernels::compare_arguments{{bound.data(), n + 1, 0}, remainder, order.data()});
      });
}

}  // namespace gbi::arithmetic
