#include "src/number_theory/long_odd_field.hpp"

#include "kernels/modular/arguments.hpp"
#include "src/exec/operation.hpp"
#include "src/ground/number.hpp"
#include "src/number_theory/residue.hpp"
#include "src/plan/team_shape.hpp"

namespace gbi::number_theory {

namespace {

kernels::batch_span span_of(const gpu_bigint& a) {
  const detail::number* const number = detail::number_of(a);
  return {number ? number->limbs() : nullptr, static_cast<std::uint32_t>(a.limb_bound()), 1, 0};
}

gpu_bigint square_for(const gpu_bigint& n, std::uint32_t places) {
  const scoped_context use(n.context());
  return residue(gpu_bigint(1) << static_cast<std::int64_t>(2 * std::uint64_t{places} * limb_bits), n);
}

}  // namespace

long_odd_field::long_odd_field(const gpu_bigint& n)
    : n_(n),
      limbs_(static_cast<std::uint32_t>(detail::number_of(n_)->size())),
      places_(kernels::byte_power_limbs(limbs_)),
      square_(square_for(n, places_)) {}

gpu_bigint long_odd_field::power(const gpu_bigint& base, const gpu_bigint& exponent) const {
  const std::shared_ptr<detail::engine>& owner = detail::number_of(n_)->owner();
  for (const gpu_bigint* operand : {&base, &exponent})
    if (detail::number_of(*operand))
      detail::require_same_context(*detail::number_of(*operand), *detail::number_of(n_), "modular power");
  const exec::operation scope("modular power", base, exponent, n_);
  exec::executor& executor = owner->executor();
  const auto bits = static_cast<std::uint32_t>(exponent.bit_length());
  const std::uint32_t window = plan::choose_window(bits);
  auto result = detail::number::make(owner, limbs_);
  result->set_negative(false);
  const exec::buffer<limb> table(executor, std::size_t{places_} << window);
  executor.launch(kernels::byte_power_arguments{.base = span_of(base),
                                                .exponent = span_of(exponent),
                                                .exponent_bits = bits,
                                                .window_bits = window,
                                                .modulus = span_of(n_),
                                                .square = span_of(square_),
                                                .out = {result->limbs(), limbs_, 1, 0, ~limb{0}},
                                                .table = table.data(),
                                                .elements = 1,
                                                .limbs = places_});
  return detail::value_of(std::move(result));
}

}  // namespace gbi::number_theory
