/// \file
/// Products by plain transforms of zero-padded digits, one kernel for each step: what the right-angle route
/// is compared with. Complex-ID and Real-ID of the thesis (A. Perez Dieguez, 2018).
#pragma once

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/multiply/product.hpp"
#include "src/plan/fft_shape.hpp"

namespace gbi::bench {

/// \param form packed_real or complex
/// \throws std::length_error if the product is longer than the longest transform carries
void run_plain_fft(detail::engine& engine, const products::product& what, plan::fft_form form);

/// Of numbers on the device.
gpu_bigint multiply_plain(const gpu_bigint& a, const gpu_bigint& b, plan::fft_form form);

}  // namespace gbi::bench
