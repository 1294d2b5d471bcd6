#include "src/distribute/newton.hpp"

#include <algorithm>
#include <vector>

#include "gpu_bigint/division.hpp"
#include "gpu_bigint/roots.hpp"
#include "src/distribute/first_decides.hpp"
#include "src/distribute/on_first_rank.hpp"
#include "src/plan/planner.hpp"
#include "src/plan/shared_product.hpp"

namespace gbi::distribute {

namespace {

constexpr std::size_t guard = 8;  ///< bits of D and E' beyond the precision

std::int64_t difference(std::size_t a, std::size_t b) {
  return static_cast<std::int64_t>(a) - static_cast<std::int64_t>(b);
}

/// The precisions from the first to the last. Each is at most twice its predecessor minus 4.
std::vector<std::size_t> precisions_to(std::size_t last, std::size_t longest_first) {
  std::vector<std::size_t> result{last};
  while (result.back() > longest_first) result.push_back((result.back() + 1) / 2 + 2);
  std::ranges::reverse(result);
  return result;
}

gpu_bigint power_of_two(std::size_t exponent) {
  return gpu_bigint(1) << static_cast<std::int64_t>(exponent);
}

/// Whether one rank has the memory for a division or a root that ends with a product of numbers of these
/// lengths. It holds the operands and the results, and about as much for each of normalised operands,
/// reciprocals and partial remainders. With little more than that, its products take slower ways.
bool fits_one_rank(const plan::planner& with, std::size_t limbs_a, std::size_t limbs_b) {
  constexpr std::size_t held = 9;
  const std::size_t memory = with.tuned().memory_bytes;
  return memory == 0 ||
         held * sizeof(limb) * (limbs_a + limbs_b) +
                 with.product(plan::product_shape::whole(limbs_a, limbs_b, false)).workspace_bytes <=
             memory;
}

/// Refines an approximation step by step. v depends on D alone, which is floor(2^k d) for any k.
struct iteration {
  const distributed_bigint& number;
  std::size_t fraction;  ///< d = number / 2^fraction
  bool square_root;      ///< v = 1/sqrt(d) instead of 1/d

  /// The leading bits of d, at most all of them. \param k their number, which becomes smaller if there are
  /// fewer
  distributed_bigint leading(std::size_t& k) const {
    k = std::min(k, fraction);
    return scaled(number, difference(k, fraction));
  }

  distributed_bigint first(std::size_t p) const {
    std::size_t k = p + guard;
    const distributed_bigint d = leading(k);
    return on_first_rank(number.group(), {d}, {p + 2},
                         [&](const std::vector<gpu_bigint>& wholes) -> std::vector<gpu_bigint> {
                           if (square_root) return {isqrt(power_of_two(k + 2 * p) / wholes[0])};
                           return {power_of_two(k + p) / wholes[0]};
                         })
        .front();
  }

  /// E'
  distributed_bigint error_of(const distributed_bigint& x, std::size_t p, std::size_t longer) const {
    std::size_t k = longer + guard;
    const distributed_bigint d = leading(k);
    const std::size_t one = k + (square_root ? 2 * p : p);
    const distributed_bigint all = power_of(one) - d * (square_root ? x * x : x);
    return scaled(all, difference(longer + guard, one));
  }

  distributed_bigint refined(const distributed_bigint& x, std::size_t p, std::size_t longer) const {
    const distributed_bigint error = error_of(x, p, longer);
    know_length(error);
    const std::size_t lost = p + guard + (square_root ? 1 : 0);
    distributed_bigint result = scaled(x, difference(longer, p)) + scaled(error * x, difference(0, lost));
    know_length(result);
    return result;
  }

  distributed_bigint to(std::size_t precision, const newton_plan& plan) const {
    const std::vector<std::size_t> precisions = precisions_to(precision, plan.first_bits);
    distributed_bigint x = first(precisions.front());
    for (std::size_t i = 1; i < precisions.size(); ++i) x = refined(x, precisions[i - 1], precisions[i]);
    return x;
  }

 private:
  distributed_bigint power_of(std::size_t exponent) const {
    const limb one = 1;
    return scaled(distributed_bigint::from_limbs(number.group(), {&one, 1}), difference(exponent, 0));
  }
  /// Makes later results as short as they can be.
  static void know_length(const distributed_bigint& x) { static_cast<void>(x.bit_length()); }
};

}  // namespace

std::optional<newton_plan> plan_newton(group& on, std::size_t limbs_a, std::size_t limbs_b) {
  constexpr std::size_t least_first = 256;  // limbs
  if (on.size() == 1) return {};
  const auto said = first_decides(on, 2, [&]() -> std::vector<std::uint64_t> {
    detail::engine& engine = on.at(0).engine;
    const auto is_shared = [&](std::size_t a, std::size_t b) {
      return engine.planner()
          .shared(plan::product_shape::whole(a, b, false), on.size(), on.machine(),
                  engine.tuning().sharing.division_gain)
          .has_value();
    };
    if (!is_shared(limbs_a, limbs_b) && fits_one_rank(engine.planner(), limbs_a, limbs_b)) return {};
    std::size_t first = least_first;
    while (2 * first < std::max(limbs_a, limbs_b) && !is_shared(first, first)) first *= 2;
    return {first * limb_bits, engine.verifier().table()->modulus().prime};
  });
  if (said[0] == 0) return {};
  return newton_plan{static_cast<std::size_t>(said[0]), said[1]};
}

bool is_related(const distributed_bigint& a, const distributed_bigint& b, const distributed_bigint& rest,
                const distributed_bigint& sum, limb prime) {
  const auto modulus = kernels::word_modulus::of(prime);
  const auto of = [&](const distributed_bigint& x) { return residue_of(*access::of(x), prime); };
  // The sign word of a zero may have either sign.
  const auto is_positive = [](const distributed_bigint& x, const residue& found) {
    return found.signs == 0 || x.bit_length() == 0;
  };
  const residue of_a = of(a), of_rest = of(rest);
  return is_positive(a, of_a) && is_positive(rest, of_rest) &&
         modulus.add(modulus.multiply(of_a.magnitude, of(b).magnitude), of_rest.magnitude) ==
             of(sum).magnitude;
}

distributed_bigint scaled(const distributed_bigint& a, std::int64_t bits) {
  return bits < 0 ? a >> -bits : a << bits;
}

distributed_bigint reciprocal(const distributed_bigint& b, std::size_t precision, const newton_plan& plan) {
  return iteration{b, b.bit_length(), false}.to(precision, plan);
}

distributed_bigint inverse_square_root(const distributed_bigint& a, std::size_t precision,
                                       const newton_plan& plan) {
  return iteration{a, (a.bit_length() + 1) / 2 * 2, true}.to(precision, plan);
}

}  // namespace gbi::distribute
