/// \file
/// The main function and the groups of tests that mpirun starts: one rank in each process.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "gpu_bigint/mpi.hpp"
#include "tests/distribute/groups.hpp"
#include "tests/distribute/sharing.hpp"
#include "tests/support/executors.hpp"

namespace gbi::test {

namespace {

constexpr std::chrono::seconds timeout(100);

}  // namespace

std::vector<std::string> group_names() {
  std::vector<std::string> names{"mpi_host", "mpi_checked", "mpi_cuda", "mpi_nccl"};
  // Its memory counts as a device's, so data travel through pinned memory.
  const std::vector<std::string> known = executor_names();
  if (std::ranges::find(known, "mixed") != known.end()) names.emplace_back("mpi_staged");
  return names;
}

std::vector<std::string> sharing_group_names() {
  return with_sharing({"mpi_host", "mpi_checked"});
}

// Two machines, of one or two processes.
std::vector<std::string> machine_group_names() {
  return with_sharing({"mpi_machines"});
}

// NCCL needs one GPU per process.
std::string why_no_group(const std::string& name) {
  int processes = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  if (name != "mpi_nccl" || is_available(backend::cuda, processes - 1)) return "";
  return "there are fewer GPUs than processes";
}

device_group group_named(const std::string& asked) {
  const std::string name = plain_name(asked);
  int processes = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  if (name == "mpi_staged")
    return device_group(mpi_communicator(MPI_COMM_WORLD, {.timeout = timeout}), {context_named("mixed")});
  const bool machines = name == "mpi_machines", checked = name == "mpi_checked";
  if (name != "mpi_host" && !checked && !machines)
    return mpi_group(MPI_COMM_WORLD, {.nccl = name == "mpi_nccl", .timeout = timeout});
  return device_group(mpi_communicator(MPI_COMM_WORLD, {.checked = checked, .timeout = timeout}),
                      {shares(asked) ? sharing_context("host") : context(backend::host)},
                      machines ? processes / 2 : 0);
}

namespace {

class Mpi : public testing::Test {};

TEST_F(Mpi, GroupOfAllProcesses) {
  const device_group group = mpi_group(MPI_COMM_WORLD, {.timeout = timeout});
  int size = 0, rank = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  EXPECT_EQ(group.size(), size);
  EXPECT_EQ(group.first(), rank);
  EXPECT_EQ(group.local_size(), 1);
  EXPECT_EQ(group.machine_size(), size) << "all processes share memory";
  EXPECT_EQ(mpi_group(MPI_COMM_WORLD, {.machine = 1}).machine_size(), 1);
  distribute::of(group)->link().barrier();
}

TEST_F(Mpi, APartOfTheProcesses) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm half = MPI_COMM_NULL;
  ASSERT_EQ(MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half), MPI_SUCCESS);
  {
    const device_group group(mpi_communicator(half), {context(backend::host)});
    EXPECT_EQ(group.first(), rank / 2);
    std::vector<std::uint64_t> all(static_cast<std::size_t>(group.size())), expected(all.size());
    const auto mine = static_cast<std::uint64_t>(rank);
    for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = 2 * i + mine % 2;
    distribute::of(group)->link().share({&mine, 1}, all);
    EXPECT_EQ(all, expected);
  }
  MPI_Comm_free(&half);
}

TEST_F(Mpi, FailureInPrepareIsAnErrorOnAll) {
  const device_group group = group_named("mpi_host");
  distribute::group& own = *distribute::of(group);
  const int last = group.size() - 1;
  try {
    own.prepare([&](distribute::rank& r) {
      if (r.number == last) throw std::runtime_error("no memory here");
    });
    ADD_FAILURE();
  } catch (const std::runtime_error& error) {
    const std::string there =
        "rank " + std::to_string(last) + " of " + std::to_string(group.size()) + " failed: ";
    EXPECT_EQ(error.what(), group.first() == last ? "no memory here" : there + "no memory here");
  }
  own.link().barrier();
}

TEST_F(Mpi, DifferentCallsAreAnErrorOnAll) {
  const device_group group = group_named("mpi_checked");
  communicator& link = distribute::of(group)->link();
  const std::uint64_t word = 1;
  std::vector<std::uint64_t> all(static_cast<std::size_t>(group.size()));
  try {
    if (group.first() == 1)
      link.share({&word, 1}, all);
    else
      link.barrier();
    ADD_FAILURE();
  } catch (const device_error& error) {
    EXPECT_STREQ(error.what(), "the calls of ranks differ: rank 0 barrier, rank 1 share of 1 words");
  }
}

TEST_F(Mpi, TheRankThatDoesNotComeIsNamed) {
  const device_group group(mpi_communicator(MPI_COMM_WORLD, {.timeout = std::chrono::milliseconds(300)}),
                           {context(backend::host)});
  communicator& link = distribute::of(group)->link();
  if (group.first() != 1) {
    try {
      link.barrier();
      ADD_FAILURE();
    } catch (const device_error& error) {
      EXPECT_NE(std::string(error.what()).find("rank 1 of"), std::string::npos) << error.what();
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
  // Messages that the others sent before they gave up may still complete one barrier of rank 1.
  EXPECT_THROW((link.barrier(), link.barrier()), device_error);
}

TEST_F(Mpi, MessagesOfAnotherSizeAreAnError) {
  const device_group group = group_named("mpi_host");
  communicator& link = distribute::of(group)->link();
  const std::vector<std::uint64_t> mine(group.first() == 0 ? 2 : 1, 5);
  std::vector<std::uint64_t> all(mine.size() * static_cast<std::size_t>(group.size()));
  EXPECT_THROW(link.share(mine, all), device_error);
}

}  // namespace

}  // namespace gbi::test

int main(int argc, char** argv) {
  int level = 0;
  if (MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS) return 1;
  testing::InitGoogleTest(&argc, argv);
  // All processes need the same random numbers.
  unsigned long long seed = gbi::test::run_seed();
  MPI_Bcast(&seed, 1, MPI_UNSIGNED_LONG_LONG, 0, MPI_COMM_WORLD);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) std::printf("GPU_BIGINT_TEST_SEED=%llu\n", seed);
  gbi::test::set_run_seed(seed);
  const int result = RUN_ALL_TESTS();
  MPI_Finalize();
  return result;
}
