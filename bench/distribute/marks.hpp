/// \file
/// Marks in the streams of several ranks, and the time between them, measured on the devices.
#pragma once

#include <memory>
#include <vector>

#include "gpu_bigint/device_group.hpp"

namespace gbi::bench {

class marks {
 public:
  explicit marks(const device_group& on);
  ~marks();
  marks(const marks&) = delete;
  marks& operator=(const marks&) = delete;

  /// Adds a mark after everything that the local ranks have queued. On the host, queued work is already done.
  void add();
  /// The seconds from each mark to the next, on each rank. Waits for the marks and removes them.
  std::vector<std::vector<double>> seconds_of_ranks();
  /// The same on the slowest rank.
  std::vector<double> seconds();

  struct recorder;

 private:
  device_group on_;
  std::vector<std::unique_ptr<recorder>> of_ranks_;
};

}  // namespace gbi::bench
