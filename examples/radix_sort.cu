/// \file
/// A radix sort by scans: 32-bit keys by their digits of four bits, from the lowest to the highest.
///
///     radix_sort [keys]
///
/// What one learns: scans by a type of one's own, here sixteen counters in 32 bytes, and a scan over the
/// whole device. A pass counts the digits of every tile, scans the counts in the order of the digits, and
/// moves every key behind those with a lower digit and those with the same digit before it. Source: G.
/// Blelloch, "Prefix sums and their applications", CMU-CS-90-190 (1990).
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <gpu_bigint.hpp>
#include <gpu_bigint/device.cuh>
#include <iostream>
#include <string>
#include <vector>
#if defined(__CUDACC__)
#include <cub/device/device_radix_sort.cuh>
#endif

namespace {

constexpr int digit_bits = 4, digits = 1 << digit_bits;
constexpr int threads = 256, keys_of_thread = 8, tile = threads * keys_of_thread;

/// A counter of 16 bits for each digit, which is enough for a tile.
struct counters {
  std::uint64_t word[digits / 4];

  GBI_BOTH void add_one(std::uint32_t digit) {
    for (std::uint32_t i = 0; i < digits / 4; ++i)  // selects, because registers have no addresses
      word[i] += digit / 4 == i ? std::uint64_t{1} << (16 * (digit % 4)) : 0;
  }
  GBI_BOTH std::uint32_t operator[](std::uint32_t digit) const {
    std::uint64_t chosen = 0;
    for (std::uint32_t i = 0; i < digits / 4; ++i) chosen = digit / 4 == i ? word[i] : chosen;
    return static_cast<std::uint32_t>(chosen >> (16 * (digit % 4)) & 0xffff);
  }
};
struct add_counters {
  GBI_BOTH static constexpr counters identity() { return {}; }
  GBI_BOTH constexpr counters operator()(const counters& a, const counters& b) const {
    return {{a.word[0] + b.word[0], a.word[1] + b.word[1], a.word[2] + b.word[2], a.word[3] + b.word[3]}};
  }
};

struct arguments {
  const std::uint32_t* keys;
  std::uint32_t* sorted;
  std::uint32_t* counts;  // of digit d in tile t at d tiles + t; before a move, the sums of those before
  std::uint32_t count, tiles;
  int shift;
};
using memory = gbi::device::block_scan_memory<counters, threads>;

/// What both kernels do with a tile.
struct tile_kernel : gbi::device::kernel<arguments, threads, 4, memory> {
  /// Calls body(key, digit) for the keys of a thread.
  template <class Block, class Body>
  GBI_DEVICE static void for_keys(Block& block, int thread, const arguments& args, Body&& body) {
    const std::uint32_t first = block.index() * tile + static_cast<std::uint32_t>(thread) * keys_of_thread;
    for (std::uint32_t i = first; i < first + keys_of_thread && i < args.count; ++i)
      body(args.keys[i], args.keys[i] >> args.shift & (digits - 1));
  }
  /// The counts of the keys up to those of each thread.
  template <class Block>
  GBI_DEVICE static void scan(Block& block, memory& shared, const arguments& args,
                              gbi::device::per_thread<Block, counters>& sums) {
    block.phase([&](int thread) {
      sums[thread] = {};
      for_keys(block, thread, args, [&](std::uint32_t, std::uint32_t digit) { sums[thread].add_one(digit); });
    });
    gbi::device::block_inclusive_scan(block, shared, sums, add_counters{});
  }
};

struct count_kernel : tile_kernel {
  template <class Block>
  GBI_DEVICE static void run(Block& block, memory& shared, const arguments& args) {
    gbi::device::per_thread<Block, counters> sums;
    scan(block, shared, args, sums);
    block.phase([&](int thread) {
      if (thread != threads - 1) return;
      for (std::uint32_t d = 0; d < digits; ++d)
        args.counts[d * args.tiles + block.index()] = sums[thread][d];
    });
  }
};

struct move_kernel : tile_kernel {
  template <class Block>
  GBI_DEVICE static void run(Block& block, memory& shared, const arguments& args) {
    gbi::device::per_thread<Block, counters> sums;
    scan(block, shared, args, sums);
    block.phase([&](int thread) {
      counters own{}, seen{};
      for_keys(block, thread, args, [&](std::uint32_t, std::uint32_t digit) { own.add_one(digit); });
      for_keys(block, thread, args, [&](std::uint32_t key, std::uint32_t digit) {
        const std::uint32_t in_tile = sums[thread][digit] - own[digit] + seen[digit];
        args.sorted[args.counts[digit * args.tiles + block.index()] + in_tile] = key;
        seen.add_one(digit);
      });
    });
  }
};

}  // namespace

int main(int argc, char** argv) try {
  const auto count = static_cast<std::uint32_t>(argc > 1 ? std::stoul(argv[1]) : 1'000'000);
  const gbi::context where = gbi::context::current();
  gbi::random_engine random(1990);
  gbi::device::vector<std::uint32_t> keys(count), between(count), sorted(count);
  for (std::uint32_t& key : keys)
    key = static_cast<std::uint32_t>(static_cast<std::uint64_t>(random.bits(32)));
  const std::uint32_t tiles = (count + tile - 1) / tile;
  gbi::device::vector<std::uint32_t> counts(std::size_t{digits} * tiles);
  gbi::device::scan_memory chain;

  const auto sort = [&] {
    const std::uint32_t* in = keys.data();
    for (int shift = 0; shift < 32; shift += digit_bits) {
      std::uint32_t* const out = shift / digit_bits % 2 == 0 ? between.data() : sorted.data();
      const arguments args{in, out, counts.data(), count, tiles, shift};
      gbi::device::launch<count_kernel>(where, tiles, args);
      gbi::device::scan(where, counts.data(), counts.data(), counts.size(), chain,
                        gbi::device::sum<std::uint32_t>{}, true);
      gbi::device::launch<move_kernel>(where, tiles, args);
      in = out;
    }
  };
  std::vector<std::uint32_t> expected(keys.begin(), keys.end());
  std::sort(expected.begin(), expected.end());
  bool all_right = true;
  const auto report = [&](const char* name, auto work) {
    std::fill(sorted.begin(), sorted.end(), 0);
    work();
    where.synchronize();
    all_right = all_right && std::equal(expected.begin(), expected.end(), sorted.begin());
    work();  // brings the memory back to the device
    std::cout << name << ": " << gbi::device::milliseconds(where, work) << " ms\n";
  };
  std::cout << count << " keys of 32 bits\n";
  report("scans", sort);
#if defined(__CUDACC__)
  std::size_t bytes = 0;
  const auto by_cub = [&](void* workspace) {
    const cudaError_t status =
        cub::DeviceRadixSort::SortKeys(workspace, bytes, keys.data(), sorted.data(), count, 0, 32,
                                       static_cast<cudaStream_t>(where.stream()));
    if (status != cudaSuccess) throw gbi::device_error(cudaGetErrorString(status));
  };
  by_cub(nullptr);
  gbi::device::vector<char> buffer(bytes);
  report("CUB", [&] { by_cub(buffer.data()); });
#endif
  std::cout << "as by std::sort: " << (all_right ? "yes" : "no") << '\n';
  return all_right ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "radix_sort: " << error.what() << '\n';
  return 2;
}
