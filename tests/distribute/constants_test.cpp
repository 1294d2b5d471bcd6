/// \file
/// A whole computation on all ranks: decimals of pi from a series, a root, a division and text.
#include <cstdint>
#include <string>
#include <string_view>

#include "gpu_bigint/distributed_division.hpp"
#include "gpu_bigint/distributed_series.hpp"
#include "gpu_bigint/distributed_text.hpp"
#include "tests/distribute/groups.hpp"
#include "tests/distribute/sharing.hpp"
#include "tests/support/series_of_constants.hpp"

namespace gbi::test {

namespace {

class SharedConstants : public on_group {
 protected:
  /// The decimals of pi, in the process of the first rank.
  std::string pi(std::uint64_t decimals) const {
    constexpr std::uint64_t guard = 20;
    const distributed_fraction sum = sum_of(handle(), constants::pi, 1, (decimals + guard) / 14 + 2);
    const distributed_bigint ten(handle(), 10);
    const distributed_bigint root = isqrt(gbi::pow(ten, 2 * (decimals + guard)) * 10005);
    const distributed_bigint scaled =
        426880 * sum.denominator * root / (13591409 * sum.denominator + sum.numerator);
    std::string text;
    write_text(scaled / gbi::pow(ten, guard), [&](std::string_view piece) { text += piece; });
    return text;
  }
};

TEST_P(SharedConstants, DecimalsOfPi) {
  const std::string text = pi(1000);
  if (handle().first() != 0) return;
  ASSERT_EQ(text.size(), 1001u);
  EXPECT_EQ(text.substr(0, 30), "314159265358979323846264338327");
  EXPECT_EQ(text.substr(text.size() - 10), "2164201989");
}

GPU_BIGINT_ON_GROUPS(SharedConstants, sharing_group_names());

}  // namespace

}  // namespace gbi::test
