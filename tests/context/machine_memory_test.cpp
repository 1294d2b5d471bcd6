/// \file
/// The sources from which the machine's memory is read, and the accounting of the process's share.
#include "src/process/machine_memory.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

#include "gpu_bigint/context.hpp"
#include "gpu_bigint/error.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/exec/host/executor.hpp"
#include "src/number/room.hpp"
#include "src/plan/environment.hpp"
#include "src/process/memory.hpp"
#include "tests/support/environment.hpp"

namespace gbi::test {

namespace {

constexpr std::size_t mebi = std::size_t{1} << 20;

/// A folder that stands for the root of a file system.
class system_files {
 public:
  system_files() {
    std::string name = (std::filesystem::temp_directory_path() / "gpu_bigint_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for the test's files");
    root_ = name;
  }
  ~system_files() { std::filesystem::remove_all(root_); }
  system_files(const system_files&) = delete;
  system_files& operator=(const system_files&) = delete;

  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(root_ + name).parent_path());
    std::ofstream(root_ + name) << text;
  }
  process::machine_memory read() const { return process::read_machine_memory(root_); }

 private:
  std::string root_;
};

const std::string two_gigabytes_of_four =
    "MemTotal:        4194304 kB\nMemFree:          102400 kB\nMemAvailable:    2097152 kB\n";

TEST(MachineMemory, IsUnknownWhereTheSystemDoesNotSay) {
  const system_files files;
  EXPECT_EQ(files.read().total, std::numeric_limits<std::size_t>::max());
  EXPECT_EQ(files.read().available, std::numeric_limits<std::size_t>::max());
}

TEST(MachineMemory, OfTheMachine) {
  const system_files files;
  files.write("/proc/meminfo", two_gigabytes_of_four);
  EXPECT_EQ(files.read().total, 4096 * mebi);
  EXPECT_EQ(files.read().available, 2048 * mebi);
}

TEST(MachineMemory, OfAControlGroupOfVersion2) {
  const system_files files;
  files.write("/proc/meminfo", two_gigabytes_of_four);
  files.write("/proc/self/cgroup", "0::/outer/inner\n");
  files.write("/sys/fs/cgroup/outer/inner/memory.max", "max\n");
  files.write("/sys/fs/cgroup/outer/inner/memory.current", "1000\n");
  EXPECT_EQ(files.read().available, 2048 * mebi) << "a group without a limit";
  files.write("/sys/fs/cgroup/outer/memory.max", std::to_string(1000 * mebi) + "\n");
  files.write("/sys/fs/cgroup/outer/memory.current", std::to_string(600 * mebi) + "\n");
  files.write("/sys/fs/cgroup/outer/memory.stat",
              "anon 5\ninactive_file " + std::to_string(100 * mebi) + "\nactive_file 7\n");
  EXPECT_EQ(files.read().total, 1000 * mebi);
  EXPECT_EQ(files.read().available, 500 * mebi) << "caches of files can be dropped";
  files.write("/sys/fs/cgroup/outer/inner/memory.max", std::to_string(800 * mebi) + "\n");
  files.write("/sys/fs/cgroup/outer/inner/memory.current", std::to_string(790 * mebi) + "\n");
  EXPECT_EQ(files.read().total, 800 * mebi);
  EXPECT_EQ(files.read().available, 10 * mebi) << "the tightest of nested groups";
}

TEST(MachineMemory, OfAControlGroupOfVersion1) {
  const system_files files;
  files.write("/proc/meminfo", two_gigabytes_of_four);
  files.write("/proc/self/cgroup", "9:name=systemd:/\n4:cpu,memory:/job\n1:cpuset:/\n");
  files.write("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  files.write("/sys/fs/cgroup/memory/memory.usage_in_bytes", std::to_string(3000 * mebi) + "\n");
  EXPECT_EQ(files.read().total, 4096 * mebi) << "a group without a limit";
  EXPECT_EQ(files.read().available, 2048 * mebi);
  files.write("/sys/fs/cgroup/memory/job/memory.limit_in_bytes", std::to_string(512 * mebi) + "\n");
  files.write("/sys/fs/cgroup/memory/job/memory.usage_in_bytes", std::to_string(600 * mebi) + "\n");
  EXPECT_EQ(files.read().total, 512 * mebi);
  EXPECT_EQ(files.read().available, 0u) << "more is in use than the limit, which was lowered";
}

TEST(MachineMemory, OfAControlGroupThatIsFirstAmongControllers) {
  const system_files files;
  files.write("/proc/meminfo", two_gigabytes_of_four);
  files.write("/proc/self/cgroup", "4:memory,cpu:/job\n");
  files.write("/sys/fs/cgroup/memory/job/memory.limit_in_bytes", std::to_string(512 * mebi) + "\n");
  EXPECT_EQ(files.read().total, 512 * mebi);
}

TEST(MachineMemory, OtherLinesNameNoControlGroup) {
  const system_files files;
  files.write("/proc/meminfo", two_gigabytes_of_four);
  files.write("/proc/self/cgroup", "\n/\n/:/\nmemory\n4:memory\n4:memory:elsewhere\n");
  files.write("/sys/fs/cgroup/memoryelsewhere/memory.limit_in_bytes", std::to_string(512 * mebi) + "\n");
  EXPECT_EQ(files.read().total, 4096 * mebi);
}

TEST(MachineMemory, OfAContainerThatDoesNotSeeItsOwnGroup) {
  const system_files files;
  files.write("/proc/meminfo", two_gigabytes_of_four);
  files.write("/proc/self/cgroup", "0::/not/mounted/here\n");
  files.write("/sys/fs/cgroup/memory.max", std::to_string(300 * mebi) + "\n");
  files.write("/sys/fs/cgroup/memory.current", std::to_string(100 * mebi) + "\n");
  EXPECT_EQ(files.read().available, 200 * mebi);
}

TEST(ProcessMemory, CountsBlocksThatNobodyHasTouched) {
  namespace memory = process::memory;
  constexpr std::size_t bytes = 64 * mebi;
  const std::size_t before = memory::in_use(), untouched_before = memory::untouched();
  ASSERT_TRUE(memory::announce(bytes));
  struct release {
    void operator()(void* block) const { std::free(block); }
  };
  const std::unique_ptr<void, release> whole(std::aligned_alloc(4096, bytes + 4096));
  void* const block = static_cast<std::byte*>(whole.get()) + 72;  // no block need begin at a page
  memory::taken(block, bytes);
  EXPECT_EQ(memory::in_use(), before + bytes);
  EXPECT_GE(memory::untouched(), untouched_before + bytes / 8 * 7);
  std::memset(block, 1, bytes / 2);
  EXPECT_LE(memory::untouched(), untouched_before + bytes / 8 * 5);
  EXPECT_GE(memory::untouched(), untouched_before + bytes / 8 * 3);
  std::memset(block, 1, bytes);
  EXPECT_LE(memory::untouched(), untouched_before);
  memory::returned(block, bytes);
  EXPECT_EQ(memory::in_use(), before);
  const std::unique_ptr<void, release> other(std::aligned_alloc(4096, bytes));
  ASSERT_TRUE(memory::announce(bytes));
  memory::taken(other.get(), bytes);
  EXPECT_GE(memory::untouched(), untouched_before + bytes / 8 * 7);
  memory::returned(other.get(), bytes);
  EXPECT_LE(memory::untouched(), untouched_before) << "a block that was returned does not count";
}

TEST(ProcessMemory, CountsBlocksOfContexts) {
  const context own(backend::host);
  const std::size_t before = process::memory::untouched();
  const exec::buffer<std::byte> block(detail::engine_of(own)->executor(), 64 * mebi);
  EXPECT_GE(process::memory::untouched(), before + 64 * mebi / 8 * 7);
}

TEST(ProcessMemory, RefusesMoreThanTheMachineHas) {
  namespace memory = process::memory;
  const std::size_t before = memory::in_use(), available = process::read_machine_memory().available;
  if (available > std::numeric_limits<std::size_t>::max() / 4) GTEST_SKIP() << "the system does not say";
  EXPECT_FALSE(memory::announce(available + available / 4));
  EXPECT_EQ(memory::in_use(), before);
  EXPECT_THROW(memory::require(available + available / 4, "a test"), out_of_memory);
  try {
    memory::require(available + available / 4, "text of a test");
    FAIL() << "no exception";
  } catch (const std::bad_alloc& error) {
    EXPECT_NE(std::string(error.what()).find("text of a test"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("available"), std::string::npos) << error.what();
  }
}

/// Refused requests do not count, however many and however large they are.
TEST(ProcessMemory, RefusalsDoNotAddUp) {
  namespace memory = process::memory;
  const std::size_t available = process::read_machine_memory().available;
  if (available > std::numeric_limits<std::size_t>::max() / 8) GTEST_SKIP() << "the system does not say";
  for (int i = 0; i < 8; ++i) {
    EXPECT_FALSE(memory::announce(std::numeric_limits<std::size_t>::max() / 4)) << i;
    EXPECT_FALSE(memory::announce(2 * available)) << i;
  }
}

TEST(HostMemoryVariable, IsANumberOfBytes) {
  const auto limit_of = [](const std::string& text) {
    return plan::host_memory_limit(plan::environment{.host_memory = text});
  };
  EXPECT_EQ(limit_of(""), 0u);
  EXPECT_EQ(limit_of("unlimited"), std::numeric_limits<std::size_t>::max());
  EXPECT_EQ(limit_of("123456"), 123456u);
  EXPECT_EQ(limit_of("3K"), std::size_t{3} << 10);
  EXPECT_EQ(limit_of("512M"), std::size_t{512} << 20);
  EXPECT_EQ(limit_of("20G"), std::size_t{20} << 30);
  EXPECT_EQ(limit_of("7T"), std::size_t{7} << 40);
  EXPECT_EQ(limit_of("1"), 1u);
  EXPECT_EQ(limit_of("18446744073709551615"), std::numeric_limits<std::size_t>::max());
  EXPECT_EQ(limit_of("16777215T"), std::size_t{0xffffff} << 40);
  for (const char* const wrong : {"0", "-1", "1.5G", "G", "10GB", "10 G", "10g", "none", "16777216T"})
    EXPECT_THROW(limit_of(wrong), std::invalid_argument) << wrong;
  const environment_variable set("GPU_BIGINT_HOST_MEMORY", "plenty");
  try {
    const context made(backend::host);
    FAIL() << "no exception";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("plenty"), std::string::npos) << error.what();
  }
}

TEST(Room, IsRefusedBeyondAllMemory) {
  const exec::host::host_executor executor;
  const std::size_t all = process::read_machine_memory().total;
  EXPECT_EQ(numbers::refuse_room(executor, all / 2), "");
  const std::string why = numbers::refuse_room(executor, 2 * all);
  EXPECT_NE(why.find("needs " + std::to_string(2 * all) + " bytes"), std::string::npos) << why;
  EXPECT_NE(why.find(std::to_string(all) + " in all"), std::string::npos) << why;
}

}  // namespace

}  // namespace gbi::test
