/// \file
/// Two ways to time work: by the device and by the clock.
#pragma once

#include <chrono>
#include <functional>

#include "gpu_bigint/context.hpp"
#include "src/context/engine.hpp"

namespace gbi::bench {

/// Does the work once. Returns the seconds that it took.
using stopwatch = double (*)(const std::function<void()>& work);

/// The device's own time (CUDA events).
inline double device_seconds(const std::function<void()>& work) {
  return gbi::detail::engine_of(context::current())->executor().seconds_of(work);
}

inline double clock_seconds(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace gbi::bench
