/// \file
/// Limbs of a number as a number of their own.
#include <algorithm>
#include <optional>

#include "src/distribute/redistribute.hpp"
#include "src/distribute/value.hpp"
#include "src/faults/operation_scope.hpp"

namespace gbi::distribute {

distributed_bigint slice(const distributed_bigint& a, range limbs, std::optional<rank_range> to) {
  const value& from = *access::of(a);
  group& on = from.on();
  const faults::operation_scope scope("slice of a distributed number", limbs.size());
  const std::size_t below = limbs.begin * limb_bits;
  const std::size_t bits = std::min(limbs.size() * limb_bits, from.bits() > below ? from.bits() - below : 0);
  std::shared_ptr<value> result;
  std::optional<redistribution> moved;
  agree(
      on,
      [&] {
        from.memory.depend();
        result = std::make_shared<value>(from.handle(),
                                         slabs::of(limbs_of(bits), on.size(), to.value_or(on.all())), bits);
        moved.emplace(on, from.where().all(), result->where().map([&](range own) {
          return range{own.begin + limbs.begin, own.end + limbs.begin};
        }));
      },
      [&](rank& r) {
        const std::size_t own = result->index_of(r);
        result->allocate(r);
        r.executor.clear(result->sign_word(own), sizeof(limb));
        moved->receive_at(r, result->limbs(own));
      });
  moved->run(from.sources());
  result->know_negative(false);
  result->memory.seal();
  return access::make(std::move(result));
}

}  // namespace gbi::distribute
