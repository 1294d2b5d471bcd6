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
  if (const std::string why = why_unavailable(which, device); !why.empty())
    throw device_error((which == backend::cuda ? "CUDA device " : "host device ") + std::to_string(device) +
                       " asked for, but " + why);
#if defined(GPU_BIGINT_WITH_CUDA)
  if (which == backend::cuda)
    return std::make_unique<exec::cuda::cuda_executor>(device, static_cast<cudaStream_t>(stream));
#endif
  return std::make_unique<exec::host::host_executor>();
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

std::string why_unavailable(backend which, int device) {
  if (which == backend::host)
    return device == 0 ? exec::host::why_unavailable()
                       : "there is no host device " + std::to_string(device) + ": there is only device 0";
#if defined(GPU_BIGINT_WITH_CUDA)
  return exec::cuda::why_unavailable(device);
#else
  return "gpu_bigint was built without CUDA (GPU_BIGINT_CUDA=OFF, or no nvcc or no GPU when it was "
         "configured)";
#endif
}

bool is_available(backend which, int device) noexcept {
  try {
    return why_unavailable(which, device).empty();
  } catch (...) {  // no memory for the reason
    return false;
  }
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
