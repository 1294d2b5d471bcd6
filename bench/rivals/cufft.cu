#include "bench/rivals/cufft.hpp"

#include <cufft.h>

#include <stdexcept>
#include <string>

namespace gbi::bench {

namespace {

void check(cufftResult result) {
  if (result != CUFFT_SUCCESS)
    throw std::runtime_error("cuFFT error " + std::to_string(static_cast<int>(result)));
}

cufftType type_of(cufft_kind kind) {
  if (kind == cufft_kind::complex_double) return CUFFT_Z2Z;
  return kind == cufft_kind::complex_float ? CUFFT_C2C : CUFFT_D2Z;
}

}  // namespace

cufft_plan::cufft_plan(void* stream, cufft_kind kind, std::size_t points, std::size_t batch) : kind_(kind) {
  static_assert(sizeof(cufftHandle) == sizeof(int));
  long long length = static_cast<long long>(points);
  std::size_t workspace = 0;
  check(cufftCreate(&plan_));
  check(cufftMakePlanMany64(plan_, 1, &length, nullptr, 1, 0, nullptr, 1, 0, type_of(kind),
                            static_cast<long long>(batch), &workspace));
  check(cufftSetStream(plan_, static_cast<cudaStream_t>(stream)));
}

cufft_plan::~cufft_plan() {
  cufftDestroy(plan_);
}

void cufft_plan::operator()(const void* values, void* spectrum) const {
  void* in = const_cast<void*>(values);  // only multi-dimensional C2R writes to its input out of place
  switch (kind_) {
    case cufft_kind::complex_double:
      return check(cufftExecZ2Z(plan_, static_cast<cufftDoubleComplex*>(in),
                                static_cast<cufftDoubleComplex*>(spectrum), CUFFT_FORWARD));
    case cufft_kind::complex_float:
      return check(cufftExecC2C(plan_, static_cast<cufftComplex*>(in), static_cast<cufftComplex*>(spectrum),
                                CUFFT_FORWARD));
    case cufft_kind::real_double:
      return check(
          cufftExecD2Z(plan_, static_cast<cufftDoubleReal*>(in), static_cast<cufftDoubleComplex*>(spectrum)));
  }
}

}  // namespace gbi::bench
