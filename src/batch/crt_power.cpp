/// \file
/// Powers modulo n = p q. Let x be the power modulo p. Then n has the idempotent e = q (1/q mod p), which is
/// 1 modulo p and 0 modulo q, so that x e and its counterpart for q add up to the power modulo n:
///
///     x e = (x (1/q mod p) mod p) q        modulo n
///
/// Both terms are below n, so n is subtracted from their sum at most once. Unlike in Garner's method, neither
/// factor has to wait for the other.
#include "gpu_bigint/crt_power.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>

#include "gpu_bigint/batch_mask.hpp"
#include "gpu_bigint/gcd.hpp"
#include "src/batch/batch_check.hpp"
#include "src/batch/divide.hpp"
#include "src/batch/modular.hpp"
#include "src/batch/odd_moduli.hpp"
#include "src/batch/pieces.hpp"
#include "src/batch/storage.hpp"
#include "src/plan/rns_plan.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace detail {

namespace {

using stored = std::shared_ptr<const batch>;

stored one_number(const gpu_bigint& value, std::size_t bits) {
  return storage_of(bigint_batch::from_numbers(std::array{value}, bits));
}

/// Every second element, from `first` on.
kernels::batch_span every_second(const batch& a, std::size_t first) {
  kernels::batch_span span = from(a.span(), first);
  span.element_stride = 2;
  return span;
}

/// The elements of a and b by turns, `pairs` of them.
stored by_turns(const kernels::batch_span& a, const kernels::batch_span& b, const batch& like,
                std::size_t pairs) {
  const auto result = std::make_shared<batch>(like.owner(), 2 * pairs, like.bits());
  kernels::batch_target to = result->target();
  to.element_stride = 2;
  for (const kernels::batch_span& from : {a, b}) {
    like.executor().launch(kernels::batch_copy_arguments{from, to, static_cast<std::uint32_t>(pairs)});
    ++to.limbs;
  }
  result->seal();
  return result;
}

/// What powers modulo a factor need, for all elements together or for each.
struct numbers_of_factor {
  stored modulus, exponent;
  stored coefficient;  ///< 1/q modulo p
  stored cofactor;     ///< q
};

class factor_powers {
 public:
  factor_powers(numbers_of_factor of, bool shared, std::uint32_t exponent_bits, modular_arithmetic how,
                std::size_t elements)
      : numbers_(std::move(of)),
        moduli_(numbers_.modulus, shared, how, elements),
        shared_(shared),
        exponent_bits_(exponent_bits) {}

  const numbers_of_factor& numbers() const noexcept { return numbers_; }
  std::uint32_t exponent_bits() const noexcept { return exponent_bits_; }

  /// base modulo the factor
  batch remainders(const batch& base) const {
    batch result(base.owner(), base.size(), numbers_.modulus->bits());
    const exec::buffer<limb> failed(base.executor(), base.size());
    queue_division(*base.owner(), {base.span(),
                                   span(numbers_.modulus),
                                   {nullptr, 0, 0, 0, 0},
                                   result.target(),
                                   nullptr,
                                   failed.data(),
                                   base.elements()});
    result.seal();
    return result;
  }

  /// (base^exponent coefficient mod modulus) cofactor
  stored terms(const batch& base) const {
    const odd_moduli_state& n = moduli_.for_elements(base.size());
    const bigint_batch power = modular_power(remainders(base), {span(numbers_.exponent), exponent_bits_}, n),
                       scaled = modular_product(*storage_of(power), span(numbers_.coefficient), n);
    const batch& x = *storage_of(scaled);
    const auto result = std::make_shared<batch>(base.owner(), base.size(), 2 * x.bits());
    const plan::product_team team =
        plan::choose_product_team({x.limbs(), x.limbs(), result->limbs(), x.size()}, base.owner()->tuning());
    base.executor().launch(kernels::batch_product_arguments{
        x.span(), span(numbers_.cofactor), result->target(), 0, x.elements(), team.order, team.shape});
    result->seal();
    return result;
  }

 private:
  kernels::batch_span span(const stored& which) const {
    return shared_ ? for_all(which->span()) : which->span();
  }

  numbers_of_factor numbers_;
  odd_moduli_state moduli_;
  bool shared_;
  std::uint32_t exponent_bits_;
};

const gpu_bigint& required(const crt_power::factor& of) {
  const auto refuse = [&](const std::string& why) {
    throw std::domain_error("powers modulo two factors: " + why);
  };
  if (of.modulus.sign() <= 0 || of.modulus.to_limbs().front() % 2 == 0)
    refuse(concat("a factor of ", of.modulus.bit_length(), " bits is not odd and positive"));
  if (of.exponent.sign() < 0) refuse(concat("a negative exponent of ", of.exponent.bit_length(), " bits"));
  constexpr std::size_t longest = plan::longest_batch_bits;
  if (of.modulus.bit_length() > longest / 2 || of.exponent.bit_length() > longest)
    throw std::length_error(concat("powers modulo two factors: a factor of ", of.modulus.bit_length(),
                                   " bits with an exponent of ", of.exponent.bit_length(), ", longer than ",
                                   longest / 2, " and ", longest));
  return of.modulus;
}

}  // namespace

class crt_power_state {
 public:
  crt_power_state(const crt_power::factor& p, const crt_power::factor& q, modular_arithmetic how)
      : how_(how),
        modulus_(required(p) * required(q)),
        bits_(std::max<std::size_t>(limb_bits, modulus_.bit_length())),
        n_(one_number(modulus_, bits_)),
        p_(of_factor(p, q), true, length_of(p.exponent), how, many_elements),
        q_(of_factor(q, p), true, length_of(q.exponent), how, many_elements) {}

  const stored& modulus() const noexcept { return n_; }
  std::size_t bits() const noexcept { return bits_; }

  bigint_batch power(const batch& base) const {
    if (base.size() == 0) return value_of(std::make_shared<batch>(base.owner(), 0, bits_));
    const bool together =
        plan::powers_take_one_batch(how_, base.owner()->tuning(), p_.numbers().modulus->limbs(), base.size(),
                                    std::max(p_.exponent_bits(), q_.exponent_bits()));
    if (!together) return sum(p_.terms(base)->span(), q_.terms(base)->span(), base);
    const stored both = pairs(base.size())->terms(*by_turns(base.span(), base.span(), base, base.size()));
    return sum(every_second(*both, 0), every_second(*both, 1), base);
  }

  /// The same by operations that check their own results.
  bigint_batch checked_power(const bigint_batch& base) const {
    const auto repeated = [&](const stored& number) {
      return bigint_batch::filled(base.size(), batch_access::value(number)[0], number->bits());
    };
    const auto terms_of = [&](const factor_powers& factor) {
      const numbers_of_factor& numbers = factor.numbers();
      const bigint_batch modulus = repeated(numbers.modulus);
      const odd_moduli n(modulus, how_);
      const bigint_batch power =
          pow_mod(div_rem(base, modulus).remainder, batch_access::value(numbers.exponent)[0], n);
      return mul_full(mul_mod(power, repeated(numbers.coefficient), n), repeated(numbers.cofactor))
          .resized(bits_);
    };
    const bigint_batch of_p = terms_of(p_), to_n = repeated(n_) - terms_of(q_);
    return select(of_p >= to_n, of_p - to_n, of_p - to_n + repeated(n_));
  }

 private:
  static constexpr std::size_t many_elements = std::size_t{1} << 31;

  static std::uint32_t length_of(const gpu_bigint& exponent) {
    return exponent.sign() == 0 ? 0 : static_cast<std::uint32_t>(exponent.bit_length());
  }

  static numbers_of_factor of_factor(const crt_power::factor& p, const crt_power::factor& q) {
    const auto width = [](std::size_t a, std::size_t b) {
      return std::max<std::size_t>(limb_bits, (std::max(a, b) + limb_bits - 1) / limb_bits * limb_bits);
    };
    const std::optional<gpu_bigint> coefficient = try_invert(q.modulus, p.modulus);
    if (!coefficient)
      throw std::domain_error(concat("powers modulo factors of ", p.modulus.bit_length(), " and ",
                                     q.modulus.bit_length(), " bits: they have a common divisor"));
    const std::size_t bits = width(p.modulus.bit_length(), q.modulus.bit_length());
    return {one_number(p.modulus, bits),
            one_number(p.exponent, width(p.exponent.bit_length(), q.exponent.bit_length())),
            one_number(*coefficient, bits), one_number(q.modulus, bits)};
  }

  bigint_batch sum(const kernels::batch_span& a, const kernels::batch_span& b, const batch& like) const {
    auto result = std::make_shared<batch>(like.owner(), like.size(), bits_);
    like.executor().launch(
        kernels::batch_add_modulo_arguments{a, b, for_all(n_->span()), result->target(), like.elements()});
    return value_of(std::move(result));
  }

  /// Both factors by turns, for at least `elements` elements of each.
  std::shared_ptr<const factor_powers> pairs(std::size_t elements) const {
    const std::scoped_lock lock(mutex_);
    if (pairs_ == nullptr || pairs_->numbers().modulus->size() < 2 * elements) {
      const faults::collector own;  // they outlive the operation that asks for them first
      const std::size_t count = std::bit_ceil(elements);
      const auto both = [&](stored numbers_of_factor::*which) {
        const batch &of_p = *(p_.numbers().*which), &of_q = *(q_.numbers().*which);
        return by_turns(for_all(of_p.span()), for_all(of_q.span()), of_p, count);
      };
      using numbers = numbers_of_factor;
      pairs_ = std::make_shared<const factor_powers>(
          numbers{both(&numbers::modulus), both(&numbers::exponent), both(&numbers::coefficient),
                  both(&numbers::cofactor)},
          false, std::max(p_.exponent_bits(), q_.exponent_bits()), how_, 2 * count);
    }
    return pairs_;
  }

  modular_arithmetic how_;
  gpu_bigint modulus_;
  std::size_t bits_;
  stored n_;
  factor_powers p_, q_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const factor_powers> pairs_;
};

}  // namespace detail

crt_power::crt_power(const factor& p, const factor& q, modular_arithmetic how)
    : state_([&] {
        const scoped_context use(p.modulus.context());
        return std::make_shared<const detail::crt_power_state>(p, q, how);
      }()) {}

std::size_t crt_power::bits() const noexcept {
  return state_->bits();
}

bigint_batch crt_power::operator()(const bigint_batch& base) const {
  const detail::batch& x = *detail::storage_of(base);
  if (x.owner() != state_->modulus()->owner())
    throw std::invalid_argument(concat("powers of ", x.size(), " x ", x.bits(),
                                       " bits modulo two factors: the factors are in another context"));
  return detail::compose(
      "powers modulo two factors", [&] { return state_->power(x); },
      [&] {
        const scoped_context use(base.context());
        return state_->checked_power(base);
      },
      base, bits());
}

}  // namespace gbi
