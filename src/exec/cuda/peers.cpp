#include "src/exec/cuda/peers.hpp"

#include <algorithm>
#include <map>
#include <type_traits>
#include <utility>
#include <vector>

#include "src/exec/cuda/check.hpp"
#include "src/exec/cuda/memory.hpp"
#include "src/exec/executor.hpp"
#include "src/process/function_ref.hpp"

namespace gbi::exec::cuda {

namespace {

/// A point in a stream of a device. It may be recorded any number of times.
class mark : process::noncopyable {
 public:
  explicit mark(int device) : device_(device) {
    const device_scope scope(device_);
    check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "cudaEventCreate");
  }
  ~mark() { cudaEventDestroy(event_); }
  void record(cudaStream_t stream) {
    const device_scope scope(device_);
    check(cudaEventRecord(event_, stream), "cudaEventRecord");
  }
  /// What is queued on the stream from now on begins after this point.
  void precede(cudaStream_t stream) const {
    check(cudaStreamWaitEvent(stream, event_, 0), "cudaStreamWaitEvent");
  }

 private:
  int device_;
  cudaEvent_t event_ = nullptr;
};

/// In round s of an exchange, every rank r sends to rank r + s, modulo the number of ranks. Of the copies
/// that are limited to n at once, a rank sends those of every n-th round on one stream, one after the other,
/// and each of them begins after the one before it to the same rank. So with n = 1 every link carries one
/// copy each way at all times.
class cuda_peers final : public peers {
 public:
  cuda_peers(std::span<executor* const> executors, int copies_at_once)
      : executors_(executors.begin(), executors.end()),
        most_at_once_(std::max<std::size_t>(1, executors.size() - 1)),
        apart_at_once_(std::min(static_cast<std::size_t>(std::max(1, copies_at_once)), most_at_once_)),
        spare_(executors.size()),
        streams_(executors.size() * executors.size()),
        sent_(streams_.size()),
        received_(streams_.size()) {
    for (const executor* const own : executors) {
      devices_.push_back(own->device());
      begins_.push_back(std::make_unique<mark>(own->device()));
    }
    for (const int device : devices_)
      for (const int peer : devices_)
        if (device != peer) let_access(peer, device);
  }

  void begin() override { open(most_at_once_, false); }

  void copy(int from, const void* source, int to, void* target, std::size_t bytes) override {
    const auto f = static_cast<std::size_t>(from), t = static_cast<std::size_t>(to);
    const device_scope scope(devices_[f]);
    if (f == t && !apart_) {
      check(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDeviceToDevice, stream_of(f)),
            "copy on the device");
      return;
    }
    const std::size_t ranks = executors_.size(), round = (t + ranks - f) % ranks;
    const std::size_t lane = round == 0 ? ranks - 1 : (round - 1) % at_once_;
    stream& way = streams_[f * ranks + lane];
    if (way == nullptr) way = make_stream();
    mark *&sent = sent_[f * ranks + lane], *&received = received_[t * ranks + lane];
    if (sent == nullptr) begins_[f]->precede(way.get());
    if (received != nullptr)
      received->precede(way.get());
    else if (f != t)
      begins_[t]->precede(way.get());
    mark& end = take_mark(f);
    if (devices_[f] == devices_[t])
      check(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDeviceToDevice, way.get()),
            "copy on the device");
    else
      check(cudaMemcpyPeerAsync(target, devices_[t], source, devices_[f], bytes, way.get()),
            "copy between devices");
    end.record(way.get());
    sent = received = &end;
  }

  void end() override { follow(end_apart()); }
  void begin_apart() override { open(apart_at_once_, true); }

  std::uint64_t end_apart() override {
    exchange& done = under_way_[++number_];
    done.marks.swap(marks_);
    for (const std::vector<mark*>* const last : {&sent_, &received_})
      for (std::size_t i = 0; i < last->size(); ++i)
        if ((*last)[i] != nullptr) done.ends.emplace_back(i / executors_.size(), (*last)[i]);
    return number_;
  }

  void follow(std::uint64_t number) override {
    const auto found = under_way_.find(number);
    if (found == under_way_.end()) return;
    for (const auto& [rank, end] : found->second.ends) end->precede(stream_of(rank));
    // A queued wait keeps the point that it waits for, so the marks may be recorded again.
    for (auto& [rank, used] : found->second.marks) spare_[rank].push_back(std::move(used));
    under_way_.erase(found);
  }

  void on_device(int at, process::function_ref<void()> f) override {
    const device_scope scope(devices_[static_cast<std::size_t>(at)]);
    f();
  }

 private:
  struct destroy {
    void operator()(cudaStream_t unused) const noexcept { cudaStreamDestroy(unused); }
  };
  using stream = std::unique_ptr<std::remove_pointer_t<cudaStream_t>, destroy>;

  /// Copies that are under way.
  struct exchange {
    std::vector<std::pair<std::size_t, std::unique_ptr<mark>>> marks;  ///< of every copy, with its sender
    std::vector<std::pair<std::size_t, mark*>> ends;  ///< the last ones from and to each rank
  };

  void open(std::size_t at_once, bool apart) {
    at_once_ = at_once;
    apart_ = apart;
    std::ranges::fill(sent_, nullptr);
    std::ranges::fill(received_, nullptr);
    for (std::size_t rank = 0; rank < executors_.size(); ++rank) begins_[rank]->record(stream_of(rank));
  }

  /// Lets one device read and write the memory of another, in both ways that CUDA distinguishes: for the
  /// library's pools, and for memory that a resource of the caller may get from cudaMalloc.
  static void let_access(int device, int memory_of) {
    int can = 0;
    check(cudaDeviceCanAccessPeer(&can, device, memory_of), "cudaDeviceCanAccessPeer");
    if (can == 0) return;
    const device_scope scope(device);
    const cudaError_t result = cudaDeviceEnablePeerAccess(memory_of, 0);
    if (result == cudaErrorPeerAccessAlreadyEnabled)
      cudaGetLastError();
    else
      check(result, "cudaDeviceEnablePeerAccess");
    share_all_pools(memory_of, device);
  }

  /// An executor's stream, with all its launches so far.
  cudaStream_t stream_of(std::size_t rank) const {
    return static_cast<cudaStream_t>(executors_[rank]->stream());
  }

  /// On the current device.
  static stream make_stream() {
    cudaStream_t made = nullptr;
    check(cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    return stream(made);
  }

  mark& take_mark(std::size_t rank) {
    marks_.emplace_back(rank, nullptr);
    std::unique_ptr<mark>& taken = marks_.back().second;
    if (spare_[rank].empty()) return *(taken = std::make_unique<mark>(devices_[rank]));
    taken = std::move(spare_[rank].back());
    spare_[rank].pop_back();
    return *taken;
  }

  std::vector<int> devices_;
  std::vector<executor*> executors_;
  std::vector<std::unique_ptr<mark>> begins_;
  std::size_t most_at_once_, apart_at_once_, at_once_ = 1;
  bool apart_ = false;
  std::uint64_t number_ = 0;
  std::map<std::uint64_t, exchange> under_way_;            ///< by number
  std::vector<std::vector<std::unique_ptr<mark>>> spare_;  ///< of each rank
  std::vector<stream> streams_;         ///< of rank i / ranks, made when first used; the last is for itself
  std::vector<mark*> sent_, received_;  ///< the last copies of this exchange, at the same indices
  decltype(exchange::marks) marks_;     ///< of this exchange
};

}  // namespace

std::unique_ptr<peers> make_peers(std::span<executor* const> executors, int copies_at_once) {
  return std::make_unique<cuda_peers>(executors, copies_at_once);
}

}  // namespace gbi::exec::cuda
