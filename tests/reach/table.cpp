/// \file
/// Every line of the table of operations (tests/torture/operations.hpp), with operands of a few limbs and of
/// several tiles.
#include <algorithm>

#include "tests/reach/workplace.hpp"
#include "tests/torture/operations.hpp"

namespace gbi::test {

namespace {

void one_of_the_table(workplace& here, const tortured& one, std::uint64_t bits) {
  const scoped_context use(here.usual());
  const gmp_operands a = random_operands(here.random, bits);
  here.expect(match(one.ours(own(a)), one.theirs(a)), std::to_string(bits) + " bits");
}

}  // namespace

std::vector<reach_case> cases_of_the_table() {
  // What does not suit more than least_long bits takes thousands of launches.
  static constexpr std::uint64_t few = 600, least_long = 20'000, many = 70'000;
  std::vector<reach_case> all;
  for (const tortured& one : tortured_operations())
    all.push_back({one.name, [one](workplace& here) {
                     one_of_the_table(here, one, std::min(few, one.most_bits));
                     if (one.most_bits >= least_long)
                       one_of_the_table(here, one, std::min(many, one.most_bits));
                   }});
  return all;
}

}  // namespace gbi::test
