/// \file
/// The list of a tuning's values is complete, and docs/tuning.md shows it.
#include "src/plan/tuning_fields.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "src/plan/devices/table.hpp"
#include "src/plan/tuning_text.hpp"

namespace gbi::test {

namespace {

TEST(TuningFields, CoverEveryMember) {
  plan::tuned_values values = plan::devices::h200.values;
  // The kernels' shapes repeat the size of an element.
  struct place {
    std::size_t begin, size;
  };
  const auto place_of = [&](const auto& member) {
    const auto* const at = reinterpret_cast<const std::byte*>(&member);
    return place{static_cast<std::size_t>(at - reinterpret_cast<const std::byte*>(&values)), sizeof member};
  };
  std::vector<place> places{place_of(values.scan_4_bytes.shape.element_bytes),
                            place_of(values.scan_8_bytes.shape.element_bytes)};
  std::set<std::string> names;
  plan::visit_fields(values, [&](const plan::field& which, const auto& value) {
    places.push_back(place_of(value));
    EXPECT_TRUE(names.insert(which.name).second) << which.name << " is listed twice";
  });
  std::ranges::sort(places, {}, &place::begin);
  std::size_t end = 0;
  for (const place& each : places) {
    EXPECT_LT(each.begin - end, alignof(plan::tuned_values)) << "a member is not listed";
    end = each.begin + each.size;
  }
  EXPECT_LT(sizeof values - end, alignof(plan::tuned_values)) << "a member is not listed";
}

std::string text_of(plan::dependence how) {
  switch (how) {
    case plan::dependence::multiprocessors:
      return "in proportion to multiprocessors";
    case plan::dependence::memory_speed:
      return "in proportion to the speed of memory";
    case plan::dependence::architecture:
      return "none, unless the architecture is the same";
    case plan::dependence::rule:
      return "computed";
    default:
      return "the same";
  }
}

/// A row of the table for every value.
std::vector<std::string> table() {
  std::vector<std::string> rows;
  plan::visit_fields(plan::devices::host.values, [&](const plan::field& which, const auto&) {
    rows.push_back(std::string("| `") + which.name + "` |");
  });
  for (const plan::measured_device* device : plan::measured_devices) {
    auto row = rows.begin();
    plan::visit_fields(device->values, [&]<class Value>(const plan::field&, const Value& value) {
      const bool none = std::is_same_v<Value, std::size_t> && static_cast<std::size_t>(value) == plan::never;
      *row++ += ' ' + (none ? "none" : plan::text_of(value)) + " |";
    });
  }
  auto row = rows.begin();
  plan::visit_fields(plan::devices::host.values, [&](const plan::field& which, const auto&) {
    *row++ += ' ' + text_of(which.how) + " |";
  });
  return rows;
}

TEST(TuningFields, AreInTheDocument) {
  std::ifstream file(GPU_BIGINT_TUNING_DOCUMENT);
  std::vector<std::string> found;
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("| `")) found.push_back(line);
  std::string expected;
  for (const std::string& row : table()) expected += row + '\n';
  EXPECT_EQ(found, table()) << "the table in docs/tuning.md should be\n" << expected;
}

}  // namespace

}  // namespace gbi::test
