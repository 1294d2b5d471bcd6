/// \file
/// Points in the streams of several ranks, and the time between them as the devices saw it.
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

  /// Marks what all local ranks have queued so far. On the host everything is done when it is queued.
  void add();
  /// The seconds from each mark to the next, on the rank that took longest. Waits, and forgets the marks.
  std::vector<double> seconds();

  struct recorder;

 private:
  device_group on_;
  std::vector<std::unique_ptr<recorder>> of_ranks_;
};

}  // namespace gbi::bench
