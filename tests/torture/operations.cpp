#include "tests/torture/operations.hpp"

#include <algorithm>

#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

/// A number of exactly that many bits. Runs of equal bits make long carries.
integer number_of_bits(random_source& random, std::uint64_t bits) {
  integer value(random_limbs(random, (bits + 63) / 64));
  if (random.below(4) == 0) value = (value >> (bits / 2) << (bits / 2)) - 1;
  value = value.low_bits(bits);
  mpz_setbit(value.get(), bits - 1);
  return value;
}

}  // namespace

std::vector<tortured> tortured_operations() {
  std::vector<tortured> all;
  for (const auto* const part :
       {&tortured_arithmetic(), &tortured_conversions(), &tortured_number_theory(), &tortured_batches()})
    all.insert(all.end(), part->begin(), part->end());
  return all;
}

gmp_operands random_operands(random_source& random, std::uint64_t bits) {
  gmp_operands made{.x = number_of_bits(random, bits),
                    .y = number_of_bits(random, bits),
                    .z = number_of_bits(random, 2 * bits),
                    .u = number_of_bits(random, bits)};
  mpz_setbit(made.y.get(), 0);
  if (random.coin()) made.x = -made.x;
  if (random.coin()) made.z = -made.z;
  return made;
}

own_operands own(const gmp_operands& values) {
  return {from_oracle(values.x), from_oracle(values.y), from_oracle(values.z), from_oracle(values.u)};
}

testing::AssertionResult match(const own_operands& ours, const gmp_operands& theirs) {
  for (const auto& [number, value] :
       {std::pair{&ours.x, &theirs.x}, {&ours.y, &theirs.y}, {&ours.z, &theirs.z}, {&ours.u, &theirs.u}})
    if (const auto same = matches(*number, *value); !same) return same;
  return testing::AssertionSuccess();
}

testing::AssertionResult match(const own_outcome& ours, const gmp_outcome& theirs) {
  if (ours.text != theirs.text)
    return testing::AssertionFailure()
           << "\"" << ours.text.substr(0, 100) << "\" instead of \"" << theirs.text.substr(0, 100) << "\"";
  if (ours.numbers.size() != theirs.numbers.size())
    return testing::AssertionFailure()
           << ours.numbers.size() << " results instead of " << theirs.numbers.size();
  for (std::size_t i = 0; i < ours.numbers.size(); ++i)
    if (auto same = matches(ours.numbers[i], theirs.numbers[i]); !same) return same << ", result " << i;
  return testing::AssertionSuccess();
}

}  // namespace gbi::test
