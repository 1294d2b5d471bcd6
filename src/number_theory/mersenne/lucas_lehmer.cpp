/// \file
/// The Lucas-Lehmer test: steps, the Jacobi check, saved states.
#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "gpu_bigint/gcd.hpp"
#include "gpu_bigint/serialize.hpp"
#include "src/faults/evidence.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number_theory/mersenne/saved_state.hpp"
#include "src/number_theory/mersenne/test.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace {

using clock = std::chrono::steady_clock;

constexpr number_theory::mersenne_kind lucas_lehmer_kind{.name = "Lucas-Lehmer test",
                                                         .magic = {'G', 'B', 'L', 'L'},
                                                         .start = 4,
                                                         .subtrahend = 2,
                                                         .fewer_steps = 2};

}  // namespace

class lucas_lehmer::state : public mersenne_test::implementation {
 public:
  state(std::uint64_t exponent, std::uint64_t digits, algorithm how)
      : implementation(lucas_lehmer_kind, exponent, digits, how), passed_{lucas_lehmer_kind.start} {}

  void step(std::uint64_t count) override {
    const std::uint64_t last = chain_.steps() + std::min(count, steps_left());
    while (chain_.steps() < last) {
      const std::uint64_t left = last - chain_.steps(), until_look = chain_.until_look();
      chain_.step(std::min(left, until_look));
      if (left >= until_look && is_due()) static_cast<void>(jacobi_check());
    }
  }

  gpu_bigint residue() override { return chain_.residue(); }

  bool is_zero_at_the_end() {
    do step(exponent());
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

  void save(std::ostream& out) override {
    const gpu_bigint& residue = chain_.residue();
    number_theory::write_header<5>(
        out, lucas_lehmer_kind.magic,
        {exponent(), number_theory::saved_transform(chain_.transform()), chain_.steps(), passed_steps_,
         std::bit_cast<std::uint64_t>(chain_.largest_error())});
    serialize(out, residue);
    serialize(out, from_host(passed_));
  }

  static std::unique_ptr<state> load(std::istream& in) {
    const auto [exponent, saved, steps, passed_steps, error_bits] =
        number_theory::read_header<5>(in, lucas_lehmer_kind.magic, lucas_lehmer_kind.name);
    const double error = std::bit_cast<double>(error_bits);
    if (exponent < limb_bits || steps > exponent - lucas_lehmer_kind.fewer_steps || passed_steps > steps ||
        !std::isfinite(error))
      throw data_error(number_theory::saved_name(lucas_lehmer_kind.name) +
                       ": no test has these values in its header");
    const number_theory::mersenne_transform transform = number_theory::loaded_transform(saved);
    auto test = std::make_unique<state>(exponent, transform.digits, number_theory::algorithm_of(transform));
    const gpu_bigint residue = test->loaded_remainder(in);
    test->passed_ = test->loaded_remainder(in).to_limbs();
    test->passed_steps_ = passed_steps;
    test->stand_at(transform, residue, steps, error);
    return test;
  }

 private:
  /// Checks may take 1 % of the time, and none are due in the first minute: shorter tests have only the check
  /// at the end.
  bool is_due() const {
    constexpr auto least = std::chrono::seconds(60);
    constexpr int share = 100;
    return clock::now() - last_check_ > std::max<clock::duration>(least, share * check_time_);
  }

  /// Whether s_i can be right, for i > 0.
  bool is_plausible(const gpu_bigint& s, std::uint64_t i) const {
    const gpu_bigint mersenne = modulus();
    const bool is_last = i == exponent() - lucas_lehmer_kind.fewer_steps;
    if (!is_last && (s == 0 || s == 2 || s == mersenne - 2)) return false;
    // A symbol of 0 would mean a factor of 2^p - 1, not an error.
    return jacobi(s - 2, mersenne) != 1;
  }

  /// Goes back to the last step that passed, or to s_0 if that step does not pass again.
  void go_back() {
    faults::note_fault();
    ++errors_;
    gpu_bigint passed = from_host(passed_);
    if (passed_steps_ > 0 && !is_plausible(passed, passed_steps_)) {
      passed_ = {lucas_lehmer_kind.start};
      passed_steps_ = 0;
      passed = from_host(passed_);
    }
    stand_at(chain_.transform(), std::move(passed), passed_steps_, chain_.largest_error());
    if (++failures_ == most_failures) {
      failures_ = 0;
      throw device_error(concat(lucas_lehmer_kind.name, " of 2^", exponent(), " - 1: ", most_failures,
                                " consecutive Jacobi checks found errors: the hardware is faulty"));
    }
  }

  std::vector<limb> passed_;  ///< the residue of the last step that passed jacobi_check()
  std::uint64_t passed_steps_ = 0;
  clock::time_point last_check_ = clock::now();
  clock::duration check_time_{};
};

lucas_lehmer::lucas_lehmer(std::uint64_t exponent, std::uint64_t digits, algorithm how)
    : mersenne_test(std::make_unique<state>(exponent, digits, how)) {}
lucas_lehmer::lucas_lehmer(std::unique_ptr<state> made) noexcept : mersenne_test(std::move(made)) {}

bool lucas_lehmer::jacobi_check() {
  return alive_as<state>().jacobi_check();
}
lucas_lehmer lucas_lehmer::load(std::istream& in) {
  return lucas_lehmer(number_theory::loaded(lucas_lehmer_kind.name, [&] { return state::load(in); }));
}
bool lucas_lehmer::is_prime() {
  const faults::operation_scope scope(lucas_lehmer_kind.name, exponent(), steps_left());
  return alive_as<state>().is_zero_at_the_end();
}

}  // namespace gbi
