/// \file
/// The Lucas-Lehmer test: steps, the Jacobi check, saved states.
#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gpu_bigint/gcd.hpp"
#include "gpu_bigint/mersenne.hpp"
#include "gpu_bigint/serialize.hpp"
#include "src/exec/operation.hpp"
#include "src/number_theory/mersenne_chain.hpp"
#include "src/number_theory/saved_state.hpp"

namespace gbi {

namespace {

using number_theory::alive, number_theory::mersenne_chain;
using clock = std::chrono::steady_clock;

constexpr const char* test_name = "Lucas-Lehmer test";
constexpr const char* item = "saved Lucas-Lehmer test";
constexpr std::array<char, 4> magic{'G', 'B', 'L', 'L'};
/// So many errors one after the other are not a matter of chance.
constexpr std::uint64_t most_failures = 10;

}  // namespace

class lucas_lehmer::implementation {
 public:
  implementation(std::uint64_t exponent, std::uint64_t digits)
      : engine_(detail::engine_of(context::current())),
        exponent_(number_theory::checked_exponent(exponent, test_name)),
        chain_(chain_from(number_theory::checked_digits(exponent_, digits, test_name), 4, 0)),
        passed_{4} {}

  std::uint64_t exponent() const { return exponent_; }
  std::uint64_t errors() const { return errors_; }
  mersenne_chain& chain() { return chain_; }
  const mersenne_chain& chain() const { return chain_; }

  void step(std::uint64_t count) {
    const std::uint64_t last = chain_.steps() + std::min(count, exponent_ - 2 - chain_.steps());
    while (chain_.steps() < last) {
      const std::uint64_t left = last - chain_.steps(), until_look = chain_.until_look();
      chain_.step(std::min(left, until_look));
      if (left >= until_look && is_due()) static_cast<void>(jacobi_check());
    }
  }

  bool is_zero_at_the_end() {
    do step(exponent_);
    while (!jacobi_check());
    return chain_.residue().sign() == 0;
  }

  bool jacobi_check() {
    const gpu_bigint& residue = chain_.residue();
    if (chain_.steps() == passed_steps_) return true;
    const clock::time_point start = clock::now();
    const bool passes = is_plausible(residue, chain_.steps());
    last_check_ = clock::now();
    check_time_ = last_check_ - start;
    if (passes) {
      passed_ = residue.to_limbs();
      passed_steps_ = chain_.steps();
      failures_ = 0;
    } else {
      go_back();
    }
    return passes;
  }

  void save(std::ostream& out) {
    const gpu_bigint& residue = chain_.residue();
    number_theory::write_header<5>(out, magic,
                                   {exponent_, chain_.digits(), chain_.steps(), passed_steps_,
                                    std::bit_cast<std::uint64_t>(chain_.largest_error())});
    serialize(out, residue);
    serialize(out, from_host(passed_));
  }

  static std::unique_ptr<implementation> load(std::istream& in) {
    const auto [exponent, digits, steps, passed_steps, error_bits] =
        number_theory::read_header<5>(in, magic, item);
    const double error = std::bit_cast<double>(error_bits);
    if (exponent < limb_bits || steps > exponent - 2 || passed_steps > steps || !std::isfinite(error))
      throw data_error(std::string(item) + ": there is no such step");
    try {
      auto loaded = std::make_unique<implementation>(exponent, digits);
      const gpu_bigint residue = loaded->loaded_residue(in);
      loaded->passed_ = loaded->loaded_residue(in).to_limbs();
      loaded->passed_steps_ = passed_steps;
      loaded->chain_ = loaded->chain_from(digits, residue, steps);
      loaded->chain_.know_error(error);
      return loaded;
    } catch (const std::logic_error& wrong) {  // an exponent or digits that no test has
      throw data_error(std::string(item) + ": " + wrong.what());
    }
  }

 private:
  mersenne_chain chain_from(std::uint64_t digits, gpu_bigint value, std::uint64_t steps) const {
    return {engine_, {exponent_, 2, test_name}, digits, std::move(value), steps};
  }

  /// A residue that was kept in host memory, where no error of the device reaches it.
  gpu_bigint from_host(const std::vector<limb>& limbs) const {
    const scoped_context use(detail::context_of(engine_));
    return gpu_bigint::from_limbs(limbs);
  }

  /// Checks may take a hundredth of the time, and not those of the first minute: tests that are shorter have
  /// the one at their end.
  bool is_due() const {
    constexpr auto least = std::chrono::seconds(60);
    constexpr int share = 100;
    return clock::now() - last_check_ > std::max<clock::duration>(least, share * check_time_);
  }

  /// Whether s_i, a step after s_0, can be right.
  bool is_plausible(const gpu_bigint& s, std::uint64_t i) const {
    const gpu_bigint modulus = (s.in_same_context(1) << static_cast<std::int64_t>(exponent_)) - 1;
    const bool is_last = i == exponent_ - 2;
    if (!is_last && (s == 0 || s == 2 || s == modulus - 2)) return false;
    // The symbol 0 would be a factor of 2^p - 1, not an error.
    return jacobi(s - 2, modulus) != 1;
  }

  /// Stands at the last step that passed, or at s_0 if that does not pass again. The transform and its tables
  /// are made anew: one of them may be what is damaged.
  void go_back() {
    ++errors_;
    gpu_bigint passed = from_host(passed_);
    if (passed_steps_ > 0 && !is_plausible(passed, passed_steps_)) {
      passed_ = {4};
      passed_steps_ = 0;
      passed = from_host(passed_);
    }
    const double error = chain_.largest_error();
    chain_ = chain_from(chain_.digits(), std::move(passed), passed_steps_);
    chain_.know_error(error);
    if (++failures_ == most_failures) {
      failures_ = 0;
      throw device_error(std::string(test_name) + " of 2^" + std::to_string(exponent_) + " - 1: " +
                         std::to_string(most_failures) + " Jacobi checks one after the other found errors");
    }
  }

  gpu_bigint loaded_residue(std::istream& in) const {
    gpu_bigint residue = deserialize(in);
    if (residue.sign() < 0 ||
        residue >= (residue.in_same_context(1) << static_cast<std::int64_t>(exponent_)) - 1)
      throw data_error(std::string(item) + ": a residue is not below 2^p - 1");
    return residue;
  }

  std::shared_ptr<detail::engine> engine_;
  std::uint64_t exponent_;
  mersenne_chain chain_;
  std::vector<limb> passed_;  ///< the residue of the last step that passed jacobi_check()
  std::uint64_t passed_steps_ = 0;
  std::uint64_t errors_ = 0, failures_ = 0;  ///< in all, and since a check passed
  clock::time_point last_check_ = clock::now();
  clock::duration check_time_{};
};

lucas_lehmer::lucas_lehmer(std::uint64_t exponent, std::uint64_t digits)
    : implementation_(std::make_unique<implementation>(exponent, digits)) {}
lucas_lehmer::lucas_lehmer(std::unique_ptr<implementation> made) noexcept
    : implementation_(std::move(made)) {}
lucas_lehmer::~lucas_lehmer() = default;
lucas_lehmer::lucas_lehmer(lucas_lehmer&&) noexcept = default;
lucas_lehmer& lucas_lehmer::operator=(lucas_lehmer&&) noexcept = default;

std::uint64_t lucas_lehmer::exponent() const noexcept {
  return implementation_ ? implementation_->exponent() : 0;
}
std::uint64_t lucas_lehmer::steps_done() const noexcept {
  return implementation_ ? implementation_->chain().steps() : 0;
}
std::uint64_t lucas_lehmer::steps_left() const noexcept {
  return implementation_ ? exponent() - 2 - steps_done() : 0;
}
std::uint64_t lucas_lehmer::digits() const noexcept {
  return implementation_ ? implementation_->chain().digits() : 0;
}
std::uint64_t lucas_lehmer::errors() const noexcept {
  return implementation_ ? implementation_->errors() : 0;
}
void lucas_lehmer::step(std::uint64_t count) {
  const exec::operation scope("Lucas-Lehmer steps", exponent(), count);
  alive(implementation_, test_name).step(count);
}
gpu_bigint lucas_lehmer::residue() {
  return alive(implementation_, test_name).chain().residue();
}
double lucas_lehmer::largest_error() {
  static_cast<void>(alive(implementation_, test_name).chain().residue());
  return alive(implementation_, test_name).chain().largest_error();
}
bool lucas_lehmer::jacobi_check() {
  return alive(implementation_, test_name).jacobi_check();
}
void lucas_lehmer::save(std::ostream& out) {
  alive(implementation_, test_name).save(out);
}
lucas_lehmer lucas_lehmer::load(std::istream& in) {
  return lucas_lehmer(implementation::load(in));
}
bool lucas_lehmer::is_prime() {
  const exec::operation scope("Lucas-Lehmer steps", exponent(), steps_left());
  return alive(implementation_, test_name).is_zero_at_the_end();
}

}  // namespace gbi
