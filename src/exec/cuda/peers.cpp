#include "src/exec/cuda/peers.hpp"

#include <map>
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

/// The copies from one rank to another. Each pair has a stream of its own, so that no copy waits for one that
/// needs other links.
class route : process::noncopyable {
 public:
  explicit route(int device) : device_(device), end_(device) {
    const device_scope scope(device);
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  }
  ~route() { cudaStreamDestroy(stream_); }
  cudaStream_t stream() const noexcept { return stream_; }
  mark& end() noexcept { return end_; }
  /// A mark for copies that are under way at the same time as others.
  std::unique_ptr<mark> take_mark() {
    if (spare_.empty()) return std::make_unique<mark>(device_);
    std::unique_ptr<mark> taken = std::move(spare_.back());
    spare_.pop_back();
    return taken;
  }
  void give_mark(std::unique_ptr<mark> done) { spare_.push_back(std::move(done)); }
  bool used = false;

 private:
  int device_;
  mark end_;
  std::vector<std::unique_ptr<mark>> spare_;
  cudaStream_t stream_ = nullptr;
};

class cuda_peers final : public peers {
 public:
  explicit cuda_peers(std::span<executor* const> executors)
      : executors_(executors.begin(), executors.end()), routes_(executors.size() * executors.size()) {
    for (const executor* const own : executors) {
      devices_.push_back(own->device());
      begins_.push_back(std::make_unique<mark>(own->device()));
    }
    for (const int device : devices_)
      for (const int peer : devices_)
        if (device != peer) let_access(peer, device);
  }

  void begin() override {
    apart_ = false;
    for (std::size_t rank = 0; rank < executors_.size(); ++rank) begins_[rank]->record(stream_of(rank));
  }

  void copy(int from, const void* source, int to, void* target, std::size_t bytes) override {
    const auto f = static_cast<std::size_t>(from), t = static_cast<std::size_t>(to);
    const device_scope scope(devices_[f]);
    if (f == t && !apart_) {
      check(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDeviceToDevice, stream_of(f)),
            "copy on the device");
      return;
    }
    route& way = route_of(f, t);
    if (!way.used) {
      begins_[f]->precede(way.stream());
      begins_[t]->precede(way.stream());
      way.used = true;
    }
    if (devices_[f] == devices_[t])
      check(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDeviceToDevice, way.stream()),
            "copy on the device");
    else
      check(cudaMemcpyPeerAsync(target, devices_[t], source, devices_[f], bytes, way.stream()),
            "copy between devices");
  }

  void end() override {
    for (std::size_t from = 0; from < executors_.size(); ++from)
      for (std::size_t to = 0; to < executors_.size(); ++to) {
        route* const way = routes_[from * executors_.size() + to].get();
        if (way == nullptr || !way->used) continue;
        way->used = false;
        way->end().record(way->stream());
        way->end().precede(stream_of(from));
        way->end().precede(stream_of(to));
      }
  }

  void begin_apart() override {
    begin();
    apart_ = true;
  }

  std::uint64_t end_apart() override {
    apart_ = false;
    std::vector<passage>& under_way = passages_[++number_];
    for (std::size_t from = 0; from < executors_.size(); ++from)
      for (std::size_t to = 0; to < executors_.size(); ++to) {
        route* const way = routes_[from * executors_.size() + to].get();
        if (way == nullptr || !way->used) continue;
        way->used = false;
        under_way.push_back({from, to, way->take_mark()});
        under_way.back().end->record(way->stream());
      }
    return number_;
  }

  void follow(std::uint64_t number) override {
    const auto found = passages_.find(number);
    if (found == passages_.end()) return;
    for (passage& each : found->second) {
      each.end->precede(stream_of(each.from));
      each.end->precede(stream_of(each.to));
      // A queued wait keeps the point that it waits for, so the mark may be recorded again.
      routes_[each.from * executors_.size() + each.to]->give_mark(std::move(each.end));
    }
    passages_.erase(found);
  }

  void on_device(int at, process::function_ref<void()> f) override {
    const device_scope scope(devices_[static_cast<std::size_t>(at)]);
    f();
  }

 private:
  /// Copies from one executor to another that are under way.
  struct passage {
    std::size_t from, to;
    std::unique_ptr<mark> end;
  };

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

  route& route_of(std::size_t from, std::size_t to) {
    auto& way = routes_[from * executors_.size() + to];
    if (way == nullptr) way = std::make_unique<route>(devices_[from]);
    return *way;
  }

  std::vector<int> devices_;
  std::vector<executor*> executors_;
  std::vector<std::unique_ptr<mark>> begins_;
  bool apart_ = false;
  std::uint64_t number_ = 0;
  std::map<std::uint64_t, std::vector<passage>> passages_;  ///< by number
  std::vector<std::unique_ptr<route>> routes_;  ///< made when first used; indexed by from * ranks + to
};

}  // namespace

std::unique_ptr<peers> make_peers(std::span<executor* const> executors) {
  return std::make_unique<cuda_peers>(executors);
}

}  // namespace gbi::exec::cuda
