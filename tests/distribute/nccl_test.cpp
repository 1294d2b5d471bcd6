// What is said about NCCL where there is none. With GPUs, all tests of groups run on it.
#include "gpu_bigint/nccl.hpp"

#include <gtest/gtest.h>

#include "tests/distribute/post_office.hpp"

namespace gbi::test {

namespace {

TEST(Nccl, AbsenceNamesTheLibrary) {
  try {
    const device_group group(nccl_communicator(direct_communicator(1), {.library = "libnccl_of_nobody.so.2"}),
                             {context(backend::host)});
    ADD_FAILURE();
  } catch (const device_error& error) {
    EXPECT_NE(std::string(error.what()).find("NCCL cannot be loaded: libnccl_of_nobody.so.2"),
              std::string::npos)
        << error.what();
  }
  EXPECT_THROW(nccl_communicator(nullptr), std::invalid_argument);
}

TEST(Nccl, AnotherLibraryIsNotNccl) {
  try {
    const device_group group(nccl_communicator(direct_communicator(1), {.library = "libm.so.6"}),
                             {context(backend::host)});
    ADD_FAILURE();
  } catch (const device_error& error) {
    EXPECT_STREQ(error.what(), "NCCL cannot be used: libm.so.6 has no ncclGetUniqueId");
  }
}

TEST(Nccl, AbsenceOnOneRankIsAnErrorOnAll) {
  const auto office = std::make_shared<post_office>(2);
  std::vector<std::string> said(2);
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < 2; ++rank)
    threads.emplace_back([&, rank] {
      try {
        auto hosts =
            message_communicator(std::make_unique<posted_messages>(office, rank), std::chrono::seconds(60));
        const std::string library = "libnccl_of_rank_" + std::to_string(rank);
        const device_group group(nccl_communicator(std::move(hosts), {.library = library}),
                                 {context(backend::host)});
      } catch (const device_error& error) {
        said[static_cast<std::size_t>(rank)] = error.what();
      }
    });
  threads.clear();
  for (int rank = 0; rank < 2; ++rank)
    EXPECT_NE(said[static_cast<std::size_t>(rank)].find("libnccl_of_rank_" + std::to_string(rank)),
              std::string::npos);
}

}  // namespace

}  // namespace gbi::test
