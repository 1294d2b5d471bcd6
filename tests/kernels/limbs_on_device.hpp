/// \file
/// Limbs in the memory of a test's executor.
#pragma once

#include <span>

#include "src/exec/buffer.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

class limbs_on_device : public on_executor {
 protected:
  exec::buffer<limb> on_device(const limbs& values) { return {executor(), std::span<const limb>(values)}; }
  limbs read(const exec::buffer<limb>& from) {
    limbs result(from.size());
    executor().download(result.data(), from.data(), from.size() * sizeof(limb));
    return result;
  }
};

}  // namespace gbi::test
