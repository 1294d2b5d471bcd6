#include "tests/context/fake_cuda.hpp"

#include <algorithm>
#include <cstring>

#include "src/exec/cuda/overlap.hpp"
#include "src/exec/cuda/peek.hpp"
#include "src/process/host_threads.hpp"
#include "tests/context/fake_calls.hpp"

namespace gbi::test::fake_cuda {

device& now() {
  return all().seen;
}
void reset() {
  all().seen = {};
  all().next = {};
  last_error = cudaSuccess;
}
void fail(const std::string& function, int n, cudaError_t how, bool and_all_after) {
  const std::scoped_lock lock(all().mutex);
  all().next = {function, n, how, and_all_after, false};
}
bool stop_failing() {
  const std::scoped_lock lock(all().mutex);
  return std::exchange(all().next, {}).has_failed;
}

}  // namespace gbi::test::fake_cuda

using namespace gbi::test::fake_cuda;  // NOLINT

// CUDA's own code has these parts of the library.
namespace gbi::exec::cuda {
bool launches_overlap(int) {
  return true;
}
bool multiplies_by_warpgroups(int) {
  return false;
}
void load_peek(int) {}
void queue_peek(const std::uint64_t* source, std::uint32_t words, std::uint64_t* box, std::uint64_t ticket,
                cudaStream_t stream) {
  const call here("peek");
  reaches(stream, "peek");
  require_live(source);
  std::memcpy(box + 1, source, words * sizeof(std::uint64_t));
  *box = ticket;
}
}  // namespace gbi::exec::cuda

// The tests run on one thread of the host.
unsigned gbi::process::host_threads() noexcept {
  return 1;
}
void gbi::process::on_host_threads(unsigned, void (*share)(const void*) noexcept, const void* work) noexcept {
  share(work);
}

extern "C" {

const char* cudaGetErrorName(cudaError_t) {
  return "cudaError";
}
const char* cudaGetErrorString(cudaError_t error) {
  return error == cudaErrorMemoryAllocation ? "out of memory" : "a failure of a test";
}
cudaError_t cudaGetLastError() {
  return std::exchange(last_error, cudaSuccess);
}

cudaError_t cudaGetDevice(int* device) {
  *device = current_device;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
  current_device = device;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr which, int) {
  *value = which == cudaDevAttrMultiProcessorCount ? 132 : 1;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  *properties = {};
  return cudaSuccess;
}
cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) {
  *can = 0;
  return cudaSuccess;
}
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) {
  return cudaSuccess;
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  *stream = new CUstream_st{current_device};
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  const call here("cudaStreamSynchronize");
  static_cast<void>(stream);  // of any device
  all().seen.log.emplace_back("wait");
  return here.result();
}
cudaError_t cudaStreamQuery(cudaStream_t) {
  return cudaSuccess;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  const call here("cudaStreamWaitEvent");
  all().seen.log.emplace_back("wait for event");
  stream->time = std::max(stream->time, event->time);
  return here.result();
}
cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus* status) {
  *status = now().is_captured ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  thread_local cudaStreamCaptureMode own = cudaStreamCaptureModeGlobal;
  std::swap(own, *mode);
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  const call here("cudaEventCreate");
  if (here.fails()) return here.result();
  ++now().events;
  *event = new CUevent_st;
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  const call here("cudaEventDestroy");
  if (event != nullptr) --now().events;
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  const call here("cudaEventRecord");
  if (!here.fails()) reaches(stream, "record");
  if (!here.fails() && stream != cudaStreamPerThread) event->time = stream->time;
  return here.result();
}
cudaError_t cudaEventQuery(cudaEvent_t) {
  const call here("cudaEventQuery");
  if (here.fails()) return here.result();
  return now().is_behind ? last_error = cudaErrorNotReady : cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t) {
  return cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t, cudaEvent_t) {
  *milliseconds = 1;
  return cudaSuccess;
}

}  // extern "C"
