/// \file
/// Failures of numbers in slabs: no memory on one rank, operands that are known to be wrong, operands of
/// different groups. All groups are in one process.
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "gpu_bigint/distributed_division.hpp"
#include "gpu_bigint/distributed_series.hpp"
#include "gpu_bigint/distributed_text.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number/number.hpp"
#include "tests/distribute/scarce_group.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/series_of_constants.hpp"

namespace gbi::test {

namespace {

class NumberFailures : public testing::TestWithParam<int> {
 protected:
  distributed_bigint make(const integer& value) const {
    return distributed_bigint::from_limbs(*group.handle, value.to_limbs(), value.sign() < 0);
  }
  static constexpr std::size_t bits = 20'000;

  random_source random{test_seed()};
  scarce_group group{GetParam()};
  const scoped_context here{group.contexts.front()};
};

/// The number by way of its text.
distributed_bigint parsed_again(const distributed_bigint& a) {
  std::string text;
  write_text(a, [&](std::string_view piece) { text += piece; });
  return {a.group(), std::string_view(text)};
}

using operation = std::function<distributed_bigint(const distributed_bigint&, const distributed_bigint&)>;
struct named_operation {
  const char* name;
  operation f;
};
const std::vector<named_operation>& operations() {
  static const std::vector<named_operation> all{
      {"sum", [](const auto& a, const auto& b) { return a + b; }},
      {"difference", [](const auto& a, const auto& b) { return a - b; }},
      {"sum with a word", [](const auto& a, const auto&) { return a + 5; }},
      {"product", [](const auto& a, const auto& b) { return a * b; }},
      {"product with a word", [](const auto& a, const auto&) { return a * 5; }},
      {"left", [](const auto& a, const auto&) { return a << 1000; }},
      {"right", [](const auto& a, const auto&) { return -a >> 1000; }},
      {"length", [](const auto& a,
                    const auto& b) { return (a - b) + static_cast<std::int64_t>((a - b).bit_length()); }},
      {"order", [](const auto& a, const auto& b) { return a < b - 1 ? a : b; }},
      {"remainder", [](const auto& a, const auto&) { return a * static_cast<std::uint64_t>(a % 97); }},
      {"quotient", [](const auto& a, const auto& b) { return a / b; }},
      {"quotient by a word", [](const auto& a, const auto&) { return a / 97; }},
      {"square root", [](const auto& a, const auto&) { return isqrt(a * a + 1); }},
      {"gathering", [](const auto& a, const auto&) { return distributed_bigint(a.group(), a.gather()); }},
      {"text", [](const auto& a, const auto&) { return parsed_again(a); }},
  };
  return all;
}

TEST_P(NumberFailures, MemoryOfOneRankRunsOut) {
  const integer x = integer(random_limbs(random, bits / 64)), y = integer(random_limbs(random, bits / 96));
  const auto a = make(x), b = make(y);
  for (const auto& [name, f] : operations()) {
    const integer expected = to_oracle(f(a, b).gather());  // allocates the memory that is kept
    const auto before = group.bytes_in_use();
    for (std::size_t rank = 0; rank < group.executors.size(); ++rank) {
      bool failed = true;
      for (int n = 1; failed; ++n) {
        ASSERT_LT(n, 200) << name;
        group.executors[rank]->fail(n);
        try {
          const auto result = f(a, b);
          group.executors[rank]->fail(0);
          EXPECT_TRUE(matches(result.gather(), expected)) << name << ", allocation " << n;
          failed = false;
        } catch (const std::bad_alloc&) {
          EXPECT_EQ(group.bytes_in_use(), before) << name << ", allocation " << n << " of rank " << rank;
        }
      }
    }
    EXPECT_TRUE(matches(a.gather(), x)) << name;
    EXPECT_TRUE(matches(b.gather(), y)) << name;
  }
}

TEST_P(NumberFailures, TooLongForOneRank) {
  const auto a = make(integer(1) << 100);
  const std::int64_t bits_of_a_petabyte = std::int64_t{1} << 53;
  EXPECT_THROW(static_cast<void>(a << bits_of_a_petabyte), out_of_memory);
  EXPECT_EQ(a.bit_length(), 101u);
}

enum class stage { known, pending };

/// A number whose evidence shows, now or later, that it is wrong.
gpu_bigint wrong_number(const context& where, stage when) {
  const faults::operation_scope scope("wrong number", 100);
  const auto engine = detail::engine_of(where);
  if (when == stage::pending) {
    const faults::record record = engine->ledger().take();
    record.words[faults::record::failed_word] = record.ticket;  // as a kernel does
    engine->ledger().hand_over(record);
  }
  auto made = detail::number::make(engine, 100);
  made->set_negative(false);
  engine->executor().clear(made->limbs(), 100 * sizeof(limb));
  if (when == stage::known) faults::collector::innermost()->fail();
  return detail::value_of(std::move(made));
}

TEST_P(NumberFailures, WrongOperandsMakeWrongNumbers) {
  const integer x = integer(random_limbs(random, bits / 64));
  const auto a = make(x);
  for (const stage when : {stage::known, stage::pending})
    for (std::size_t rank = 0; rank < group.contexts.size(); ++rank) {
      const gpu_bigint wrong = wrong_number(group.contexts[rank], when);
      const auto spoilt = [&] { return distributed_bigint(*group.handle, wrong); };
      EXPECT_THROW(static_cast<void>(spoilt().bit_length()), device_error);
      for (const auto& [name, f] : operations()) {
        EXPECT_THROW(static_cast<void>(f(spoilt(), a).slab_limbs(0)), device_error) << name;
        EXPECT_THROW(static_cast<void>(f(a + spoilt(), a).gather().sign()), device_error) << name;
      }
      EXPECT_THROW(static_cast<void>(spoilt().to_string()), device_error);
      EXPECT_THROW(static_cast<void>(spoilt().slab_hex(0)), device_error);
      EXPECT_THROW(static_cast<void>(spoilt() == a), device_error);
      EXPECT_THROW(static_cast<void>(spoilt() % 3), device_error);
    }
  EXPECT_TRUE(matches(a.gather(), x));
}

TEST_P(NumberFailures, OperandsOfDifferentGroups) {
  const auto a = make(5);
  const device_group other = device_group::host(GetParam());
  const distributed_bigint b(other, "7");
  EXPECT_THROW(static_cast<void>(a + b), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(a - b), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(a * b), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(a / b), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(a < b), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(a == b), std::invalid_argument);
  EXPECT_EQ(distributed_bigint(other, a.gather()), b - 2);
}

INSTANTIATE_TEST_SUITE_P(, NumberFailures, testing::Values(1, 3));

// The memory of a shared product, on ranks that share it and on one that does not.
TEST(SharedProductFailures, MemoryOfOneRankRunsOut) {
  random_source random{test_seed()};
  scarce_group group(3, share_always);
  const scoped_context here{group.contexts.front()};
  const integer x = integer(random_limbs(random, 300)), y = integer(random_limbs(random, 200));
  const auto a = distributed_bigint::from_limbs(*group.handle, x.to_limbs()),
             b = distributed_bigint::from_limbs(*group.handle, y.to_limbs());
  const integer expected = to_oracle((a * b).gather());
  EXPECT_TRUE(matches((a * b).gather(), x * y));
  const auto before = group.bytes_in_use();
  for (scarce_executor* const rank : group.executors) {
    bool failed = true;
    for (int n = 1; failed; ++n) {
      ASSERT_LT(n, 50);
      rank->fail(n);
      try {
        const auto result = a * b;
        rank->fail(0);
        EXPECT_TRUE(matches(result.gather(), expected));
        failed = false;
      } catch (const std::bad_alloc&) {
        EXPECT_EQ(group.bytes_in_use(), before) << "allocation " << n;
      }
    }
  }
  EXPECT_TRUE(matches(a.gather(), x));
  EXPECT_TRUE(matches(b.gather(), y));
}

TEST(SharedSeriesFailures, MemoryOfOneRankRunsOut) {
  scarce_group group(3);
  const scoped_context here{group.contexts.front()};
  const auto expected = sum_by_terms(constants::pi, 1, 150);
  const auto sum = [&] { return sum_of(*group.handle, constants::pi, 1, 150); };
  EXPECT_TRUE(matches(sum().numerator.gather(), expected.numerator));
  const auto before = group.bytes_in_use();
  for (scarce_executor* const rank : group.executors) {
    bool failed = true;
    for (int n = 1; failed; n += 1 + n / 8) {
      ASSERT_LT(n, 1000);
      rank->fail(n);
      try {
        const distributed_fraction found = sum();
        rank->fail(0);
        EXPECT_TRUE(matches(found.denominator.gather(), expected.denominator));
        failed = false;
      } catch (const std::bad_alloc&) {
        EXPECT_EQ(group.bytes_in_use(), before) << "allocation " << n;
      }
    }
  }
}

// The memory of a text that ranks share, at some of the many places where it may be missing.
TEST(SharedTextFailures, MemoryOfOneRankRunsOut) {
  random_source random{test_seed()};
  scarce_group group(2, share_always);
  const scoped_context here{group.contexts.front()};
  const integer x = integer(random_limbs(random, 100));
  const auto a = distributed_bigint::from_limbs(*group.handle, x.to_limbs());
  EXPECT_TRUE(matches(parsed_again(a).gather(), x));
  const auto before = group.bytes_in_use();
  for (scarce_executor* const rank : group.executors) {
    bool failed = true;
    for (int n = 1; failed; n *= 2) {
      ASSERT_LT(n, 10'000);
      rank->fail(n);
      try {
        const distributed_bigint again = parsed_again(a);
        rank->fail(0);
        EXPECT_TRUE(matches(again.gather(), x));
        failed = false;
      } catch (const std::bad_alloc&) {
        EXPECT_EQ(group.bytes_in_use(), before) << "allocation " << n;
      }
    }
  }
}

}  // namespace

}  // namespace gbi::test
