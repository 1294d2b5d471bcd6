#include "src/exec/grids/refuse.hpp"

#include <stdexcept>

#include "src/process/concat.hpp"

namespace gbi::exec {

void refuse_with(std::initializer_list<text_part> message) {
  throw std::logic_error(concat_parts(message));
}

}  // namespace gbi::exec
