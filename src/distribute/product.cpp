/// \file
/// The product of two numbers in slabs, on one rank: both are gathered there, multiplied as ever, and the
/// slabs of the product sent back.
#include <memory>
#include <optional>

#include "src/distribute/value.hpp"
#include "src/ground/number.hpp"

namespace gbi {

distributed_bigint distributed_bigint::times(const distributed_bigint& b) const {
  if (value_ == nullptr) return *this;
  if (b.value_ == nullptr) return b;
  const distribute::value &x = *value_, &y = *b.value_;
  distribute::require_same_group(x, y, "product");
  distribute::group& on = x.on();
  if (x.bits() == 0 || y.bits() == 0) return {distribute::from_host(x.handle(), {}, false), false};

  std::vector<bool> first(static_cast<std::size_t>(on.size()));
  first[0] = true;
  const bool is_here = on.first() == 0;
  gpu_bigint product;
  {
    const auto a = distribute::gather({value_, false}, first);
    const auto c = &x == &y ? a : distribute::gather({b.value_, false}, first);
    distribute::agree(
        on,
        [&] {
          if (!is_here) return;
          product = a.front() * c.front();
          // Other processes would not hear of a fault that is found later.
          if (on.local() != on.size()) exec::require_right(detail::number_of(product)->evidence());
        },
        [](distribute::rank&) {});
  }
  return {distribute::scatter(x.handle(), 0, is_here ? &product : nullptr, x.bits() + y.bits()),
          turned_ != b.turned_};
}

}  // namespace gbi
