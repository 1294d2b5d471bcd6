#include "bench/rivals/flint.hpp"

#include <dlfcn.h>

#include <cstdlib>

namespace gbi::bench {

// The library stays loaded until the program ends.
std::unique_ptr<flint> flint::load() {
  const char* named = std::getenv("GPU_BIGINT_FLINT");
  void* const library = dlopen(named != nullptr ? named : "libflint.so", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return nullptr;
  auto found = std::make_unique<flint>();
  found->multiply_ = reinterpret_cast<multiply_function>(dlsym(library, "flint_mpn_mul"));
  found->set_threads_ = reinterpret_cast<void (*)(int)>(dlsym(library, "flint_set_num_threads"));
  if (const auto* version = static_cast<const char*>(dlsym(library, "flint_version")); version != nullptr)
    found->version_ = version;
  // Only a FLINT with these transforms exports their context.
  found->has_fft_small_ = dlsym(library, "get_default_mpn_ctx") != nullptr;
  if (found->multiply_ == nullptr || found->set_threads_ == nullptr) return nullptr;
  return found;
}

}  // namespace gbi::bench
