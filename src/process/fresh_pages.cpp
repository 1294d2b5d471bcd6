#include "src/process/fresh_pages.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "src/process/host_threads.hpp"

namespace gbi::process {

namespace {

/// Shorter blocks come from memory that the allocator has had before, or take less time than waking threads.
constexpr std::size_t least_bytes = std::size_t{1} << 22;
constexpr std::size_t large_page = std::size_t{1} << 21;
/// What a thread takes at a time.
constexpr std::size_t portion = 2 * large_page;
/// The most that were measured.
constexpr unsigned most_threads = 16;

/// How far an address is behind a multiple of the unit.
std::size_t behind(const std::byte* address, std::size_t unit) noexcept {
  return reinterpret_cast<std::uintptr_t>(address) % unit;
}

/// Writes to each page. The memory is the container's, but not yet part of its contents, which address
/// sanitizers would report.
[[gnu::no_sanitize_address]] void touch(std::byte* begin, const std::byte* end, std::size_t page) noexcept {
  for (std::byte* at = begin; at < end; at += page - behind(at, page))
    static_cast<volatile std::byte&>(*at) = std::byte{0};
}

}  // namespace

void provide_pages(void* memory, std::size_t bytes) noexcept {
  if (bytes < least_bytes) return;
  static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  auto* const begin = static_cast<std::byte*>(memory);
#if defined(MADV_HUGEPAGE)
  const std::size_t before = (large_page - behind(begin, large_page)) % large_page;
  const std::size_t after = behind(begin + bytes, large_page);
  madvise(begin + before, bytes - before - after, MADV_HUGEPAGE);  // only advice: it may fail
#endif
  // Portions end at large pages, so that no two threads want the same one.
  const std::size_t lead = behind(begin, portion);
  std::atomic<std::size_t> next = 0;
  on_host_threads(std::min(host_threads(), most_threads), [&]() noexcept {
    for (std::size_t at; (at = next.fetch_add(portion, std::memory_order_relaxed)) < lead + bytes;)
      touch(begin + (std::max(at, lead) - lead), begin + std::min(at + portion - lead, bytes), page);
  });
}

}  // namespace gbi::process
