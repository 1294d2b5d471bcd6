/// \file
/// The communicator between processes that send each other messages. Every exchange is a message between each
/// pair of ranks that have something for each other, so a rank that does not come is known by its number.
#include "gpu_bigint/messages.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gpu_bigint/error.hpp"
#include "src/context/engine.hpp"

namespace gbi {

messages::~messages() = default;
void messages::abandon() noexcept {}

namespace {

using clock = std::chrono::steady_clock;

/// Why a rank gives up, for the others.
using notice = std::array<char, 256>;
constexpr int notice_tag = 0, tags = 30'000;

struct outgoing {
  int to;
  const void* data;
  std::size_t bytes;
};
struct incoming {
  int from;
  void* data;
  std::size_t bytes;
};

/// Pinned memory that grows.
class window : exec::noncopyable {
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
      : link_(std::move(link)),
        timeout_(timeout),
        notices_(static_cast<std::size_t>(link_->size())),
        gone_(notices_.size(), 0) {
    for (int from = 0; from < link_->size(); ++from)
      if (from != link_->rank())
        watched_.push_back({from, link_->receive(from, notice_tag, &notices_[static_cast<std::size_t>(from)],
                                                 sizeof(notice))});
  }
  ~by_messages() override {
    for (const pending& one : watched_) link_->cancel(one.request);
    for (const pending& one : warnings_) finish(one.request);
  }

  int size() const noexcept override { return link_->size(); }
  int first() const noexcept override { return link_->rank(); }
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
        throw std::invalid_argument("broadcast: from rank " + std::to_string(root) + " of " +
                                    std::to_string(size()));
      if (first() != root) {
        in_.push_back({root, local[0], bytes});
        return;
      }
      for (int other = 0; other < size(); ++other)
        if (other != root) out_.push_back({other, local[0], bytes});
    });
  }

  void all_reduce(std::span<const buffers> local, std::size_t words, reduction how) override {
    guarded("all_reduce", local.size(), [&] {
      if (words == 0) return;
      std::vector<std::uint64_t> joined(words), all(words * static_cast<std::size_t>(size()));
      executor_->download(joined.data(), local[0].send, words * sizeof(std::uint64_t));
      gather("all_reduce", joined, all);
      std::copy_n(all.begin(), words, joined.begin());
      for (std::size_t i = words; i < all.size(); ++i) {
        std::uint64_t& word = joined[i % words];
        word = how == reduction::sum ? word + all[i] : std::max(word, all[i]);
      }
      executor_->upload(local[0].receive, joined.data(), words * sizeof(std::uint64_t));
    });
  }

  void share(std::span<const std::uint64_t> local, std::span<std::uint64_t> all) override {
    guarded("share", 1, [&] { gather("share", local, all); });
  }

  void barrier() override {
    guarded("barrier", 1, [&] {
      const std::uint64_t here = 1;
      std::vector<std::uint64_t> all(static_cast<std::size_t>(size()));
      gather("barrier", {&here, 1}, all);
    });
  }

  void abort() noexcept override {
    give_up("rank " + std::to_string(first()) + " of " + std::to_string(size()) +
            " has aborted the exchanges");
  }

 private:
  struct pending {
    int rank, request;
  };

  static const std::byte* at(const void* memory, std::size_t offset) noexcept {
    return static_cast<const std::byte*>(memory) + offset;
  }
  static std::byte* at(void* memory, std::size_t offset) noexcept {
    return static_cast<std::byte*>(memory) + offset;
  }

  /// Calls f. After an exception no rank can go on, as others may wait for this one.
  template <class F>
  void guarded(const char* operation, std::size_t entries, F&& f) {
    if (!failure_.empty()) throw device_error(std::string(operation) + ": " + failure_);
    try {
      read_notices();
      for (int rank = 0; rank < size(); ++rank) require_present(rank);
      if (entries != 1)
        throw std::invalid_argument(std::string(operation) + ": " + std::to_string(entries) +
                                    " entries for 1 local rank");
      f();
    } catch (const std::exception& error) {
      give_up("rank " + std::to_string(first()) + " of " + std::to_string(size()) +
              " has given up: " + error.what());
      throw;
    }
  }

  /// An exchange of device memory: `describe` fills out_ and in_.
  template <class F>
  void run(const char* operation, std::size_t entries, F&& describe) {
    guarded(operation, entries, [&] {
      out_.clear();
      in_.clear();
      describe();
      copy_own();
      if (window_ == nullptr) return exchange(operation, out_, in_);
      exchange_staged(operation);
    });
  }

  /// What the rank has for itself. The rest stays in out_ and in_.
  void copy_own() {
    const auto sent = std::ranges::find(out_, first(), &outgoing::to);
    const auto received = std::ranges::find(in_, first(), &incoming::from);
    if (sent != out_.end() && received != in_.end() && sent->bytes != received->bytes)
      throw std::invalid_argument("a rank sends itself " + std::to_string(sent->bytes) +
                                  " bytes and receives " + std::to_string(received->bytes));
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
    const void* downloaded = nullptr;  // what all ranks get comes down once
    std::byte* there = nullptr;
    for (outgoing& one : out_) {
      if (one.data != downloaded) {
        downloaded = one.data;
        there = std::exchange(next, next + one.bytes);
        executor_->download(there, one.data, one.bytes);
      }
      one.data = there;
    }
    std::vector<incoming> staged = in_;
    for (incoming& one : staged) one.data = std::exchange(next, next + one.bytes);
    exchange(operation, out_, staged);
    for (std::size_t i = 0; i < in_.size(); ++i) executor_->upload(in_[i].data, staged[i].data, in_[i].bytes);
  }

  /// Words in host memory of all ranks.
  void gather(const char* operation, std::span<const std::uint64_t> own, std::span<std::uint64_t> all) {
    if (all.size() != own.size() * static_cast<std::size_t>(size()))
      throw std::invalid_argument(std::string(operation) + ": room for " + std::to_string(all.size()) +
                                  " words, but " + std::to_string(size()) + " ranks share " +
                                  std::to_string(own.size()) + " each");
    std::ranges::copy(own, all.begin() + static_cast<std::ptrdiff_t>(own.size()) * first());
    if (own.empty()) return;
    std::vector<outgoing> out;
    std::vector<incoming> in;
    for (int other = 0; other < size(); ++other) {
      if (other == first()) continue;
      out.push_back({other, own.data(), own.size_bytes()});
      in.push_back({other, all.data() + own.size() * static_cast<std::size_t>(other), own.size_bytes()});
    }
    exchange(operation, out, in);
  }

  void exchange(const char* operation, std::span<const outgoing> out, std::span<const incoming> in) {
    const int tag = notice_tag + 1 + static_cast<int>(exchanges_++ % tags);
    std::vector<pending> open;
    open.reserve(in.size() + out.size());
    try {
      for (const incoming& one : in)
        open.push_back({one.from, link_->receive(one.from, tag, one.data, one.bytes)});
      for (const outgoing& one : out) open.push_back({one.to, link_->send(one.to, tag, one.data, one.bytes)});
      wait_for(operation, open);
    } catch (...) {
      for (const pending& one : open) link_->cancel(one.request);
      throw;
    }
  }

  /// Removes what is done. An exception leaves what is not.
  void wait_for(const char* operation, std::vector<pending>& open) {
    constexpr int eager = 200;
    constexpr std::chrono::milliseconds patient(2);
    const auto begin = clock::now();
    for (int round = 0; !open.empty(); ++round) {
      for (std::size_t i = 0; i < open.size();)
        if (!is_done(open, i)) ++i;
      if (open.empty()) return;
      read_notices();
      // What a rank sent before it gave up arrives before its notice.
      for (std::size_t i = 0; i < open.size();) {
        const int rank = open[i].rank;
        if (gone_[static_cast<std::size_t>(rank)] != 0 && is_done(open, i)) continue;
        require_present(rank);
        ++i;
      }
      if (open.empty()) return;
      if (round < eager) continue;
      const auto waited = clock::now() - begin;
      if (timeout_.count() > 0 && waited > timeout_)
        throw device_error(std::string(operation) + ": rank " + std::to_string(open.front().rank) + " of " +
                           std::to_string(size()) + " has not come within " +
                           std::to_string(timeout_.count()) + " ms");
      if (waited < patient)
        std::this_thread::yield();
      else
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  }

  /// Whether a message is done, which is then no longer among those that are open, nor is one that fails.
  bool is_done(std::vector<pending>& open, std::size_t i) {
    const auto place = open.begin() + static_cast<std::ptrdiff_t>(i);
    const pending one = *place;
    open.erase(place);
    if (link_->done(one.request)) return true;
    open.insert(open.begin() + static_cast<std::ptrdiff_t>(i), one);  // there is room
    return false;
  }

  /// Learns which ranks have given up.
  void read_notices() {
    for (std::size_t i = 0; i < watched_.size();) {
      const auto rank = static_cast<std::size_t>(watched_[i].rank);
      if (!is_done(watched_, i)) {
        ++i;
        continue;
      }
      gone_[rank] = 1;
      notices_[rank].back() = '\0';
    }
  }

  /// \throws device_error with its reason if the rank has given up
  void require_present(int rank) {
    if (gone_[static_cast<std::size_t>(rank)] == 0) return;
    const std::string why = notices_[static_cast<std::size_t>(rank)].data();
    give_up(why);  // others wait for this rank and not for that one
    throw device_error(why);
  }

  /// Tells the others, unless they know. Every later call fails with this text.
  void give_up(const std::string& why) noexcept {
    if (!failure_.empty()) return;
    link_->abandon();
    try {
      failure_ = why;
      farewell_ = {};
      std::memcpy(farewell_.data(), why.data(), std::min(why.size(), farewell_.size() - 1));
      for (int to = 0; to < size(); ++to)
        if (to != first())
          warnings_.push_back({to, link_->send(to, notice_tag, &farewell_, sizeof farewell_)});
    } catch (...) {  // NOLINT(bugprone-empty-catch): those that were not told find out by their time-outs
      if (failure_.empty()) failure_ = "given up";
    }
  }

  /// A warning is short, so it leaves at once if it can at all.
  void finish(int request) noexcept {
    constexpr std::chrono::milliseconds enough(200);
    try {
      for (const auto begin = clock::now(); clock::now() - begin < enough; std::this_thread::yield())
        if (link_->done(request)) return;
      link_->cancel(request);
    } catch (...) {  // NOLINT(bugprone-empty-catch): nobody is left to tell
    }
  }

  std::unique_ptr<messages> link_;
  std::chrono::milliseconds timeout_;
  std::vector<context> contexts_;
  exec::executor* executor_ = nullptr;
  std::unique_ptr<window> window_;  ///< null: the memory is the host's
  std::uint64_t exchanges_ = 0;
  std::vector<outgoing> out_;
  std::vector<incoming> in_;
  std::vector<notice> notices_;  ///< from each rank
  notice farewell_{};
  std::vector<pending> watched_, warnings_;
  std::vector<char> gone_;  ///< which ranks have given up
  std::string failure_;     ///< why no exchange is possible any more
};

}  // namespace

std::unique_ptr<communicator> message_communicator(std::unique_ptr<messages> link,
                                                   std::chrono::milliseconds timeout) {
  if (link == nullptr) throw std::invalid_argument("message_communicator: no messages");
  return std::make_unique<by_messages>(std::move(link), timeout);
}

}  // namespace gbi
