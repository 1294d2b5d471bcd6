#include "src/multiply/fermat.hpp"

#include <utility>
#include <variant>
#include <vector>

#include "kernels/fermat/arguments.hpp"
#include "src/exec/buffer.hpp"
#include "src/multiply/right_angle.hpp"
#include "src/multiply/verified.hpp"
#include "src/number/carry_chain.hpp"

namespace gbi::products {

namespace {

using kernels::limb_span, kernels::limb_target;
using limb_buffer = exec::buffer<limb>;

limb_span span_of(const limb_buffer& x) {
  return {x.data(), x.size(), 0};
}
limb_target target_of(const limb_buffer& x) {
  return {x.data(), x.size(), x.size()};
}

/// One attempt. Cyclic and wrapped numbers are those of kernels/fermat/arguments.hpp.
class fermat_attempt {
 public:
  fermat_attempt(detail::engine& engine, const product& wanted, const plan::routes::by_fermat_moduli& route,
                 kernels::verdict* verdict)
      : engine_(engine), wanted_(wanted), route_(route), plan_(route.chain), verdict_(verdict) {}

  /// The longest transform comes first, before any other memory is taken. Its memory then serves all other
  /// transforms, so the pool need not return memory to the device and take it again.
  void run() const {
    std::vector<remainder> remainders;
    operand a{wanted_.a, {}}, b{wanted_.b, {}};
    for (std::uint32_t j = 0; j < plan_.factors; ++j) {
      remainders.push_back(remainder_of(a.limbs, b.limbs, j));
      // The rest of the modulus, 2^(64 k) - 1, contains all other factors.
      reduce(a, plan_.limbs(j));
      if (!is_square(wanted_)) reduce(b, plan_.limbs(j));
    }
    limb_buffer found = tail(a.limbs, is_square(wanted_) ? a.limbs : b.limbs);
    a = {};
    b = {};
    for (; !remainders.empty(); remainders.pop_back())
      found = lifted(std::move(found), remainders.back(), static_cast<std::uint32_t>(remainders.size() - 1));
    const numbers::carry_chain chain = chain_of(wanted_.out.count);
    launch(kernels::settle_arguments{span_of(found), wanted_.out, wanted_.sign, chain.get()});
  }

 private:
  /// A wrapped number, and the signs chosen for its operands.
  struct remainder {
    limb_buffer limbs, signs;
    kernels::signed_wrapped get() const { return {span_of(limbs), signs.data(), signs.data() + 1}; }
  };
  /// An operand: the number itself, or a remainder of it.
  struct operand {
    limb_span limbs;
    limb_buffer memory;
  };

  template <class Arguments>
  void launch(const Arguments& arguments) const {
    engine_.executor().launch(arguments);
  }
  limb_buffer memory_for(std::size_t limbs) const { return {engine_.executor(), limbs}; }
  numbers::carry_chain chain_of(std::size_t limbs) const { return {engine_.chains(), limbs, 1}; }

  /// x as a cyclic number of k limbs and a carry.
  limb_buffer cyclic(const limb_span& x, std::size_t k) const {
    limb_buffer result = memory_for(k + 1);
    const numbers::carry_chain chain = chain_of(result.size());
    launch(kernels::cyclic_remainder_arguments{x, target_of(result), chain.get()});
    return result;
  }

  /// If x is longer than k limbs, makes it a cyclic number of k limbs and a carry.
  void reduce(operand& x, std::size_t k) const {
    if (x.limbs.count <= k) return;
    limb_buffer memory = cyclic(x.limbs, k);
    x = {span_of(memory), std::move(memory)};
  }

  /// The product modulo 2^(64 t) - 1.
  limb_buffer tail(const limb_span& a, const limb_span& b) const {
    const limb_buffer whole = memory_for(a.count + b.count);
    multiply_whole({.a = a, .b = b, .out = target_of(whole)});
    return cyclic(span_of(whole), plan_.tail_limbs());
  }

  /// A product by transforms has no check of its own here.
  void multiply_whole(const product& wanted) const {
    const auto multiply = [&](const auto& route) {
      if constexpr (requires { route.fft; })
        run_right_angle(engine_, wanted, route.fft,
                        {.verdicts = verdict_, .rows_by_many_threads = route.rows_by_many_threads});
      else
        execute(engine_, *route_.tail, wanted);
    };
    std::visit(multiply, route_.tail->route);
  }

  /// x in the form that the product for this factor takes.
  operand wrapped(const limb_span& x, const plan::fft_plan& factor, limb* sign) const {
    if (plan::digits_of(x.count, factor.digit_bits) <= 2 * factor.shape.points) return {x, {}};
    limb_buffer memory = memory_for(plan::modulus_limbs(factor));
    const numbers::carry_chain chain = chain_of(memory.size());
    launch(kernels::wrapped_remainder_arguments{x, target_of(memory), sign, chain.get()});
    const limb_span limbs = span_of(memory);
    return {limbs, std::move(memory)};
  }

  /// The product modulo 2^(64 k) + 1, where k is the number of limbs of factor j.
  remainder remainder_of(const limb_span& x, const limb_span& y, std::uint32_t j) const {
    const plan::fft_plan factor = plan_.factor(j);
    remainder result{memory_for(plan_.limbs(j) + 1), exec::cleared<limb>(engine_.executor(), 2)};
    const bool square = is_square(wanted_);
    limb* const signs = result.signs.data();
    const operand a = wrapped(x, factor, signs);
    const operand b = square ? operand{} : wrapped(y, factor, signs + 1);
    run_right_angle(engine_, {.a = a.limbs, .b = square ? a.limbs : b.limbs, .out = target_of(result.limbs)},
                    factor, {.verdicts = verdict_, .fills_modulus = true});
    if (square) engine_.executor().clear(signs, 2 * sizeof(limb));  // a square is not negative
    return result;
  }

  /// From the product modulo 2^(64 k) - 1 to the product modulo 2^(128 k) - 1.
  limb_buffer lifted(limb_buffer lower, const remainder& upper, std::uint32_t j) const {
    const std::size_t k = plan_.limbs(j);
    limb_buffer twice = memory_for(k + 1);
    {
      const numbers::carry_chain chain = chain_of(twice.size());
      launch(
          kernels::cyclic_difference_arguments{span_of(lower), upper.get(), target_of(twice), chain.get()});
    }
    lower = {};
    limb_buffer result = memory_for(2 * k + 1);
    const numbers::carry_chain chain = chain_of(result.size());
    launch(kernels::lift_arguments{span_of(twice), upper.get(), target_of(result), j == 0, chain.get()});
    return result;
  }

  detail::engine& engine_;
  const product& wanted_;
  const plan::routes::by_fermat_moduli& route_;
  const plan::fermat_plan& plan_;
  kernels::verdict* verdict_;
};

}  // namespace

void compute(detail::engine& engine, const product& wanted, const plan::routes::by_fermat_moduli& route) {
  const faults::verifier::covered here;
  for (std::uint32_t g = 0; g < wanted.batch; ++g) {
    const product one = problems_of(wanted, g);
    run_corrected(engine, one, route.check,
                  [&](kernels::verdict* verdict) { fermat_attempt(engine, one, route, verdict).run(); });
  }
}

}  // namespace gbi::products
