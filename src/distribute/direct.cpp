/// \file
/// The communicator for ranks in one process. There is no other process to wait for, so no call waits.
#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu_bigint/communicator.hpp"
#include "gpu_bigint/error.hpp"
#include "kernels/distribute/arguments.hpp"
#include "src/context/engine.hpp"
#include "src/context/peers.hpp"
#include "src/distribute/at.hpp"
#include "src/exec/buffer.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace {

using distribute::at;

class direct final : public communicator {
 public:
  explicit direct(int ranks) : size_(ranks) {}

  int size() const noexcept override { return size_; }
  int first() const noexcept override { return 0; }
  int local() const noexcept override { return size_; }

  void attach(std::span<const context> ranks) override {
    contexts_.assign(ranks.begin(), ranks.end());
    peers_ = detail::make_peers(contexts_);
  }

  void all_to_all(std::span<const buffers> local, std::size_t bytes) override {
    require(local.size(), "all_to_all");
    exchange([&] {
      for_pairs([&](std::size_t g, std::size_t o) {
        copy(g, at(local[g].send, o * bytes), o, at(local[o].receive, g * bytes), bytes);
      });
    });
  }

  void all_to_all_v(std::span<const segments> local) override {
    require_fit(local, "all_to_all_v");
    exchange([&] { copy_all(local); });
  }

  std::uint64_t start(std::span<const segments> local) override {
    require_fit(local, "start");
    peers_->begin_apart();
    try {
      copy_all(local);
    } catch (...) {
      peers_->end();
      throw;
    }
    return peers_->end_apart();
  }
  void finish(std::uint64_t number) override {
    require(contexts_.size(), "finish");
    peers_->follow(number);
  }

  void all_gather(std::span<const buffers> local, std::size_t bytes) override {
    require(local.size(), "all_gather");
    exchange([&] {
      for_pairs([&](std::size_t g, std::size_t o) {
        copy(g, local[g].send, o, at(local[o].receive, g * bytes), bytes);
      });
    });
  }

  void all_reduce(std::span<const buffers> local, std::size_t words, reduction how) override {
    require(local.size(), "all_reduce");
    if (words == 0) return;
    std::vector<exec::buffer<limb>> rows;
    rows.reserve(local.size());
    std::vector<buffers> gathered;
    for (std::size_t g = 0; g < local.size(); ++g) {
      rows.emplace_back(detail::engine_of(contexts_[g])->executor(), words * local.size());
      gathered.push_back({local[g].send, rows.back().data()});
    }
    all_gather(gathered, words * sizeof(limb));
    for (std::size_t g = 0; g < local.size(); ++g)
      detail::engine_of(contexts_[g])
          ->executor()
          .launch(kernels::reduce_rows_arguments{rows[g].data(), static_cast<std::uint32_t>(size_), words,
                                                 how == reduction::max,
                                                 static_cast<limb*>(local[g].receive)});
  }

  void broadcast(std::span<void* const> local, std::size_t bytes, int root) override {
    require(local.size(), "broadcast");
    const auto from = static_cast<std::size_t>(root);
    if (root < 0 || root >= size_)
      throw std::invalid_argument(concat("broadcast: from rank ", root, " of ", size_));
    exchange([&] {
      for (std::size_t o = 0; o < local.size(); ++o)
        if (o != from) copy(from, local[from], o, local[o], bytes);
    });
  }

  void share(std::span<const std::uint64_t> local, std::span<std::uint64_t> all) override {
    require(contexts_.size(), "share");
    std::ranges::copy(local, all.begin());
  }

  void barrier() override { require(contexts_.size(), "barrier"); }
  void abort() noexcept override { aborted_.store(true); }

 private:
  /// Queues the copies for which `queue` calls copy().
  template <class Queue>
  void exchange(Queue&& queue) {
    peers_->begin();
    try {
      queue();
    } catch (...) {
      peers_->end();  // queued copies still use the memory
      throw;
    }
    peers_->end();
  }
  void copy(std::size_t from, const void* source, std::size_t to, void* target, std::size_t bytes) {
    if (bytes > 0) peers_->copy(static_cast<int>(from), source, static_cast<int>(to), target, bytes);
  }

  void copy_all(std::span<const segments> local) {
    for_pairs([&](std::size_t g, std::size_t o) {
      copy(g, at(local[g].send, local[g].send_offsets[o]), o,
           at(local[o].receive, local[o].receive_offsets[g]), local[g].send_bytes[o]);
    });
  }

  /// Calls f(g, o) for all pairs of ranks, neighbours first. In each round, every rank sends once and
  /// receives once.
  template <class F>
  void for_pairs(F&& f) const {
    const auto ranks = static_cast<std::size_t>(size_);
    for (std::size_t round = 0; round < ranks; ++round)
      for (std::size_t g = 0; g < ranks; ++g) f(g, (g + round) % ranks);
  }

  void require(std::size_t entries, const char* operation) const {
    if (aborted_.load()) throw device_error(std::string(operation) + ": the communicator was aborted");
    if (entries == static_cast<std::size_t>(size_)) return;
    throw std::invalid_argument(concat(operation, ": ", entries, " entries for ", size_, " ranks"));
  }

  /// \throws std::invalid_argument if the sizes of two ranks differ
  void require_fit(std::span<const segments> local, const char* operation) const {
    require(local.size(), operation);
    for_pairs([&](std::size_t g, std::size_t o) {
      if (local[g].send_bytes[o] != local[o].receive_bytes[g])
        throw std::invalid_argument(concat(operation, ": rank ", g, " sends ", local[g].send_bytes[o],
                                           " bytes to rank ", o, ", which receives ",
                                           local[o].receive_bytes[g]));
    });
  }

  int size_;
  std::vector<context> contexts_;
  std::unique_ptr<exec::peers> peers_;
  std::atomic<bool> aborted_ = false;
};

}  // namespace

std::unique_ptr<communicator> direct_communicator(int ranks) {
  if (ranks < 1) throw std::invalid_argument(concat("direct_communicator: ", ranks, " ranks"));
  return std::make_unique<direct>(ranks);
}

}  // namespace gbi
