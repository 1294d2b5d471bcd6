#include "src/distribute/under_way.hpp"

#include <algorithm>

namespace gbi::distribute {

exchanges_under_way::~exchanges_under_way() {
  for (const std::uint64_t exchange : numbers_) try {
      link_.finish(exchange);
    } catch (...) {  // the link was aborted
      return;
    }
}

std::uint64_t exchanges_under_way::start(std::span<const communicator::segments> local) {
  numbers_.reserve(numbers_.size() + 1);
  const std::uint64_t number = link_.start(local);
  numbers_.push_back(number);
  return number;
}

void exchanges_under_way::finish(std::uint64_t exchange) {
  if (const auto found = std::ranges::find(numbers_, exchange); found != numbers_.end())
    numbers_.erase(found);
  link_.finish(exchange);
}

}  // namespace gbi::distribute
