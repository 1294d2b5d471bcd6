/// \file
/// Fast construction of long inputs.
#pragma once

#include <algorithm>
#include <vector>

#include "src/exec/buffer.hpp"

namespace gbi::bench {

/// Repeats `values` on the device until there are `count`.
template <class T>
exec::buffer<T> repeated(exec::executor& device, std::vector<T> values, std::size_t count) {
  values.resize(std::min(values.size(), count));
  exec::buffer<T> result(device, count);
  device.upload(result.data(), values.data(), values.size() * sizeof(T));
  for (std::size_t filled = values.size(); filled < count; filled *= 2)
    device.copy(result.data() + filled, result.data(), std::min(filled, count - filled) * sizeof(T));
  return result;
}

}  // namespace gbi::bench
