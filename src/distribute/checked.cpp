/// \file
/// A communicator that compares the calls of all ranks before it passes them on to another communicator.
#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gpu_bigint/communicator.hpp"
#include "gpu_bigint/error.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace {

enum class collective : std::uint64_t {
  all_to_all,
  all_to_all_v,
  start,
  finish,
  all_gather,
  all_reduce,
  broadcast,
  share,
  barrier
};

/// A call of a rank, in words that must be the same on all ranks.
struct call {
  collective which;
  std::uint64_t size = 0;     ///< bytes or words
  std::uint64_t choice = 0;   ///< the root or the reduction
  std::uint64_t entries = 1;  ///< whether each local rank has an entry

  friend bool operator==(const call&, const call&) = default;
};
constexpr std::size_t call_words = 4;

std::string text_of(const call& one) {
  constexpr std::array names{"all_to_all", "all_to_all_v", "start", "finish", "all_gather",
                             "all_reduce", "broadcast",    "share", "barrier"};
  const char* const name = names.at(static_cast<std::size_t>(one.which));
  const char* const wrong = one.entries == 1 ? "" : " with a wrong number of local ranks";
  const std::string size = concat(" of ", one.size);
  switch (one.which) {
    case collective::all_reduce:
      return concat(name, size, " words by ", one.choice == 0 ? "sum" : "max", wrong);
    case collective::broadcast:
      return concat(name, size, " bytes from rank ", one.choice, wrong);
    case collective::share:
      return concat(name, size, " words", wrong);
    case collective::all_to_all:
    case collective::all_gather:
      return concat(name, size, " bytes", wrong);
    default:
      return concat(name, wrong);
  }
}

class checked_communicator final : public communicator {
 public:
  explicit checked_communicator(std::unique_ptr<communicator> inner) : inner_(std::move(inner)) {}

  int size() const noexcept override { return inner_->size(); }
  int first() const noexcept override { return inner_->first(); }
  int local() const noexcept override { return inner_->local(); }
  void attach(std::span<const context> ranks) override { inner_->attach(ranks); }
  void abort() noexcept override { inner_->abort(); }

  void all_to_all(std::span<const buffers> local, std::size_t bytes) override {
    compare({collective::all_to_all, bytes, 0, fits(local.size())});
    inner_->all_to_all(local, bytes);
  }
  void all_to_all_v(std::span<const segments> local) override {
    compare({collective::all_to_all_v, 0, 0, fits(local)});
    compare_sizes(local);
    inner_->all_to_all_v(local);
  }
  std::uint64_t start(std::span<const segments> local) override {
    compare({collective::start, 0, 0, fits(local)});
    compare_sizes(local);
    return inner_->start(local);
  }
  void finish(std::uint64_t exchange) override {
    compare({collective::finish});
    inner_->finish(exchange);
  }
  void all_gather(std::span<const buffers> local, std::size_t bytes) override {
    compare({collective::all_gather, bytes, 0, fits(local.size())});
    inner_->all_gather(local, bytes);
  }
  void all_reduce(std::span<const buffers> local, std::size_t words, reduction how) override {
    compare({collective::all_reduce, words, static_cast<std::uint64_t>(how), fits(local.size())});
    inner_->all_reduce(local, words, how);
  }
  void broadcast(std::span<void* const> local, std::size_t bytes, int root) override {
    compare({collective::broadcast, bytes, static_cast<std::uint64_t>(root), fits(local.size())});
    inner_->broadcast(local, bytes, root);
  }
  void share(std::span<const std::uint64_t> local, std::span<std::uint64_t> all) override {
    const auto here = static_cast<std::size_t>(this->local()), ranks = static_cast<std::size_t>(size());
    const bool whole = local.size() % here == 0 && all.size() == local.size() / here * ranks;
    compare({collective::share, local.size() / here, 0, whole ? 1U : 0U});
    inner_->share(local, all);
  }
  void barrier() override {
    compare({collective::barrier});
    inner_->barrier();
  }

 private:
  std::uint64_t fits(std::size_t entries) const {
    return entries == static_cast<std::size_t>(local()) ? 1 : 0;
  }
  std::uint64_t fits(std::span<const segments> entries) const {
    const auto ranks = static_cast<std::size_t>(size());
    return std::ranges::all_of(entries,
                               [&](const segments& one) {
                                 return one.send_bytes.size() == ranks && one.send_offsets.size() == ranks &&
                                        one.receive_bytes.size() == ranks &&
                                        one.receive_offsets.size() == ranks;
                               })
               ? fits(entries.size())
               : 0;
  }

  /// Every rank sees the calls of all ranks, so either all throw or none does. \throws device_error
  void compare(const call& own) {
    const auto ranks = static_cast<std::size_t>(size());
    std::vector<std::uint64_t> mine, all(ranks * call_words);
    for (int i = 0; i < local(); ++i)
      mine.insert(mine.end(), {static_cast<std::uint64_t>(own.which), own.size, own.choice, own.entries});
    inner_->share(mine, all);
    const auto call_of = [&](std::size_t rank) {
      const std::uint64_t* const words = all.data() + rank * call_words;
      return call{static_cast<collective>(words[0]), words[1], words[2], words[3]};
    };
    const call theirs = call_of(0);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      if (call_of(rank) == theirs && theirs.entries == 1) continue;
      throw device_error(concat("the calls of ranks differ: rank 0 ", text_of(theirs), ", rank ", rank, " ",
                                text_of(call_of(rank))));
    }
  }

  void compare_sizes(std::span<const segments> local) {
    const auto ranks = static_cast<std::size_t>(size());
    std::vector<std::uint64_t> mine, all(ranks * 2 * ranks);
    for (const segments& own : local) {
      mine.insert(mine.end(), own.send_bytes.begin(), own.send_bytes.end());
      mine.insert(mine.end(), own.receive_bytes.begin(), own.receive_bytes.end());
    }
    inner_->share(mine, all);
    for (std::size_t g = 0; g < ranks; ++g)
      for (std::size_t o = 0; o < ranks; ++o) {
        const std::uint64_t sent = all[g * 2 * ranks + o], received = all[o * 2 * ranks + ranks + g];
        if (sent != received)
          throw device_error(concat("the calls of ranks differ: all_to_all_v, rank ", g, " sends ", sent,
                                    " bytes to rank ", o, ", which receives ", received));
      }
  }

  std::unique_ptr<communicator> inner_;
};

}  // namespace

std::unique_ptr<communicator> check_calls(std::unique_ptr<communicator> checked) {
  if (checked == nullptr) throw std::invalid_argument("check_calls: no communicator");
  return std::make_unique<checked_communicator>(std::move(checked));
}

}  // namespace gbi
