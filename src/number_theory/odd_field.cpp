#include "src/number_theory/odd_field.hpp"

#include "src/exec/operation.hpp"
#include "src/ground/number.hpp"
#include "src/plan/team_shape.hpp"

namespace gbi::number_theory {

namespace {

kernels::batch_span alone(const gpu_bigint& a, std::uint32_t limbs) {
  return {detail::number_of(a) ? detail::number_of(a)->limbs() : nullptr, limbs, 1, 0};
}

std::uint32_t limbs_of(const gpu_bigint& a) {
  return static_cast<std::uint32_t>(a.limb_bound());
}

montgomery_squares squares_of(const gpu_bigint& n, std::uint32_t limbs) {
  const plan::tuning& tuned = detail::number_of(n)->owner()->tuning();
  const kernels::arithmetic how = plan::choose_arithmetic(modular_arithmetic::automatic, tuned);
  return {detail::number_of(n)->executor(), how, alone(n, limbs), 1, plan::choose_team(limbs, 1, tuned, how)};
}

}  // namespace

montgomery_squares::montgomery_squares(exec::executor& executor, kernels::arithmetic how,
                                       const kernels::batch_span& moduli, std::uint32_t elements,
                                       const kernels::team_shape& team)
    : how_(how),
      moduli_(moduli),
      team_(team),
      squares_(executor, std::size_t{moduli.count} * elements),
      failed_(executor, elements) {
  executor.launch(kernels::montgomery_arguments{how,
                                                moduli,
                                                {squares_.data(), moduli.count, 1, moduli.count, ~limb{0}},
                                                failed_.data(),
                                                elements,
                                                team});
}

kernels::odd_modulus montgomery_squares::moduli() const noexcept {
  return {how_, moduli_, {squares_.data(), moduli_.count, 1, moduli_.count}, failed_.data(), 1};
}

odd_field::odd_field(const gpu_bigint& n)
    : n_(n),
      limbs_(static_cast<std::uint32_t>(detail::number_of(n_)->size())),
      squares_(squares_of(n_, limbs_)) {}

gpu_bigint odd_field::power(const gpu_bigint& base, const gpu_bigint& exponent) const {
  const std::shared_ptr<detail::engine>& owner = detail::number_of(n_)->owner();
  for (const gpu_bigint* operand : {&base, &exponent})
    if (detail::number_of(*operand))
      detail::require_same_context(*detail::number_of(*operand), *detail::number_of(n_), "modular power");
  const exec::operation scope("modular power", base, exponent, n_);
  exec::executor& executor = owner->executor();
  const auto bits = static_cast<std::uint32_t>(exponent.bit_length());
  auto result = detail::number::make(owner, limbs_);
  result->set_negative(false);
  const kernels::team_shape team = squares_.team();
  const std::uint32_t window = plan::choose_window(bits);
  const kernels::odd_modulus modulus = squares_.moduli();
  const exec::buffer<limb> table(
      executor, static_cast<std::size_t>(team.threads * kernels::thread_places(modulus.how, team.limbs))
                    << window);
  executor.launch(kernels::pow_mod_arguments{.base = alone(base, limbs_of(base)),
                                             .exponent = alone(exponent, limbs_of(exponent)),
                                             .exponent_bits = bits,
                                             .window_bits = window,
                                             .modulus = modulus,
                                             .out = {result->limbs(), limbs_, 1, 0, ~limb{0}},
                                             .table = table.data(),
                                             .elements = 1,
                                             .team = team});
  return detail::value_of(std::move(result));
}

}  // namespace gbi::number_theory
