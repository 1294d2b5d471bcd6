#include "src/process/concat.hpp"

namespace gbi {

std::string concat_parts(std::initializer_list<text_part> parts) {
  std::string all;
  for (const text_part& part : parts) {
    if (!part.is_number)
      all.append(part.characters, part.count);
    else
      all += part.is_signed ? std::to_string(static_cast<std::int64_t>(part.number))
                            : std::to_string(part.number);
  }
  return all;
}

}  // namespace gbi
