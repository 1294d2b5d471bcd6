/// \file
/// The probable-prime test of 2^p - 1 with the Gerbicz check: states that passed, and the return to them.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "gpu_bigint/serialize.hpp"
#include "src/faults/evidence.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number_theory/mersenne/gerbicz.hpp"
#include "src/number_theory/mersenne/saved_state.hpp"
#include "src/number_theory/mersenne/test.hpp"
#include "src/process/concat.hpp"
#include "src/words/floating_scope.hpp"

namespace gbi {

namespace {

using number_theory::gerbicz_state;

constexpr number_theory::mersenne_kind prp_kind{.name = "probable-prime test",
                                                .magic = {'G', 'B', 'P', 'R'},
                                                .start = number_theory::gerbicz::start,
                                                .subtrahend = 0};
/// The states that are kept: the last one that passed, and the one before it, in case the last one is
/// damaged.
constexpr std::size_t most_kept = 2;

/// A product costs about as much as three steps, a check as much as B steps. Blocks longer than 2000 steps
/// gain nothing.
std::uint64_t checked_block(std::uint64_t p, std::uint64_t block) {
  constexpr std::uint64_t longest = 2000;
  const words::floating_scope environment;
  if (block == 0) return std::min(longest, static_cast<std::uint64_t>(std::sqrt(static_cast<double>(p))));
  if (block < 2 || block > p)
    throw std::invalid_argument(
        concat(prp_kind.name, " of 2^", p, " - 1 in blocks of ", block, " steps: a block has 2 to ", p));
  return block;
}

/// Blocks between two checks: sixteen checks in a test, but at least eight blocks between them.
std::uint64_t blocks_between_checks(std::uint64_t p, std::uint64_t block) {
  constexpr std::uint64_t checks = 16, least = 8;
  return std::clamp(p / (checks * block), least, std::max(least, block));
}

/// A state at a boundary, in host memory, where device errors cannot reach it.
struct kept_state {
  std::uint64_t steps, factors;
  std::vector<limb> x, product;
};

}  // namespace

class mersenne_prp::state : public mersenne_test::implementation {
 public:
  state(std::uint64_t exponent, std::uint64_t digits, std::uint64_t block, algorithm how)
      : implementation(prp_kind, exponent, digits, how),
        block_(checked_block(exponent, block)),
        gerbicz_(engine_, exponent, block_, prp_kind.name),
        interval_(block_ * blocks_between_checks(exponent, block_)),
        planned_(chain_.transform()),
        product_(1),
        next_check_(interval_) {}

  void step(std::uint64_t count) override {
    const std::uint64_t last = chain_.steps() + std::min(count, steps_left());
    while (chain_.steps() < last) try_or_go_back([&] { advance(last); });
  }

  /// x_i, after the rounding has been read. If the rounding is too large, the steps are repeated.
  gpu_bigint residue() override {
    const std::uint64_t here = chain_.steps();
    std::optional<gpu_bigint> found;
    while (!found) {
      try_or_go_back([&] { found = chain_.residue(); });
      if (chain_.steps() == here) continue;
      found.reset();
      step(here - chain_.steps());
    }
    return *found;
  }

  bool gerbicz_check() {
    const std::uint64_t before = errors_;
    try_or_go_back([&] {
      if (!gerbicz_.passes(current(), chain_.transform())) throw_wrong();
    });
    return errors_ == before;
  }

  /// u_p / 9, checked. Values derived from u_p are derived twice, before and after the check.
  gpu_bigint final_residue() {
    while (!final_) {
      step(exponent());
      try_or_go_back([&] {
        const gerbicz_state end = current();
        const gpu_bigint before = ninth_of(end.x);
        if (!gerbicz_.passes(end, chain_.transform()) || ninth_of(end.x) != before) throw_wrong();
        final_ = before;
      });
    }
    return *final_;
  }

  void save(std::ostream& out) override {
    static_cast<void>(residue());
    const gerbicz_state now = current();
    const kept_state& passed = last_kept();
    number_theory::write_header<8>(
        out, prp_kind.magic,
        {exponent(), number_theory::saved_transform(chain_.transform()), block_, now.steps, now.factors,
         passed.steps, errors_, std::bit_cast<std::uint64_t>(chain_.largest_error())});
    serialize(out, now.x);
    serialize(out, now.product);
    serialize(out, from_host(passed.x));
    serialize(out, from_host(passed.product));
  }

  static std::unique_ptr<state> load(std::istream& in) {
    const auto [exponent, saved, block, steps, factors, passed_steps, errors, error_bits] =
        number_theory::read_header<8>(in, prp_kind.magic, prp_kind.name);
    const double error = std::bit_cast<double>(error_bits);
    if (exponent < limb_bits || exponent >> 32 != 0 || block < 2 || block > exponent || steps > exponent ||
        passed_steps > steps || passed_steps % block != 0 || !std::isfinite(error) ||
        (factors != steps / block + 1 && (factors != steps / block || steps % block != 0)))
      throw data_error(number_theory::saved_name(prp_kind.name) + ": no test has these values in its header");
    const number_theory::mersenne_transform transform = number_theory::loaded_transform(saved);
    auto test =
        std::make_unique<state>(exponent, transform.digits, block, number_theory::algorithm_of(transform));
    const gpu_bigint x = test->loaded_remainder(in);
    test->product_ = test->loaded_remainder(in);
    const gpu_bigint passed_x = test->loaded_remainder(in), passed_product = test->loaded_remainder(in);
    if (passed_steps > 0)
      test->kept_.push_back(
          {passed_steps, passed_steps / block, passed_x.to_limbs(), passed_product.to_limbs()});
    test->factors_ = factors;
    test->errors_ = errors;
    test->next_check_ = 0;
    test->stand_at(transform, x, steps, error);
    return test;
  }

 private:
  [[noreturn]] void throw_wrong() const {
    throw device_error(concat(prp_kind.name, " of 2^", exponent(),
                              " - 1: Gerbicz' check fails repeatedly: the hardware is faulty"));
  }

  const kept_state& last_kept() const { return kept_.empty() ? origin_ : kept_.back(); }

  gerbicz_state current() {
    const gpu_bigint& x = chain_.residue();
    return {chain_.steps(), factors_, x, product_};
  }

  /// Does the work. If it finds an error, the test goes back to a state that passes.
  /// \throws device_error after too many consecutive errors
  template <class Work>
  void try_or_go_back(Work&& work) {
    try {
      return work();
    } catch (const device_error&) {
      go_back();
      if (failures_ < most_failures) return;
      failures_ = 0;
      throw;
    }
  }

  /// Steps to the end of the block, but not beyond `last`. \throws device_error if a check fails
  void advance(std::uint64_t last) {
    if (chain_.steps() == factors_ * block_) {
      product_ = gerbicz_.times(product_, chain_.residue());
      ++factors_;
    }
    chain_.step(std::min(last, factors_ * block_) - chain_.steps());
    if (chain_.steps() != factors_ * block_) return;
    if (chain_.steps() < next_check_) return static_cast<void>(chain_.residue());
    const gerbicz_state now = current();
    if (!gerbicz_.passes(now, chain_.transform())) throw_wrong();
    if (kept_.size() == most_kept) kept_.erase(kept_.begin());
    kept_.push_back({now.steps, now.factors, now.x.to_limbs(), now.product.to_limbs()});
    next_check_ = now.steps + interval_;
    failures_ = 0;
  }

  /// Goes back to the last kept state that passes its check again, or to u_0. Makes a new transform and lets
  /// shared tables be written again, because any of them may be damaged. From the second failure on,
  /// transforms are longer, because a rounding error that is too large may go unnoticed.
  void go_back() {
    faults::note_fault();
    ++errors_;
    ++failures_;
    final_.reset();
    for (bool is_right = false; !is_right;) {
      for (const bool longer : {failures_ > 1, true}) {
        restore(longer);
        is_right = kept_.empty() || passes_again();
        if (is_right) break;
      }
      if (!is_right) kept_.pop_back();
    }
    next_check_ = chain_.steps() + interval_;
  }

  void restore(bool longer) {
    const kept_state& to = last_kept();
    const number_theory::mersenne_transform now = chain_.transform();
    const number_theory::mersenne_transform transform =
        longer && 4 * now.digits < exponent() ? number_theory::longer_transform(exponent(), now) : planned_;
    product_ = from_host(to.product);
    factors_ = to.factors;
    stand_at(transform, from_host(to.x), to.steps, chain_.largest_error());
  }

  bool passes_again() {
    try {
      return gerbicz_.passes(current(), chain_.transform());
    } catch (const device_error&) {
      return false;
    }
  }

  gpu_bigint ninth_of(const gpu_bigint& x) const { return number_theory::mersenne_ninth(x, modulus()); }

  std::uint64_t block_;
  number_theory::gerbicz gerbicz_;
  std::uint64_t interval_;
  number_theory::mersenne_transform planned_;
  gpu_bigint product_;
  std::uint64_t factors_ = 0;  ///< factors of the product
  std::uint64_t next_check_;   ///< the next check is at the first boundary from this step on
  std::vector<kept_state> kept_;
  const kept_state origin_{0, 0, {prp_kind.start}, {1}};
  std::optional<gpu_bigint> final_;
};

mersenne_prp::mersenne_prp(std::uint64_t exponent, std::uint64_t digits, std::uint64_t block, algorithm how)
    : mersenne_test(std::make_unique<state>(exponent, digits, block, how)) {}
mersenne_prp::mersenne_prp(std::unique_ptr<state> made) noexcept : mersenne_test(std::move(made)) {}

bool mersenne_prp::gerbicz_check() {
  return alive_as<state>().gerbicz_check();
}
mersenne_prp mersenne_prp::load(std::istream& in) {
  return mersenne_prp(number_theory::loaded(prp_kind.name, [&] { return state::load(in); }));
}
bool mersenne_prp::is_probable_prime() {
  return final_residue() == 1;
}
gpu_bigint mersenne_prp::final_residue() {
  const faults::operation_scope scope(prp_kind.name, exponent(), steps_left());
  return alive_as<state>().final_residue();
}

}  // namespace gbi
