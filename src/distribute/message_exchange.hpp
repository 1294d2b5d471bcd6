/// \file
/// Messages between all pairs of processes that have data for each other, with a time limit, and notices from
/// processes that have given up.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu_bigint/error.hpp"
#include "gpu_bigint/messages.hpp"
#include "src/process/concat.hpp"
#include "src/process/noncopyable.hpp"

namespace gbi::distribute {

/// Data for another rank.
struct outgoing {
  int to;
  const void* data;
  std::size_t bytes;
};
/// Data from another rank.
struct incoming {
  int from;
  void* data;
  std::size_t bytes;
};

/// Thread safety: one thread at a time.
class message_exchange : process::noncopyable {
 public:
  message_exchange(std::unique_ptr<messages> link, std::chrono::milliseconds timeout);
  ~message_exchange();

  int size() const noexcept { return link_->size(); }
  int rank() const noexcept { return link_->rank(); }

  /// Calls f. After an exception, no rank can go on, because others may be waiting for this one.
  template <class F>
  void guarded(const char* operation, std::size_t entries, F&& f) {
    if (!failure_.empty()) throw device_error(std::string(operation) + ": " + failure_);
    try {
      read_notices();
      for (int other = 0; other < size(); ++other) require_present(other);
      if (entries != 1)
        throw std::invalid_argument(concat(operation, ": ", entries, " entries for 1 local rank"));
      f();
    } catch (const std::exception& error) {
      give_up(concat("rank ", rank(), " of ", size(), " has given up: ", error.what()));
      throw;
    }
  }

  /// Sends and receives host memory, and returns when everything has arrived.
  /// \throws device_error that names the rank that has given up or did not arrive in time
  void run(const char* operation, std::span<const outgoing> out, std::span<const incoming> in);
  /// Gathers words in host memory from all ranks.
  void gather(const char* operation, std::span<const std::uint64_t> own, std::span<std::uint64_t> all);
  /// Tells the other ranks, unless they know already. Every later call fails with this text.
  void give_up(const std::string& why) noexcept;

 private:
  /// The reason why a rank gives up, sent to the others.
  using notice = std::array<char, 256>;
  struct pending {
    int rank, request;
  };

  void wait_for(const char* operation, std::vector<pending>& open);
  /// Whether a message is done. A message that is done or fails is removed from the open ones.
  bool is_done(std::vector<pending>& open, std::size_t i);
  /// Receives the notices of ranks that have given up.
  void read_notices();
  /// \throws device_error with its reason if the rank has given up
  void require_present(int other);
  void finish(int request) noexcept;

  std::unique_ptr<messages> link_;
  std::chrono::milliseconds timeout_;
  std::uint64_t exchanges_ = 0;
  std::vector<notice> notices_;  ///< one from each rank
  std::vector<char> gone_;       ///< which ranks have given up
  notice farewell_{};
  std::vector<pending> watched_, warnings_;
  std::string failure_;  ///< why no exchange is possible any longer
};

}  // namespace gbi::distribute
