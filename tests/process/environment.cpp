/// \file
/// Products concurrent with setenv. This is a separate program, because setenv affects the whole process. The
/// library reads the environment only when a context is made.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "gpu_bigint/all.hpp"
#include "tests/process/available.hpp"

namespace {

std::atomic<bool> made = false;
std::atomic<int> reads = 0;

}  // namespace

/// Takes the place of the C library's, and counts.
extern "C" char* getenv(const char* name) noexcept {
  if (made) ++reads;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const std::size_t length = text.find('=');
    if (text.compare(0, length, name) == 0) return *entry + length + 1;
  }
  return nullptr;
}

int main() {
  gbi::test::skip_without_gpu();
  const gbi::context context = gbi::context::current();
  const gbi::gpu_bigint x = (gbi::gpu_bigint(1) << 100000) - 1, y = gbi::gpu_bigint(12345);
  made = true;
  std::atomic<bool> ended = false;
  std::jthread other([&] {
    for (int i = 0; !ended; ++i) setenv(("GPU_BIGINT_TEST_" + std::to_string(i % 1000)).c_str(), "value", 1);
  });
  bool right = true;
  for (int i = 0; i < 100; ++i) {
    right = right && (x * x) / x == x && gbi::isqrt(x * x) == x && gbi::powm(y, y, x) >= 0;
    right = right && gbi::gpu_bigint(x.to_string()) == x;
    const gbi::scoped_context use(context);
    right = right && gbi::factorial(100) % 101 == 100;
  }
  ended = true;
  other.join();
  if (reads != 0) std::fprintf(stderr, "%d reads of the environment\n", reads.load());
  if (!right) std::fprintf(stderr, "wrong\n");
  return right && reads == 0 ? 0 : 1;
}
