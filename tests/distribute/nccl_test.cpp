// The messages about a missing NCCL. With GPUs, all tests of groups run on NCCL.
#include "gpu_bigint/nccl.hpp"

#include <gtest/gtest.h>

#include "tests/distribute/post_office.hpp"

namespace gbi::test {

namespace {

/// The message of a group whose ranks, here and in other processes, load this library as NCCL.
std::string refusal_of(const std::string& library, std::unique_ptr<communicator> hosts) {
  try {
    const device_group group(nccl_communicator(std::move(hosts), {.library = library}),
                             {context(backend::host)});
  } catch (const device_error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Nccl, AbsenceNamesTheLibrary) {
  const std::string said = refusal_of("libnccl_of_nobody.so.2", direct_communicator(1));
  EXPECT_NE(said.find("NCCL cannot be loaded: libnccl_of_nobody.so.2"), std::string::npos) << said;
  EXPECT_THROW(nccl_communicator(nullptr), std::invalid_argument);
}

TEST(Nccl, AnotherLibraryIsNotNccl) {
  EXPECT_EQ(refusal_of("libm.so.6", direct_communicator(1)),
            "NCCL cannot be used: libm.so.6 has no ncclGetUniqueId");
}

TEST(Nccl, AbsenceOnOneRankIsAnErrorOnAll) {
  const auto office = std::make_shared<post_office>(2);
  std::vector<std::string> said(2);
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < 2; ++rank)
    threads.emplace_back([&, rank] {
      said[static_cast<std::size_t>(rank)] = refusal_of(
          "libnccl_of_rank_" + std::to_string(rank),
          message_communicator(std::make_unique<posted_messages>(office, rank), std::chrono::seconds(60)));
    });
  threads.clear();
  for (int rank = 0; rank < 2; ++rank)
    EXPECT_NE(said[static_cast<std::size_t>(rank)].find("libnccl_of_rank_" + std::to_string(rank)),
              std::string::npos);
}

}  // namespace

}  // namespace gbi::test
