#include "src/distribute/message_exchange.hpp"
#include "src/process/concat.hpp"

#include <algorithm>
#include <cstring>
#include <thread>
#include <utility>

namespace gbi::distribute {

namespace {

using clock = std::chrono::steady_clock;

constexpr int notice_tag = 0, tags = 30'000;

}  // namespace

message_exchange::message_exchange(std::unique_ptr<messages> link, std::chrono::milliseconds timeout)
    : link_(std::move(link)),
      timeout_(timeout),
      notices_(static_cast<std::size_t>(link_->size())),
      gone_(notices_.size(), 0) {
  for (int from = 0; from < size(); ++from)
    if (from != rank())
      watched_.push_back({from, link_->receive(from, notice_tag, &notices_[static_cast<std::size_t>(from)],
                                               sizeof(notice))});
}

message_exchange::~message_exchange() {
  for (const pending& one : watched_) link_->cancel(one.request);
  for (const pending& one : warnings_) finish(one.request);
}

void message_exchange::run(const char* operation, std::span<const outgoing> out,
                           std::span<const incoming> in) {
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

void message_exchange::gather(const char* operation, std::span<const std::uint64_t> own,
                              std::span<std::uint64_t> all) {
  if (all.size() != own.size() * static_cast<std::size_t>(size()))
    throw std::invalid_argument(concat(operation, ": room for ", all.size(), " words, but ", size(),
                                       " ranks share ", own.size(), " each"));
  std::ranges::copy(own, all.begin() + static_cast<std::ptrdiff_t>(own.size()) * rank());
  if (own.empty()) return;
  std::vector<outgoing> out;
  std::vector<incoming> in;
  for (int other = 0; other < size(); ++other) {
    if (other == rank()) continue;
    out.push_back({other, own.data(), own.size_bytes()});
    in.push_back({other, all.data() + own.size() * static_cast<std::size_t>(other), own.size_bytes()});
  }
  run(operation, out, in);
}

/// Removes finished messages. After an exception, the unfinished ones remain.
void message_exchange::wait_for(const char* operation, std::vector<pending>& open) {
  constexpr int eager = 200;
  constexpr std::chrono::milliseconds patient(2);
  const auto begin = clock::now();
  for (int round = 0; !open.empty(); ++round) {
    for (std::size_t i = 0; i < open.size();)
      if (!is_done(open, i)) ++i;
    if (open.empty()) return;
    read_notices();
    // Messages that a rank sent before it gave up arrive before its notice.
    for (std::size_t i = 0; i < open.size();) {
      const int other = open[i].rank;
      if (gone_[static_cast<std::size_t>(other)] != 0 && is_done(open, i)) continue;
      require_present(other);
      ++i;
    }
    if (open.empty()) return;
    if (round < eager) continue;
    const auto waited = clock::now() - begin;
    if (timeout_.count() > 0 && waited > timeout_)
      throw device_error(concat(operation, ": rank ", open.front().rank, " of ", size(),
                                " did not arrive within ", timeout_.count(), " ms"));
    if (waited < patient)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
}

bool message_exchange::is_done(std::vector<pending>& open, std::size_t i) {
  const auto place = open.begin() + static_cast<std::ptrdiff_t>(i);
  const pending one = *place;
  open.erase(place);
  if (link_->done(one.request)) return true;
  open.insert(open.begin() + static_cast<std::ptrdiff_t>(i), one);  // does not allocate
  return false;
}

void message_exchange::read_notices() {
  for (std::size_t i = 0; i < watched_.size();) {
    const auto from = static_cast<std::size_t>(watched_[i].rank);
    if (!is_done(watched_, i)) {
      ++i;
      continue;
    }
    gone_[from] = 1;
    notices_[from].back() = '\0';
  }
}

void message_exchange::require_present(int other) {
  if (gone_[static_cast<std::size_t>(other)] == 0) return;
  const std::string why = notices_[static_cast<std::size_t>(other)].data();
  give_up(why);  // other ranks may be waiting for this rank rather than for the one that gave up
  throw device_error(why);
}

void message_exchange::give_up(const std::string& why) noexcept {
  if (!failure_.empty()) return;
  link_->abandon();
  try {
    failure_ = why;
    farewell_ = {};
    std::memcpy(farewell_.data(), why.data(), std::min(why.size(), farewell_.size() - 1));
    for (int to = 0; to < size(); ++to)
      if (to != rank()) warnings_.push_back({to, link_->send(to, notice_tag, &farewell_, sizeof farewell_)});
  } catch (...) {  // NOLINT(bugprone-empty-catch): ranks that were not told notice by their own time-outs
    if (failure_.empty()) failure_ = "this rank has given up";
  }
}

/// A notice is short, so it is sent at once if that is possible at all.
void message_exchange::finish(int request) noexcept {
  constexpr std::chrono::milliseconds enough(200);
  try {
    for (const auto begin = clock::now(); clock::now() - begin < enough; std::this_thread::yield())
      if (link_->done(request)) return;
    link_->cancel(request);
  } catch (...) {  // NOLINT(bugprone-empty-catch): nobody is left to tell
  }
}

}  // namespace gbi::distribute
