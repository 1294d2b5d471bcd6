/// \file
/// Products of magnitudes in device memory, batched: what everything else multiplies with.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "gpu_bigint/arithmetic.hpp"
#include "kernels/arithmetic/arguments.hpp"
#include "src/context/engine.hpp"
#include "src/plan/choose.hpp"
#include "src/plan/pieces.hpp"

namespace gbi::products {

/// out = a * b modulo 2^(64 out.count), for `batch` problems; out overlaps neither operand. Equal spans make
/// a square. The sign rule is for batches of one.
struct product {
  kernels::limb_span a, b;
  kernels::limb_target out;
  std::uint32_t batch = 1;
  kernels::sign_rule sign{nullptr, nullptr, nullptr};
};

inline bool is_square(const product& p) {
  return p.a.limbs == p.b.limbs && p.a.count == p.b.count && p.a.stride == p.b.stride;
}

/// Problem g of a batch.
inline product problem_of(product what, std::uint32_t g) {
  what.a.limbs += g * what.a.stride;
  what.b.limbs += g * what.b.stride;
  what.out.limbs += g * what.out.stride;
  what.batch = 1;
  return what;
}

/// Chooses and runs an algorithm, in as many pieces as the workspace allows. Operands are not empty.
/// \param form of the convolution, if that is the algorithm.
/// \throws std::length_error if the product is too long for what is asked
void run(detail::engine& engine, const product& what, algorithm how = algorithm::automatic,
         plan::convolution form = plan::convolution::automatic);

/// Whether `run` multiplies operands of so many limbs: what needs many products asks before the first one.
bool is_feasible(detail::engine& engine, std::size_t limbs_a, std::size_t limbs_b, bool square);

/// The product of two numbers as `run` computes it from their magnitudes, which are not empty.
/// \throws std::invalid_argument if they live in different contexts
gpu_bigint of_numbers(const gpu_bigint& a, const gpu_bigint& b,
                      const std::function<void(detail::engine&, const product&)>& run);

/// The routes, for a batch whose workspace fits.
void run_in_block(detail::engine& engine, const product& what);
/// One of the operands is a limb.
void run_by_limb(detail::engine& engine, const product& what);
void run_tiled(detail::engine& engine, const product& what);
/// Does nothing for products behind a closed gate.
void run_columns(detail::engine& engine, const product& what, const kernels::gate& open = {});
void run_fft(detail::engine& engine, const product& what);
void run_plain_fft(detail::engine& engine, const product& what, plan::fft_form form);

/// The plan of the transform route, for a product that is not truncated.
plan::fft_plan plan_fft(detail::engine& engine, std::size_t limbs_a, std::size_t limbs_b, bool square);
/// How such a product is cut into pieces, if it is.
std::optional<plan::piece_plan> plan_pieces(detail::engine& engine, std::size_t limbs_a, std::size_t limbs_b);

/// Bytes of workspace that a route takes for each problem; none by columns, in one block or by a limb.
std::size_t workspace_of_tiled(const product& what);
std::size_t workspace_of_fft(const product& what);
std::size_t workspace_of_plain_fft(const product& what, plan::fft_form form);

}  // namespace gbi::products
