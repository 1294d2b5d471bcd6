/// \file
/// A line on standard error that tells what the program is doing, for work that takes longer than a second.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace example {

/// Shows "ACTIVITY ... 3 s" once a second until it is destroyed. The first line appears after a second.
class progress {
 public:
  /// \param always show it even if standard error is not a terminal: then each update is a line of its own.
  progress(std::string activity, bool always);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

 private:
  void show();

  std::string activity_;
  bool terminal_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace example
