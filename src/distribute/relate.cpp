/// \file
/// Comparison of numbers in slabs, and their remainder by a word.
#include <optional>
#include <stdexcept>

#include "src/distribute/redistribute.hpp"

#include "kernels/arithmetic/arguments.hpp"
#include "src/distribute/value.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/process/concat.hpp"

namespace gbi {

int distributed_bigint::compare(const distributed_bigint& b) const {
  if (value_ != nullptr && b.value_ != nullptr)
    distribute::require_same_group(*value_, *b.value_, "comparison");
  const int sign_a = sign(), sign_b = b.sign();
  if (sign_a != sign_b) return sign_a < sign_b ? -1 : 1;
  if (sign_a == 0) return 0;
  const distribute::value &x = *value_, &y = *b.value_;
  if (x.bits() != y.bits()) return (x.bits() < y.bits()) == (sign_a > 0) ? -1 : 1;
  if (&x == &y) return 0;

  const faults::operation_scope scope("comparison of distributed numbers", x.where().limbs());
  distribute::group& on = x.on();
  const distribute::range digits{0, distribute::limbs_of(x.bits())};
  std::optional<distribute::redistribution> move_y;
  std::vector<const limb*> from_y;
  distribute::shared_words order(on);
  agree(
      on,
      [&] {
        x.memory.require_right();
        y.memory.require_right();
        const auto own_digits = [&](distribute::range own) { return common(own, digits); };
        move_y.emplace(on, y.where().all(), x.where().map(own_digits));
        from_y = y.sources();
      },
      [&](distribute::rank& r) {
        order.allocate(r);
        move_y->allocate(r);
      });
  move_y->run(from_y);
  on.step([&](distribute::rank& r) {
    const std::size_t own = x.index_of(r);
    const kernels::limb_span of_y = move_y->at(own);
    r.executor.launch(
        kernels::compare_arguments{{x.limbs(own), of_y.count, 0}, of_y, order.at(own), x.own(own).begin});
  });
  order.reduce(communicator::reduction::max);
  const limb found = order.read()[0];
  if (found == 0) return 0;
  return (found % 2 == 1) == (sign_a > 0) ? 1 : -1;
}

namespace distribute {

residue residue_of(const value& x, limb modulus) {
  const faults::operation_scope scope("remainder of a distributed number by a word", x.where().limbs());
  group& on = x.on();
  shared_words sums(on);
  agree(
      on, [&] { x.memory.require_right(); }, [&](rank& r) { sums.allocate(r); });
  const auto by = kernels::word_modulus::of(modulus);
  on.step([&](rank& r) {
    const std::size_t own = x.index_of(r);
    r.executor.launch(kernels::word_checksum_arguments{x.span(own), x.own(own).begin, by, sums.at(own)});
    r.executor.copy(sums.at(own) + 2, x.sign_word(own), sizeof(limb));
  });
  sums.reduce(communicator::reduction::sum);
  const auto found = sums.read();
  return {by.reduce((kernels::wide_limb{found[1]} << 32) + found[0]), found[2]};
}

}  // namespace distribute

gpu_bigint distributed_bigint::remainder(std::uint64_t word) const {
  if (word == 0)
    throw std::domain_error(
        concat("remainder of a distributed number of at most ", bit_bound(), " bits by 0"));
  if (value_ == nullptr) return {};
  const limb found = distribute::residue_of(*value_, word).magnitude;
  return found != 0 && sign() < 0 ? -gpu_bigint(found) : gpu_bigint(found);
}

}  // namespace gbi
