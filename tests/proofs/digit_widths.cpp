// Prints what the planner takes for proven, for digit_widths.py: the constant K of every transform, and the
// width and the number of digits of products of many sizes. Numbers that were rounded are printed exactly.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include "src/plan/error_bound.hpp"
#include "src/plan/fft_plan.hpp"
#include "src/plan/fft_shape.hpp"
#include "src/plan/product_shape.hpp"

namespace {

using gbi::plan::fft_form;
using gbi::plan::fft_plan;
using gbi::plan::fft_shape;

constexpr fft_form forms[] = {fft_form::right_angle, fft_form::packed_real, fft_form::complex};
constexpr const char* names[] = {"right_angle", "packed_real", "complex"};

void print_shape(const char* what, const char* form, const fft_shape& shape) {
  std::printf("%s %s %llu", what, form, static_cast<unsigned long long>(shape.points));
  for (int pass = 0; pass < shape.column_passes; ++pass) std::printf(" %d", shape.column[pass]);
  std::printf(" %d", shape.row);
}

void print_plan(const char* name, fft_form form, std::size_t a, std::size_t b) {
  const auto plan = gbi::plan::find_proven_fft(gbi::plan::product_shape::whole(a, b), form);
  if (!plan) return;
  print_shape("plan", name, plan->shape);
  std::printf(" : %zu %zu %d %llu %llu\n", a, b, plan->digit_bits,
              static_cast<unsigned long long>(gbi::plan::digits_of(a, plan->digit_bits)),
              static_cast<unsigned long long>(gbi::plan::digits_of(b, plan->digit_bits)));
}

}  // namespace

int main() {
  for (const fft_form form : forms) {
    const char* const name = names[static_cast<int>(form)];
    for (const fft_shape& shape : gbi::plan::fft_shapes(form)) {
      print_shape("constant", name, shape);
      std::printf(" : %a\n", gbi::plan::error_constant(shape, form));
    }
    // Operands of equal and of different sizes, up to the longest product.
    for (std::size_t a = 1; a <= std::size_t{5} << 29; a += std::max<std::size_t>(1, a / 50))
      for (const std::size_t part : {1, 2, 5, 17, 1000})
        if (a >= part) print_plan(name, form, a, a / part);
  }
}
