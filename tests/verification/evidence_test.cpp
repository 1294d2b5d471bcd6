/// \file
/// Evidence that is gathered from two devices, whose ledgers settle only their own.
#include <gtest/gtest.h>

#include <string>

#include "src/faults/ledger.hpp"
#include "tests/support/watched_executor.hpp"

namespace gbi::test {
namespace {

using faults::collector;
using faults::evidence;
using faults::record;

struct checked_device {
  checked_device() { executor.inform(&ledger); }
  checked_device(const checked_device&) = delete;
  checked_device& operator=(const checked_device&) = delete;
  ~checked_device() { executor.inform(nullptr); }

  distant_executor executor;
  faults::ledger ledger{executor};
};

TEST(Evidence, OfAnotherDeviceIsSettledFirst) {
  checked_device first, second;
  for (const bool fails : {false, true}) {
    const record before = first.ledger.take(), after = second.ledger.take();
    if (fails) before.say(record::failed_word);
    const evidence::pointer operand = first.ledger.make({before}, {});
    collector here;
    here.add(operand);
    here.add(second.ledger, after);
    ASSERT_EQ(operand->known(), evidence::state::pending);
    if (fails)
      EXPECT_THROW(here.so_far(), device_error);
    else
      EXPECT_NO_THROW(here.so_far()->require_right());
    EXPECT_EQ(operand->known(), fails ? evidence::state::failed : evidence::state::right);
  }
}

TEST(Evidence, OfAFailureNamesTheOperands) {
  checked_device only;
  record failed = only.ledger.take();
  failed.limbs_a = 123;
  failed.limbs_b = 45;
  failed.say(record::failed_word);
  try {
    only.ledger.make({failed}, {})->require_right();
    FAIL() << "no exception";
  } catch (const device_error& error) {
    EXPECT_NE(std::string(error.what()).find("operands of 123 and 45 limbs"), std::string::npos)
        << error.what();
  }
}

TEST(Evidence, RecordsOfTwoDevicesReturnToTheirOwn) {
  checked_device first, second;
  const record one = first.ledger.take(), other = second.ledger.take();
  collector here;
  here.add(first.ledger, one);
  here.add(second.ledger, other);
  EXPECT_NO_THROW(here.so_far()->require_right());
  EXPECT_EQ(first.ledger.take().words, one.words);
  EXPECT_EQ(second.ledger.take().words, other.words);
}

TEST(Evidence, ManyRecordsAreMerged) {
  checked_device only;
  collector here;
  for (int i = 0; i < 1000; ++i) {
    here.add(only.ledger, only.ledger.take());
    ASSERT_EQ(only.ledger.waiting(), static_cast<std::size_t>(i) / 32) << i + 1 << " records";
  }
}

}  // namespace
}  // namespace gbi::test
