/// \file
/// Groups that share every product, however short, among as many ranks as possible.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/tuned_context.hpp"

namespace gbi::test {

inline constexpr std::string_view sharing_suffix = "_sharing";

inline bool shares(const std::string& name) {
  return name.ends_with(sharing_suffix);
}
/// The name of a group without the suffix.
inline std::string plain_name(const std::string& name) {
  return shares(name) ? name.substr(0, name.size() - sharing_suffix.size()) : name;
}
inline std::vector<std::string> with_sharing(std::vector<std::string> names) {
  for (std::string& name : names) name += sharing_suffix;
  return names;
}

inline void share_always(plan::tuning& tuned) {
  tuned.sharing.least_limbs = 1;
  tuned.sharing.link_points = tuned.sharing.fixed_points = 0;
}
/// \param executor "host", "mixed" or "cuda"
inline context sharing_context(const std::string& executor, int device = 0) {
  return tuned_context(executor, share_always, device);
}

}  // namespace gbi::test
