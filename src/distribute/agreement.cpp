#include "src/distribute/agreement.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "gpu_bigint/error.hpp"
#include "src/process/concat.hpp"

namespace gbi::distribute {

namespace {

/// The text of an exception, zero-terminated, in words that ranks can share.
using reason = std::array<std::uint64_t, 40>;

reason text_of(const char* what) {
  reason text{};
  std::memcpy(text.data(), what, std::min(std::strlen(what), sizeof text - 1));
  return text;
}

reason reason_of(const std::exception_ptr& failure) {
  if (failure == nullptr) return {};
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& known) {
    return text_of(known.what());
  } catch (...) {
    return text_of("an exception of an unknown type");
  }
}

}  // namespace

std::exception_ptr first_of(std::span<const std::exception_ptr> failures) noexcept {
  const auto found = std::ranges::find_if(failures, [](const auto& one) { return one != nullptr; });
  return found == failures.end() ? nullptr : *found;
}

void agree(communicator& link, std::span<const std::exception_ptr> failures) {
  const std::exception_ptr own = first_of(failures);
  const auto ranks = static_cast<std::size_t>(link.size());
  if (link.size() != link.local()) {
    std::vector<std::uint64_t> mine(failures.size()), all(ranks);
    std::ranges::transform(failures, mine.begin(), [](const auto& one) { return one == nullptr ? 0 : 1; });
    link.share(mine, all);
    const auto failed = std::ranges::find(all, std::uint64_t{1});
    if (failed == all.end()) return;
    std::vector<reason> texts, all_texts(ranks);
    for (const std::exception_ptr& one : failures) texts.push_back(reason_of(one));
    link.share({texts.data()->data(), texts.size() * texts.data()->size()},
               {all_texts.data()->data(), ranks * all_texts.data()->size()});
    const auto number = static_cast<std::size_t>(failed - all.begin());
    if (own == nullptr)
      throw device_error(concat("rank ", number, " of ", ranks,
                                " failed: ", reinterpret_cast<const char*>(all_texts[number].data())));
  }
  if (own != nullptr) std::rethrow_exception(own);
}

}  // namespace gbi::distribute
