#include "tools/support/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <utility>

#include "tools/support/timing.hpp"

namespace support {

progress::progress(std::string activity, showing when, std::string unit)
    : activity_(std::move(activity)), unit_(std::move(unit)), terminal_(isatty(STDERR_FILENO) != 0) {
  if (when == showing::always || (when == showing::on_terminal && terminal_))
    thread_ = std::thread([this] { show(); });
}

progress::~progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void progress::advance_to(double done, double total) {
  const std::lock_guard lock(mutex_);
  done_ = done;
  total_ = total;
}

std::string progress::line(const std::string& activity, const std::string& unit, double seconds, double done,
                           double total) {
  if (total <= 0 || done <= 0) return activity + " ... " + std::to_string(std::llround(seconds)) + " s";
  const double part = std::min(done / total, 1.0);
  std::string text = activity + ": " + std::to_string(static_cast<int>(100 * part)) + " %";
  if (!unit.empty()) text += ", " + shown_rate(done / seconds) + ' ' + unit + "/s";
  return text + ", " + shown_duration(seconds / part - seconds) + " left";
}

void progress::show() {
  const auto start = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  std::size_t width = 0;
  for (int seconds = 1;
       !wake_.wait_until(lock, start + std::chrono::seconds(seconds), [this] { return ended_; }); ++seconds) {
    std::string text = line(activity_, unit_, seconds, done_, total_);
    width = std::max(width, text.size());
    text.resize(terminal_ ? width : text.size(), ' ');
    std::cerr << (terminal_ ? '\r' + text : text + '\n') << std::flush;
  }
  if (terminal_) {
    if (width > 0) std::cerr << '\r' << std::string(width, ' ') << '\r' << std::flush;
  } else {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    std::cerr << line(activity_, unit_, elapsed.count(), done_, total_) << '\n' << std::flush;
  }
}

}  // namespace support
