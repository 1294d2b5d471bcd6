/// \file
/// Threads of one process act as processes and send each other messages through memory. This tests failing,
/// differing and missing processes without MPI, and under ThreadSanitizer.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <tuple>
#include <vector>

#include "gpu_bigint/device_group.hpp"
#include "gpu_bigint/error.hpp"
#include "gpu_bigint/messages.hpp"

namespace gbi::test {

class post_office {
 public:
  explicit post_office(int size) : size_(size) {}
  int size() const { return size_; }

  void post(int from, int to, int tag, const void* data, std::size_t bytes) {
    const auto* const first = static_cast<const std::byte*>(data);
    const std::scoped_lock lock(mutex_);
    boxes_[{from, to, tag}].emplace_back(first, first + bytes);
  }
  /// Whether there was a message.
  bool fetch(int from, int to, int tag, void* data, std::size_t bytes) {
    const std::scoped_lock lock(mutex_);
    auto& box = boxes_[{from, to, tag}];
    if (box.empty()) return false;
    const std::vector<std::byte> message = std::move(box.front());
    box.pop_front();
    if (message.size() != bytes)
      throw device_error("a message of " + std::to_string(message.size()) + " bytes, where " +
                         std::to_string(bytes) + " were expected");
    std::memcpy(data, message.data(), bytes);
    return true;
  }

 private:
  int size_;
  std::mutex mutex_;
  std::map<std::tuple<int, int, int>, std::deque<std::vector<std::byte>>> boxes_;
};

class posted_messages final : public messages {
 public:
  posted_messages(std::shared_ptr<post_office> office, int rank) : office_(std::move(office)), rank_(rank) {}

  int size() const noexcept override { return office_->size(); }
  int rank() const noexcept override { return rank_; }
  int send(int to, int tag, const void* data, std::size_t bytes) override {
    office_->post(rank_, to, tag, data, bytes);
    open_.push_back([] { return true; });
    return static_cast<int>(open_.size()) - 1;
  }
  int receive(int from, int tag, void* data, std::size_t bytes) override {
    open_.push_back([=, this] { return office_->fetch(from, rank_, tag, data, bytes); });
    return static_cast<int>(open_.size()) - 1;
  }
  bool done(int request) override { return open_.at(static_cast<std::size_t>(request))(); }
  void cancel(int request) noexcept override { open_[static_cast<std::size_t>(request)] = nullptr; }

 private:
  std::shared_ptr<post_office> office_;
  int rank_;
  std::vector<std::function<bool()>> open_;
};

/// Calls f with the link and the number of each process.
/// \returns the outcome of each: the message of its exception, or an empty string
inline std::vector<std::string> on_links(int count,
                                         const std::function<void(std::unique_ptr<communicator>, int)>& f,
                                         std::chrono::milliseconds timeout = std::chrono::seconds(60)) {
  const auto office = std::make_shared<post_office>(count);
  std::vector<std::string> said(static_cast<std::size_t>(count));
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < count; ++rank)
    threads.emplace_back([&, rank] {
      try {
        f(message_communicator(std::make_unique<posted_messages>(office, rank), timeout), rank);
      } catch (const std::exception& error) {
        said[static_cast<std::size_t>(rank)] = error.what();
      }
    });
  threads.clear();
  return said;
}

/// The same for groups that these processes form.
inline std::vector<std::string> on_processes(int count, const std::function<void(const device_group&)>& f,
                                             bool checked,
                                             std::chrono::milliseconds timeout = std::chrono::seconds(60)) {
  const auto form = [&](std::unique_ptr<communicator> link, int) {
    if (checked) link = check_calls(std::move(link));
    f(device_group(std::move(link), {context(backend::host)}));
  };
  return on_links(count, form, timeout);
}

}  // namespace gbi::test
