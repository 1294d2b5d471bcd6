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
/// left out, and by as little as 8 / b for the limbs left out, the bit that R' / 2 loses and the distance of
/// X: hence 1.01.
///
/// The first S comes from the host, or S and X from an inverse root. Let t = A^(-1/2) for A as a fraction, 1
/// < t <= 2, and y have p limbs after the point, b^-(p + 1) 8 < t - y <= 4 b^-p. With w = p' + 1 <= 2 p and u
/// = b^-w,
///
///     e = (1 - A y^2) / 2 - 31 u,    y' = y + y e.
///
/// With y = t (1 - d), y + y (1 - A y^2) / 2 is t (1 - 3/2 d^2 + d^3 / 2). A and y^2 are rounded down, which
/// makes e too large by less than 0.6 u; the margin of 31 u leaves y' below t by at least 15 u, as y > 1/2.
/// It is below t by at most b^-p' for rounding down, and by 2^-11 b^-p' for all the rest. e is positive, as
/// it is about d and d is above 3 b^-(p + 1). The first y is b^q / (s + 1), q = p + 1, less b^-p, for the
/// root s of the 2 q leading limbs. No step divides or tests a sign; each is three sums by columns.
///
/// Then S_h = floor(b^h A y) with h = p - 2 is below the root by less than 1.01. As X, the leading limbs of y
/// serve directly: X <= t gives N X / 2 <= c (S_h + c / 2) / (S_h + c) <= c. From there on both are refined.
///
/// If the number is not normalised, its root is the last S without the lower bits that the shift has added,
/// or one more. The remainder decides.
#include "src/arithmetic/square_root.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "src/arithmetic/divide.hpp"
#include "src/arithmetic/lengths.hpp"
#include "src/arithmetic/reciprocal.hpp"
#include "src/arithmetic/short_root.hpp"
#include "src/multiply/residual.hpp"
#include "src/number/column_sum.hpp"
#include "src/number/sum.hpp"
#include "src/words/division/divide.hpp"
#include "src/words/linear/linear.hpp"

namespace gbi::arithmetic {

namespace {

using kernels::limb_span;
using kernels::limb_target;

/// The longest root that the host computes faster than the device.
constexpr std::uint64_t longest_of_host = 64;

limb_span leading(const exec::buffer<limb>& number, std::uint64_t limbs) {
  return {number.data() + (number.size() - limbs), limbs, 0};
}

/// c - a^2, which is not negative and has at most one limb more than a.
exec::buffer<limb> remainder_of(detail::engine& engine, limb_span c, limb_span a) {
  exec::buffer<limb> result(engine.executor(), a.count + 1);
  const limb_target out{result.data(), result.size(), 0};
  const auto limbs = static_cast<double>(a.count);
  if (limbs * limbs <= 2 * numbers::longest_column_sum(engine))
    numbers::run_column_difference(engine, c, a, a, out, 1);
  else
    products::run_residual(engine, {.a = a, .b = a, .c = c, .out = out});
  return result;
}

/// Finds the next g limbs of a root whose first h limbs are known.
exec::buffer<limb> extended(detail::engine& engine, const exec::buffer<limb>& normalised,
                            const exec::buffer<limb>& root, std::uint64_t g, limb_span reciprocal) {
  exec::executor& executor = engine.executor();
  const std::uint64_t h = root.size();
  const exec::buffer<limb> remainder = remainder_of(engine, leading(normalised, 2 * h), leading(root, h));
  exec::buffer<limb> result(executor, h + g);
  const limb_target out{result.data(), result.size(), 0};
  const auto limbs = static_cast<double>(g);
  // Half of the product is below 2^(64 (g + 1)).
  if (limbs * limbs <= 2 * numbers::longest_column_sum(engine)) {
    numbers::run_column_sum(engine,
                            {.a = leading(remainder, g + 2),
                             .b = reciprocal,
                             .c = leading(root, h),
                             .c_at = 2 * g + 2,
                             .halved = true,
                             .skip = g + 2,
                             .out = out},
                            1);
    return result;
  }
  const exec::buffer<limb> product(executor, 2 * (g + 2));
  products::run(
      engine, {.a = leading(remainder, g + 2), .b = reciprocal, .out = {product.data(), product.size(), 0}});
  numbers::queue_sum(engine, leading(root, h), {product.data() + (g + 2), g + 2, 0}, out,
                     {.a_at = g, .shift_b = 1});
  return result;
}

/// The host's root of the 2 h leading limbs.
std::vector<limb> root_by_host(exec::executor& executor, const exec::buffer<limb>& normalised,
                               std::uint64_t h) {
  std::vector<limb> first(2 * h);
  executor.download(first.data(), leading(normalised, 2 * h).limbs, first.size() * sizeof(limb));
  return short_root(first);
}

/// floor(2^(64 (2 h - 1)) / (s + 1)) - 1 for a root s of h limbs, whose top bit is set: h limbs.
std::vector<limb> first_inverse(std::vector<limb> s) {
  const std::size_t h = s.size();
  std::vector<limb> result(h, ~limb{0});
  result.back() = 0;  // correct as it is for s + 1 = 2^(64 h)
  if (words::add_1(s.data(), s.data(), h, 1) != 0) return result;
  std::vector<limb> power(2 * h), scratch(words::divide_scratch(2 * h, h)), quotient(h + 1);
  power.back() = 1;
  words::divide(quotient.data(), nullptr, power.data(), power.size(), s.data(), h, scratch.data());
  words::subtract_1(quotient.data(), quotient.data(), quotient.size(), 1);
  std::copy_n(quotient.begin(), h, result.begin());
  return result;
}

/// The inverse root of the number as a fraction, `precision` + 1 limbs.
exec::buffer<limb> inverse_root(detail::engine& engine, const exec::buffer<limb>& normalised,
                                std::uint64_t precision) {
  exec::executor& executor = engine.executor();
  const std::vector<std::uint64_t> precisions = growing_lengths(precision, longest_of_host - 1, 1);
  const std::vector<limb> first = first_inverse(root_by_host(executor, normalised, precisions.front() + 1));
  exec::buffer<limb> y(executor, std::span<const limb>(first));
  for (std::size_t i = 1; i < precisions.size(); ++i) {
    const std::uint64_t p = precisions[i - 1], longer = precisions[i], w = longer + 1, size_e = w + 1 - p;
    const exec::buffer<limb> square(executor, w + 1), e(executor, size_e);
    exec::buffer<limb> refined(executor, w);
    const limb_span x = leading(y, p + 1);
    numbers::run_upper_product(engine, x, x, 2 * p - w, {square.data(), w + 1, 0}, 1);
    numbers::run_column_sum(engine,
                            {.a = leading(normalised, w + 1),
                             .b = leading(square, w + 1),
                             .bias = 31,
                             .negated = true,
                             .halved = true,
                             .skip = w + 1,
                             .out = {e.data(), size_e, 0}},
                            1);
    numbers::run_column_sum(
        engine,
        {.a = leading(e, size_e), .b = x, .c = x, .c_at = w, .skip = p + 1, .out = {refined.data(), w, 0}},
        1);
    y = std::move(refined);
  }
  return y;
}

/// n limbs, at most 1.01 below the root of 2 n limbs whose top limb is at least 2^62.
exec::buffer<limb> normalised_root(detail::engine& engine, const exec::buffer<limb>& normalised) {
  exec::executor& executor = engine.executor();
  const std::uint64_t n = normalised.size() / 2, inverse = engine.tuning().division.inverse_root_limbs;
  const bool by_host = n <= longest_of_host || inverse <= longest_of_host;
  const std::vector<std::uint64_t> lengths = growing_lengths(n, by_host ? longest_of_host : inverse, 2);
  const std::uint64_t first = lengths.front(), p = first + 2;
  exec::buffer<limb> root, y;
  if (by_host) {
    root = {executor, std::span<const limb>(root_by_host(executor, normalised, first))};
  } else {
    y = inverse_root(engine, normalised, p);
    root = {executor, first};
    numbers::run_upper_product(engine, leading(normalised, p), leading(y, p + 1), p + 2,
                               {root.data(), first, 0}, 1);
  }
  if (lengths.size() == 1) return root;
  // The last reciprocal needs only the precision of the last step.
  growing_reciprocals reciprocal(engine, 1, std::max(p, n - lengths[lengths.size() - 2] + 1));
  if (!by_host) reciprocal.begin_with(std::move(y), p);
  for (std::size_t i = 1; i < lengths.size(); ++i) {
    const std::uint64_t h = lengths[i - 1], g = lengths[i] - h;
    const std::uint64_t precision = i + 1 < lengths.size() ? h - 2 : g + 1;
    if (i > 1)
      reciprocal.refine(leading(root, h), precision);
    else if (by_host)
      reciprocal.begin(leading(root, h), precision);
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
  // The candidate s is the root or one less. With half a limb below it, a shift by one bit gives 2 s + 1.
  const exec::buffer<limb> found(executor, n + 1);
  const limb half = limb{1} << 63;
  executor.upload(found.data(), &half, sizeof half);
  const limb_span s{found.data() + 1, n, 0};
  {
    const exec::buffer<limb> longer = normalised_root(engine, normalised);
    executor.launch(kernels::shift_arguments{{longer.data(), n, 0}, {found.data() + 1, n, 0}, added});
  }
  const exec::buffer<limb> left = remainder_of(engine, a, s);
  settle_remainder(engine, {.candidate = {left.data(), n + 1, 0},
                            .divisor = {found.data(), n + 1, 0},
                            .shift = 0,
                            .divisor_shift = 63,
                            .out = remainder,
                            .signs = signs,
                            .estimate = s,
                            .quotient = root});
}

}  // namespace gbi::arithmetic
