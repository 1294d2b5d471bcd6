#include "examples/rsa/operations.hpp"

#include <algorithm>
#include <gpu_bigint/batch_mask.hpp>
#include <string>
#include <vector>

namespace example {

void require_undone(const gbi::bigint_batch& messages, const gbi::bigint_batch& powers,
                    const public_key& key) {
  const std::vector<bool> undone = (public_operation(key)(powers) == messages).to_vector();
  if (const auto wrong = std::count(undone.begin(), undone.end(), false); wrong != 0)
    throw faulty_powers("RSA: " + std::to_string(wrong) + " of " + std::to_string(undone.size()) +
                        " powers are wrong, by a fault or a damaged key: nothing is released");
}

}  // namespace example
