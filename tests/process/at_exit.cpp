/// \file
/// Destructors of static and thread-local objects compute. This is a separate program, because they run at
/// its end. Its exit code is 0 if they succeeded.
#include <unistd.h>

#include <cstdio>
#include <string>
#include <thread>

#include "gpu_bigint/all.hpp"
#include "tests/process/available.hpp"

namespace {

using gbi::gpu_bigint;

/// Short and long products, in the current context and in a new one.
bool computes() {
  const gpu_bigint x = (gpu_bigint(1) << 300) - 1, y = (gpu_bigint(1) << 200000) - 1;
  const bool right = x * x == (gpu_bigint(1) << 600) - (gpu_bigint(1) << 301) + 1 &&
                     y * y == (gpu_bigint(1) << 400000) - (gpu_bigint(1) << 200001) + 1 && (y * x) / x == y &&
                     gpu_bigint(x.to_string()) == x;
  const gbi::scoped_context use(gbi::context::current());
  return right && gbi::isqrt(y * y) == y;
}

/// Computes when it ends.
class late {
 public:
  explicit late(const char* name) : name_(name) {}
  late(const late&) = delete;
  late& operator=(const late&) = delete;
  ~late() {
    try {
      if (computes()) {
        std::printf("%s\n", name_);
        std::fflush(stdout);
        return;
      }
      std::fprintf(stderr, "%s: wrong\n", name_);
    } catch (const gbi::device_error& error) {
      // CUDA may have shut down: that is an error and not a crash.
      std::printf("%s\n", name_);
      std::fflush(stdout);
      if (expects_device_) return;
      std::fprintf(stderr, "%s: %s\n", name_, error.what());
    }
    _exit(1);
  }
  static inline bool expects_device_ = false;

 private:
  const char* name_;
};

// Made before all objects of the library, so they are destroyed after them.
late static_object("static");                     // NOLINT(cert-err58-cpp)
thread_local late thread_object("thread-local");  // NOLINT(cert-err58-cpp)
/// A number of the default context. It may or may not outlive the objects above.
gpu_bigint& static_number() {
  static gpu_bigint number;
  return number;
}

}  // namespace

int main() {
  gbi::test::skip_without_gpu();
  const late& touched = thread_object;
  static_cast<void>(touched);
  late::expects_device_ = gbi::context::current().backend() == gbi::backend::cuda;
  if (!computes()) return 1;
  static_number() = gpu_bigint(1) << 500000;
  static const late after("static, made last");
  std::jthread([] {
    const late& own = thread_object;
    static_cast<void>(own);
    if (!computes()) _exit(1);
  }).join();
  return 0;
}
