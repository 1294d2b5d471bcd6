/// \file
/// Products and powers modulo odd numbers.
#include <algorithm>
#include <array>
#include <functional>
#include <mutex>
#include <optional>

#include "src/batch/batch_check.hpp"
#include "src/batch/residues.hpp"
#include "src/batch/storage.hpp"
#include "src/exec/operation.hpp"
#include "src/ground/number.hpp"
#include "src/plan/team_shape.hpp"

namespace gbi {

namespace detail {

/// Moduli, and R^2 mod n for the R of their team, computed for each arithmetic on first use.
class moduli {
 public:
  using operation = plan::modular_operation;

  moduli(std::shared_ptr<const batch> values, bool shared, modular_arithmetic how)
      : values_(std::move(values)),
        how_(how),
        product_(plan::choose_arithmetic(how, values_->owner()->tuning(), operation::product)),
        power_(plan::choose_arithmetic(how, values_->owner()->tuning(), operation::power)),
        // The number of elements that will share a modulus is not known.
        team_(plan::choose_team(values_->limbs(), shared ? std::size_t{1} << 31 : values_->size(),
                                values_->owner()->tuning(),
                                product_ == power_ ? product_ : kernels::arithmetic::words)),
        shared_(shared) {}

  const batch& values() const noexcept { return *values_; }
  const std::shared_ptr<const batch>& batch_of_values() const noexcept { return values_; }
  const kernels::team_shape& team() const noexcept { return team_; }
  bool shared() const noexcept { return shared_; }
  kernels::arithmetic how(operation used) const noexcept {
    return used == operation::product ? product_ : power_;
  }
  /// The same moduli times a random prime of 28 bits, for checked results.
  struct wide {
    gpu_bigint prime;
    odd_moduli moduli;
  };
  /// \param again set after a wrong result: no cached data is used
  std::shared_ptr<const wide> widened(bool again) const {
    const std::scoped_lock lock(wide_mutex_);
    if (!wide_ || again) wide_ = std::make_shared<const wide>(make_wide());
    return wide_;
  }
  /// Whether results can be checked: the widest moduli have no room for the prime.
  bool can_widen() const noexcept {
    return values_->bits() + limb_bits <= std::size_t{plan::longest_batch_limbs} * limb_bits;
  }

  /// The moduli for residues, and the number of elements, from the first, that the operation computes in
  /// them.
  struct part_in_residues {
    const residue_form* form;
    std::size_t elements;
  };
  part_in_residues in_residues(operation used, std::size_t elements, std::uint32_t exponent_bits) const {
    const std::size_t first = plan::elements_in_residues(how_, values_->owner()->tuning(), used,
                                                         values_->limbs(), elements, exponent_bits);
    if (first == 0) return {nullptr, 0};
    std::call_once(residues_made_, [&] {
      const exec::collector own;  // as in make
      of_residues_.emplace(*values_, shared_, of(operation::product, 0), team_);
    });
    return {&*of_residues_, of_residues_->is_fit() ? first : 0};
  }

  const failures& failed(operation used) const { return form_of(how(used)).failed; }

  /// The arguments for the elements from `first` on.
  kernels::odd_modulus of(operation used, std::size_t first) const {
    const form& found = form_of(how(used));
    kernels::odd_modulus result{how(used), values_->span(), found.square.span(), found.failed.words->data(),
                                found.failed.stride};
    if (shared_) {
      result.modulus.element_stride = result.square.element_stride = 0;
    } else {
      result.modulus.limbs += first;
      result.square.limbs += first;
      result.failed += first;
    }
    return result;
  }

 private:
  struct form {
    batch square;
    failures failed;
  };

  wide make_wide() const {
    constexpr std::size_t prime_bits = 28;
    const tables::verifier::covered here;
    const scoped_context use(context_of(values_->owner()));
    const gpu_bigint prime = tables::random_short_prime();
    const bigint_batch values = batch_access::value(values_);
    if (shared_) return {prime, odd_moduli(values[0] * prime, how_)};
    const bigint_batch primes = bigint_batch::filled(values.size(), prime, limb_bits);
    return {prime, odd_moduli(mul_full(values, primes).resized(values.bits() + prime_bits), how_)};
  }

  const form& form_of(kernels::arithmetic how) const {
    const bool words = how == kernels::arithmetic::words;
    std::optional<form>& found = words ? of_words_ : of_doubles_;
    std::call_once(words ? words_made_ : doubles_made_, [&] { found.emplace(make(how)); });
    return *found;
  }
  form make(kernels::arithmetic how) const {
    exec::executor& executor = values_->executor();
    const exec::collector own;  // the forms outlive the operation that asks for them first
    batch square(values_->owner(), values_->size(), values_->bits());
    const auto failed = std::make_shared<const exec::buffer<limb>>(executor, values_->size());
    if (values_->size() > 0)
      executor.launch(kernels::montgomery_arguments{how, values_->span(), square.target(), failed->data(),
                                                    values_->elements(), team_});
    square.seal();
    return {std::move(square), {failed, shared_ ? std::size_t{0} : std::size_t{1}}};
  }

  std::shared_ptr<const batch> values_;
  modular_arithmetic how_;
  kernels::arithmetic product_, power_;
  kernels::team_shape team_;
  bool shared_;
  mutable std::once_flag words_made_, doubles_made_, residues_made_;
  mutable std::optional<residue_form> of_residues_;
  mutable std::optional<form> of_words_, of_doubles_;
  mutable std::mutex wide_mutex_;
  mutable std::shared_ptr<const wide> wide_;
};

struct moduli_access {
  static const moduli& state(const odd_moduli& n) noexcept { return *n.state_; }
};

namespace {

const moduli& state_of(const odd_moduli& n) noexcept {
  return moduli_access::state(n);
}

}  // namespace

}  // namespace detail

namespace {

std::shared_ptr<const detail::batch> one_number(const gpu_bigint& modulus) {
  const scoped_context use(modulus.context());
  if (modulus.sign() <= 0 || modulus.to_limbs().front() % 2 == 0)
    throw std::domain_error("modulus of " + std::to_string(modulus.bit_length()) +
                            " bits for all elements of a batch: not odd and positive");
  const std::size_t bits = std::max<std::size_t>(limb_bits, modulus.bit_length());
  if (bits > std::size_t{plan::longest_batch_limbs} * limb_bits)
    throw std::length_error("modulus of " + std::to_string(bits) + " bits for all elements of a batch");
  return detail::storage_of(bigint_batch::from_numbers(std::array{modulus}, bits));
}

/// \throws std::invalid_argument unless `a` can be an operand modulo n.
void require_operand(const detail::batch& a, const detail::moduli& n, const char* operation) {
  if (n.shared()) {
    if (a.owner() != n.values().owner())
      throw std::invalid_argument(std::string(operation) + " of " + std::to_string(a.size()) + " x " +
                                  std::to_string(a.bits()) + " bits: the modulus is in another context");
  } else {
    detail::require_match(a, n.values(), operation);
  }
  if (a.limbs() > n.values().limbs())
    throw std::invalid_argument(std::string(operation) + " of " + std::to_string(a.size()) + " x " +
                                std::to_string(a.bits()) + " bits: wider than the modulus with " +
                                std::to_string(n.values().bits()));
}

/// The moduli of `size` elements.
bigint_batch moduli_of(const bigint_batch& owned, const detail::moduli& n, std::size_t size) {
  return n.shared() ? bigint_batch::filled(size, owned[0], owned.bits()) : owned;
}

/// A checked modular product or power. It is computed modulo n p for a prime p and then reduced. Modulo p, it
/// must equal the result of the same operation modulo p. As for a single power
/// (number_theory/modular.cpp), one in about 2^27 faults is missed.
/// \param run the operation on operands, modulo given moduli
template <class Run>
bigint_batch run_widened(const char* operation, const bigint_batch& a, const detail::moduli& n,
                         const Run& run) {
  const exec::collector collected;
  const bigint_batch owned = detail::batch_access::value(n.batch_of_values());
  const bigint_batch moduli = moduli_of(owned, n, a.size());
  const auto result = std::make_shared<detail::batch>(n.values().owner(), a.size(), n.values().bits());
  bool again = false;
  std::shared_ptr<const detail::moduli::wide> wide;
  detail::computed_and_checked(
      operation, a,
      [&] {
        const detail::batch_residues by(a);
        return [&, by, of_n = by.of(moduli)](const bigint_batch& power) {
          // The residue is taken first, so that a change to the power after its check does not match the
          // residue.
          const bigint_batch of_power = by.of(power);
          const bigint_batch primes = bigint_batch::filled(a.size(), wide->prime, limb_bits);
          const auto reduced = [&](const bigint_batch& x) { return div_rem(x, primes).remainder; };
          const bigint_batch expected = run(reduced, odd_moduli(wide->prime));
          if (!detail::are_equal(reduced(power), expected, power.undefined())) return false;
          const batch_quotient by_n = div_rem(power, moduli);
          if (!detail::is_quotient(by_n, moduli, by, of_power, of_n)) return false;
          if (!detail::are_equal(moduli, moduli_of(owned, n, a.size()))) return false;  // this is a copy
          const detail::batch& remainder = *detail::storage_of(by_n.remainder);
          result->executor().launch(
              kernels::batch_copy_arguments{remainder.span(), result->target(), result->elements()});
          result->set_failed(detail::storage_of(power)->failed());
          return true;
        };
      },
      [&] {
        wide = n.widened(std::exchange(again, true));
        return run([](const bigint_batch& x) { return x; }, wide->moduli);
      });
  return detail::value_of(result);
}

/// One exponent for all elements, or one for each.
struct exponents {
  kernels::batch_span span;
  std::uint32_t bits;
};

bigint_batch power(const bigint_batch& base, const exponents& exponent, const odd_moduli& moduli) {
  const exec::operation scope("modular power of a batch", base, exponent.bits, moduli.bits());
  const detail::batch& x = *detail::storage_of(base);
  const detail::moduli& n = detail::state_of(moduli);
  require_operand(x, n, "modular power");
  auto result = std::make_shared<detail::batch>(x.owner(), x.size(), n.values().bits());
  const auto [residues, in_residues] = n.in_residues(plan::modular_operation::power, x.size(), exponent.bits);
  // Residues are computed with the form for products. If they cover all elements, the other form is not
  // needed.
  constexpr auto of_products = plan::modular_operation::product;
  const bool is_whole = in_residues == x.size();
  result->set_failed(n.failed(is_whole ? of_products : plan::modular_operation::power));
  if (in_residues > 0)
    residues->power({x.span(), static_cast<std::uint32_t>(in_residues)}, exponent.span, exponent.bits,
                    plan::choose_window(exponent.bits), n.of(of_products, 0), result->target());
  if (is_whole) return detail::value_of(std::move(result));

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
  const std::size_t left = x.size() - in_residues, most = std::clamp<std::size_t>(affordable, 1, left);
  const std::size_t parts = (left + most - 1) / most;
  const std::size_t at_once = (left + parts - 1) / parts;
  const exec::buffer<limb> table(executor, at_once * table_limbs);
  a.table = table.data();
  for (std::size_t first = in_residues; first < x.size(); first += a.elements) {
    a.elements = static_cast<std::uint32_t>(std::min(at_once, x.size() - first));
    a.base = x.span();
    a.base.limbs += first;
    a.exponent = exponent.span;
    a.exponent.limbs += first * exponent.span.element_stride;
    a.modulus = n.of(plan::modular_operation::power, first);
    a.out = result->target();
    a.out.limbs += first;
    executor.launch(a);
  }
  return detail::value_of(std::move(result));
}

/// A power by the same exponents modulo other moduli is pow_mod(form(base), exponent, by).
template <class Exponent>
bigint_batch checked_power(const bigint_batch& base, const Exponent& exponent, const odd_moduli& n,
                           const std::function<bigint_batch()>& plain) {
  const detail::moduli& moduli = detail::state_of(n);
  require_operand(*detail::storage_of(base), moduli, "modular power");
  return detail::compose(base, plain, [&] {
    if (!moduli.can_widen()) return plain();
    return run_widened("modular power of a batch", base, moduli, [&](const auto& form, const odd_moduli& by) {
      return pow_mod(form(base), exponent, by);
    });
  });
}

}  // namespace

odd_moduli::odd_moduli(const bigint_batch& moduli, modular_arithmetic how)
    : state_(std::make_shared<const detail::moduli>(detail::storage_of(moduli), false, how)) {}
odd_moduli::odd_moduli(const gpu_bigint& modulus, modular_arithmetic how)
    : state_(std::make_shared<const detail::moduli>(one_number(modulus), true, how)) {}

std::size_t odd_moduli::bits() const noexcept {
  return state_->values().bits();
}

bigint_batch mul_mod(const bigint_batch& a, const bigint_batch& b, const odd_moduli& n) {
  const exec::operation scope("modular product of batches", a, b);
  const detail::batch &x = *detail::storage_of(a), &y = *detail::storage_of(b);
  const detail::moduli& moduli = detail::state_of(n);
  detail::require_match(x, y, "modular product");
  require_operand(x, moduli, "modular product");
  require_operand(y, moduli, "modular product");
  const auto plain = [&] {
    auto result = std::make_shared<detail::batch>(x.owner(), x.size(), n.bits());
    constexpr auto operation = plan::modular_operation::product;
    result->set_failed(moduli.failed(operation));
    if (const auto [residues, all] = moduli.in_residues(operation, x.size(), 0); all > 0)
      residues->multiply({x.span(), x.elements()}, y.span(), moduli.of(operation, 0), result->target());
    else if (x.size() > 0)
      x.executor().launch(kernels::mul_mod_arguments{x.span(), y.span(), moduli.of(operation, 0),
                                                     result->target(), x.elements(), moduli.team()});
    return detail::value_of(std::move(result));
  };
  return detail::compose(a, plain, [&] {
    if (!moduli.can_widen()) return plain();
    return run_widened("modular product of batches", a, moduli,
                       [&](const auto& form, const odd_moduli& by) { return mul_mod(form(a), form(b), by); });
  });
}

bigint_batch pow_mod(const bigint_batch& base, const bigint_batch& exponent, const odd_moduli& n) {
  detail::require_match(*detail::storage_of(base), *detail::storage_of(exponent), "modular power");
  return checked_power(base, exponent, n, [&] {
    return power(base, {detail::storage_of(exponent)->span(), static_cast<std::uint32_t>(exponent.bits())},
                 n);
  });
}

bigint_batch pow_mod(const bigint_batch& base, const gpu_bigint& exponent, const odd_moduli& n) {
  if (exponent.sign() < 0)
    throw std::domain_error("modular power of a batch of " + std::to_string(base.size()) + " x " +
                            std::to_string(base.bits()) + " bits: negative exponent of " +
                            std::to_string(exponent.bit_length()) + " bits");
  return checked_power(base, exponent, n, [&] {
    if (exponent.sign() == 0) return power(base, {{nullptr, 0, 1, 0}, 0}, n);
    const detail::number& e = *detail::number_of(exponent);
    if (e.owner() != detail::storage_of(base)->owner())
      throw std::invalid_argument("modular power of a batch of " + std::to_string(base.size()) + " x " +
                                  std::to_string(base.bits()) + " bits: the exponent is in another context");
    return power(base,
                 {{e.limbs(), static_cast<std::uint32_t>(e.bound()), 1, 0},
                  static_cast<std::uint32_t>(exponent.bit_length())},
                 n);
  });
}

}  // namespace gbi
