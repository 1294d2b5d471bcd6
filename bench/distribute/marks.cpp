#include "bench/distribute/marks.hpp"

#include <algorithm>
#include <chrono>

#if defined(GPU_BIGINT_WITH_CUDA)
#include "bench/rivals/cuda_marks.hpp"
#endif

namespace gbi::bench {

/// The marks of one rank.
struct marks::recorder {
  virtual ~recorder() = default;
  virtual void add() = 0;
  virtual std::vector<double> seconds() = 0;
};

namespace {

/// On the host a launch is complete when the call returns.
struct host_recorder final : marks::recorder {
  using clock = std::chrono::steady_clock;
  std::vector<clock::time_point> at;

  void add() override { at.push_back(clock::now()); }
  std::vector<double> seconds() override {
    std::vector<double> found;
    for (std::size_t i = 1; i < at.size(); ++i)
      found.push_back(std::chrono::duration<double>(at[i] - at[i - 1]).count());
    at.clear();
    return found;
  }
};

#if defined(GPU_BIGINT_WITH_CUDA)
struct cuda_recorder final : marks::recorder {
  explicit cuda_recorder(const context& where) : events(where.device(), where.stream()) {}
  cuda_marks events;

  void add() override { events.add(); }
  std::vector<double> seconds() override { return events.seconds(); }
};
#endif

}  // namespace

marks::marks(const device_group& on) : on_(on) {
  for (int own = 0; own < on.local_size(); ++own) {
#if defined(GPU_BIGINT_WITH_CUDA)
    if (on.at(own).backend() == backend::cuda) {
      of_ranks_.push_back(std::make_unique<cuda_recorder>(on.at(own)));
      continue;
    }
#endif
    of_ranks_.push_back(std::make_unique<host_recorder>());
  }
}

marks::~marks() = default;

void marks::add() {
  for (const auto& rank : of_ranks_) rank->add();
}

std::vector<std::vector<double>> marks::seconds_of_ranks() {
  std::vector<std::vector<double>> found;
  for (const auto& rank : of_ranks_) found.push_back(rank->seconds());
  return found;
}

std::vector<double> marks::seconds() {
  std::vector<double> longest;
  for (const std::vector<double>& own : seconds_of_ranks()) {
    longest.resize(std::max(longest.size(), own.size()));
    for (std::size_t i = 0; i < own.size(); ++i) longest[i] = std::max(longest[i], own[i]);
  }
  return longest;
}

}  // namespace gbi::bench
