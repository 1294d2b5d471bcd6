/// \file
/// Tests of distributed code run on every kind of group that a test program has: ranks of one process, or one
/// rank in each of several processes. Both kinds share the tests' sources.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gpu_bigint/device_group.hpp"
#include "src/distribute/group.hpp"
#include "src/exec/buffer.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

/// The groups of this program, e.g. "host4". \see local_groups.cpp, mpi_groups.cpp
std::vector<std::string> group_names();
/// Groups whose ranks share every product: their names end in "_sharing".
std::vector<std::string> sharing_group_names();
/// Those of them that consist of several machines. Every product is shared by moduli.
std::vector<std::string> machine_group_names();
/// Both: operations that may be shared are tested on both kinds of groups.
inline std::vector<std::string> every_group_name() {
  std::vector<std::string> names = group_names();
  for (std::string& name : sharing_group_names()) names.push_back(std::move(name));
  return names;
}
/// Why this machine has no such group; empty if it has one.
std::string why_no_group(const std::string& name);
/// A new group. A collective call if there are several processes. \throws device_error
device_group group_named(const std::string& name);

using bytes = std::vector<std::uint8_t>;

/// Runs a test on a group. Every process runs the same test with the same random numbers, and checks the data
/// of its own ranks.
class on_group : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const bool needs_gpu =
        GetParam().find("cuda") != std::string::npos || GetParam().find("nccl") != std::string::npos;
    if (needs_gpu && !is_available(backend::cuda)) GTEST_SKIP() << why_unavailable(backend::cuda);
    if (const std::string why = why_no_group(GetParam()); !why.empty()) GTEST_SKIP() << why;
    handle_.emplace(group_named(GetParam()));
  }
  void TearDown() override { handle_.reset(); }

  const device_group& handle() const { return *handle_; }
  distribute::group& group() const { return *distribute::of(*handle_); }
  communicator& link() const { return group().link(); }
  std::size_t ranks() const { return static_cast<std::size_t>(handle_->size()); }
  std::size_t local() const { return static_cast<std::size_t>(handle_->local_size()); }
  /// The index of a local rank in the group.
  std::size_t number(std::size_t own) const { return static_cast<std::size_t>(handle_->first()) + own; }
  exec::executor& executor(std::size_t own) const { return group().at(static_cast<int>(own)).executor; }

  exec::buffer<std::uint8_t> upload(std::size_t own, const bytes& values) const {
    return {executor(own), std::span<const std::uint8_t>(values)};
  }
  bytes download(std::size_t own, const void* memory, std::size_t size) const {
    bytes values(size);
    if (size > 0) executor(own).download(values.data(), memory, size);
    return values;
  }
  /// Bytes of a rank that all processes can compute.
  static bytes bytes_of(std::uint64_t seed, std::size_t rank, std::size_t size) {
    random_source own(seed + 0x9e3779b97f4a7c15 * (rank + 1));
    bytes values(size);
    for (auto& value : values) value = static_cast<std::uint8_t>(own.bits() >> 56);
    return values;
  }

  random_source random{test_seed()};

 private:
  std::optional<device_group> handle_;
};

}  // namespace gbi::test

/// Runs the tests of a fixture derived from on_group on groups of these names.
#define GPU_BIGINT_ON_GROUPS(suite, names) \
  INSTANTIATE_TEST_SUITE_P(                \
      , suite, testing::ValuesIn(names),   \
      [](const testing::TestParamInfo<std::string>& information) { return information.param; })
/// Runs them on all groups.
#define GPU_BIGINT_ON_EVERY_GROUP(suite) GPU_BIGINT_ON_GROUPS(suite, gbi::test::group_names())
