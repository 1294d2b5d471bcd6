/// \file
/// Shared by the tests of hostile operands: the number and length of operands, and counts of products.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "src/exec/buffer.hpp"
#include "src/multiply/product.hpp"
#include "tests/adversarial/hostile_operands.hpp"
#include "tests/adversarial/plan_changes.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

class Adversarial : public on_executor {
 protected:
  static bool long_form() { return std::getenv("GPU_BIGINT_TEST_LARGE") != nullptr; }

  /// The longest operands, in limbs.
  std::size_t longest(sizes of) const { return long_form() && !is_shuffled() ? 16 * size(of) : size(of); }
  detail::engine& engine() const { return *detail::engine_of(here()); }
  hostile_pairs pairs() { return {random, long_form()}; }

  /// a b, by a function that multiplies magnitudes in device memory. If a = b, the product is a square.
  template <class Multiply>
  limbs product_by(const limbs& a, const limbs& b, Multiply&& multiply) {
    const exec::buffer<limb> x(executor(), std::span<const limb>(a)), y(executor(), std::span<const limb>(b)),
        out(executor(), a.size() + b.size());
    const kernels::limb_span first{x.data(), a.size(), a.size()}, second{y.data(), b.size(), b.size()};
    multiply(products::product{
        .a = first, .b = a == b ? first : second, .out = {out.data(), out.size(), out.size()}});
    limbs result(out.size());
    executor().download(result.data(), out.data(), result.size() * sizeof(limb));
    return result;
  }

  /// Counts a product, and whether it is right.
  void expect_product(const operand_pair& operands, const limbs& found, const std::string& plan) {
    ++done_;
    const bool right = static_cast<bool>(matches(integer(found), integer(operands.a) * integer(operands.b)));
    if (!right) ++wrong_;
    EXPECT_TRUE(right) << operands.name << ", " << operands.a.size() << " x " << operands.b.size()
                       << " limbs, " << plan;
  }

  void TearDown() override {
    if (done_ > 0)
      std::printf("[ measured ] %llu products of hostile operands, %llu wrong\n",
                  static_cast<unsigned long long>(done_), static_cast<unsigned long long>(wrong_));
    on_executor::TearDown();
  }

  std::uint64_t done_ = 0, wrong_ = 0;
};

inline std::string described(const plan::fft_plan& plan) {
  return std::to_string(plan.shape.points) + " points, " + std::to_string(plan.digit_bits) + " bits" +
         (plan.verified ? ", verified" : "");
}

}  // namespace gbi::test
