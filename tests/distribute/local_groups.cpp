#include <stdexcept>

#include "tests/distribute/groups.hpp"

namespace gbi::test {

std::vector<std::string> group_names() {
  return {"host1", "host2", "host3", "host4", "host8"};
}

device_group group_named(const std::string& name) {
  return device_group::host(std::stoi(name.substr(4)));
}

}  // namespace gbi::test
