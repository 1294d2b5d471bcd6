#include "src/number_theory/mersenne/chain.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "gpu_bigint/error.hpp"
#include "src/faults/evidence.hpp"
#include "src/number_theory/mersenne/square.hpp"
#include "src/plan/exact_plan.hpp"
#include "src/process/concat.hpp"
#include "src/words/number_theory/prime.hpp"

namespace gbi::number_theory {

namespace {

std::string name_of(std::uint64_t p, const char* test) {
  return concat(test, " of 2^", p, " - 1");
}

}  // namespace

std::uint64_t checked_exponent(std::uint64_t p, const char* test) {
  if (p < limb_bits || p >> 32 != 0 || !words::is_prime_word(p))
    throw std::domain_error(name_of(p, test) + ": the exponent is not a prime between 64 and 2^32");
  return p;
}

mersenne_transform checked_transform(const plan::tuning& tuned, std::uint64_t p, std::uint64_t digits,
                                     algorithm how, const char* test) {
  const auto exact = digits == 0 ? plan::choose_exact_square(p) : plan::find_exact_square(p, digits);
  const bool prefers_exact =
      tuned.product.preferred == algorithm::exact || p >= tuned.number_theory.exact_exponent;
  if (how == algorithm::exact || (how == algorithm::automatic && prefers_exact && exact)) {
    if (exact) return {.digits = 2 * exact->points, .exact = true};
  } else if (how == algorithm::automatic || how == algorithm::fft) {
    if (digits == 0) return {mersenne_digits(p)};
    if (are_mersenne_digits(p, digits)) return {digits};
  }
  throw std::invalid_argument(concat(name_of(p, test), " in ", digits == 0 ? "" : concat(digits, " "),
                                     how == algorithm::exact ? "exact " : "",
                                     "digits: there is no such transform"));
}

mersenne_transform longer_transform(std::uint64_t p, mersenne_transform than) {
  if (!than.exact) return {mersenne_digits(p, than.digits + 1)};
  const auto longer = plan::choose_exact_square(p, than.digits + 1);
  return longer ? mersenne_transform{2 * longer->points, true} : than;
}

mersenne_chain::mersenne_chain(std::shared_ptr<detail::engine> engine, const chain_rule& rule,
                               mersenne_transform transform, gpu_bigint value, std::uint64_t i)
    : engine_(std::move(engine)),
      rule_(rule),
      square_(make_mersenne_number(engine_, rule.exponent, transform)),
      trusted_(std::move(value)),
      trusted_steps_(i) {
  square_->set(trusted_);
}

void mersenne_chain::step(std::uint64_t count) {
  while (count > 0) {
    const std::uint64_t taken = square_->step(rule_.subtrahend, std::min(count, until_look()));
    count -= taken;
    new_steps_ += taken;
    if (new_steps_ == between_looks) residue();
  }
}

const gpu_bigint& mersenne_chain::residue() {
  if (new_steps_ == 0) return trusted_;
  const mersenne_number::rounding rounding = square_->measured();
  if (rounding.trusted)
    accept(rounding);
  else
    repair();
  return trusted_;
}

void mersenne_chain::restart(gpu_bigint value) {
  trusted_ = std::move(value);
  trusted_steps_ = new_steps_ = 0;
  square_->set(trusted_);
}

void mersenne_chain::accept(const mersenne_number::rounding& rounding) {
  trusted_ = square_->residue();
  trusted_steps_ += std::exchange(new_steps_, 0);
  largest_error_ = std::max(largest_error_, rounding.distance);
}

void mersenne_chain::repair() {
  faults::note_fault();
  const std::uint64_t steps = std::exchange(new_steps_, 0);
  square_->set(trusted_);
  constexpr int most_repairs = 4;
  std::uint64_t digits = square_->transform().digits;
  for (int repairs = 0; repairs < most_repairs; ++repairs) {
    const std::uint64_t more = mersenne_digits(rule_.exponent, digits + 1);
    if (!are_mersenne_digits(rule_.exponent, more)) break;
    digits = more;
    auto longer = make_mersenne_number(engine_, rule_.exponent, {digits});
    longer->set(trusted_);
    for (std::uint64_t i = 0; i < steps;) i += longer->step(rule_.subtrahend, steps - i);
    const mersenne_number::rounding rounding = longer->measured();
    if (!rounding.trusted) continue;
    square_ = std::move(longer);
    new_steps_ = steps;
    return accept(rounding);
  }
  throw device_error(concat(name_of(rule_.exponent, rule_.test), ": the rounding error of ", digits,
                            " digits is too large: the hardware is faulty"));
}

}  // namespace gbi::number_theory
