/// \file
/// The moduli of modular operations on batches, with what the arithmetic modulo them needs.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "gpu_bigint/bigint_batch.hpp"
#include "src/batch/product_reduction.hpp"
#include "src/batch/rns_power.hpp"
#include "src/batch/storage.hpp"
#include "src/plan/team_shape.hpp"

namespace gbi::detail {

/// Moduli, and R^2 mod n for the R of their team, computed for each arithmetic on first use.
class odd_moduli_state {
 public:
  using operation = plan::modular_operation;

  /// \param elements the number of elements with these moduli, or a guess if they share one
  odd_moduli_state(std::shared_ptr<const batch> values, bool shared, modular_arithmetic how,
                   std::size_t elements)
      : values_(std::move(values)),
        how_(how),
        product_(plan::choose_arithmetic(how, values_->owner()->tuning(), operation::product)),
        power_(plan::choose_arithmetic(how, values_->owner()->tuning(), operation::power)),
        team_(team_for(elements)),
        shared_(shared) {}

  /// The moduli for this many elements. Few elements that share a modulus, or that have the first of many,
  /// have other teams, which represent it in another form.
  const odd_moduli_state& for_elements(std::size_t elements) const;

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
  std::shared_ptr<const wide> widened(bool again) const;
  /// Whether results can be checked: the widest moduli have no room for the prime.
  bool can_widen() const noexcept { return values_->bits() + limb_bits <= plan::longest_batch_bits; }

  /// The moduli for residues, and the number of elements, from the first, that the operation computes in
  /// them.
  struct part_in_rns {
    const rns_moduli* form;
    std::size_t elements;
  };
  part_in_rns in_rns(operation used, std::size_t elements, std::uint32_t exponent_bits) const;

  /// The limbs of a thread that computes one of this many products, or 0 if teams do.
  int limbs_of_quotients(std::size_t elements) const {
    return plan::limbs_of_quotients(how_, values_->owner()->tuning(), values_->limbs(), elements);
  }

  /// The moduli with reciprocals, if products of this many elements are three products of their width.
  const product_reduction* by_reciprocals(std::size_t elements) const;

  /// The elements whose modulus is even. Their results are undefined.
  const failures& even() const;

  /// The moduli of the elements from `first` on.
  kernels::batch_span modulus(std::size_t first) const;
  /// The same with their squares.
  kernels::odd_modulus of(operation used, std::size_t first) const;

 private:
  kernels::team_shape team_for(std::size_t elements) const {
    return plan::choose_team(values_->limbs(), elements, values_->owner()->tuning(),
                             product_ == power_ ? product_ : kernels::arithmetic::words);
  }

  wide make_wide() const;

  const batch& square_for(kernels::arithmetic how) const;
  batch make_square(kernels::arithmetic how) const;

  std::shared_ptr<const batch> values_;
  modular_arithmetic how_;
  kernels::arithmetic product_, power_;
  kernels::team_shape team_;
  bool shared_;
  mutable std::once_flag even_made_, words_made_, doubles_made_, rns_made_, reciprocals_made_, few_made_;
  mutable std::unique_ptr<const odd_moduli_state> few_;
  mutable std::optional<rns_moduli> of_rns_;
  mutable std::optional<product_reduction> by_reciprocals_;
  mutable failures even_;
  mutable std::optional<batch> of_words_, of_doubles_;
  mutable std::mutex wide_mutex_;
  mutable std::shared_ptr<const wide> wide_;
};

struct moduli_access {
  static const odd_moduli_state& state(const odd_moduli& n) noexcept { return *n.state_; }
};
inline const odd_moduli_state& state_of(const odd_moduli& n) noexcept {
  return moduli_access::state(n);
}

}  // namespace gbi::detail
