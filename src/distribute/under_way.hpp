/// \file
/// Exchanges that run beside other work.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/distribute/group.hpp"

namespace gbi::distribute {

/// Exchanges that nobody has waited for end with this object: after an exception their memory must not be
/// given back before.
class exchanges_under_way : exec::noncopyable {
 public:
  explicit exchanges_under_way(communicator& link) : link_(link) {}
  ~exchanges_under_way();

  /// Collective. \returns the number of the exchange
  std::uint64_t start(std::span<const communicator::segments> local);
  /// What is queued later begins after that exchange. Collective, once for each.
  void finish(std::uint64_t exchange);

 private:
  communicator& link_;
  std::vector<std::uint64_t> numbers_;
};

}  // namespace gbi::distribute
