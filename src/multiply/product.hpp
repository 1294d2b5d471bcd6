/// \file
/// Products of magnitudes in device memory, batched: what everything else multiplies with.
#pragma once

#include <cstdint>

#include "kernels/arithmetic/arguments.hpp"
#include "src/context/engine.hpp"
#include "src/plan/product_plan.hpp"

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

/// What the planner needs to know.
inline plan::product_shape shape_of(const product& p) {
  return {p.a.count, p.b.count, p.out.count, p.batch, is_square(p)};
}

/// `count` problems of a batch, from problem g on.
product problems_of(product what, std::uint32_t g, std::uint32_t count = 1);

struct spectrum;

/// Queues the product as planned for its shape.
/// \param kept_b the transform of b with the plan's digits, if it is there already
void execute(detail::engine& engine, const plan::product_plan& plan, const product& what,
             const spectrum* kept_b = nullptr);

/// Plans and executes. Operands are not empty.
/// \throws std::length_error if the product is too long for what is asked
void run(detail::engine& engine, const product& what, const plan::product_request& asked = {});

}  // namespace gbi::products
