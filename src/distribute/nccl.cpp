/// \file
/// The communicator for GPUs that NCCL connects. The hosts talk to each other over a different channel. That
/// neither waits for a device nor interferes with its queue, and the number of a missing rank is known.
#include "gpu_bigint/nccl.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <utility>
#include <vector>

#include "gpu_bigint/error.hpp"
#include "src/context/engine.hpp"
#include "src/context/peers.hpp"
#include "src/distribute/agreement.hpp"
#include "src/distribute/at.hpp"
#include "src/distribute/nccl_library.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace {

using distribute::at;
using distribute::nccl_library;

class by_nccl final : public communicator {
 public:
  by_nccl(std::unique_ptr<communicator> hosts, nccl_options options)
      : hosts_(std::move(hosts)), options_(std::move(options)) {}
  ~by_nccl() override {
    for (nccl_library::communicator& one : joined_) library_->destroy(one);
  }

  int size() const noexcept override { return hosts_->size(); }
  int first() const noexcept override { return hosts_->first(); }
  int local() const noexcept override { return hosts_->local(); }

  void attach(std::span<const context> ranks) override {
    hosts_->attach(ranks);
    contexts_.assign(ranks.begin(), ranks.end());
    identifier id{};
    std::exception_ptr failure;
    try {
      load(id);
    } catch (...) {
      failure = std::current_exception();
    }
    const std::vector<std::exception_ptr> failures(ranks.size(), failure);
    distribute::agree(*hosts_, failures);
    join(of_rank_0(id));
  }

  void all_to_all(std::span<const buffers> local, std::size_t bytes) override {
    exchange("all_to_all", local.size(), [&] {
      for_pairs([&](std::size_t own, std::size_t other) {
        move(own, other, at(local[own].send, other * bytes), bytes, at(local[own].receive, other * bytes),
             bytes);
      });
    });
  }

  void all_to_all_v(std::span<const segments> local) override {
    exchange("all_to_all_v", local.size(), [&] {
      for_pairs([&](std::size_t own, std::size_t other) {
        const segments& one = local[own];
        move(own, other, at(one.send, one.send_offsets[other]), one.send_bytes[other],
             at(one.receive, one.receive_offsets[other]), one.receive_bytes[other]);
      });
    });
  }

  void all_gather(std::span<const buffers> local, std::size_t bytes) override {
    if (bytes == 0) return;
    exchange("all_gather", local.size(), [&] {
      for (std::size_t own = 0; own < local.size(); ++own)
        library_->check(library_->all_gather(local[own].send, local[own].receive, bytes, nccl_library::bytes,
                                             joined_[own], contexts_[own].stream()),
                        "ncclAllGather");
    });
  }

  void all_reduce(std::span<const buffers> local, std::size_t words, reduction how) override {
    if (words == 0) return;
    exchange("all_reduce", local.size(), [&] {
      for (std::size_t own = 0; own < local.size(); ++own)
        library_->check(
            library_->all_reduce(local[own].send, local[own].receive, words, nccl_library::words,
                                 how == reduction::sum ? nccl_library::sum : nccl_library::largest,
                                 joined_[own], contexts_[own].stream()),
            "ncclAllReduce");
    });
  }

  void broadcast(std::span<void* const> local, std::size_t bytes, int root) override {
    if (root < 0 || root >= size())
      throw std::invalid_argument(concat("broadcast: from rank ", root, " of ", size()));
    if (bytes == 0) return;
    exchange("broadcast", local.size(), [&] {
      for (std::size_t own = 0; own < local.size(); ++own)
        library_->check(library_->broadcast(local[own], local[own], bytes, nccl_library::bytes, root,
                                            joined_[own], contexts_[own].stream()),
                        "ncclBroadcast");
    });
  }

  void share(std::span<const std::uint64_t> local, std::span<std::uint64_t> all) override {
    look_for_errors("share");
    hosts_->share(local, all);
  }
  void barrier() override {
    look_for_errors("barrier");
    hosts_->barrier();
  }

  void abort() noexcept override {
    for (nccl_library::communicator& one : std::exchange(joined_, {})) library_->abort(one);
    hosts_->abort();
  }

 private:
  using identifier = nccl_library::identifier;

  /// The part that can fail on a single rank.
  void load(identifier& id) {
    library_ = std::make_unique<nccl_library>(options_.library);
    if (contexts_.front().backend() != backend::cuda)
      throw std::invalid_argument(
          "NCCL exchanges the memory of GPUs, but a context of the group is on the host");
    peers_ = detail::make_peers(contexts_);
    if (first() == 0) library_->check(library_->get_unique_id(&id), "ncclGetUniqueId");
  }

  identifier of_rank_0(const identifier& own) {
    std::array<std::uint64_t, sizeof own / sizeof(std::uint64_t)> words{};
    std::memcpy(words.data(), &own, sizeof own);
    std::vector<std::uint64_t> mine, all(words.size() * static_cast<std::size_t>(size()));
    for (int i = 0; i < local(); ++i) mine.insert(mine.end(), words.begin(), words.end());
    hosts_->share(mine, all);
    identifier id{};
    std::memcpy(&id, all.data(), sizeof id);
    return id;
  }

  void join(const identifier& id) {
    joined_.resize(contexts_.size());
    try {
      together([&] {
        for (std::size_t own = 0; own < joined_.size(); ++own)
          peers_->on_device(static_cast<int>(own), [&] {
            library_->check(library_->init_rank(&joined_[own], size(), id, first() + static_cast<int>(own)),
                            "ncclCommInitRank");
          });
      });
    } catch (...) {
      joined_.clear();  // NCCL keeps the communicators that it has begun
      throw;
    }
  }

  /// A group of NCCL calls, which NCCL starts together when f has returned.
  template <class F>
  void together(F&& f) {
    library_->check(library_->group_start(), "ncclGroupStart");
    try {
      f();
    } catch (...) {
      library_->group_end();
      throw;
    }
    library_->check(library_->group_end(), "ncclGroupEnd");
  }

  template <class F>
  void exchange(const char* operation, std::size_t entries, F&& f) {
    look_for_errors(operation);
    if (entries != contexts_.size())
      throw std::invalid_argument(
          concat(operation, ": ", entries, " entries for ", contexts_.size(), " local ranks"));
    together(f);
  }

  void look_for_errors(const char* operation) {
    if (joined_.empty()) throw device_error(std::string(operation) + ": the communicator was aborted");
    for (const nccl_library::communicator one : joined_) {
      int state = 0;
      library_->check(library_->async_error(one, &state), "ncclCommGetAsyncError");
      if (state == 0) continue;
      const std::string text = library_->error_string(state);
      abort();
      throw device_error(std::string(operation) + ": NCCL reports: " + text);
    }
  }

  /// Calls f(local rank, rank) in rounds. In each round, every rank sends to one rank and receives from one
  /// rank.
  template <class F>
  void for_pairs(F&& f) const {
    const auto ranks = static_cast<std::size_t>(size());
    for (std::size_t round = 0; round < ranks; ++round)
      for (std::size_t own = 0; own < contexts_.size(); ++own)
        f(own, (own + static_cast<std::size_t>(first()) + round) % ranks);
  }

  /// Queues what a local rank sends to another rank, and what it receives from that rank.
  void move(std::size_t own, std::size_t other, const void* send, std::size_t sent, void* receive,
            std::size_t received) {
    const int peer = static_cast<int>(other);
    if (peer == first() + static_cast<int>(own)) {
      if (sent != received)
        throw std::invalid_argument(concat("a rank sends itself ", sent, " bytes and receives ", received));
      if (sent > 0) detail::engine_of(contexts_[own])->executor().copy(receive, send, sent);
      return;
    }
    if (sent > 0)
      library_->check(
          library_->send(send, sent, nccl_library::bytes, peer, joined_[own], contexts_[own].stream()),
          "ncclSend");
    if (received > 0)
      library_->check(library_->receive(receive, received, nccl_library::bytes, peer, joined_[own],
                                        contexts_[own].stream()),
                      "ncclRecv");
  }

  std::unique_ptr<communicator> hosts_;
  nccl_options options_;
  std::vector<context> contexts_;
  std::unique_ptr<exec::peers> peers_;
  std::unique_ptr<nccl_library> library_;
  std::vector<nccl_library::communicator>
      joined_;  ///< one for each local rank; empty before attach() and after abort()
};

}  // namespace

std::unique_ptr<communicator> nccl_communicator(std::unique_ptr<communicator> hosts,
                                                const nccl_options& options) {
  if (hosts == nullptr) throw std::invalid_argument("nccl_communicator: no communicator of the hosts");
  return std::make_unique<by_nccl>(std::move(hosts), options);
}

}  // namespace gbi
