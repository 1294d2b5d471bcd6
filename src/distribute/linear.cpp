/// \file
/// Sums, differences, products with a word, and shifts of numbers in slabs. Each rank computes its slab
/// independently; carries between slabs follow (carry.hpp).
#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "src/distribute/carry.hpp"
#include "src/distribute/redistribute.hpp"
#include "src/distribute/value.hpp"
#include "src/exec/operation.hpp"
#include "src/ground/carry_chain.hpp"

namespace gbi {

namespace {

using distribute::interval;
using distribute::rank;
using distribute::value;

/// A result under construction, with the data that its launches need.
struct construction {
  std::shared_ptr<value> result;
  std::optional<distribute::carries> carries;
  std::vector<std::optional<ground::carry_chain>> chains;

  /// Called on the calling thread, in agree().
  void plan(const device_group& on, const distribute::slabs& where, std::size_t bits) {
    result = std::make_shared<value>(on, where, bits);
    carries.emplace(*result);
    chains = std::vector<std::optional<ground::carry_chain>>(result->local());
  }
  void allocate(rank& r) {
    result->allocate(r);
    const std::size_t own = result->index_of(r);
    chains[own].emplace(r.engine.chains(), result->own(own).size() + 1, 1);
  }
  /// The limbs of a local rank and the limb above them.
  kernels::limb_target with_overhang(std::size_t own) const {
    return {result->limbs(own), result->own(own).size() + 1, 0};
  }
  distributed_bigint finish(bool turned) {
    result->evidence = exec::evidence_so_far();
    return distribute::access::make(std::move(result), turned);
  }
};

/// The limbs of `a` that belong to each slab of a result, as a redistribution.
distribute::redistribution onto(const distribute::slabs& where, const value& a) {
  return {a.on(), a.where().all(), where.map([&](interval own) { return common(own, a.where().whole()); })};
}

}  // namespace

distributed_bigint distributed_bigint::plus(const distributed_bigint& b, bool subtract) const {
  if (b.value_ == nullptr) return *this;
  if (value_ == nullptr) return subtract ? -b : b;
  const value &x = *value_, &y = *b.value_;
  distribute::require_same_group(x, y, subtract ? "difference" : "sum");
  // +-x +- y = +-(x +- y), where the outer sign is that of this number.
  const bool differs = (subtract != turned_) != b.turned_;
  const auto sign_x = x.known_negative(), sign_y = y.known_negative();
  const bool magnitudes_add = sign_x && sign_y && (*sign_x != *sign_y) == differs;

  const exec::operation scope(subtract ? "distributed difference" : "distributed sum", x.where().limbs(),
                              y.where().limbs());
  distribute::group& on = x.on();
  const std::size_t bits = std::max(x.bits(), y.bits()) + 1;
  const distribute::slabs& longer = (x.bits() >= y.bits() ? x : y).where();
  construction made;
  std::optional<distribute::redistribution> move_x, move_y;
  std::vector<const limb*> from_x, from_y;
  std::vector<communicator::buffers> orders;
  agree(
      on,
      [&] {
        exec::depend_on(x.evidence);
        exec::depend_on(y.evidence);
        made.plan(x.handle(), longer.resized(distribute::limbs_of(bits)), bits);
        move_x.emplace(onto(made.result->where(), x));
        move_y.emplace(onto(made.result->where(), y));
        from_x = x.sources();
        from_y = y.sources();
        orders.resize(x.local());
      },
      [&](rank& r) {
        made.allocate(r);
        move_x->allocate(r);
        move_y->allocate(r);
      });
  const value& result = *made.result;
  move_x->run(from_x);
  move_y->run(from_y);
  if (!magnitudes_add) {
    on.step([&](rank& r) {
      const std::size_t own = result.index_of(r);
      limb* const order = result.scratch(own);
      r.executor.clear(order, sizeof(limb));
      r.executor.launch(
          kernels::compare_arguments{move_x->at(own), move_y->at(own), order, result.own(own).begin});
      orders[own] = {order, order};
    });
    on.link().all_reduce(orders, 1, communicator::reduction::max);
  }
  on.step([&](rank& r) {
    const std::size_t own = result.index_of(r);
    r.executor.launch(kernels::add_arguments{move_x->at(own),
                                             move_y->at(own),
                                             made.with_overhang(own),
                                             {.subtract = differs,
                                              .sign_a = x.sign_word(own),
                                              .sign_b = y.sign_word(own),
                                              .order = magnitudes_add ? nullptr : result.scratch(own),
                                              .sign_result = result.sign_word(own)},
                                             made.chains[own]->get()});
  });
  made.carries->settle(distribute::overhang::with_sign);
  if (magnitudes_add) result.know_negative(sign_x);
  return made.finish(turned_);
}

distributed_bigint distributed_bigint::plus_word(bool negative, std::uint64_t word) const {
  if (value_ == nullptr && word != 0)
    throw std::invalid_argument("sum of a distributed zero without a group and " + std::to_string(word));
  if (word == 0) return *this;
  return plus({distribute::from_host(value_->handle(), {&word, 1}, negative), false}, false);
}

distributed_bigint distributed_bigint::times_word(bool negative, std::uint64_t word) const {
  if (value_ == nullptr) return *this;
  const value& x = *value_;
  if (word == 0 || x.bits() == 0) return {distribute::from_host(x.handle(), {}, false), false};
  const exec::operation scope("distributed product with a word", x.where().limbs());
  distribute::group& on = x.on();
  const std::size_t bits = x.bits() + distribute::bits_of(word);
  construction made;
  std::optional<distribute::redistribution> move_x;
  std::vector<const limb*> from_x;
  agree(
      on,
      [&] {
        exec::depend_on(x.evidence);
        made.plan(x.handle(), x.where().resized(distribute::limbs_of(bits)), bits);
        move_x.emplace(onto(made.result->where(), x));
        from_x = x.sources();
      },
      [&](rank& r) {
        made.allocate(r);
        move_x->allocate(r);
        r.executor.upload(made.result->scratch(made.result->index_of(r)), &word, sizeof word);
      });
  const value& result = *made.result;
  move_x->run(from_x);
  on.step([&](rank& r) {
    const std::size_t own = result.index_of(r);
    r.executor.launch(kernels::limb_product_arguments{
        move_x->at(own), {result.scratch(own), 1, 0}, made.with_overhang(own), {}, made.chains[own]->get()});
    r.executor.copy(result.sign_word(own), x.sign_word(own), sizeof(limb));
  });
  made.carries->settle(distribute::overhang::whole);
  result.know_negative(x.known_negative());
  return made.finish(turned_ != negative);
}

namespace {

/// The limbs of a number that supply the bits of a slab, if bit k of the result is bit k + offset of the
/// number.
struct shifted_slab {
  interval from;
  std::int64_t offset;  ///< offset of the slab's lowest bit from the lowest bit of `from`

  shifted_slab(interval slab, std::int64_t shift, std::size_t limbs) {
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
  if (bits < 0)
    throw std::invalid_argument(std::string(operation) + " by " + std::to_string(bits) +
                                " bits: the count is negative");
  if (value_ == nullptr || bits == 0 || value_->bits() == 0) return *this;
  const value& x = *value_;
  // A right shift by more than all bits gives 0 or -1, just as a shift by all bits does.
  const std::size_t count =
      left ? static_cast<std::size_t>(bits) : std::min(static_cast<std::size_t>(bits), x.bits());
  // A quarter of the largest size is more than any memory.
  if (left && count > std::numeric_limits<std::size_t>::max() / 4 - x.bits())
    throw out_of_memory(std::string(operation) + " by " + std::to_string(bits) +
                        " bits: no memory is that large");
  const bool surely_positive = x.known_negative() == turned_;
  const std::size_t kept = left ? x.bits() + count : x.bits() > count ? x.bits() - count : 0;
  if (kept == 0 && surely_positive) return {distribute::from_host(x.handle(), {}, false), false};
  // Rounding a negative number down may carry.
  const bool rounds = !left && !surely_positive;
  const std::size_t result_bits = kept + (rounds ? 1 : 0);

  const exec::operation scope(operation, x.where().limbs(), bits);
  distribute::group& on = x.on();
  const std::int64_t shift = left ? -bits : static_cast<std::int64_t>(count);
  const auto slab_of = [&](interval own) { return shifted_slab(own, shift, x.where().limbs()); };
  construction made;
  std::optional<distribute::redistribution> moved;
  std::vector<const limb*> from_x, lost;
  std::vector<communicator::buffers> losses;
  agree(
      on,
      [&] {
        exec::depend_on(x.evidence);
        made.plan(x.handle(), x.where().resized(distribute::limbs_of(result_bits)), result_bits);
        moved.emplace(on, x.where().all(),
                      made.result->where().map([&](interval own) { return slab_of(own).from; }));
        from_x = x.sources();
        lost.resize(x.local());
        losses.resize(x.local());
      },
      [&](rank& r) {
        made.allocate(r);
        moved->allocate(r);
      });
  const value& result = *made.result;
  moved->run(from_x);
  on.step([&](rank& r) {
    const std::size_t own = result.index_of(r);
    r.executor.launch(kernels::shift_arguments{
        moved->at(own), {result.limbs(own), result.own(own).size(), 0}, slab_of(result.own(own)).offset});
    r.executor.copy(result.sign_word(own), x.sign_word(own), sizeof(limb));
    if (!rounds) return;
    limb* const word = result.scratch(own);
    const std::size_t end = distribute::limbs_of(count), rest = count % limb_bits;
    const interval below = common(x.own(own), {0, end});
    const limb last_mask = below.end == end && rest != 0 ? (limb{1} << rest) - 1 : ~limb{0};
    r.executor.clear(word, sizeof(limb));
    r.executor.launch(kernels::significant_arguments{{x.limbs(own), below.size(), 0}, last_mask, word});
    lost[own] = word;
    losses[own] = {word, word};
  });
  if (rounds) {
    on.link().all_reduce(losses, 1, communicator::reduction::max);
    made.carries->settle(distribute::overhang::none, {&lost, turned_});
  }
  result.know_negative(x.known_negative());
  return made.finish(turned_);
}

}  // namespace gbi
