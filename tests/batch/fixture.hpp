/// \file
/// Batches compared with the oracle's integers.
#pragma once

#include <string>
#include <vector>

#include "gpu_bigint/bigint_batch.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

class batch_fixture : public on_executor {
 protected:
  /// Non-negative numbers of at most `bits` bits. Among random ones are 0, 1, all ones and powers of two.
  std::vector<integer> operands(std::size_t count, std::size_t bits) {
    std::vector<integer> result;
    for (std::size_t g = 0; g < count; ++g) {
      const integer all_ones = (integer(1) << bits) - integer(1);
      switch (random.below(8)) {
        case 0:
          result.emplace_back(static_cast<long>(random.below(3)));
          break;
        case 1:
          result.push_back(all_ones - integer(static_cast<long>(random.below(2))));
          break;
        case 2: {
          const integer some = random_integer(random, bits);
          result.push_back(some.sign() < 0 ? -some : some);
          break;
        }
        default:
          result.push_back(integer(random_limbs(random, bits / 64 + 1)).low_bits(bits));
      }
    }
    return result;
  }

  static bigint_batch batch_of(const std::vector<integer>& values, std::size_t bits) {
    const std::size_t each = (bits + 63) / 64;
    limbs all(values.size() * each);
    for (std::size_t g = 0; g < values.size(); ++g)
      mpz_export(all.data() + g * each, nullptr, -1, sizeof(std::uint64_t), 0, 0, values[g].get());
    return bigint_batch::from_limbs(all, values.size(), bits);
  }

  static std::vector<integer> values_of(const bigint_batch& batch) {
    const limbs all = batch.to_limbs();
    const std::size_t each = (batch.bits() + 63) / 64;
    std::vector<integer> result;
    for (std::size_t g = 0; g < batch.size(); ++g)
      result.emplace_back(std::span<const std::uint64_t>(all).subspan(g * each, each));
    return result;
  }

  static void expect_values(const bigint_batch& batch, const std::vector<integer>& expected,
                            const std::string& description) {
    ASSERT_EQ(batch.size(), expected.size()) << description;
    const std::vector<integer> got = values_of(batch);
    for (std::size_t g = 0; g < expected.size(); ++g)
      ASSERT_TRUE(matches(got[g], expected[g]))
          << description << ", element " << g << " of " << batch.size() << " x " << batch.bits() << " bits";
  }

  /// Applies `of` to each pair of elements of a and b.
  template <class Function>
  static std::vector<integer> each(const std::vector<integer>& a, const std::vector<integer>& b,
                                   Function&& of) {
    std::vector<integer> result;
    for (std::size_t g = 0; g < a.size(); ++g) result.push_back(of(a[g], b[g]));
    return result;
  }
};

}  // namespace gbi::test
