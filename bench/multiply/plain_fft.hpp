/// \file
/// Products by plain transforms of zero-padded digits, with one kernel for each step, for comparison with the
/// right-angle route. They are Complex-ID and Real-ID of the thesis (A. Perez Dieguez, 2018).
#pragma once

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/multiply/product.hpp"
#include "src/plan/fft_shape.hpp"

namespace gbi::bench {

/// \param form packed_real or complex
/// \throws std::length_error if the product is too long for the longest transform
void run_plain_fft(detail::engine& engine, const products::product& product, plan::fft_form form);

/// The same product for numbers on the device.
gpu_bigint multiply_plain(const gpu_bigint& a, const gpu_bigint& b, plan::fft_form form);

}  // namespace gbi::bench
