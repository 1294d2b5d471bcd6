#include "examples/multiply/progress.hpp"

#include <unistd.h>

#include <chrono>
#include <iostream>
#include <utility>

namespace example {

progress::progress(std::string activity, bool always)
    : activity_(std::move(activity)), terminal_(isatty(STDERR_FILENO) != 0) {
  if (terminal_ || always) thread_ = std::thread([this] { show(); });
}

progress::~progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void progress::show() {
  const auto start = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  for (int seconds = 1;
       !wake_.wait_until(lock, start + std::chrono::seconds(seconds), [this] { return done_; }); ++seconds) {
    const std::string line = activity_ + " ... " + std::to_string(seconds) + " s";
    std::cerr << (terminal_ ? '\r' + line : line + '\n') << std::flush;
  }
  if (terminal_) std::cerr << '\r' << std::string(activity_.size() + 20, ' ') << '\r' << std::flush;
}

}  // namespace example
