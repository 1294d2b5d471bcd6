/// \file
/// Batched products of magnitudes in device memory. All other code multiplies through these.
#pragma once

#include <cstdint>

#include "kernels/arithmetic/arguments.hpp"
#include "src/context/engine.hpp"
#include "src/plan/planner.hpp"

namespace gbi::products {

struct spectrum;

/// out = a * b modulo 2^(64 out.count), for `batch` problems. out must not overlap the operands. If a and b
/// are the same span, the product is a square. Only a batch of one may have a sign rule.
struct product {
  kernels::limb_span a, b;
  kernels::limb_target out;
  std::uint32_t batch = 1;
  kernels::sign_rule sign{nullptr, nullptr, nullptr};
  const spectrum* kept_b = nullptr;  ///< the kept transform of b with the plan's digits
};

inline bool is_square(const product& p) {
  return p.a.limbs == p.b.limbs && p.a.count == p.b.count && p.a.stride == p.b.stride;
}

/// The shape of the product for the planner.
inline plan::product_shape shape_of(const product& p) {
  return {p.a.count, p.b.count, p.out.count, p.batch, is_square(p)};
}

/// `count` problems of a batch, starting with problem g.
product problems_of(product wanted, std::uint32_t g, std::uint32_t count = 1);

/// Queues the product according to a plan for its shape.
void execute(detail::engine& engine, const plan::planned_product& plan, const product& wanted);

/// Plans and executes. The operands must not be empty.
/// \throws std::length_error if the product is too long for the requested algorithm
void run(detail::engine& engine, const product& wanted, const plan::product_request& asked = {});

}  // namespace gbi::products
