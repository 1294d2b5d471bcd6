#include "gpu_bigint/context.hpp"

#include <atomic>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "gpu_bigint/error.hpp"
#include "src/context/engine.hpp"
#include "src/exec/host/executor.hpp"
#include "src/exec/host/threads.hpp"
#include "src/plan/tuning_file.hpp"
#include "src/process/fork_mutex.hpp"
#include "src/process/memory.hpp"
#if defined(GPU_BIGINT_WITH_CUDA)
#include "src/exec/cuda/executor.hpp"
#include "src/exec/cuda/versions.hpp"
#endif
#include "src/process/concat.hpp"
#include "src/words/floating_scope.hpp"

namespace gbi {

namespace {

std::unique_ptr<exec::executor> make_executor(backend which, const context_options& options) {
  if (const std::string why = why_unavailable(which, options.device); !why.empty())
    throw device_error(concat(which == backend::cuda ? "CUDA device " : "host device ", options.device,
                              " is requested, but ", why));
#if defined(GPU_BIGINT_WITH_CUDA)
  if (which == backend::cuda) return std::make_unique<exec::cuda::cuda_executor>(options);
#endif
  return std::make_unique<exec::host::host_executor>(options);
}

/// Makes a new executor after the first one was destroyed. Cores are immortal, so the maker must not keep a
/// reference to the memory resource.
detail::context_core::executor_maker maker_of(backend which, context_options options) {
  const bool has_resource = options.memory != nullptr;
  const std::weak_ptr<memory_resource> resource = std::exchange(options.memory, nullptr);
  return [=] {
    context_options again = options;
    again.memory = resource.lock();
    if (has_resource && again.memory == nullptr)
      throw device_error("the memory resource of a number's context no longer exists");
    return make_executor(which, again);
  };
}

backend default_backend() {
  const std::string asked = detail::read_environment().backend;
  if (asked.empty()) return is_available(backend::cuda) ? backend::cuda : backend::host;
  if (asked == "cuda") return backend::cuda;
  if (asked == "host") return backend::host;
  throw std::invalid_argument("GPU_BIGINT_BACKEND is \"" + asked + "\", not cuda or host");
}

/// The scopes of a thread form an intrusive list, which destructors of thread-local objects still find
/// intact.
thread_local constinit const scoped_context* innermost = nullptr;

/// The process-wide default context. It is never destroyed, because destructors of static objects may use it.
const context& shared_context() {
  static constinit std::atomic<const context*> shared = nullptr;
  if (const context* const made = shared.load(std::memory_order_acquire)) return *made;
  static process::fork_mutex& mutex = *new process::fork_mutex;
  const std::scoped_lock lock(mutex);
  if (shared.load(std::memory_order_relaxed) == nullptr)
    shared.store(new context, std::memory_order_release);  // NOLINT(cppcoreguidelines-owning-memory)
  return *shared.load(std::memory_order_relaxed);
}

const context& current_context() {
  return innermost == nullptr ? shared_context() : detail::context_access::context_of(*innermost);
}

}  // namespace

std::string why_unavailable(backend which, int device) {
  if (which == backend::host)
    return device == 0 ? exec::host::why_unavailable()
                       : concat("there is no host device ", device, ": there is only device 0");
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
  } catch (...) {  // there is no memory for the text of the reason
    return false;
  }
}

context::context() : context(default_backend()) {}

namespace {

plan::named_device named(const exec::executor& executor) {
  plan::named_device device{executor.properties(), executor.device_name()};
#if defined(GPU_BIGINT_WITH_CUDA)
  if (executor.backend() == backend::cuda) {
    device.driver = exec::cuda::driver_version();
    device.runtime = exec::cuda::runtime_version();
  }
#endif
  return device;
}

std::shared_ptr<detail::engine> make_engine(backend which, const context_options& options) {
  const words::floating_scope environment;
  const plan::environment asked = detail::read_environment();
  auto executor = make_executor(which, options);
  plan::tuning tuned = plan::resolve_tuning(named(*executor), asked, options.tuning);
  return detail::context_core::create(std::move(tuned), maker_of(which, options)).adopt(std::move(executor));
}

}  // namespace

context::context(gbi::backend which, int device, void* stream)
    : context(which, {.device = device, .stream = stream}) {}

context::context(gbi::backend which, const context_options& options) : engine_(make_engine(which, options)) {}

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
  const words::floating_scope environment;
  return engine_->tuning().to_string();
}
std::string context::tuning_file(std::span<const tuning_value> values) const {
  return plan::tuning_file_text(named(engine_->executor()), engine_->tuning(), values);
}
std::string context::tuning_path() const {
  return plan::tuning_path(named(engine_->executor()), plan::read_environment());
}
void context::set_verification(gbi::verification how) const {
  engine_->verifier().set_mode(how);
  engine_->core().set_mode(how);
}
gbi::verification context::verification() const noexcept {
  return engine_->verifier().mode();
}
void context::synchronize() const {
  engine_->executor().synchronize();
}
std::uint64_t context::repairs() const {
  return engine_->ledger().repairs();
}
void* context::stream() const noexcept {
  return engine_->executor().stream();
}
void context::precede(void* other) const {
  engine_->executor().precede(other);
}
void context::follow(void* other) const {
  engine_->executor().follow(other);
}
memory_statistics context::memory() const {
  return engine_->executor().memory();
}
void context::trim() const {
  engine_->objects().clear();
  engine_->pinned().trim();
  engine_->executor().trim();
}

context context::current() {
  return current_context();
}

plan::environment detail::read_environment() {
  plan::environment asked = plan::read_environment();
  process::memory::set_limit(plan::host_memory_limit(asked));
  exec::host::set_threads(plan::host_threads(asked));
  return asked;
}

detail::context_core& detail::current_core() {
  return detail::engine_of(current_context())->core();
}

scoped_context::scoped_context(const context& use) : use_(use), before_(innermost) {
  innermost = this;
}
scoped_context::~scoped_context() {
  if (innermost == this) {
    innermost = before_;
    return;
  }
  // Scopes made with new may end in any order.
  for (const scoped_context* inner = innermost; inner != nullptr;
       inner = detail::context_access::before(*inner))
    if (detail::context_access::before(*inner) == this) {
      detail::context_access::before(*inner) = before_;
      return;
    }
}

}  // namespace gbi
