/// \file
/// The communicator for processes that send each other messages. Every exchange is a message between each
/// pair of ranks that have data for each other, so the number of a missing rank is known.
#include "gpu_bigint/messages.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "src/context/engine.hpp"
#include "src/distribute/at.hpp"
#include "src/distribute/message_exchange.hpp"
#include "src/process/concat.hpp"

namespace gbi {

messages::~messages() = default;
void messages::abandon() noexcept {}

namespace {

using distribute::at;
using distribute::incoming;
using distribute::outgoing;

/// Pinned memory that grows as needed.
class window : process::noncopyable {
 public:
  explicit window(exec::executor& owner) : owner_(&owner) {}
  ~window() {
    if (memory_ != nullptr) owner_->release_pinned(memory_);
  }
  std::byte* of(std::size_t bytes) {
    if (bytes > bytes_) {
      if (memory_ != nullptr) owner_->release_pinned(std::exchange(memory_, nullptr));
      bytes_ = 0;
      memory_ = owner_->allocate_pinned(bytes);
      bytes_ = bytes;
    }
    return static_cast<std::byte*>(memory_);
  }

 private:
  exec::executor* owner_;
  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

class by_messages final : public communicator {
 public:
  by_messages(std::unique_ptr<messages> link, std::chrono::milliseconds timeout)
      : exchange_(std::move(link), timeout) {}

  int size() const noexcept override { return exchange_.size(); }
  int first() const noexcept override { return exchange_.rank(); }
  int local() const noexcept override { return 1; }

  void attach(std::span<const context> ranks) override {
    contexts_.assign(ranks.begin(), ranks.end());
    executor_ = &detail::engine_of(contexts_.front())->executor();
    if (!executor_->memory_is_host()) window_ = std::make_unique<window>(*executor_);
  }

  void all_to_all(std::span<const buffers> local, std::size_t bytes) override {
    run("all_to_all", local.size(), [&] {
      for (int other = 0; other < size(); ++other) {
        const std::size_t offset = static_cast<std::size_t>(other) * bytes;
        out_.push_back({other, at(local[0].send, offset), bytes});
        in_.push_back({other, at(local[0].receive, offset), bytes});
      }
    });
  }

  void all_to_all_v(std::span<const segments> local) override {
    run("all_to_all_v", local.size(), [&] {
      for (int other = 0; other < size(); ++other) {
        const auto o = static_cast<std::size_t>(other);
        out_.push_back({other, at(local[0].send, local[0].send_offsets[o]), local[0].send_bytes[o]});
        in_.push_back({other, at(local[0].receive, local[0].receive_offsets[o]), local[0].receive_bytes[o]});
      }
    });
  }

  void all_gather(std::span<const buffers> local, std::size_t bytes) override {
    run("all_gather", local.size(), [&] {
      for (int other = 0; other < size(); ++other) {
        out_.push_back({other, local[0].send, bytes});
        in_.push_back({other, at(local[0].receive, static_cast<std::size_t>(other) * bytes), bytes});
      }
    });
  }

  void broadcast(std::span<void* const> local, std::size_t bytes, int root) override {
    run("broadcast", local.size(), [&] {
      if (root < 0 || root >= size())
        throw std::invalid_argument(concat("broadcast: from rank ", root, " of ", size()));
      if (first() != root) {
        in_.push_back({root, local[0], bytes});
        return;
      }
      for (int other = 0; other < size(); ++other)
        if (other != root) out_.push_back({other, local[0], bytes});
    });
  }

  void all_reduce(std::span<const buffers> local, std::size_t words, reduction how) override {
    exchange_.guarded("all_reduce", local.size(), [&] {
      if (words == 0) return;
      std::vector<std::uint64_t> joined(words), all(words * static_cast<std::size_t>(size()));
      executor_->download(joined.data(), local[0].send, words * sizeof(std::uint64_t));
      exchange_.gather("all_reduce", joined, all);
      std::copy_n(all.begin(), words, joined.begin());
      for (std::size_t i = words; i < all.size(); ++i) {
        std::uint64_t& word = joined[i % words];
        word = how == reduction::sum ? word + all[i] : std::max(word, all[i]);
      }
      executor_->upload(local[0].receive, joined.data(), words * sizeof(std::uint64_t));
    });
  }

  void share(std::span<const std::uint64_t> local, std::span<std::uint64_t> all) override {
    exchange_.guarded("share", 1, [&] { exchange_.gather("share", local, all); });
  }

  void barrier() override {
    exchange_.guarded("barrier", 1, [&] {
      const std::uint64_t here = 1;
      std::vector<std::uint64_t> all(static_cast<std::size_t>(size()));
      exchange_.gather("barrier", {&here, 1}, all);
    });
  }

  void abort() noexcept override {
    exchange_.give_up(concat("rank ", first(), " of ", size(), " has aborted the exchanges"));
  }

 private:
  /// An exchange of device memory: `describe` fills out_ and in_.
  template <class F>
  void run(const char* operation, std::size_t entries, F&& describe) {
    exchange_.guarded(operation, entries, [&] {
      out_.clear();
      in_.clear();
      describe();
      copy_own();
      if (window_ == nullptr) return exchange_.run(operation, out_, in_);
      exchange_staged(operation);
    });
  }

  /// Copies the rank's data for itself. The rest stays in out_ and in_.
  void copy_own() {
    const auto sent = std::ranges::find(out_, first(), &outgoing::to);
    const auto received = std::ranges::find(in_, first(), &incoming::from);
    if (sent != out_.end() && received != in_.end() && sent->bytes != received->bytes)
      throw std::invalid_argument(
          concat("a rank sends itself ", sent->bytes, " bytes and receives ", received->bytes));
    if (sent != out_.end() && received != in_.end() && sent->bytes > 0)
      executor_->copy(received->data, sent->data, sent->bytes);
    const auto unneeded = [&](const auto& one) { return one.bytes == 0; };
    if (sent != out_.end()) out_.erase(sent);
    if (received != in_.end()) in_.erase(received);
    std::erase_if(out_, unneeded);
    std::erase_if(in_, unneeded);
  }

  void exchange_staged(const char* operation) {
    std::size_t total = 0;
    for (const outgoing& one : out_) total += one.bytes;
    for (const incoming& one : in_) total += one.bytes;
    std::byte* next = window_->of(total);
    outgoing downloaded{};  // data that all ranks receive is downloaded only once
    std::byte* there = nullptr;
    for (outgoing& one : out_) {
      if (one.data != downloaded.data || one.bytes != downloaded.bytes) {
        downloaded = one;
        there = std::exchange(next, next + one.bytes);
        executor_->download(there, one.data, one.bytes);
      }
      one.data = there;
    }
    std::vector<incoming> staged = in_;
    for (incoming& one : staged) one.data = std::exchange(next, next + one.bytes);
    exchange_.run(operation, out_, staged);
    for (std::size_t i = 0; i < in_.size(); ++i) executor_->upload(in_[i].data, staged[i].data, in_[i].bytes);
  }

  distribute::message_exchange exchange_;
  std::vector<context> contexts_;
  exec::executor* executor_ = nullptr;
  std::unique_ptr<window> window_;  ///< null: the buffers are host memory
  std::vector<outgoing> out_;
  std::vector<incoming> in_;
};

}  // namespace

std::unique_ptr<communicator> message_communicator(std::unique_ptr<messages> link,
                                                   std::chrono::milliseconds timeout) {
  if (link == nullptr) throw std::invalid_argument("message_communicator: no messages");
  return std::make_unique<by_messages>(std::move(link), timeout);
}

}  // namespace gbi
