#include "src/process/memory.hpp"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "gpu_bigint/error.hpp"
#include "src/process/concat.hpp"
#include "src/process/fork_mutex.hpp"
#include "src/process/machine_memory.hpp"

namespace gbi::process::memory {

namespace {

constexpr std::size_t mebi = std::size_t{1} << 20;
/// Blocks of at least this size are watched until all their pages have been touched.
constexpr std::size_t least_watched = mebi;
/// How much may be taken before the system is asked again. Asking then takes a thousandth of the time that
/// the system needs to provide the pages.
constexpr std::size_t most_unasked = 64 * mebi;
/// A 64th of the memory is left for the rest of the process and the machine, but no more than this.
constexpr std::size_t most_reserved = 1024 * mebi;

struct region {
  std::byte* begin = nullptr;
  std::size_t bytes = 0;
};

/// Negative while one thread has returned memory that another has not yet announced.
std::atomic<std::int64_t> counted = 0;
std::atomic<std::size_t> limit = 0;
/// How much may be taken before the system is asked.
std::atomic<std::int64_t> allowance = 0;

/// The most recent large blocks, some of whose pages may be untouched.
struct watch_list {
  fork_mutex mutex;
  std::array<region, 64> blocks;
  std::size_t next = 0;
};

/// The only object of its type. It is never destroyed, because contexts may outlive static objects. It
/// allocates nothing, because the system may have no memory left.
template <class List>
List& immortal() {
  alignas(List) static std::array<std::byte, sizeof(List)> memory;
  static auto& list = *new (memory.data()) List;
  return list;
}

watch_list& watched() {
  return immortal<watch_list>();
}

struct keeper_list {
  fork_mutex mutex;
  std::vector<memory_keeper*> keepers;
};

keeper_list& keepers() {
  return immortal<keeper_list>();
}

/// The untouched bytes of a block, estimated from samples.
std::size_t untouched_part(const region& block) noexcept {
  static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  constexpr std::size_t samples = 32;
  std::size_t missing = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    std::byte* const at = block.begin + block.bytes / samples * i;
    unsigned char present = 1;
    if (mincore(at - reinterpret_cast<std::uintptr_t>(at) % page, 1, &present) == 0 && (present & 1) == 0)
      ++missing;
  }
  return block.bytes / samples * missing;
}

/// Asks the system whether the bytes may be taken.
bool ask(std::size_t bytes) {
  const std::size_t waiting = untouched();
  const machine_memory machine = read_machine_memory();
  const std::size_t kept_back = waiting + std::min(machine.total / 64, most_reserved);
  const std::size_t left = machine.available - std::min(machine.available, kept_back);
  if (bytes > left) return false;
  allowance = static_cast<std::int64_t>(std::min(most_unasked, (left - bytes) / 8));
  return true;
}

/// Takes from what has been granted. A refusal leaves the allowance unchanged, so that many refusals do not
/// add up.
bool take_granted(std::int64_t wanted) noexcept {
  std::int64_t left = allowance.load(std::memory_order_relaxed);
  while (left >= wanted)
    if (allowance.compare_exchange_weak(left, left - wanted, std::memory_order_relaxed)) return true;
  return false;
}

bool admit(std::size_t bytes) noexcept {
  const auto wanted = static_cast<std::int64_t>(bytes);
  const std::int64_t total = counted.fetch_add(wanted, std::memory_order_relaxed) + wanted;
  bool fits = false;
  if (const std::size_t most = limit.load(std::memory_order_relaxed); most != 0) {
    fits = std::cmp_less_equal(total, most);
  } else {
    try {
      fits = take_granted(wanted) || ask(bytes);
    } catch (...) {  // there is no memory even to ask
    }
  }
  if (!fits) counted.fetch_sub(wanted, std::memory_order_relaxed);
  return fits;
}

}  // namespace

bool announce(std::size_t bytes) noexcept {
  if (bytes > std::numeric_limits<std::size_t>::max() / 4) return false;
  if (admit(bytes)) return true;
  trim_all();
  return admit(bytes);
}

void trim_all() noexcept {
  {
    const std::scoped_lock lock(keepers().mutex);
    for (memory_keeper* const keeper : keepers().keepers) keeper->trim();
  }
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

void taken(void* memory, std::size_t bytes) noexcept {
  if (bytes < least_watched) return;
  watch_list& list = watched();
  const std::scoped_lock lock(list.mutex);
  list.blocks[list.next] = {static_cast<std::byte*>(memory), bytes};
  list.next = (list.next + 1) % list.blocks.size();
}

void returned(const void* memory, std::size_t bytes) noexcept {
  counted.fetch_sub(static_cast<std::int64_t>(bytes), std::memory_order_relaxed);
  if (bytes < least_watched || memory == nullptr) return;
  watch_list& list = watched();
  const std::scoped_lock lock(list.mutex);
  for (region& block : list.blocks)
    if (block.begin == memory) block = {};
}

void require(std::size_t bytes, const std::string& purpose) {
  if (!announce(bytes))
    throw out_of_memory(concat(purpose, ": no memory for ", bytes, " bytes: ", description()));
  returned(nullptr, bytes);
}

std::size_t in_use() noexcept {
  return static_cast<std::size_t>(std::max<std::int64_t>(0, counted.load(std::memory_order_relaxed)));
}

std::size_t untouched() noexcept {
  watch_list& list = watched();
  const std::scoped_lock lock(list.mutex);
  std::size_t sum = 0;
  for (region& block : list.blocks) {
    if (block.bytes == 0) continue;
    const std::size_t part = untouched_part(block);
    if (part == 0) block = {};
    sum += part;
  }
  return sum;
}

std::string description() {
  const std::string used = concat("gpu_bigint holds ", in_use(), " bytes of host memory, and ");
  if (const std::size_t most = limit.load(std::memory_order_relaxed); most != 0)
    return concat(used, "GPU_BIGINT_HOST_MEMORY allows ", most);
  const machine_memory machine = read_machine_memory();
  return concat(used, machine.available, " of the machine's ", machine.total, " are available");
}

void set_limit(std::size_t bytes) noexcept {
  limit = bytes;
}

void add(memory_keeper& keeper) {
  const std::scoped_lock lock(keepers().mutex);
  keepers().keepers.push_back(&keeper);
}

void remove(memory_keeper& keeper) noexcept {
  const std::scoped_lock lock(keepers().mutex);
  std::erase(keepers().keepers, &keeper);
}

}  // namespace gbi::process::memory
