/// \file
/// The sizes at which a plan changes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace gbi::test {

/// Finds every n with different plans for n and n + 1, first <= n < last. From n = 64 on, it may miss a
/// change that is undone within n / 64 sizes.
/// \param plan_of returns the plan of a size; plans are compared with ==
template <class PlanOf>
std::vector<std::size_t> plan_changes(std::size_t first, std::size_t last, PlanOf&& plan_of) {
  std::vector<std::size_t> found;
  const auto search = [&](auto&& self, std::size_t low, std::size_t high) -> void {
    if (plan_of(low) == plan_of(high)) return;
    if (high == low + 1) return found.push_back(low);
    const std::size_t middle = low + (high - low) / 2;
    self(self, low, middle);
    self(self, middle, high);
  };
  for (std::size_t n = first; n < last;) {
    const std::size_t next = std::min(last, n + 1 + (n < 64 ? 0 : n / 64));
    search(search, n, next);
    n = next;
  }
  return found;
}

/// The sizes on both sides of every change, and the last size.
template <class PlanOf>
std::vector<std::size_t> sizes_beside_changes(std::size_t first, std::size_t last, PlanOf&& plan_of) {
  std::vector<std::size_t> sizes;
  for (const std::size_t n : plan_changes(first, last, plan_of)) sizes.insert(sizes.end(), {n, n + 1});
  sizes.push_back(last);
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

}  // namespace gbi::test
