/// \file
/// A line on the standard error that says what is going on, for work longer than a second.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace example {

/// Shows "what ... 3 s" from its second second on, until it is destroyed.
class progress {
 public:
  /// \param always show it even if the standard error is no terminal: a line a second.
  progress(std::string what, bool always);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

 private:
  void show();

  std::string what_;
  bool terminal_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace example
