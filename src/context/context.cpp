#include "gpu_bigint/context.hpp"

#include <stdexcept>
#include <vector>

#include "gpu_bigint/error.hpp"
#include "src/context/engine.hpp"
#include "src/exec/host/executor.hpp"
#if defined(GPU_BIGINT_WITH_CUDA)
#include "src/exec/cuda/executor.hpp"
#endif

namespace gbi {

namespace {

std::unique_ptr<exec::executor> make_executor(backend which, int device, [[maybe_unused]] void* stream) {
  if (which == backend::host) {
    if (device != 0)
      throw device_error("host device " + std::to_string(device) + " asked for: there is only 0");
    return std::make_unique<exec::host::host_executor>();
  }
#if defined(GPU_BIGINT_WITH_CUDA)
  return std::make_unique<exec::cuda::cuda_executor>(device, static_cast<cudaStream_t>(stream));
#else
  throw device_error("CUDA device " + std::to_string(device) +
                     " asked for, but gpu_bigint was built without CUDA (GPU_BIGINT_CUDA=OFF or no nvcc)");
#endif
}

backend default_backend() {
  const std::string asked = plan::read_environment().backend;
  if (asked.empty()) return is_available(backend::cuda) ? backend::cuda : backend::host;
  if (asked == "cuda") return backend::cuda;
  if (asked == "host") return backend::host;
  throw std::invalid_argument("GPU_BIGINT_BACKEND is \"" + asked + "\", not cuda or host");
}

thread_local std::vector<context> scopes;

/// The process-wide default context.
const context& shared_context() {
  static const context shared;
  return shared;
}

}  // namespace

bool is_available(backend which, int device) noexcept {
  if (which == backend::host) return device == 0;
#if defined(GPU_BIGINT_WITH_CUDA)
  return device >= 0 && device < exec::cuda::device_count();
#else
  return false;
#endif
}

context::context() : context(default_backend()) {}

namespace {

std::shared_ptr<detail::engine> make_engine(backend which, int device, void* stream) {
  auto executor = make_executor(which, device, stream);
  plan::tuning tuned = plan::resolve_tuning(executor->properties(), plan::read_environment());
  return detail::home::create(std::move(tuned), [=] { return make_executor(which, device, stream); })
      .adopt(std::move(executor));
}

}  // namespace

context::context(gbi::backend which, int device, void* stream)
    : engine_(make_engine(which, device, stream)) {}

gbi::backend context::backend() const noexcept {
  return engine_->executor().backend();
}
int context::device() const noexcept {
  return engine_->executor().device();
}
std::string context::device_name() const {
  return engine_->executor().device_name();
}
std::string context::tuning() const {
  return engine_->tuning().to_string();
}
void context::set_verification(gbi::verification how) const {
  engine_->verifier().set_mode(how);
  engine_->home().keep_verification(how);
}
gbi::verification context::verification() const noexcept {
  return engine_->verifier().mode();
}
void context::synchronize() const {
  engine_->executor().synchronize();
}
void context::trim() const {
  engine_->executor().trim();
}

context context::current() {
  return scopes.empty() ? shared_context() : scopes.back();
}

detail::home& detail::current_home() {
  return (scopes.empty() ? shared_context() : scopes.back()).engine()->home();
}

scoped_context::scoped_context(context use) {
  scopes.push_back(std::move(use));
}
scoped_context::~scoped_context() {
  scopes.pop_back();
}

}  // namespace gbi
