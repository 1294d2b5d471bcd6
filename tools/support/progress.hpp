/// \file
/// A line on standard error that says what the program is doing, for work that takes longer than a second.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace support {

/// When progress is shown.
enum class showing {
  on_terminal,  ///< only if standard error is a terminal
  always,       ///< if it is not a terminal, each update and the end are separate lines
  never
};

/// Shows "ACTIVITY ... 3 s" once a second until it is destroyed. Work that reports its progress shows
/// "ACTIVITY: 40 %, 1.2 M digits/s, 5 s left". The first line appears after a second, or at the end.
class progress {
 public:
  /// \param unit what is counted, such as "digits"; if it is empty, no rate is shown.
  progress(std::string activity, showing when, std::string unit = "");
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  /// Reports how much of the work is done. Any thread may call it, as often as it likes.
  void advance_to(double done, double total);
  /// The line after this many seconds. The rate and the time left assume that work continues at the same
  /// pace.
  static std::string line(const std::string& activity, const std::string& unit, double seconds, double done,
                          double total);

 private:
  void show();

  std::string activity_, unit_;
  bool terminal_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool ended_ = false;
  double done_ = 0, total_ = 0;
  std::thread thread_;
};

}  // namespace support
