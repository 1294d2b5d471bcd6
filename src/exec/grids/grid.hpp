/// \file
/// The building blocks of all grids.
///
/// A grid is a function `run_grid(launcher, arguments)`. It chooses the instance of the kernel and the number
/// of blocks for every executor, and calls the launcher's `run<Kernel>(blocks of one problem, problems,
/// arguments)`. For a part of the arguments (launches.hpp), the function has a third parameter, the part's
/// value.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gbi::exec {

// Compilers take longer for <algorithm> and <iterator> than for everything else that grids include.
constexpr std::uint64_t larger_of(std::uint64_t a, std::uint64_t b) {
  return a < b ? b : a;
}
template <class T, std::size_t Length>
constexpr std::size_t length_of(const T (&)[Length]) {
  return Length;
}

constexpr std::uint32_t blocks_for(std::uint64_t items, std::uint64_t per_block) {
  return static_cast<std::uint32_t>((items + per_block - 1) / per_block);
}

/// The number of problems that a launch runs side by side, if the arguments have a member `batch`.
template <class Arguments>
constexpr std::uint32_t problems_of(const Arguments& a) {
  if constexpr (requires { a.batch; })
    return a.batch;
  else
    return 1;
}

/// Launches this many blocks for each problem.
template <class Kernel>
void run_blocks(auto& launcher, std::uint32_t blocks, const typename Kernel::arguments& a) {
  launcher.template run<Kernel>(blocks, problems_of(a), a);
}

/// Launches enough blocks for this many items of each problem.
template <class Kernel, std::uint64_t ItemsOfBlock = Kernel::threads>
void run_items(auto& launcher, std::uint64_t items, const typename Kernel::arguments& a) {
  run_blocks<Kernel>(launcher, blocks_for(items, ItemsOfBlock), a);
}

/// Launches enough blocks for all indices of the map_kernel of these arguments (kernels/model/kernel.hpp).
template <class Arguments>
requires requires(const Arguments& a) {
  map_of(a);
}
void run_grid(auto& launcher, const Arguments& a) {
  using kernel = decltype(map_of(a));
  run_items<kernel>(launcher, kernel::count(a), a);
}

}  // namespace gbi::exec
