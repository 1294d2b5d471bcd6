/// \file
/// cuFFT's functions as far as gbi calls them. They are loaded when first called, because gbi must also run
/// where cuFFT is not installed.
#include <cufft.h>
#include <dlfcn.h>

#include <string>

#include "tools/gbi/cufft.hpp"

namespace {

/// cuFFT of the version that gbi was compiled with, or null. It stays loaded until the program ends.
void* library() {
  static void* const found =
      dlopen(("libcufft.so." + std::to_string(CUFFT_VER_MAJOR)).c_str(), RTLD_NOW | RTLD_LOCAL);
  return found;
}

template <class... Arguments>
cufftResult call(const char* name, Arguments... arguments) {
  void* const at = library() != nullptr ? dlsym(library(), name) : nullptr;
  if (at == nullptr) return CUFFT_NOT_SUPPORTED;
  return reinterpret_cast<cufftResult (*)(Arguments...)>(at)(arguments...);
}

}  // namespace

bool program::has_cufft() {
  return library() != nullptr;
}

cufftResult cufftCreate(cufftHandle* plan) {
  return call("cufftCreate", plan);
}
cufftResult cufftDestroy(cufftHandle plan) {
  return call("cufftDestroy", plan);
}
cufftResult cufftSetAutoAllocation(cufftHandle plan, int allocates) {
  return call("cufftSetAutoAllocation", plan, allocates);
}
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long* n, long long* in_embed,
                                long long in_stride, long long in_distance, long long* out_embed,
                                long long out_stride, long long out_distance, cufftType type, long long batch,
                                std::size_t* bytes) {
  return call("cufftMakePlanMany64", plan, rank, n, in_embed, in_stride, in_distance, out_embed, out_stride,
              out_distance, type, batch, bytes);
}
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
  return call("cufftSetStream", plan, stream);
}
cufftResult cufftSetWorkArea(cufftHandle plan, void* memory) {
  return call("cufftSetWorkArea", plan, memory);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal* in, cufftDoubleComplex* out) {
  return call("cufftExecD2Z", plan, in, out);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleReal* out) {
  return call("cufftExecZ2D", plan, in, out);
}
