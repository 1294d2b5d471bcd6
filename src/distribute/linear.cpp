/// \file
/// Sums, differences, products with a word, and shifts of numbers in slabs. Each rank computes its slab
/// independently; carries between slabs follow (carry.hpp).
#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <vector>

#include "kernels/convolution/arguments.hpp"
#include "src/distribute/carry.hpp"
#include "src/distribute/redistribute.hpp"
#include "src/distribute/value.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number/carry_chain.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace {

using distribute::range;
using distribute::rank;
using distribute::value;

/// The limbs of an operand that each rank computes its slab of a result from.
range same_limbs(const value& operand, range slab) {
  return common(slab, operand.where().whole());
}

/// A result of which each rank computes its slab from parts of the operands.
class construction {
 public:
  /// Takes memory on all ranks, and then moves the parts to them. Collective.
  /// \param part_of the limbs of an operand for a slab: part_of(operand, slab)
  /// \param word the scratch word of every rank, if there is one at the beginning
  template <class PartOf>
  construction(const distribute::slabs& where, std::size_t bits, const std::vector<const value*>& operands,
               PartOf&& part_of, std::optional<limb> word = std::nullopt)
      : on_(operands.front()->on()) {
    agree(
        on_,
        [&] {
          for (const value* a : operands) a->memory.depend();
          result_ = std::make_shared<value>(operands.front()->handle(), where, bits);
          carries_.emplace(*result_);
          chains_ = std::vector<std::optional<numbers::carry_chain>>(result_->local());
          words_.resize(result_->local());
          parts_.reserve(operands.size());
          for (const value* a : operands)
            parts_.push_back(
                {{on_, a->where().all(), where.map([&](range slab) { return part_of(*a, slab); })},
                 a->sources()});
        },
        [&](rank& r) {
          result_->allocate(r);
          const std::size_t own = result_->index_of(r);
          chains_[own].emplace(r.engine.chains(), result_->own(own).size() + 1, 1);
          words_[own] = {result_->scratch(own), result_->scratch(own)};
          for (part& each : parts_) each.moved.allocate(r);
          if (word) r.executor.upload(result_->scratch(own), &*word, sizeof *word);
        });
    for (part& each : parts_) each.moved.run(each.sources);
  }

  const value& result() const { return *result_; }
  kernels::limb_span part_of(std::size_t operand, std::size_t own) const {
    return parts_[operand].moved.at(own);
  }
  /// The limbs of a local rank and the limb above them.
  kernels::limb_target with_overhang(std::size_t own) const {
    return {result_->limbs(own), result_->own(own).size() + 1, 0};
  }
  kernels::tile_chain chain(std::size_t own) const { return chains_[own]->get(); }

  /// Calls launch(executor, local rank) for each local rank.
  template <class Launch>
  void compute(Launch&& launch) {
    on_.step([&](rank& r) { launch(r.executor, result_->index_of(r)); });
  }
  /// Leaves the largest scratch word of all ranks in each of them. Collective.
  void share_largest_word() { on_.link().all_reduce(words_, 1, communicator::reduction::max); }
  distribute::carries& carries() { return *carries_; }

  distributed_bigint finish(std::optional<bool> negative, bool negated) {
    result_->know_negative(negative);
    result_->memory.seal();
    return distribute::access::make(std::move(result_), negated);
  }

 private:
  struct part {
    distribute::redistribution moved;
    std::vector<const limb*> sources;
  };

  distribute::group& on_;
  std::shared_ptr<value> result_;
  std::optional<distribute::carries> carries_;
  std::vector<std::optional<numbers::carry_chain>> chains_;
  std::vector<communicator::buffers> words_;
  std::vector<part> parts_;
};

}  // namespace

distributed_bigint distributed_bigint::plus(const distributed_bigint& b, bool subtract) const {
  if (b.value_ == nullptr) return *this;
  if (value_ == nullptr) return subtract ? -b : b;
  const value &x = *value_, &y = *b.value_;
  distribute::require_same_group(x, y, subtract ? "difference" : "sum");
  // +-x +- y = +-(x +- y), where the outer sign is that of this number.
  const bool differs = (subtract != negated_) != b.negated_;
  const auto sign_x = x.known_negative(), sign_y = y.known_negative();
  const bool magnitudes_add = sign_x && sign_y && (*sign_x != *sign_y) == differs;

  const faults::operation_scope scope(subtract ? "distributed difference" : "distributed sum",
                                      x.where().limbs(), y.where().limbs());
  const std::size_t bits = std::max(x.bits(), y.bits()) + 1;
  const distribute::slabs& longer = (x.bits() >= y.bits() ? x : y).where();
  construction made(longer.resized(distribute::limbs_of(bits)), bits, {&x, &y}, same_limbs);
  const value& result = made.result();
  if (!magnitudes_add) {
    made.compute([&](exec::executor& executor, std::size_t own) {
      limb* const order = result.scratch(own);
      executor.clear(order, sizeof(limb));
      executor.launch(kernels::compare_arguments{made.part_of(0, own), made.part_of(1, own), order,
                                                 result.own(own).begin});
    });
    made.share_largest_word();
  }
  made.compute([&](exec::executor& executor, std::size_t own) {
    kernels::add_rule rule{.sign_result = result.sign_word(own)};
    if (magnitudes_add) {
      // The sign word of a zero may have either sign, so the sign that the host knows counts.
      rule.sign = *sign_x ? 1 : 0;
    } else {
      rule.subtract = differs;
      rule.sign_a = x.sign_word(own);
      rule.sign_b = y.sign_word(own);
      rule.order = result.scratch(own);
    }
    executor.launch(kernels::add_arguments{made.part_of(0, own), made.part_of(1, own),
                                           made.with_overhang(own), rule, made.chain(own)});
  });
  made.carries().settle(distribute::overhang::with_sign);
  return made.finish(magnitudes_add ? sign_x : std::nullopt, negated_);
}

distributed_bigint distributed_bigint::plus_word(bool negative, std::uint64_t word) const {
  if (value_ == nullptr && word != 0)
    throw std::invalid_argument(concat("sum of a distributed zero without a group and ", word));
  if (word == 0) return *this;
  return plus({distribute::from_host(value_->handle(), {&word, 1}, negative), false}, false);
}

distributed_bigint distributed_bigint::times_word(bool negative, std::uint64_t word) const {
  if (value_ == nullptr) return *this;
  const value& x = *value_;
  if (word == 0 || x.bits() == 0) return {distribute::from_host(x.handle(), {}, false), false};
  const faults::operation_scope scope("distributed product with a word", x.where().limbs());
  const std::size_t bits = x.bits() + distribute::bits_of(word);
  construction made(x.where().resized(distribute::limbs_of(bits)), bits, {&x}, same_limbs, word);
  const value& result = made.result();
  made.compute([&](exec::executor& executor, std::size_t own) {
    executor.launch(kernels::limb_product_arguments{
        made.part_of(0, own), {result.scratch(own), 1, 0}, made.with_overhang(own), {}, made.chain(own)});
    executor.copy(result.sign_word(own), x.sign_word(own), sizeof(limb));
  });
  made.carries().settle(distribute::overhang::whole);
  return made.finish(x.known_negative(), negated_ != negative);
}

namespace {

/// The limbs of a number that supply the bits of a slab, if bit k of the result is bit k + offset of the
/// number.
struct shifted_slab {
  range from;
  std::int64_t offset;  ///< offset of the slab's lowest bit from the lowest bit of `from`

  shifted_slab(range slab, std::int64_t shift, std::size_t limbs) {
    const auto clipped = [&](std::int64_t limb) {
      return static_cast<std::size_t>(std::clamp<std::int64_t>(limb, 0, static_cast<std::int64_t>(limbs)));
    };
    const std::int64_t first = static_cast<std::int64_t>(slab.begin * limb_bits) + shift;
    const std::int64_t last = static_cast<std::int64_t>(slab.end * limb_bits) + shift;
    // Arithmetic shifts round down.
    from.begin = slab.size() == 0 ? 0 : clipped(first >> 6);
    from.end = slab.size() == 0 ? 0 : std::max(from.begin, clipped((last + 63) >> 6));
    offset = first - static_cast<std::int64_t>(from.begin * limb_bits);
  }
};

}  // namespace

distributed_bigint distributed_bigint::shifted(std::int64_t bits, bool left) const {
  const char* const operation = left ? "shift to the left" : "shift to the right";
  if (bits < 0) throw std::invalid_argument(concat(operation, " by ", bits, " bits: the count is negative"));
  if (value_ == nullptr || bits == 0 || value_->bits() == 0) return *this;
  const value& x = *value_;
  // A right shift by more than all bits gives 0 or -1, just as a shift by all bits does.
  const std::size_t count =
      left ? static_cast<std::size_t>(bits) : std::min(static_cast<std::size_t>(bits), x.bits());
  // A quarter of the largest size is more than any memory.
  if (left && count > std::numeric_limits<std::size_t>::max() / 4 - x.bits())
    throw out_of_memory(concat(operation, " by ", bits, " bits: no memory is that large"));
  const bool surely_positive = x.known_negative() == negated_;
  const std::size_t remaining = left ? x.bits() + count : x.bits() > count ? x.bits() - count : 0;
  if (remaining == 0 && surely_positive) return {distribute::from_host(x.handle(), {}, false), false};
  // Rounding a negative number down may carry.
  const bool rounds = !left && !surely_positive;
  const std::size_t result_bits = remaining + (rounds ? 1 : 0);

  const faults::operation_scope scope(operation, x.where().limbs(), bits);
  const std::int64_t shift = left ? -bits : static_cast<std::int64_t>(count);
  const auto part_of = [&](const value& a, range slab) {
    return shifted_slab(slab, shift, a.where().limbs());
  };
  construction made(x.where().resized(distribute::limbs_of(result_bits)), result_bits, {&x},
                    [&](const value& a, range slab) { return part_of(a, slab).from; });
  const value& result = made.result();
  made.compute([&](exec::executor& executor, std::size_t own) {
    executor.launch(kernels::shift_arguments{made.part_of(0, own),
                                             {result.limbs(own), result.own(own).size(), 0},
                                             part_of(x, result.own(own)).offset});
    executor.copy(result.sign_word(own), x.sign_word(own), sizeof(limb));
    if (!rounds) return;
    limb* const lost = result.scratch(own);
    const std::size_t end = distribute::limbs_of(count), top_bits = count % limb_bits;
    const range below = common(x.own(own), {0, end});
    const limb last_mask = below.end == end && top_bits != 0 ? (limb{1} << top_bits) - 1 : ~limb{0};
    executor.clear(lost, sizeof(limb));
    executor.launch(kernels::significant_arguments{{x.limbs(own), below.size(), 0}, last_mask, lost});
  });
  if (rounds) {
    made.share_largest_word();
    made.carries().round_down(negated_);
  }
  return made.finish(x.known_negative(), negated_);
}

}  // namespace gbi
