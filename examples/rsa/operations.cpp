#include "examples/rsa/operations.hpp"

#include <algorithm>
#include <gpu_bigint/batch_mask.hpp>
#include <gpu_bigint/gcd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace example {

namespace {

private_key with_larger_first(private_key key) {
  if (key.p < key.q) {
    std::swap(key.p, key.q);
    std::swap(key.exponent_p, key.exponent_q);
    key.coefficient = gbi::invert(key.q, key.p);
  }
  return key;
}

}  // namespace

crt_private_operation::crt_private_operation(const private_key& key)
    : key_(with_larger_first(key)), p_(key_.p), q_(key_.q) {}

gbi::bigint_batch crt_private_operation::operator()(const gbi::bigint_batch& messages) const {
  const std::size_t count = messages.size();
  const auto p = gbi::bigint_batch::filled(count, key_.p, p_.bits());
  const auto q = gbi::bigint_batch::filled(count, key_.q, q_.bits());
  const auto coefficient = gbi::bigint_batch::filled(count, key_.coefficient, p_.bits());

  const auto modulo_p = pow_mod(div_rem(messages, p).remainder, key_.exponent_p, p_);
  const auto modulo_q = pow_mod(div_rem(messages, q).remainder, key_.exponent_q, q_);
  // Garner: m = m_q + q h with h = (m_p - m_q) / q modulo p. As q < p, adding p once makes the difference
  // non-negative. Sums and differences wrap around.
  const auto difference = modulo_p - modulo_q;
  const auto h = mul_mod(select(modulo_p < modulo_q, difference + p, difference), coefficient, p_);
  return mul_full(h, q).resized(messages.bits()) + modulo_q;
}

void require_undone(const gbi::bigint_batch& messages, const gbi::bigint_batch& powers,
                    const public_key& key) {
  const std::vector<bool> undone = (public_operation(key)(powers) == messages).to_vector();
  if (const auto wrong = std::count(undone.begin(), undone.end(), false); wrong != 0)
    throw faulty_powers("RSA: " + std::to_string(wrong) + " of " + std::to_string(undone.size()) +
                        " powers are wrong, by a fault or a damaged key: nothing is released");
}

}  // namespace example
