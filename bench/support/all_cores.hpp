/// \file
/// A loop on all cores, for rivals that use one core each.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace gbi::bench {

/// Calls share(next) once on each core. All calls get the same counter, which begins at 0.
template <class Share>
void for_each_core(Share&& share) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::jthread> others(std::max(1U, std::thread::hardware_concurrency()) - 1);
  for (std::jthread& other : others) other = std::jthread([&] { share(next); });
  share(next);
}

}  // namespace gbi::bench
