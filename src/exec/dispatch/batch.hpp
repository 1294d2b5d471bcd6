/// \file
/// Grids of the linear operations on batches.
#pragma once

#include "kernels/batch/divide.hpp"
#include "kernels/batch/elementwise.hpp"
#include "kernels/batch/euclid.hpp"
#include "src/exec/dispatch/arithmetic.hpp"

namespace gbi::exec {

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::batch_copy_arguments& a) {
  launcher.template run<kernels::batch_copy_kernel>(blocks_for(a.elements, kernels::element_threads), 1, a);
}
template <class Launcher>
void dispatch(Launcher& launcher, const kernels::batch_add_arguments& a) {
  launcher.template run<kernels::batch_add_kernel>(blocks_for(a.elements, kernels::element_threads), 1, a);
}
template <class Launcher>
void dispatch(Launcher& launcher, const kernels::batch_compare_arguments& a) {
  launcher.template run<kernels::batch_compare_kernel>(blocks_for(a.elements, kernels::element_threads), 1,
                                                       a);
}
template <class Launcher>
void dispatch(Launcher& launcher, const kernels::batch_mask_arguments& a) {
  launcher.template run<kernels::batch_mask_kernel>(blocks_for(a.elements, kernels::element_threads), 1, a);
}
template <class Launcher>
void dispatch(Launcher& launcher, const kernels::batch_select_arguments& a) {
  launcher.template run<kernels::batch_select_kernel>(blocks_for(a.elements, kernels::element_threads), 1, a);
}
template <class Launcher>
void dispatch(Launcher& launcher, const kernels::batch_shift_arguments& a) {
  launcher.template run<kernels::batch_shift_kernel>(blocks_for(a.elements, kernels::element_threads), 1, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::batch_divide_arguments& a) {
  launcher.template run<kernels::batch_divide_kernel>(blocks_for(a.elements, kernels::element_threads), 1, a);
}
template <class Launcher>
void dispatch(Launcher& launcher, const kernels::batch_euclid_arguments& a) {
  launcher.template run<kernels::batch_euclid_kernel>(blocks_for(a.elements, kernels::element_threads), 1, a);
}

}  // namespace gbi::exec
