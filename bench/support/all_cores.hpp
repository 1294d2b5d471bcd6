/// \file
/// Loops on all cores, for rivals that use one core each.
#pragma once

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstddef>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

namespace gbi::bench {

/// A thread for each core, this one included. They live until the program ends and wait between loops, so
/// that no measured time includes their start.
class all_cores {
 public:
  static all_cores& get() {
    static all_cores only;
    return only;
  }
  ~all_cores() {
    share_ = nullptr;
    gate_.arrive_and_wait();
  }
  all_cores(const all_cores&) = delete;
  all_cores& operator=(const all_cores&) = delete;

  std::size_t size() const { return size_; }

  /// Calls share() on every core, and returns when all calls have.
  void run(std::function<void()> share) {
    share_ = std::move(share);
    gate_.arrive_and_wait();
    share_();
    gate_.arrive_and_wait();
  }

 private:
  all_cores() {
    for (std::jthread& other : others_)
      other = std::jthread([this] {
        for (gate_.arrive_and_wait(); share_; gate_.arrive_and_wait()) {
          share_();
          gate_.arrive_and_wait();
        }
      });
  }

  const std::size_t size_ = std::max(1U, std::thread::hardware_concurrency());
  std::function<void()> share_;
  std::barrier<> gate_{static_cast<std::ptrdiff_t>(size_)};
  std::vector<std::jthread> others_{size_ - 1};  // end before what they use
};

/// Calls work(begin, end) on all cores for pieces of the range from 0 to `count`. There are enough pieces to
/// share the work evenly, and few enough that taking one costs nothing.
template <class Work>
void for_each_core(std::size_t count, Work&& work) {
  all_cores& cores = all_cores::get();
  const std::size_t piece = std::max<std::size_t>(1, count / (32 * cores.size()));
  std::atomic<std::size_t> next = 0;
  cores.run([&] {
    for (std::size_t begin = next.fetch_add(piece); begin < count; begin = next.fetch_add(piece))
      work(begin, std::min(begin + piece, count));
  });
}

}  // namespace gbi::bench
