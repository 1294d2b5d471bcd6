/// \file
/// Pages for long results: memory around them does not change, on any number of threads. Strings whose
/// characters are written once.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "src/exec/host/threads.hpp"
#include "src/plan/environment.hpp"
#include "src/process/fresh_pages.hpp"
#include "src/process/overwrite.hpp"

namespace gbi::test {

namespace {

constexpr std::size_t mebi = std::size_t{1} << 20;

class Pages : public testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override { exec::host::set_threads(GetParam()); }
  void TearDown() override { exec::host::set_threads(plan::host_threads(plan::read_environment())); }
};

/// Fresh memory of the system.
class mapping {
 public:
  explicit mapping(std::size_t bytes)
      : bytes_(bytes),
        begin_(static_cast<std::byte*>(
            mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {}
  ~mapping() { munmap(begin_, bytes_); }
  mapping(const mapping&) = delete;
  mapping& operator=(const mapping&) = delete;
  std::byte* begin() const { return begin_; }
  std::byte* end() const { return begin_ + bytes_; }

 private:
  std::size_t bytes_;
  std::byte* begin_;
};

/// How many of the pages the system has provided.
std::size_t provided(std::byte* begin, std::byte* end) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::vector<unsigned char> there(static_cast<std::size_t>(end - begin) / page);
  EXPECT_EQ(mincore(begin, there.size() * page, there.data()), 0);
  return static_cast<std::size_t>(
      std::count_if(there.begin(), there.end(), [](auto x) { return (x & 1) != 0; }));
}

TEST_P(Pages, AreThereAndNothingElseIsTouched) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  for (const std::size_t offset : {0, 7})
    for (const std::size_t bytes : {4 * mebi, 4 * mebi + 1, 9 * mebi - 5, 20 * mebi}) {
      const mapping memory(bytes + 4 * page);
      std::byte *const first = memory.begin() + page + offset, *const last = first + bytes;
      std::fill(memory.begin(), first, std::byte{1});
      std::fill(last, memory.end(), std::byte{2});
      process::provide_pages(first, bytes);
      EXPECT_EQ(provided(memory.begin(), memory.end()), (bytes + 4 * page) / page);
      EXPECT_EQ(std::count(memory.begin(), first, std::byte{1}), first - memory.begin());
      EXPECT_EQ(std::count(last, memory.end(), std::byte{2}), memory.end() - last);
    }
}

TEST_P(Pages, OfShortBlocksAreLeftToTheSystem) {
  const mapping memory(4 * mebi);
  process::provide_pages(memory.begin(), 4 * mebi - 1);
  EXPECT_EQ(provided(memory.begin(), memory.end()), 0U);
  process::provide_pages(nullptr, 0);
}

TEST_P(Pages, OfContainersHoldZeros) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{1000}, 5 * mebi + 3}) {
    EXPECT_EQ(process::zeros<std::vector<std::uint64_t>>(size), std::vector<std::uint64_t>(size));
  }
}

TEST(Overwrite, LeavesTheCharactersToTheCaller) {
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{15}, std::size_t{16}, 5 * mebi + 3}) {
    std::string text = "what it was before";
    process::reserve_pages(text, size);
    process::overwrite(text, size, [size](char* at) {
      for (std::size_t i = 0; i < size; ++i) at[i] = static_cast<char>('a' + i % 26);
    });
    ASSERT_EQ(text.size(), size);
    EXPECT_EQ(text.c_str()[size], '\0');
    std::string expected(size, ' ');
    for (std::size_t i = 0; i < size; ++i) expected[i] = static_cast<char>('a' + i % 26);
    EXPECT_EQ(text, expected);
  }
}

TEST(Overwrite, LeavesAnEmptyStringBehindAnException) {
  std::string text = "what it was before";
  EXPECT_THROW(process::overwrite(text, 100, [](char*) { throw std::runtime_error("no digits"); }),
               std::runtime_error);
  EXPECT_EQ(text, "");
  process::overwrite(text, 3, [](char* at) { std::copy_n("new", 3, at); });
  EXPECT_EQ(text, "new");
}

INSTANTIATE_TEST_SUITE_P(, Pages, testing::Values(1U, 2U, 7U));

}  // namespace

}  // namespace gbi::test
