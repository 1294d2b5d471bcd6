/// \file
/// The instances of kernels that a GPU has, and those of them that were launched.
#pragma once

#include <cxxabi.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <typeinfo>

#include "kernels/scan/arguments.hpp"
#include "kernels/verify/gate.hpp"

namespace gbi::test {

/// Takes the place of CUDA's launcher in the grids (src/exec/cuda/launch.cuh). It runs nothing; it notes
/// which instance a launch takes.
class census {
 public:
  static constexpr const auto& scan_shapes = kernels::cuda_scan_shapes;

  explicit census(std::uint32_t multiprocessors) : multiprocessors_(multiprocessors) {}

  /// The names of all instances, whether launched or not. Those of the entries for repairs end in "repair".
  static std::set<std::string>& all() {
    static std::set<std::string> names;
    return names;
  }
  /// Those that were launched.
  std::set<std::string> reached;

  std::uint32_t multiprocessors() const noexcept { return multiprocessors_; }
  template <class Kernel>
  void run(std::uint32_t blocks, std::uint32_t batch, const typename Kernel::arguments& a) {
    if (blocks == 0 || batch == 0) return;
    if constexpr (kernels::repairing<Kernel>)
      if (kernels::gate_of(a).verdicts != nullptr) {
        reached.insert(instance<Kernel, true>::name);
        return;
      }
    reached.insert(instance<Kernel, false>::name);
  }

 private:
  /// Compiling an instance lists it.
  template <class Kernel, bool Repairs>
  struct instance {
    static inline const std::string name = [] {
      const std::unique_ptr<char, void (*)(void*)> text(
          abi::__cxa_demangle(typeid(Kernel).name(), nullptr, nullptr, nullptr), std::free);
      return *all().insert(std::string(text.get()) + (Repairs ? " repair" : "")).first;
    }();
  };

  std::uint32_t multiprocessors_;
};

}  // namespace gbi::test
