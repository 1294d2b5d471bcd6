#include "gpu_bigint/memory.hpp"

namespace gbi {

memory_resource::~memory_resource() = default;
void memory_resource::trim() {}

}  // namespace gbi
