/// \file
/// Grids of the kernels of arithmetic modulo 2^p - 1.
#pragma once

#include "kernels/mersenne/carry.hpp"
#include "kernels/mersenne/convert.hpp"
#include "kernels/mersenne/square_spectrum.hpp"
#include "src/exec/dispatch/arithmetic.hpp"

namespace gbi::exec {

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::weighted_digits_arguments& a) {
  using kernel = kernels::weighted_digits_kernel;
  launcher.template run<kernel>(blocks_for(a.base.digits, kernel::threads), 1, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::weighted_carry_arguments& a) {
  launcher.template run<kernels::weighted_carry_kernel>(blocks_for(a.base.digits, kernels::weighted_tile), 1,
                                                        a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::weighted_coefficients_arguments& a) {
  using kernel = kernels::weighted_coefficients_kernel;
  launcher.template run<kernel>(blocks_for(a.base.exponent / kernel::spacing + 1, kernel::threads), 1, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::spectrum_square_arguments& a) {
  using kernel = kernels::spectrum_square_kernel;
  launcher.template run<kernel>(blocks_for(a.half, kernel::threads), 1, a);
}

}  // namespace gbi::exec
