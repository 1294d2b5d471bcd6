/// \file
/// Passes launches to a test executor that runs representatives only (representatives.hpp).
#pragma once

#include <cstdint>

#include "tests/support/representatives.hpp"

namespace gbi::test {

/// Passes a launch to the executor if its instance is a representative, and otherwise records that it is left
/// to the host.
template <class Executor>
class representative_launcher {
 public:
  explicit representative_launcher(Executor& executor) : executor_(executor) {}

  bool is_left_to_host() const { return is_left_to_host_; }

  static constexpr kernels::machine machine = Executor::machine;
  static constexpr const auto& scan_shapes = Executor::scan_shapes;
  std::uint32_t multiprocessors() const noexcept { return executor_.multiprocessors(); }
  template <class Kernel>
  void run(std::uint32_t blocks, std::uint32_t batch, const typename Kernel::arguments& a) {
    if constexpr (is_representative<Kernel>)
      executor_.template run<Kernel>(blocks, batch, a);
    else
      is_left_to_host_ = true;
  }

 private:
  Executor& executor_;
  bool is_left_to_host_ = false;
};

}  // namespace gbi::test
