/// \file
/// The test of probable primes 2^p - 1 with Gerbicz' check: states that passed, and the way back to them.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gpu_bigint/division.hpp"
#include "gpu_bigint/mersenne.hpp"
#include "gpu_bigint/serialize.hpp"
#include "src/exec/operation.hpp"
#include "src/number_theory/gerbicz.hpp"
#include "src/number_theory/saved_state.hpp"
#include "src/words/floating_scope.hpp"

namespace gbi {

namespace {

using number_theory::alive, number_theory::gerbicz_state, number_theory::mersenne_chain;

constexpr const char* test_name = "probable-prime test";
constexpr const char* item = "saved probable-prime test";
constexpr std::array<char, 4> magic{'G', 'B', 'P', 'R'};
constexpr int start = number_theory::gerbicz::start;
/// So many errors one after the other are not a matter of chance.
constexpr std::uint64_t most_failures = 10;
/// The states that are kept: the last one that passed, and the one before, should the last one be damaged.
constexpr std::size_t most_kept = 2;

/// A product costs about as much as three steps, a check as B. Longer blocks than 2000 steps gain nothing.
std::uint64_t checked_block(std::uint64_t p, std::uint64_t block) {
  constexpr std::uint64_t longest = 2000;
  const words::floating_scope environment;
  if (block == 0) return std::min(longest, static_cast<std::uint64_t>(std::sqrt(static_cast<double>(p))));
  if (block < 2 || block > p)
    throw std::invalid_argument(std::string(test_name) + " of 2^" + std::to_string(p) + " - 1 in blocks of " +
                                std::to_string(block) + " steps: 2 to " + std::to_string(p) +
                                " are possible");
  return block;
}

/// Blocks between two checks: sixteen checks in a test, but no fewer than eight blocks for each.
std::uint64_t blocks_between_checks(std::uint64_t p, std::uint64_t block) {
  constexpr std::uint64_t checks = 16, least = 8;
  return std::clamp(p / (checks * block), least, std::max(least, block));
}

/// A state at a boundary, in host memory, where no error of the device reaches it.
struct kept_state {
  std::uint64_t steps, factors;
  std::vector<limb> x, product;
};

}  // namespace

class mersenne_prp::implementation {
 public:
  implementation(std::uint64_t exponent, std::uint64_t digits, std::uint64_t block)
      : engine_(detail::engine_of(context::current())),
        exponent_(number_theory::checked_exponent(exponent, test_name)),
        block_(checked_block(exponent_, block)),
        rule_(engine_, exponent_, block_, test_name),
        interval_(block_ * blocks_between_checks(exponent_, block_)),
        planned_digits_(number_theory::checked_digits(exponent_, digits, test_name)),
        chain_(rule_.chain_from(planned_digits_, start, 0)),
        product_(1),
        next_check_(interval_) {}

  std::uint64_t exponent() const { return exponent_; }
  std::uint64_t errors() const { return errors_; }
  const mersenne_chain& chain() const { return chain_; }

  void step(std::uint64_t count) {
    const std::uint64_t last = chain_.steps() + std::min(count, exponent_ - chain_.steps());
    while (chain_.steps() < last) attempt([&] { advance(last); });
  }

  /// x_i after a look at the rounding. If that fails, the steps are taken once more.
  gpu_bigint residue() {
    const std::uint64_t here = chain_.steps();
    std::optional<gpu_bigint> found;
    while (!found) {
      attempt([&] { found = chain_.residue(); });
      if (chain_.steps() == here) continue;
      found.reset();
      step(here - chain_.steps());
    }
    return *found;
  }

  bool gerbicz_check() {
    const std::uint64_t before = errors_;
    attempt([&] {
      if (!rule_.passes(current(), chain_.digits())) throw_wrong();
    });
    return errors_ == before;
  }

  /// u_p / 9, checked. What is derived from u_p is derived twice, before the check and after it.
  gpu_bigint final_residue() {
    while (!final_) {
      step(exponent_);
      attempt([&] {
        const gerbicz_state end = current();
        const gpu_bigint before = ninth_of(end.x);
        if (!rule_.passes(end, chain_.digits()) || ninth_of(end.x) != before) throw_wrong();
        final_ = before;
      });
    }
    return *final_;
  }

  void save(std::ostream& out) {
    static_cast<void>(residue());
    const gerbicz_state now = current();
    const kept_state passed = kept_.empty() ? kept_state{0, 0, {start}, {1}} : kept_.back();
    number_theory::write_header<8>(out, magic,
                                   {exponent_, chain_.digits(), block_, now.steps, now.factors, passed.steps,
                                    errors_, std::bit_cast<std::uint64_t>(chain_.largest_error())});
    serialize(out, now.x);
    serialize(out, now.product);
    serialize(out, from_host(passed.x));
    serialize(out, from_host(passed.product));
  }

  static std::unique_ptr<implementation> load(std::istream& in) {
    const auto [exponent, digits, block, steps, factors, passed_steps, errors, error_bits] =
        number_theory::read_header<8>(in, magic, item);
    const double error = std::bit_cast<double>(error_bits);
    if (exponent < limb_bits || exponent >> 32 != 0 || block < 2 || block > exponent || steps > exponent ||
        passed_steps > steps || passed_steps % block != 0 || !std::isfinite(error) ||
        (factors != steps / block + 1 && (factors != steps / block || steps % block != 0)))
      throw data_error(std::string(item) + ": there is no such step");
    try {
      auto loaded = std::make_unique<implementation>(exponent, digits, block);
      const gpu_bigint x = loaded->loaded_residue(in);
      loaded->product_ = loaded->loaded_residue(in);
      const gpu_bigint passed_x = loaded->loaded_residue(in), passed_product = loaded->loaded_residue(in);
      if (passed_steps > 0)
        loaded->kept_.push_back(
            {passed_steps, passed_steps / block, passed_x.to_limbs(), passed_product.to_limbs()});
      loaded->factors_ = factors;
      loaded->errors_ = errors;
      loaded->next_check_ = 0;
      loaded->chain_ = loaded->rule_.chain_from(digits, x, steps);
      loaded->chain_.know_error(error);
      return loaded;
    } catch (const std::logic_error& wrong) {  // an exponent or digits that no test has
      throw data_error(std::string(item) + ": " + wrong.what());
    }
  }

 private:
  gpu_bigint from_host(const std::vector<limb>& limbs) const {
    const scoped_context use(detail::context_of(engine_));
    return gpu_bigint::from_limbs(limbs);
  }
  /// 2^p - 1.
  gpu_bigint modulus() const { return (from_host({1}) << static_cast<std::int64_t>(exponent_)) - 1; }

  [[noreturn]] void throw_wrong() const {
    throw device_error(std::string(test_name) + " of 2^" + std::to_string(exponent_) +
                       " - 1: Gerbicz' check fails again and again, which only faulty hardware explains");
  }

  gerbicz_state current() {
    const gpu_bigint& x = chain_.residue();
    return {chain_.steps(), factors_, x, product_};
  }

  /// Does the work. If it finds an error, the test goes back to a state that passes.
  /// \throws device_error after too many errors one after the other
  template <class Work>
  void attempt(Work&& work) {
    try {
      return work();
    } catch (const device_error&) {
      go_back();
      if (failures_ < most_failures) return;
      failures_ = 0;
      throw;
    }
  }

  /// To the end of the block, but not beyond `last`. \throws device_error if a check fails
  void advance(std::uint64_t last) {
    if (chain_.steps() == factors_ * block_) {
      product_ = rule_.times(product_, chain_.residue());
      ++factors_;
    }
    chain_.step(std::min(last, factors_ * block_) - chain_.steps());
    if (chain_.steps() != factors_ * block_) return;
    if (chain_.steps() < next_check_) return static_cast<void>(chain_.residue());
    const gerbicz_state now = current();
    if (!rule_.passes(now, chain_.digits())) throw_wrong();
    if (kept_.size() == most_kept) kept_.erase(kept_.begin());
    kept_.push_back({now.steps, now.factors, now.x.to_limbs(), now.product.to_limbs()});
    next_check_ = now.steps + interval_;
    failures_ = 0;
  }

  /// Stands at the last kept state that passes its check again, or at u_0. Transforms and tables are made
  /// anew, and from the second failure on they are longer: tables that are shared may be damaged, or the
  /// rounding error may be too large without being noticed.
  void go_back() {
    ++errors_;
    ++failures_;
    final_.reset();
    const double error = chain_.largest_error();
    for (bool is_right = false; !is_right;) {
      for (const bool longer : {failures_ > 1, true}) {
        restore(longer);
        chain_.know_error(error);
        is_right = kept_.empty() || passes_again();
        if (is_right) break;
      }
      if (!is_right) kept_.pop_back();
    }
    next_check_ = chain_.steps() + interval_;
  }

  void restore(bool longer) {
    const kept_state& to = kept_.empty() ? origin_ : kept_.back();
    const std::uint64_t digits = longer && 4 * chain_.digits() < exponent_
                                     ? number_theory::mersenne_digits(exponent_, chain_.digits() + 1)
                                     : planned_digits_;
    product_ = from_host(to.product);
    factors_ = to.factors;
    chain_ = rule_.chain_from(digits, from_host(to.x), to.steps);
  }

  bool passes_again() {
    try {
      return rule_.passes(current(), chain_.digits());
    } catch (const device_error&) {
      return false;
    }
  }

  /// x / 9: one of x, x + m, ... x + 8 m is a multiple of 9.
  gpu_bigint ninth_of(const gpu_bigint& x) const {
    const gpu_bigint m = modulus();
    gpu_bigint multiple = x;
    while (multiple % 9 != 0) multiple = multiple + m;
    return multiple / 9;
  }

  gpu_bigint loaded_residue(std::istream& in) const {
    gpu_bigint residue = deserialize(in);
    if (residue.sign() < 0 || residue >= modulus())
      throw data_error(std::string(item) + ": a residue is not below 2^p - 1");
    return residue;
  }

  std::shared_ptr<detail::engine> engine_;
  std::uint64_t exponent_, block_;
  number_theory::gerbicz rule_;
  std::uint64_t interval_, planned_digits_;
  mersenne_chain chain_;
  gpu_bigint product_;
  std::uint64_t factors_ = 0;  ///< of the product
  std::uint64_t next_check_;   ///< at the first boundary from this step on
  std::vector<kept_state> kept_;
  const kept_state origin_{0, 0, {start}, {1}};
  std::uint64_t errors_ = 0, failures_ = 0;  ///< in all, and since a check passed
  std::optional<gpu_bigint> final_;
};

mersenne_prp::mersenne_prp(std::uint64_t exponent, std::uint64_t digits, std::uint64_t block)
    : implementation_(std::make_unique<implementation>(exponent, digits, block)) {}
mersenne_prp::mersenne_prp(std::unique_ptr<implementation> made) noexcept
    : implementation_(std::move(made)) {}
mersenne_prp::~mersenne_prp() = default;
mersenne_prp::mersenne_prp(mersenne_prp&&) noexcept = default;
mersenne_prp& mersenne_prp::operator=(mersenne_prp&&) noexcept = default;

std::uint64_t mersenne_prp::exponent() const noexcept {
  return implementation_ ? implementation_->exponent() : 0;
}
std::uint64_t mersenne_prp::steps_done() const noexcept {
  return implementation_ ? implementation_->chain().steps() : 0;
}
std::uint64_t mersenne_prp::steps_left() const noexcept {
  return exponent() - steps_done();
}
std::uint64_t mersenne_prp::digits() const noexcept {
  return implementation_ ? implementation_->chain().digits() : 0;
}
std::uint64_t mersenne_prp::errors() const noexcept {
  return implementation_ ? implementation_->errors() : 0;
}
void mersenne_prp::step(std::uint64_t count) {
  const exec::operation scope("probable-prime steps", exponent(), count);
  alive(implementation_, test_name).step(count);
}
gpu_bigint mersenne_prp::residue() {
  return alive(implementation_, test_name).residue();
}
double mersenne_prp::largest_error() {
  static_cast<void>(alive(implementation_, test_name).residue());
  return alive(implementation_, test_name).chain().largest_error();
}
bool mersenne_prp::gerbicz_check() {
  return alive(implementation_, test_name).gerbicz_check();
}
void mersenne_prp::save(std::ostream& out) {
  alive(implementation_, test_name).save(out);
}
mersenne_prp mersenne_prp::load(std::istream& in) {
  return mersenne_prp(implementation::load(in));
}
bool mersenne_prp::is_probable_prime() {
  return final_residue() == 1;
}
gpu_bigint mersenne_prp::final_residue() {
  const exec::operation scope("probable-prime steps", exponent(), steps_left());
  return alive(implementation_, test_name).final_residue();
}

}  // namespace gbi
