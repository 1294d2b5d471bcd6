/// \file
/// Searches for the tuning values with which a device computes fastest. Every comparison times the same
/// operation in contexts that differ in one value.
#pragma once

#include <cstddef>
#include <functional>
#include <gpu_bigint.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace program {

/// Makes operands of size n in the current context, and returns the work on them.
using sized_operation = std::function<std::function<void()>(std::size_t n)>;
using tuning_values = std::map<std::string, std::string>;

/// What is timed to find a value.
struct tuned_operation {
  std::string name;  ///< of the value
  sized_operation work;
  tuning_values others;  ///< values with which this one decides
};

/// A value that is the length from which on, or up to which, one way to compute is the faster one.
struct crossover : tuned_operation {
  enum class side {
    up_to,  ///< one way is for lengths of at most the value
    from    ///< one way is for lengths of at least the value
  };
  side chosen;
  std::size_t first, last;  ///< the sizes to look at
  /// The value that is just reached by operands of size n.
  std::function<std::size_t(std::size_t n)> value_at;
};

/// A value that is one of a few. The geometric mean of the times at these sizes decides.
struct alternative : tuned_operation {
  std::vector<std::string> candidates;
  std::vector<std::size_t> sizes;
};

class tuning_search {
 public:
  /// \param device the context of the device. Its values are the ones to start from.
  explicit tuning_search(const gbi::context& device);

  /// A value as it was found, or else as the device has it.
  const std::string& value(const std::string& name) const;
  /// The same of a size; the largest one for "never".
  std::size_t size(const std::string& name) const;
  /// The values that were found.
  const tuning_values& found() const { return found_; }

  /// Searches for about this many seconds. A value is found only if it is clearly better than the one that is
  /// known: a size about which they disagree decides.
  void find(const crossover& what, double seconds);
  void find(const alternative& what, double seconds);

 private:
  /// The median seconds of one run with every value, timed in turn. std::nullopt if that takes too long.
  std::optional<std::vector<double>> times(const tuned_operation& what,
                                           const std::vector<std::string>& values, std::size_t n,
                                           double seconds) const;
  gbi::context context_with(tuning_values settings) const;

  gbi::context device_;
  tuning_values built_in_, found_;
};

}  // namespace program
