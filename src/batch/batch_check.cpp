#include "src/batch/batch_check.hpp"

#include "src/batch/storage.hpp"

namespace gbi::detail {

namespace {

/// Whether an order holds for all elements except those in `undefined`, which is in ascending order.
template <class Holds>
bool for_all(const std::vector<signed char>& orders, const std::vector<std::size_t>& undefined,
             const Holds& holds) {
  std::size_t next = 0;
  for (std::size_t g = 0; g < orders.size(); ++g) {
    if (next < undefined.size() && undefined[next] == g)
      ++next;
    else if (!holds(orders[g]))
      return false;
  }
  return true;
}

}  // namespace

batch_checksums::batch_checksums(const bigint_batch& like)
    : prime_(storage_of(like)->owner()->verifier().table()->modulus().prime),
      primes_(bigint_batch::filled(like.size(), prime_, limb_bits)),
      modulus_(prime_) {}

bool are_equal(const bigint_batch& a, const bigint_batch& b, const std::vector<std::size_t>& undefined) {
  return for_all(compare(a, b), undefined, [](signed char order) { return order == 0; });
}

bool is_quotient(const batch_quotient& found, const bigint_batch& b, const batch_checksums& by,
                 const bigint_batch& of_a, const bigint_batch& of_b) {
  const std::vector<std::size_t> undefined = found.quotient.undefined();
  const bigint_batch multiple = by.product(by.of(found.quotient), of_b);
  return for_all(compare(found.remainder, b), undefined, [](signed char order) { return order < 0; }) &&
         are_equal(multiple, by.difference(of_a, by.of(found.remainder)), undefined);
}

}  // namespace gbi::detail
