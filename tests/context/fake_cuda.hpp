/// \file
/// A stand-in for CUDA's runtime and a device, so that the order of launches, copies and memory can be tested
/// without a GPU. What is queued on a stream runs at once, on the calling thread. A program links this file
/// instead of CUDA's runtime.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "src/exec/cuda/kernel_entry.hpp"

namespace gbi::test::fake_cuda {

/// A kernel that computes on the host. Its address is that of the function.
struct kernel {
  const char* name;
  std::uint32_t argument_bytes;
  void (*run)(const void* arguments, std::uint32_t blocks);
};

/// What the device does, and what it has seen.
struct device {
  std::size_t capacity = std::size_t{1} << 30;  ///< in bytes
  bool is_behind = false;                       ///< it has not reached any event
  bool is_captured = false;                     ///< somebody captures every stream
  /// Everything that reached a stream, in order. A launch is the kernel's name.
  std::vector<std::string> log;
  std::vector<unsigned> blocks;  ///< of each launch
  int graph_launches = 0, programmatic_edges = 0, plain_launches = 0, overlapping_launches = 0;
  int graphs = 0, instances = 0, events = 0, blocks_of_memory = 0;  ///< that live
  int allocations = 0;                                              ///< of device memory
  std::size_t largest_shared = 0;                                   ///< that a kernel has requested
  /// A copy between devices: when it begins, if each takes 1 and everything else 0.
  struct transfer {
    int from, to, begin;
  };
  std::vector<transfer> transfers;
  std::vector<std::string> mistakes;  ///< of the program: freed memory used, another device current
};
/// The only one; several threads may use its functions, but only one looks at it.
device& now();
/// Forgets what was seen. Everything made before must have been destroyed.
void reset();

/// From now on, the n-th call of the function fails, counted from 1, and all later calls too if
/// `and_all_after`. An empty name: calls of any function that may fail.
void fail(const std::string& function, int n, cudaError_t how, bool and_all_after = false);
/// From now on no call fails. \returns whether one has failed since
bool stop_failing();

/// Notes a mistake unless a kernel may use the address.
void require_live(const void* memory);
/// Whether the memory is the device's, or pinned.
bool is_live(const void* memory);

}  // namespace gbi::test::fake_cuda
