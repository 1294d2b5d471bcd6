/// \file
/// The list of a tuning's values is complete, and docs/devices.md shows it with the rows of devices.
#include "src/plan/tuning_fields.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "src/plan/devices/table.hpp"
#include "src/plan/tuning.hpp"
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

template <class Value>
std::string shown(const Value& value) {
  const bool none = std::is_same_v<Value, std::size_t> && static_cast<std::size_t>(value) == plan::never;
  return none ? "none" : plan::text_of(value);
}

/// A row of the table for every value.
std::vector<std::string> table() {
  std::vector<std::string> rows;
  plan::visit_fields(plan::devices::host.values, [&](const plan::field& which, const auto&) {
    rows.push_back(std::string("| `") + which.name + "` |");
  });
  for (const plan::measured_device* device : plan::measured_devices) {
    auto row = rows.begin();
    plan::visit_fields(device->values,
                       [&](const plan::field&, const auto& value) { *row++ += ' ' + shown(value) + " |"; });
  }
  auto row = rows.begin();
  plan::visit_fields(plan::devices::host.values, [&](const plan::field& which, const auto&) {
    *row++ += ' ' + text_of(which.how) + " |";
  });
  return rows;
}

/// GPUs of which only data sheets are known.
struct known_gpu {
  const char* name;
  exec::device_properties properties;
};

std::vector<known_gpu> gpus_not_measured() {
  const auto gpu = [](const char* name, const char* architecture, std::uint32_t multiprocessors,
                      std::size_t gigabytes, double bytes_per_second, int fp32_per_fp64) {
    return known_gpu{name,
                     {.backend = backend::cuda,
                      .architecture = architecture,
                      .multiprocessors = multiprocessors,
                      .memory_bytes = gigabytes * 1000 * 1000 * 1000,
                      .memory_bytes_per_second = bytes_per_second,
                      .fp32_per_fp64 = fp32_per_fp64}};
  };
  return {gpu("A100 SXM", "sm_80", 108, 80, 2.04e12, 2), gpu("H100 PCIe", "sm_90", 114, 80, 2.0e12, 2),
          gpu("L40S", "sm_89", 142, 48, 0.86e12, 64), gpu("RTX 4090", "sm_89", 128, 24, 1.01e12, 64),
          gpu("RTX 5090", "sm_120", 170, 32, 1.79e12, 64)};
}

/// With four digits, where a value has a fraction.
template <class Value>
std::string rounded(const Value& value) {
  if constexpr (!std::is_floating_point_v<Value>) return shown(value);
  char text[32];
  const int size = std::snprintf(text, sizeof text, "%.4g", static_cast<double>(value));
  return {text, static_cast<std::size_t>(size)};
}

/// The properties of these GPUs, and the values in which one of them differs from the measured GPU.
std::vector<std::string> derived_table() {
  const std::vector<known_gpu> gpus = gpus_not_measured();
  std::vector<std::string> lines;
  const auto add = [&](const std::string& name, const auto& value_of) {
    lines.push_back("| " + name + " |");
    for (const known_gpu& gpu : gpus) lines.back() += ' ' + value_of(gpu.properties) + " |";
  };
  add("`architecture`", [](const exec::device_properties& of) { return of.architecture; });
  add("`multiprocessors`",
      [](const exec::device_properties& of) { return plan::text_of(of.multiprocessors); });
  add("`memory_bytes_per_second`",
      [](const exec::device_properties& of) { return plan::text_of(of.memory_bytes_per_second); });
  add("`fp32_per_fp64`", [](const exec::device_properties& of) { return plan::text_of(of.fp32_per_fp64); });
  std::vector<std::vector<std::string>> values;
  const auto texts_of = [](const plan::tuned_values& row) {
    std::vector<std::string> texts;
    plan::visit_fields(row, [&](const plan::field&, const auto& value) { texts.push_back(rounded(value)); });
    return texts;
  };
  for (const known_gpu& gpu : gpus) values.push_back(texts_of(plan::resolve_tuning(gpu.properties, {})));
  const std::vector<std::string> measured = texts_of(plan::devices::h200.values);
  std::size_t at = 0;
  plan::visit_fields(plan::devices::h200.values, [&](const plan::field& which, const auto&) {
    const bool differs =
        std::ranges::any_of(values, [&](const auto& row) { return row[at] != measured[at]; });
    if (differs) {
      lines.push_back(std::string("| `") + which.name + "` |");
      for (const auto& row : values) lines.back() += ' ' + row[at] + " |";
    }
    ++at;
  });
  return lines;
}

TEST(TuningFields, AreInTheDocument) {
  std::ifstream file(GPU_BIGINT_DEVICES_DOCUMENT);
  std::vector<std::string> found, expected = table();
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("| `")) found.push_back(line);
  for (const std::string& line : derived_table()) expected.push_back(line);
  std::string text;
  for (const std::string& line : expected) text += line + '\n';
  EXPECT_EQ(found, expected) << "the tables in docs/devices.md should be\n" << text;
}

}  // namespace

}  // namespace gbi::test
