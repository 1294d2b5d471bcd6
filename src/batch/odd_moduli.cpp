#include "src/batch/odd_moduli.hpp"

#include <array>
#include <stdexcept>

#include "kernels/batch/arguments.hpp"
#include "src/batch/pieces.hpp"
#include "src/faults/verifier.hpp"
#include "src/number/number.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace detail {

std::shared_ptr<const odd_moduli_state::wide> odd_moduli_state::widened(bool again) const {
  const std::scoped_lock lock(wide_mutex_);
  if (!wide_ || again) wide_ = std::make_shared<const wide>(make_wide());
  return wide_;
}

const odd_moduli_state& odd_moduli_state::for_elements(std::size_t elements) const {
  if (team_for(elements) == team_) return *this;
  std::call_once(few_made_,
                 [&] { few_ = std::make_unique<const odd_moduli_state>(values_, shared_, how_, elements); });
  return *few_;
}

odd_moduli_state::part_in_rns odd_moduli_state::in_rns(operation used, std::size_t elements,
                                                       std::uint32_t exponent_bits) const {
  const std::size_t first = plan::elements_in_rns(how_, values_->owner()->tuning(), used, values_->limbs(),
                                                  elements, exponent_bits);
  if (first == 0) return {nullptr, 0};
  std::call_once(rns_made_, [&] {
    const faults::collector own;  // as in even
    of_rns_.emplace(*values_, shared_, of(operation::product, 0), team_);
  });
  return {&*of_rns_, of_rns_->is_fit() ? first : 0};
}

const product_reduction* odd_moduli_state::by_reciprocals(std::size_t elements) const {
  if (!plan::reduces_by_reciprocals(how_, values_->owner()->tuning(), values_->limbs(), elements))
    return nullptr;
  std::call_once(reciprocals_made_, [&] { by_reciprocals_.emplace(*values_, shared_); });
  return &*by_reciprocals_;
}

const failures& odd_moduli_state::even() const {
  std::call_once(even_made_, [&] {
    const faults::collector own;  // they outlive the operation that asks for them first
    const auto words = std::make_shared<const exec::buffer<limb>>(values_->executor(), values_->size());
    if (values_->size() > 0)
      values_->executor().launch(
          kernels::batch_even_arguments{values_->span(), words->data(), values_->elements()});
    even_ = {words, shared_ ? std::size_t{0} : std::size_t{1}};
  });
  return even_;
}

kernels::batch_span odd_moduli_state::modulus(std::size_t first) const {
  return from(shared_ ? for_all(values_->span()) : values_->span(), first);
}

kernels::odd_modulus odd_moduli_state::of(operation used, std::size_t first) const {
  const kernels::batch_span square = square_for(how(used)).span();
  return {how(used), modulus(first), from(shared_ ? for_all(square) : square, first)};
}

odd_moduli_state::wide odd_moduli_state::make_wide() const {
  constexpr std::size_t prime_bits = 28;
  const faults::verifier::covered here;
  const scoped_context use(context_of(values_->owner()));
  const gpu_bigint prime = faults::random_short_prime();
  const bigint_batch values = batch_access::value(values_);
  if (shared_) return {prime, odd_moduli(values[0] * prime, how_)};
  const bigint_batch primes = bigint_batch::filled(values.size(), prime, limb_bits);
  return {prime, odd_moduli(mul_full(values, primes).resized(values.bits() + prime_bits), how_)};
}

const batch& odd_moduli_state::square_for(kernels::arithmetic how) const {
  const bool words = how == kernels::arithmetic::words;
  std::optional<batch>& found = words ? of_words_ : of_doubles_;
  std::call_once(words ? words_made_ : doubles_made_, [&] { found.emplace(make_square(how)); });
  return *found;
}

batch odd_moduli_state::make_square(kernels::arithmetic how) const {
  const faults::collector own;  // as in even
  batch square(values_->owner(), values_->size(), values_->bits());
  if (values_->size() > 0)
    values_->executor().launch(
        kernels::montgomery_arguments{how, values_->span(), square.target(), values_->elements(), team_});
  square.seal();
  return square;
}

}  // namespace detail

namespace {

std::shared_ptr<const detail::batch> one_number(const gpu_bigint& modulus) {
  const scoped_context use(modulus.context());
  if (modulus.sign() <= 0 || modulus.to_limbs().front() % 2 == 0)
    throw std::domain_error(concat("modulus of ", modulus.bit_length(),
                                   " bits for all elements of a batch: not odd and positive"));
  const std::size_t bits = std::max<std::size_t>(limb_bits, modulus.bit_length());
  if (bits > plan::longest_batch_bits)
    throw std::length_error(concat("modulus of ", bits, " bits for all elements of a batch: longer than ",
                                   plan::longest_batch_bits));
  return detail::storage_of(bigint_batch::from_numbers(std::array{modulus}, bits));
}

constexpr std::size_t many_elements = std::size_t{1} << 31;

}  // namespace

odd_moduli::odd_moduli(const bigint_batch& moduli, modular_arithmetic how)
    : state_(std::make_shared<const detail::odd_moduli_state>(detail::storage_of(moduli), false, how,
                                                              moduli.size())) {}
odd_moduli::odd_moduli(const gpu_bigint& modulus, modular_arithmetic how)
    : state_(
          std::make_shared<const detail::odd_moduli_state>(one_number(modulus), true, how, many_elements)) {}

std::size_t odd_moduli::bits() const noexcept {
  return state_->values().bits();
}

}  // namespace gbi
