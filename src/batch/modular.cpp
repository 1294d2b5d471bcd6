/// \file
/// Products and powers modulo odd numbers.
#include "src/batch/modular.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "src/batch/pieces.hpp"
#include "src/batch/storage.hpp"
#include "src/batch/widened.hpp"
#include "src/number/number.hpp"
#include "src/plan/team_shape.hpp"
#include "src/process/concat.hpp"
#include "src/process/function_ref.hpp"

namespace gbi {

namespace detail {

bigint_batch modular_power(const batch& x, const exponents& exponent, const odd_moduli_state& n) {
  auto result = std::make_shared<batch>(x.owner(), x.size(), n.values().bits());
  const auto [residues, in_rns] = n.in_rns(plan::modular_operation::power, x.size(), exponent.bits);
  // Residues are computed with the form for products. If they cover all elements, the other form is not
  // needed.
  constexpr auto of_products = plan::modular_operation::product;
  result->set_failed(n.even());
  if (in_rns > 0)
    residues->power({x.span(), static_cast<std::uint32_t>(in_rns)}, exponent.span, exponent.bits,
                    plan::choose_window(exponent.bits), n.of(of_products, 0), result->target());
  if (in_rns == x.size()) return value_of(std::move(result));

  exec::executor& executor = x.executor();
  kernels::pow_mod_arguments a{};
  a.team = n.team();
  a.exponent_bits = exponent.bits;
  a.window_bits = plan::choose_window(exponent.bits);
  const std::size_t table_limbs =
      static_cast<std::size_t>(a.team.threads *
                               kernels::thread_places(n.how(plan::modular_operation::power), a.team.limbs))
      << a.window_bits;
  const std::size_t affordable = x.owner()->tuning().workspace_bytes / (table_limbs * sizeof(limb));
  // The parts are equal, so that none of them is too small to fill the device.
  const std::size_t left = x.size() - in_rns, most = std::clamp<std::size_t>(affordable, 1, left);
  const std::size_t parts = (left + most - 1) / most;
  const std::size_t at_once = (left + parts - 1) / parts;
  const exec::buffer<limb> table(executor, at_once * table_limbs);
  a.table = table.data();
  for (std::size_t first = in_rns; first < x.size(); first += a.elements) {
    a.elements = static_cast<std::uint32_t>(std::min(at_once, x.size() - first));
    a.base = from(x.span(), first);
    a.exponent = from(exponent.span, first);
    a.modulus = n.of(plan::modular_operation::power, first);
    a.out = from(result->target(), first);
    executor.launch(a);
  }
  return value_of(std::move(result));
}

bigint_batch modular_product(const batch& a, const kernels::batch_span& b, const odd_moduli_state& n) {
  auto result = std::make_shared<batch>(a.owner(), a.size(), n.values().bits());
  result->set_failed(n.even());
  constexpr auto operation = plan::modular_operation::product;
  const bool have_all_limbs = a.limbs() == n.values().limbs() && b.count == a.limbs();
  const std::uint32_t elements = a.elements();
  if (const product_reduction* const by = have_all_limbs ? n.by_reciprocals(elements) : nullptr)
    by->multiply(a.span(), b, b.limbs == a.address(), n.modulus(0), result->target(), elements);
  else if (const int limbs = n.limbs_of_quotients(elements); limbs > 0 && elements > 0)
    a.executor().launch(
        kernels::quotient_product_arguments{a.span(), b, n.modulus(0), result->target(), elements, limbs});
  else if (const auto [residues, all] = n.in_rns(operation, elements, 0); all > 0)
    residues->multiply({a.span(), elements}, b, n.of(operation, 0), result->target());
  else if (elements > 0)
    a.executor().launch(
        kernels::mul_mod_arguments{a.span(), b, n.of(operation, 0), result->target(), elements, n.team()});
  return value_of(std::move(result));
}

}  // namespace detail

namespace {

/// \throws std::invalid_argument unless `a` can be an operand modulo n.
void require_operand(const detail::batch& a, const detail::odd_moduli_state& n, const char* operation) {
  if (n.shared()) {
    if (a.owner() != n.values().owner())
      throw std::invalid_argument(
          concat(operation, " of ", a.size(), " x ", a.bits(), " bits: the modulus is in another context"));
  } else {
    detail::require_match(a, n.values(), operation);
  }
  if (a.limbs() > n.values().limbs())
    throw std::invalid_argument(concat(operation, " of ", a.size(), " x ", a.bits(),
                                       " bits: wider than the modulus with ", n.values().bits()));
}

/// A power by the same exponents modulo other moduli is pow_mod(form(base), exponent, by).
/// \param bits of the exponents
/// \param span the exponents, for reading
template <class Exponent>
bigint_batch power(const bigint_batch& base, const Exponent& exponent, std::uint32_t bits,
                   const odd_moduli& n, process::function_ref<kernels::batch_span()> span) {
  constexpr const char* name = "modular power of a batch";
  const detail::odd_moduli_state& moduli = detail::state_of(n);
  require_operand(*detail::storage_of(base), moduli, "modular power");
  const auto plain = [&] {
    const detail::batch& x = *detail::storage_of(base);
    return detail::modular_power(x, {span(), bits}, moduli.for_elements(x.size()));
  };
  const auto checked = [&] {
    if (!moduli.can_widen()) return plain();
    return detail::run_widened(name, base, moduli, [&](const auto& form, const odd_moduli& by) {
      return pow_mod(form(base), exponent, by);
    });
  };
  return detail::compose(name, plain, checked, base, bits, n.bits());
}

}  // namespace

bigint_batch mul_mod(const bigint_batch& a, const bigint_batch& b, const odd_moduli& n) {
  constexpr const char* name = "modular product of batches";
  const detail::batch &x = *detail::storage_of(a), &y = *detail::storage_of(b);
  const detail::odd_moduli_state& moduli = detail::state_of(n).for_elements(x.size());
  detail::require_match(x, y, "modular product");
  require_operand(x, moduli, "modular product");
  require_operand(y, moduli, "modular product");
  const auto plain = [&] { return detail::modular_product(x, y.span(), moduli); };
  const auto checked = [&] {
    if (!moduli.can_widen()) return plain();
    return detail::run_widened(name, a, moduli, [&](const auto& form, const odd_moduli& by) {
      return mul_mod(form(a), form(b), by);
    });
  };
  return detail::compose(name, plain, checked, a, b);
}

bigint_batch pow_mod(const bigint_batch& base, const bigint_batch& exponent, const odd_moduli& n) {
  detail::require_match(*detail::storage_of(base), *detail::storage_of(exponent), "modular power");
  const auto bits = static_cast<std::uint32_t>(exponent.bits());
  return power(base, exponent, bits, n, [&] { return detail::storage_of(exponent)->span(); });
}

bigint_batch pow_mod(const bigint_batch& base, const gpu_bigint& exponent, const odd_moduli& n) {
  if (exponent.sign() < 0)
    throw std::domain_error(concat("modular power of a batch of ", base.size(), " x ", base.bits(),
                                   " bits: negative exponent of ", exponent.bit_length(), " bits"));
  if (exponent.sign() == 0)
    return power(base, exponent, 0, n, [] { return kernels::batch_span{nullptr, 0, 1, 0}; });
  const detail::number& e = *detail::number_of(exponent);
  if (e.owner() != detail::storage_of(base)->owner())
    throw std::invalid_argument(concat("modular power of a batch of ", base.size(), " x ", base.bits(),
                                       " bits: the exponent is in another context"));
  return power(base, exponent, static_cast<std::uint32_t>(exponent.bit_length()), n, [&] {
    return kernels::batch_span{e.limbs(), static_cast<std::uint32_t>(e.bound()), 1, 0};
  });
}

}  // namespace gbi
