#include "src/distribute/first_decides.hpp"

#include <exception>

#include "src/distribute/value.hpp"

namespace gbi::distribute {

std::vector<std::uint64_t> first_decides(group& on, std::size_t words,
                                         const std::function<std::vector<std::uint64_t>()>& decide) {
  std::vector<std::uint64_t> own;
  std::exception_ptr failure;
  if (on.first() == 0) try {
      own = decide();
    } catch (...) {
      failure = std::current_exception();
    }
  own.resize(words);
  own.push_back(failure == nullptr ? 0 : 1);
  std::vector<std::uint64_t> mine, all(static_cast<std::size_t>(on.size()) * own.size());
  for (int local = 0; local < on.local(); ++local) mine.insert(mine.end(), own.begin(), own.end());
  on.link().share(mine, all);
  if (all[words] != 0)
    agree(
        on,
        [&] {
          if (failure != nullptr) std::rethrow_exception(failure);
        },
        [](rank&) {});
  all.resize(words);
  return all;
}

}  // namespace gbi::distribute
