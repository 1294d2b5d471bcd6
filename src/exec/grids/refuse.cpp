#include "src/exec/grids/refuse.hpp"

#include <stdexcept>
#include <string>

namespace gbi::exec {

void refuse_with(std::initializer_list<message_part> message) {
  std::string all;
  for (const message_part& part : message)
    all += part.text != nullptr ? std::string(part.text) : std::to_string(part.number);
  throw std::logic_error(all);
}

}  // namespace gbi::exec
