#include "src/process/machine_memory.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>

namespace gbi::process {

namespace {

constexpr std::size_t unknown = std::numeric_limits<std::size_t>::max();

/// The number in a file that contains only a number; std::nullopt for "max" or if there is no such file.
std::optional<std::size_t> number_in(const std::string& file) {
  std::ifstream in(file);
  std::size_t value = 0;
  if (in >> value) return value;
  return std::nullopt;
}

/// The number that follows a name at the start of a line.
std::optional<std::size_t> number_after(const std::string& name, const std::string& file) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string first;
    std::size_t value = 0;
    if (words >> first && first == name && words >> value) return value;
  }
  return std::nullopt;
}

/// The names of a control group's files in one of the two versions.
struct group_files {
  const char *limit, *usage, *inactive;
};
constexpr group_files version_1{"/memory.limit_in_bytes", "/memory.usage_in_bytes", "total_inactive_file"};
constexpr group_files version_2{"/memory.max", "/memory.current", "inactive_file"};

/// Lowers both values to what one control group allows.
void apply_group(const std::string& folder, const group_files& files, machine_memory& result) {
  const auto limit = number_in(folder + files.limit);
  if (!limit || *limit >= result.total) return;  // a group without a limit shows the largest number here
  result.total = *limit;
  const std::size_t used = number_in(folder + files.usage).value_or(0);
  const std::size_t cached = number_after(files.inactive, folder + "/memory.stat").value_or(0);
  const std::size_t bound = used - std::min(used, cached);
  result.available = std::min(result.available, *limit - std::min(*limit, bound));
}

/// Applies a control group and all of its ancestors. In a container, the process may see its own group as the
/// root.
void apply_groups(const std::string& mount, std::string path, const group_files& files,
                  machine_memory& result) {
  for (;;) {
    while (path.ends_with('/')) path.pop_back();
    apply_group(mount + path, files, result);
    if (path.empty()) return;
    path.erase(path.find_last_of('/'));
  }
}

}  // namespace

machine_memory read_machine_memory(const std::string& root) {
  constexpr std::size_t kibi = 1024;
  const std::string meminfo = root + "/proc/meminfo";
  machine_memory result{unknown, unknown};
  if (const auto total = number_after("MemTotal:", meminfo)) result.total = *total * kibi;
  if (const auto available = number_after("MemAvailable:", meminfo)) result.available = *available * kibi;
  // Lines such as 4:memory:/path for version 1, and 0::/path for version 2.
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos || line[second + 1] != '/') continue;
    std::string controllers = line.substr(first, second - first);  // ":cpu,memory"
    controllers[0] = ',';
    const std::string path = line.substr(second + 1);
    if (controllers == ",") apply_groups(root + "/sys/fs/cgroup", path, version_2, result);
    if (controllers.ends_with(",memory") || controllers.find(",memory,") != std::string::npos)
      apply_groups(root + "/sys/fs/cgroup/memory", path, version_1, result);
  }
  return result;
}

}  // namespace gbi::process
