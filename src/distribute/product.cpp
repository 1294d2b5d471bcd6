/// \file
/// The product of two numbers in slabs: shared by several ranks, or on one of them, if that is faster. Then
/// both numbers are gathered there, multiplied as ever, and the slabs of the product sent back.
#include <memory>
#include <optional>

#include "src/distribute/shared_product.hpp"
#include "src/distribute/value.hpp"
#include "src/ground/number.hpp"

namespace gbi {

namespace {

/// |a b| with the sign words' product as its sign, computed on the first rank. Collective.
std::shared_ptr<distribute::value> multiply_on_one_rank(const distributed_bigint& a,
                                                        const distributed_bigint& b) {
  const distribute::value &x = *distribute::access::of(a), &y = *distribute::access::of(b);
  distribute::group& on = x.on();
  std::vector<bool> first(static_cast<std::size_t>(on.size()));
  first[0] = true;
  const bool is_here = on.first() == 0;
  gpu_bigint product;
  const auto factor = distribute::gather(a, first);
  const auto other = &x == &y ? factor : distribute::gather(b, first);
  distribute::agree(
      on,
      [&] {
        if (!is_here) return;
        product = factor.front() * other.front();
        if (detail::number_of(product) == nullptr) {  // a zero of no context
          const scoped_context here(on.context_of(0));
          product = gpu_bigint(0);
        }
        // Other processes would not hear of a fault that is found later.
        if (on.local() != on.size()) exec::require_right(detail::number_of(product)->evidence());
      },
      [](distribute::rank&) {});
  return distribute::scatter(x.handle(), 0, is_here ? &product : nullptr, x.bits() + y.bits());
}

}  // namespace

distributed_bigint distributed_bigint::times(const distributed_bigint& b) const {
  if (value_ == nullptr) return *this;
  if (b.value_ == nullptr) return b;
  const distribute::value &x = *value_, &y = *b.value_;
  distribute::require_same_group(x, y, "product");
  if (x.bits() == 0 || y.bits() == 0) return {distribute::from_host(x.handle(), {}, false), false};
  const bool turned = turned_ != b.turned_;
  if (const auto how = distribute::choose_sharing(x, y))
    return {distribute::multiply_shared(x, y, *how), turned};
  return {multiply_on_one_rank({value_, false}, {b.value_, false}), turned};
}

}  // namespace gbi
