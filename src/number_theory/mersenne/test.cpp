#include "src/number_theory/mersenne/test.hpp"

#include <utility>

#include "gpu_bigint/serialize.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number_theory/mersenne/saved_state.hpp"

namespace gbi {

mersenne_test::implementation::implementation(const number_theory::mersenne_kind& kind,
                                              std::uint64_t exponent, std::uint64_t digits, algorithm how)
    : kind_(kind),
      engine_(detail::engine_of(context::current())),
      rule_{number_theory::checked_exponent(exponent, kind.name), kind.subtrahend, kind.name},
      chain_(engine_, rule_,
             number_theory::checked_transform(engine_->tuning(), exponent, digits, how, kind.name),
             kind.start) {}

void mersenne_test::implementation::stand_at(number_theory::mersenne_transform transform, gpu_bigint value,
                                             std::uint64_t steps, double error) {
  chain_ = {engine_, rule_, transform, std::move(value), steps};
  chain_.know_error(error);
}

gpu_bigint mersenne_test::implementation::from_host(const std::vector<limb>& limbs) const {
  const scoped_context use(detail::context_of(engine_));
  return gpu_bigint::from_limbs(limbs);
}

gpu_bigint mersenne_test::implementation::modulus() const {
  return (from_host({1}) << static_cast<std::int64_t>(exponent())) - 1;
}

gpu_bigint mersenne_test::implementation::loaded_remainder(std::istream& in) const {
  gpu_bigint residue = deserialize(in);
  if (residue.sign() < 0 || residue >= modulus())
    throw data_error(number_theory::saved_name(kind_.name) + ": a residue is not below 2^p - 1");
  return residue;
}

mersenne_test::mersenne_test(std::unique_ptr<implementation> made) noexcept
    : implementation_(std::move(made)) {}
mersenne_test::~mersenne_test() = default;
mersenne_test::mersenne_test(mersenne_test&&) noexcept = default;
mersenne_test& mersenne_test::operator=(mersenne_test&&) noexcept = default;

std::uint64_t mersenne_test::exponent() const noexcept {
  return implementation_ ? implementation_->exponent() : 0;
}
std::uint64_t mersenne_test::steps_done() const noexcept {
  return implementation_ ? implementation_->chain().steps() : 0;
}
std::uint64_t mersenne_test::steps_left() const noexcept {
  return implementation_ ? implementation_->steps_left() : 0;
}
std::uint64_t mersenne_test::digits() const noexcept {
  return implementation_ ? implementation_->chain().transform().digits : 0;
}
std::uint64_t mersenne_test::errors() const noexcept {
  return implementation_ ? implementation_->errors() : 0;
}
void mersenne_test::step(std::uint64_t count) {
  auto& test = alive_as<implementation>();
  const faults::operation_scope scope(test.name(), exponent(), count);
  test.step(count);
}
gpu_bigint mersenne_test::residue() {
  return alive_as<implementation>().residue();
}
double mersenne_test::largest_error() {
  static_cast<void>(alive_as<implementation>().residue());
  return alive_as<implementation>().chain().largest_error();
}
void mersenne_test::save(std::ostream& out) {
  alive_as<implementation>().save(out);
}

}  // namespace gbi
