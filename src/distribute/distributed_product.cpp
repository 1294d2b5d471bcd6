/// \file
/// The product of two numbers in slabs: shared by several ranks, or computed by one rank if that is faster.
/// That rank receives the missing parts of both operands and sends back the slabs of the product.
#include <memory>
#include <optional>
#include <vector>

#include "src/distribute/moduli_product.hpp"
#include "src/distribute/redistribute.hpp"
#include "src/distribute/shared_product.hpp"
#include "src/distribute/value.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/multiply/product.hpp"

namespace gbi {

namespace distribute {

namespace {

/// Intervals for all ranks, where only the first rank has limbs.
std::vector<range> on_first(const group& on, std::size_t limbs) {
  std::vector<range> result(static_cast<std::size_t>(on.size()));
  result[0] = {0, limbs};
  return result;
}

/// The operands and their product on the first rank, and the slabs of the product. In a group of one rank,
/// these are the slabs of the operands and of the product, and nothing moves.
class product_on_one_rank {
 public:
  product_on_one_rank(const value& x, const value& y)
      : x_(x),
        y_(y),
        on_(x.on()),
        limbs_(limbs_in(x) + limbs_in(y)),
        result_(std::make_shared<value>(x.handle(), slabs::of(limbs_, on_.size()), x.bits() + y.bits())),
        move_x_(on_, x.where().all(), on_first(on_, limbs_in(x))),
        move_y_(on_, y.where().all(), on_first(on_, limbs_in(y))),
        move_back_(on_, on_first(on_, limbs_), result_->where().all()),
        signs_(x.local()),
        sources_(x.local()) {}

  /// \throws out_of_memory
  void allocate(rank& r) {
    const std::size_t own = x_.index_of(r);
    result_->allocate(r);
    signs_[own] = result_->sign_word(own);
    move_x_.allocate(r);
    if (!is_square()) move_y_.allocate(r);
    if (on_.size() == 1) return;
    move_back_.receive_at(r, result_->limbs(own));
    if (r.number == 0) whole_ = exec::buffer<limb>(r.executor, limbs_);
  }

  void gather() {
    move_x_.run(x_.sources());
    if (!is_square()) move_y_.run(y_.sources());
  }

  /// \throws out_of_memory, device_error
  void multiply() {
    if (on_.first() != 0) return;
    const kernels::limb_span a = move_x_.at(0), b = is_square() ? a : move_y_.at(0);
    limb* const out = on_.size() == 1 ? result_->limbs(0) : whole_.data();
    products::run(on_.at(0).engine, {.a = a,
                                     .b = b,
                                     .out = {out, limbs_, 0},
                                     .sign = {x_.sign_word(0), y_.sign_word(0), result_->sign_word(0)}});
    // Other processes would not learn of a fault that is found later.
    if (on_.local() != on_.size()) faults::require_right(faults::evidence_so_far());
  }

  void scatter() {
    if (on_.size() == 1) return;
    if (on_.first() == 0) sources_[0] = whole_.data();
    move_back_.run(sources_);
    on_.link().broadcast(signs_, sizeof(limb), 0);
  }

  std::shared_ptr<value> finish() {
    const auto sign_x = x_.known_negative(), sign_y = y_.known_negative();
    if (is_square())
      result_->know_negative(false);
    else if (sign_x && sign_y)
      result_->know_negative(*sign_x != *sign_y);
    result_->memory.seal();
    return std::move(result_);
  }

 private:
  bool is_square() const noexcept { return &x_ == &y_; }

  const value &x_, &y_;
  group& on_;
  std::size_t limbs_;
  std::shared_ptr<value> result_;
  redistribution move_x_, move_y_, move_back_;
  exec::buffer<limb> whole_;
  std::vector<void*> signs_;
  std::vector<const limb*> sources_;
};

/// |a b| with the sign words' product as its sign, computed on the first rank. Collective.
std::shared_ptr<value> multiply_on_one_rank(const value& x, const value& y) {
  const faults::operation_scope scope("product on one rank", x.where().limbs(), y.where().limbs());
  std::optional<product_on_one_rank> product;
  agree(
      x.on(),
      [&] {
        x.memory.depend();
        y.memory.depend();
        product.emplace(x, y);
      },
      [&](rank& r) { product->allocate(r); });
  product->gather();
  agree(
      x.on(), [&] { product->multiply(); }, [](rank&) {});
  product->scatter();
  return product->finish();
}

}  // namespace

}  // namespace distribute

distributed_bigint distributed_bigint::times(const distributed_bigint& b) const {
  if (value_ == nullptr) return *this;
  if (b.value_ == nullptr) return b;
  const distribute::value &x = *value_, &y = *b.value_;
  distribute::require_same_group(x, y, "product");
  if (x.bits() == 0 || y.bits() == 0) return {distribute::from_host(x.handle(), {}, false), false};
  const bool negated = negated_ != b.negated_;
  const auto how = distribute::choose_sharing(x, y);
  if (how && how->plan.wraps) return distribute::multiply_by_moduli(*this, b, *how);
  if (how) return {distribute::multiply_shared(x, y, *how), negated};
  return {distribute::multiply_on_one_rank(x, y), negated};
}

}  // namespace gbi
