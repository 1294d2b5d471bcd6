/// \file
/// The iteration. Let b = 2^64, r = a^(1/k) a root of R bits, A = a / 2^(k R), so that 2^-k <= A < 1, and t =
/// A^(-1/k), 1 < t <= 2. From y = Y / b^p below t, Y an integer,
///
///     e = 1 - A y^k,    y' = y + y e / k.
///
/// With y = t (1 - d) this would be y' = t (1 - d'), 0 <= d' <= (k + 1) / 2 d^2, as the function g(s) = s + s
/// (1 - s^k) / k has g(1) = 1, g'(1) = 0 and 0 >= g'' >= -(k + 1) up to s = 1. So a step that starts from
/// b^-(p + 1) <= d <= 4 b^-p leads to p' <= 2 p - 1 limbs and to the same bounds there, if it rounds as
/// follows. Let w = p' + 1 and u = b^-w.
///
/// - A and the powers of y have w limbs after the point and are rounded down, by at most 2 u. The relative
///   errors of y^j add up to at most 2 (j - 1) u: squaring doubles them, and every product adds 2 u at most,
///   as all factors are above 1. So A y^k comes out too small by at most (2 k + 1) u, and e too large.
/// - e is made smaller by (4 k + 4) u, which leaves it too small by at least (2 k + 3) u. So y' is below t by
/// at least 2 u, and no sign has to be tested. e stays positive, as 1 - (1 - d)^k >= d >= b u. It is below 4
///   k b^-p: it has p' + 2 - p limbs.
/// - The quotient by k, its product with y and the sum make y' smaller by less than (1 + 2^-12) b^-p', with
///   all roundings. With (k + 1) / 2 (4 b^-p)^2 < b^-p' / 2 that is less than 4 b^-p'.
///
/// A power y^j may have j bits before the point, hence k / 64 + 1 limbs, and as many additional limbs after
/// the point of A.
///
/// The first limbs come from s = floor((A b^(k q))^(1/k)), q = p + 1: Y = floor(b^(p + q) / (s + 1)) - 1.
///
/// The root needs only half of its limbs of y: with p >= n / 2 + 1 for a root of n limbs, v = A^(1/k) and w =
/// n + 2, so that u is b^-2 of the root's last bit,
///
///     s = A y^(k - 1),    c = (A - s^k) y^(k - 1) / k,    v = s + c nearly.
///
/// s is below v, by at most 4 k b^-p, as y is below 1 / v and all roundings go down. The quotient
///
///     (A - s^k) / k
///
/// is between s^(k - 1) (v - s) and v^(k - 1) (v - s). So c is at most v - s, and smaller by at most some
/// k^3 b^-2p. Rounding changes the difference A - s^k by at most 2 k u; it is positive because of the
/// distance of y. The factor y^(k - 1) / k is below 2^k. Altogether s + c is within 2^-24 of the root's last
/// bit for k <= 100: with 2^-20 added, its integer part is floor(r) or one more.
///
/// Source of this last step: A. Karp, P. Markstein, "High-precision division and square root", ACM TOMS 23
/// (1997).
///
/// Source: R. Brent, P. Zimmermann, "Modern Computer Arithmetic" (2010), 4.2.3.
#include "src/arithmetic/inverse_root.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/roots.hpp"
#include "src/arithmetic/divide.hpp"
#include "src/arithmetic/lengths.hpp"
#include "src/multiply/product.hpp"
#include "src/multiply/residual.hpp"
#include "src/number/column_sum.hpp"
#include "src/number/number.hpp"
#include "src/number/sum.hpp"

namespace gbi::arithmetic {

namespace {

using kernels::limb_span;
using kernels::limb_target;

constexpr std::uint64_t highest_degree = 100, shortest_root = 16;

/// Limbs after the point of the inverse root after each step. The first limbs come from a root computed in
/// host words, if host words are allowed: that takes no longer than the launches of the steps that it
/// replaces.
std::vector<std::uint64_t> precisions_to(std::uint64_t last, std::uint64_t k, std::uint64_t words) {
  const std::uint64_t longest_first = std::max<std::uint64_t>(6, std::max<std::uint64_t>(words, 96) / k) - 2;
  return growing_lengths(last, longest_first, 1);
}

/// Owned limbs, or a part of them, with `fraction` limbs after the point.
struct fixed {
  exec::buffer<limb> memory;
  limb_span limbs;
  std::uint64_t fraction;
};

class iterated_root {
 public:
  iterated_root(const detail::number& a, std::uint64_t bits, std::uint64_t k)
      : engine_(*a.owner()),
        k_(k),
        root_bits_((bits + k - 1) / k),
        limbs_((root_bits_ + limb_bits - 1) / limb_bits),
        front_(k / limb_bits + 1),
        longest_(limbs_ + 2),
        a_(executor(), longest_ + front_),
        constants_(executor(), 2) {
    executor().launch(kernels::shift_arguments{
        a.span(),
        {a_.data(), a_.size(), 0},
        static_cast<std::int64_t>(k * root_bits_) - static_cast<std::int64_t>(a_.size() * limb_bits)});
    // The margin of e, and 2^-20 of the root's last bit in a separate limb.
    const limb constants[2] = {4 * k + 4, limb{1} << (longest_ * limb_bits - root_bits_ - 20) % limb_bits};
    executor().upload(constants_.data(), constants, sizeof constants);
  }

  std::uint64_t last_precision() const { return (limbs_ + 1) / 2 + 1; }

  void begin(const gpu_bigint& a, std::uint64_t precision) {
    const std::uint64_t q = precision + 1;
    const gpu_bigint leading = a >> static_cast<std::int64_t>(k_ * (root_bits_ - limb_bits * q));
    const gpu_bigint s = root_rem(gpu_bigint::from_limbs(leading.to_limbs()), k_).root;
    const gpu_bigint first = (gpu_bigint(1) << limb_bits * (precision + q)) / (s + 1) - 1;
    std::vector<limb> words = first.to_limbs();
    words.resize(precision + 1);
    become({executor(), std::span<const limb>(words)}, precision);
  }

  /// One step, to at most 2 p - 1 limbs.
  void refine(std::uint64_t precision) {
    const std::uint64_t p = y_.fraction, w = precision + 1, size_e = precision + 2 - p;
    const exec::buffer<limb> quotient(executor(), size_e);
    {
      const fixed e = distance(power(y_, k_, w, w + front_), w, size_e);
      divide_by_limb(
          engine_, {.numerators = e.limbs, .quotients = {quotient.data(), size_e, 0}, .remainders = {}}, k_);
    }
    const limb_span q{quotient.data(), size_e, 0};
    exec::buffer<limb> refined(executor(), precision + 1);
    const limb_target sum{refined.data(), precision + 1, 0};
    if (goes_by_columns(q.count, y_.limbs.count)) {
      numbers::run_column_sum(
          engine_, {.a = q, .b = y_.limbs, .c = y_.limbs, .c_at = precision + 1, .skip = p + 1, .out = sum},
          1);
    } else {
      const exec::buffer<limb> product(executor(), q.count + y_.limbs.count);
      products::run(engine_,
                    {.a = q, .b = y_.limbs, .out = {product.data(), product.size(), product.size()}});
      numbers::queue_sum(engine_, y_.limbs, {product.data() + p + 1, size_e, 0}, sum,
                         {.a_at = precision - p});
    }
    become(std::move(refined), precision);
  }

  /// The root or one more.
  gpu_bigint root(const detail::number& a) const {
    const std::uint64_t p = y_.fraction, w = longest_, size_c = w + 1 - p;
    const fixed inverse = power(y_, k_ - 1, p + 1, p + 1 + front_);
    const fixed start = upper_product({{}, leading_limbs(p + 1), p + 1 + front_}, inverse, p + 1, p + 1);
    const exec::buffer<limb> difference(executor(), size_c), quotient(executor(), size_c);
    {
      const fixed near = power(start, k_, w, w);
      numbers::queue_sum(engine_, {a_.data() + front_, size_c, 0}, {near.limbs.limbs, size_c, 0},
                         {difference.data(), size_c, 0}, {.subtract = true});
    }
    divide_by_limb(engine_,
                   {.numerators = {difference.data(), size_c, 0},
                    .quotients = {quotient.data(), size_c, 0},
                    .remainders = {}},
                   k_);
    const fixed correction = upper_product({{}, {quotient.data(), size_c, 0}, w}, inverse, w, size_c);
    const exec::buffer<limb> found(executor(), w + 1), sum(executor(), w + 1);
    numbers::queue_sum(engine_, start.limbs, correction.limbs, {found.data(), w + 1, 0}, {.a_at = w - p - 1});
    // Rounding may lift either sum to 1.
    const std::uint64_t below = w * limb_bits - root_bits_;
    numbers::queue_sum(engine_, {constants_.data() + 1, 1, 0}, {found.data(), w + 1, 0},
                       {sum.data(), w + 1, 0}, {.a_at = (below - 20) / limb_bits});
    detail::new_number result = detail::number::make(a.owner(), root_bits_ / limb_bits + 1, limbs_);
    executor().launch(kernels::shift_arguments{{sum.data(), sum.size(), 0},
                                               result->target(),
                                               static_cast<std::int64_t>(below),
                                               a.sign_word(),
                                               result->sign_word()});
    result->know_negative(false);
    return detail::value_of(std::move(result));
  }

 private:
  exec::executor& executor() const { return engine_.executor(); }

  void become(exec::buffer<limb> y, std::uint64_t precision) {
    const limb_span all{y.data(), precision + 1, 0};
    y_ = {std::move(y), all, precision};
  }

  /// Whether a sum with half of this many limb products is computed by columns.
  bool goes_by_columns(std::uint64_t a, std::uint64_t b) const {
    return static_cast<double>(a) * static_cast<double>(b) <= 2 * numbers::longest_column_sum(engine_);
  }

  /// A, with w + front_ limbs after the point.
  limb_span leading_limbs(std::uint64_t w) const {
    const std::uint64_t count = w + front_;
    return {a_.data() + (a_.size() - count), count, 0};
  }

  /// The lowest limbs of a b from w limbs after the point on.
  fixed upper_product(const fixed& a, const fixed& b, std::uint64_t w, std::uint64_t limbs) const {
    const std::uint64_t skip = a.fraction + b.fraction - w;
    if (goes_by_columns(a.limbs.count, b.limbs.count)) {
      exec::buffer<limb> out(executor(), limbs);
      const limb_span span{out.data(), limbs, 0};
      numbers::run_upper_product(engine_, a.limbs, b.limbs, skip, {out.data(), limbs, 0}, 1);
      return {std::move(out), span, w};
    }
    const std::uint64_t all = a.limbs.count + b.limbs.count;
    exec::buffer<limb> out(executor(), all);
    const limb_span span{out.data() + skip, std::min(limbs, all - skip), 0};
    products::run(engine_, {.a = a.limbs, .b = b.limbs, .out = {out.data(), all, all}});
    return {std::move(out), span, w};
  }

  /// The lowest limbs of base^exponent from w limbs after the point on, for an exponent above 1.
  fixed power(const fixed& base, std::uint64_t exponent, std::uint64_t w, std::uint64_t limbs) const {
    fixed result{{}, base.limbs, base.fraction};
    for (int bit = static_cast<int>(std::bit_width(exponent)) - 1; bit-- > 0;) {
      result = upper_product(result, result, w, limbs);
      if ((exponent >> bit & 1) != 0) result = upper_product(result, base, w, limbs);
    }
    return result;
  }

  /// e, of `limbs` limbs, with w limbs after the point.
  fixed distance(const fixed& power, std::uint64_t w, std::uint64_t limbs) {
    const limb_span a = leading_limbs(w);
    if (goes_by_columns(limbs, w)) {
      exec::buffer<limb> out(executor(), limbs);
      const limb_span span{out.data(), limbs, 0};
      numbers::run_column_sum(engine_,
                              {.a = a,
                               .b = power.limbs,
                               .bias = 4 * k_ + 3,
                               .negated = true,
                               .skip = w + front_,
                               .out = {out.data(), limbs, 0}},
                              1);
      return {std::move(out), span, w};
    }
    const std::uint64_t below = w + front_;
    exec::buffer<limb> out(executor(), below + limbs);
    const limb_span span{out.data() + below, limbs, 0};
    products::run_residual(
        engine_, {.a = a, .b = power.limbs, .c = one_less_margin(w), .out = {out.data(), out.size(), 0}});
    return {std::move(out), span, w};
  }

  /// 1 - (4 k + 4) u with 2 w + front_ limbs after the point.
  limb_span one_less_margin(std::uint64_t w) {
    const std::uint64_t widest = last_precision() + 1, zeros = widest + front_;
    if (one_less_margin_.size() == 0) {
      one_less_margin_ = exec::cleared<limb>(executor(), zeros + widest);
      numbers::queue_sum(engine_, {nullptr, 0, 0}, {constants_.data(), 1, 0},
                         {one_less_margin_.data() + zeros, widest, 0}, {.subtract = true});
    }
    const std::uint64_t below = w + front_;
    return {one_less_margin_.data() + (zeros - below), below + w, 0};
  }

  detail::engine& engine_;
  std::uint64_t k_, root_bits_;
  std::uint64_t limbs_;    ///< of the root
  std::uint64_t front_;    ///< limbs of a power before the point
  std::uint64_t longest_;  ///< w of the root
  exec::buffer<limb> a_;   ///< A
  exec::buffer<limb> constants_, one_less_margin_;
  fixed y_{};
};

}  // namespace

bool has_long_root(std::uint64_t bits, std::uint64_t k) {
  return k <= highest_degree && bits / k >= shortest_root * limb_bits;
}

gpu_bigint root_or_next(const gpu_bigint& a, std::uint64_t bits, std::uint64_t k) {
  const detail::number& x = *detail::number_of(a);
  iterated_root iteration(x, bits, k);
  const std::vector<std::uint64_t> precisions =
      precisions_to(iteration.last_precision(), k, x.core().limits().root);
  iteration.begin(a, precisions.front());
  for (std::size_t i = 1; i < precisions.size(); ++i) iteration.refine(precisions[i]);
  return iteration.root(x);
}

}  // namespace gbi::arithmetic
