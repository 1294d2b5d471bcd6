/// \file
/// Exchanges that overlap with other work.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/distribute/group.hpp"

namespace gbi::distribute {

/// Unfinished exchanges end with this object. After an exception, their memory must not be released before
/// that.
class exchanges_under_way : process::noncopyable {
 public:
  explicit exchanges_under_way(communicator& link) : link_(link) {}
  ~exchanges_under_way();

  /// Collective. \returns the number of the exchange
  std::uint64_t start(std::span<const communicator::segments> local);
  /// Makes work queued later start after that exchange. Collective, once for each exchange.
  void finish(std::uint64_t exchange);

 private:
  communicator& link_;
  std::vector<std::uint64_t> numbers_;
};

}  // namespace gbi::distribute
