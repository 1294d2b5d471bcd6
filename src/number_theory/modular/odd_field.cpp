#include "src/number_theory/modular/odd_field.hpp"

#include "src/number/number.hpp"
#include "src/number_theory/modular/least_remainder.hpp"
#include "src/plan/team_shape.hpp"

namespace gbi::number_theory {

namespace {

kernels::batch_span span_of(const gpu_bigint& a, std::uint32_t limbs) {
  return {detail::number_of(a) ? detail::number_of(a)->limbs() : nullptr, limbs, 1, 0};
}
kernels::batch_span span_of(const gpu_bigint& a) {
  return span_of(a, static_cast<std::uint32_t>(a.limb_bound()));
}

montgomery_squares squares_of(const gpu_bigint& n, std::uint32_t limbs) {
  const plan::tuning& tuned = detail::number_of(n)->owner()->tuning();
  const kernels::arithmetic how = plan::choose_arithmetic(modular_arithmetic::automatic, tuned);
  return {detail::number_of(n)->executor(), how, span_of(n, limbs), 1,
          plan::choose_team(limbs, 1, tuned, how)};
}

gpu_bigint square_for(const gpu_bigint& n, std::uint32_t places) {
  const scoped_context use(n.context());
  return least_remainder(gpu_bigint(1) << static_cast<std::int64_t>(2 * std::uint64_t{places} * limb_bits),
                         n);
}

/// base^exponent mod n by one launch. Part of the caller's operation.
/// \param limbs the limbs of n
/// \param places the limbs of an entry in the kernel's table of powers
/// \param complete sets the arguments that only this kernel has
template <class Arguments, class Complete>
gpu_bigint power_by(const gpu_bigint& base, const gpu_bigint& exponent, const gpu_bigint& n,
                    std::uint32_t limbs, std::size_t places, Complete complete) {
  const std::shared_ptr<detail::engine>& owner = detail::number_of(n)->owner();
  for (const gpu_bigint* operand : {&base, &exponent})
    if (detail::number_of(*operand))
      detail::require_same_context(*detail::number_of(*operand), *detail::number_of(n), "modular power");
  exec::executor& executor = owner->executor();
  auto result = detail::number::make_nonnegative(owner, limbs);
  Arguments args{};
  args.base = span_of(base);
  args.exponent = span_of(exponent);
  args.exponent_bits = static_cast<std::uint32_t>(exponent.bit_length());
  args.window_bits = plan::choose_window(args.exponent_bits);
  const exec::buffer<limb> table(executor, places << args.window_bits);
  args.out = {result->limbs(), limbs, 1, 0, ~limb{0}};
  args.table = table.data();
  args.elements = 1;
  complete(args);
  executor.launch(args);
  return detail::value_of(std::move(result));
}

}  // namespace

montgomery_squares::montgomery_squares(exec::executor& executor, kernels::arithmetic how,
                                       const kernels::batch_span& moduli, std::uint32_t elements,
                                       const kernels::team_shape& team)
    : how_(how), moduli_(moduli), team_(team), squares_(executor, std::size_t{moduli.count} * elements) {
  executor.launch(kernels::montgomery_arguments{
      how, moduli, {squares_.data(), moduli.count, 1, moduli.count, ~limb{0}}, elements, team});
}

kernels::odd_modulus montgomery_squares::moduli() const noexcept {
  return {how_, moduli_, {squares_.data(), moduli_.count, 1, moduli_.count}};
}

odd_field::odd_field(const gpu_bigint& n)
    : n_(n),
      limbs_(static_cast<std::uint32_t>(detail::number_of(n_)->size())),
      squares_(squares_of(n_, limbs_)) {}

gpu_bigint odd_field::power(const gpu_bigint& base, const gpu_bigint& exponent) const {
  const kernels::team_shape team = squares_.team();
  const kernels::odd_modulus modulus = squares_.moduli();
  const auto places = static_cast<std::size_t>(team.threads) *
                      static_cast<std::size_t>(kernels::thread_places(modulus.how, team.limbs));
  return power_by<kernels::pow_mod_arguments>(base, exponent, n_, limbs_, places,
                                              [&](kernels::pow_mod_arguments& args) {
                                                args.modulus = modulus;
                                                args.team = team;
                                              });
}

long_odd_field::long_odd_field(const gpu_bigint& n)
    : n_(n),
      limbs_(static_cast<std::uint32_t>(detail::number_of(n_)->size())),
      places_(kernels::byte_power_limbs(limbs_)),
      square_(square_for(n, places_)) {}

gpu_bigint long_odd_field::power(const gpu_bigint& base, const gpu_bigint& exponent) const {
  return power_by<kernels::byte_power_arguments>(base, exponent, n_, limbs_, places_,
                                                 [&](kernels::byte_power_arguments& args) {
                                                   args.modulus = span_of(n_);
                                                   args.square = span_of(square_);
                                                   args.limbs = places_;
                                                 });
}

}  // namespace gbi::number_theory
