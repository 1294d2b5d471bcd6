// What libstdc++ of GCC 12 and newer calls and glibc 2.28 does not have (stubs.py).
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

// Since 2.32. Always false: std::shared_ptr then counts with atomic operations.
char __libc_single_threaded = 0;

// Since 2.33. Before, the function had another name.
int __fxstat64(int version, int file, struct stat64* result);
int fstat64(int file, struct stat64* result) {
  return __fxstat64(1, file, result);
}

// Since 2.36, for std::random_device.
uint32_t arc4random(void) {
  uint32_t result;
  if (getentropy(&result, sizeof result) != 0) abort();
  return result;
}
