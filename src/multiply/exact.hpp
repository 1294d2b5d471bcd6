/// \file
/// The exact route: transforms over GF((2^31 - 1)^2) and GF((2^61 - 1)^2).
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/exec/buffer.hpp"
#include "src/multiply/product.hpp"

namespace gbi::products {

/// Computes a batch whose workspace fits. For each of the two moduli: fft columns of both operands, rows of
/// both with the pointwise product, fft columns back. The last pass modulo 2^61 - 1 finds the coefficients,
/// which are then normalised.
void compute(detail::engine& engine, const product& wanted, const plan::routes::by_integers& route);

/// The 2N coefficients of the products of polynomials modulo z^N + i, for a batch whose workspace fits. The
/// coefficients of a polynomial are the halves of its limbs, at most 2N of them; `out` is ignored.
/// Coefficients are those of residues_out.
class exact_coefficients {
 public:
  exact_coefficients(detail::engine& engine, const product& wanted, const plan::fft_shape& shape);

  const std::uint64_t* lower() const;
  const std::uint32_t* upper() const { return upper_.data(); }

 private:
  std::size_t transforms_;
  exec::buffer<kernels::complex<kernels::m61>> data_;
  exec::buffer<std::uint32_t> upper_;
};

}  // namespace gbi::products
