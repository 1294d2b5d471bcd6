#include <memory>
#include <vector>

#include "gpu_bigint/c/context.h"
#include "src/c/guard.hpp"

using gbi::c::call;

namespace {

thread_local std::vector<std::unique_ptr<gbi::scoped_context>> pushed;

gbi::backend backend_of(int value) {
  if (value != GBI_CUDA && value != GBI_HOST)
    throw std::invalid_argument("there is no backend " + std::to_string(value));
  return value == GBI_CUDA ? gbi::backend::cuda : gbi::backend::host;
}

}  // namespace

gbi_status gbi_why_unavailable(char** reason, int backend, int device) {
  return call(__func__, backend, device).set(reason, [](int which, int ordinal) {
    return gbi::c::allocated(gbi::why_unavailable(backend_of(which), ordinal));
  });
}

gbi_status gbi_context_init(gbi_context** context, int backend, int device, void* stream,
                            size_t memory_limit) {
  return call(__func__).make(context, [&] {
    return gbi::context(backend_of(backend),
                        {.device = device, .stream = stream, .memory_limit = memory_limit});
  });
}
gbi_status gbi_context_current(gbi_context** context) {
  return call(__func__).make(context, gbi::context::current);
}
void gbi_context_clear(gbi_context* context) {
  delete context;
}

gbi_status gbi_context_push(const gbi_context* context) {
  return call(__func__, context).run([](auto& use) {
    pushed.push_back(std::make_unique<gbi::scoped_context>(use));
  });
}
gbi_status gbi_context_pop() {
  return call(__func__).run([] {
    if (pushed.empty()) throw std::invalid_argument("this thread has pushed no context");
    pushed.pop_back();
  });
}

gbi_status gbi_context_backend(int* backend, const gbi_context* context) {
  return call(__func__, context).set(backend, [](auto& from) {
    return from.backend() == gbi::backend::cuda ? GBI_CUDA : GBI_HOST;
  });
}
gbi_status gbi_context_device(int* device, const gbi_context* context) {
  return call(__func__, context).set(device, [](auto& from) { return from.device(); });
}
gbi_status gbi_context_device_name(char** name, const gbi_context* context) {
  return call(__func__, context).set(name, [](auto& from) { return gbi::c::allocated(from.device_name()); });
}
gbi_status gbi_context_tuning(char** tuning, const gbi_context* context) {
  return call(__func__, context).set(tuning, [](auto& from) { return gbi::c::allocated(from.tuning()); });
}

gbi_status gbi_context_set_verification(gbi_context* context, int verification) {
  return call(__func__, static_cast<const gbi_context*>(context), verification).run([](auto& of, int how) {
    if (how < GBI_VERIFY_OFF || how > GBI_VERIFY_ALL)
      throw std::invalid_argument("there is no verification " + std::to_string(how));
    of.set_verification(static_cast<gbi::verification>(how));
  });
}
gbi_status gbi_context_verification(int* verification, const gbi_context* context) {
  return call(__func__, context).set(verification, [](auto& from) {
    return static_cast<int>(from.verification());
  });
}
gbi_status gbi_context_repairs(uint64_t* repairs, const gbi_context* context) {
  return call(__func__, context).set(repairs, [](auto& from) { return from.repairs(); });
}

gbi_status gbi_context_synchronize(const gbi_context* context) {
  return call(__func__, context).run([](auto& of) { of.synchronize(); });
}
gbi_status gbi_context_stream(void** stream, const gbi_context* context) {
  return call(__func__, context).set(stream, [](auto& from) { return from.stream(); });
}
gbi_status gbi_context_precede(const gbi_context* context, void* stream) {
  return call(__func__, context).run([&](auto& of) { of.precede(stream); });
}
gbi_status gbi_context_follow(const gbi_context* context, void* stream) {
  return call(__func__, context).run([&](auto& of) { of.follow(stream); });
}

gbi_status gbi_context_memory(size_t* in_use, size_t* kept, size_t* limit, const gbi_context* context) {
  return call(__func__, in_use, kept, limit, context).run([](auto& used, auto& free, auto& most, auto& from) {
    const gbi::memory_statistics memory = from.memory();
    used = memory.in_use;
    free = memory.kept;
    most = memory.limit;
  });
}
gbi_status gbi_context_trim(const gbi_context* context) {
  return call(__func__, context).run([](auto& of) { of.trim(); });
}

gbi_status gbi_get_context(gbi_context** context, const gbi_int* a) {
  return call(__func__, a).make(context, [](auto& number) { return number.context(); });
}
gbi_status gbi_set_in(gbi_int* r, const gbi_int* a, const gbi_context* context) {
  return call(__func__, a, context).set(r, [](auto& number, auto& target) { return number.to(target); });
}
