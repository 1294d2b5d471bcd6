#include "src/multiply/pieces.hpp"

#include <algorithm>

#include "src/arithmetic/chain.hpp"

namespace gbi::products {

namespace {

using kernels::complex;

/// Columns to coefficients of `count` pieces, of which the first is piece `first`.
void multiply_pieces(detail::engine& engine, const right_angle_passes& passes, const kernels::limb_span& a,
                     const plan::piece_plan& plan, std::uint32_t first, std::uint32_t count,
                     const spectrum& b, complex<double>* data, std::int64_t* coefficients,
                     kernels::verdict* verdict) {
  // The last piece, which may be shorter, is the second operand of the pass.
  const bool ends = first + count == plan.pieces;
  const std::uint64_t begin_of_last = std::uint64_t{plan.pieces - 1} * plan.piece;
  const kernels::limb_span equal{a.limbs + first * plan.piece, plan.piece, plan.piece};
  const kernels::limb_span last{a.limbs + begin_of_last, a.count - begin_of_last, 0};
  verify::verifier& verifier = engine.verifier();
  passes.forward({{passes.digits(equal, verifier.seed()), passes.digits(last, verifier.seed())},
                  {passes.folded(equal.count), passes.folded(last.count)},
                  ends ? count - 1 : count},
                 count, data);
  passes.multiply_rows(data, nullptr, b.values.data(), count);
  passes.backward(data, coefficients, count, verdict, 0);
}

/// Two numbers, of the products of even and of odd pieces, which do not overlap among themselves.
class interleaved {
 public:
  interleaved(exec::executor& executor, const plan::piece_plan& plan, std::size_t limbs_kept)
      : piece_(plan.piece),
        product_(std::max(2 * piece_, piece_ + limbs_kept)),
        size_((plan.pieces - 1) * piece_ + product_),
        even_(executor, size_),
        odd_(executor, size_) {
    // Where no product of that number lies.
    executor.clear(odd_.data(), piece_ * sizeof(limb));
    const auto& shorter = plan.pieces % 2 == 0 ? even_ : odd_;
    executor.clear(shorter.data() + size_ - piece_, piece_ * sizeof(limb));
  }

  /// The products of pieces first, first + 2, ...
  kernels::limb_target from(std::uint32_t first) const {
    return {(first % 2 == 0 ? even_ : odd_).data() + first * piece_, product_, 2 * piece_};
  }

  void add(detail::engine& engine, const kernels::limb_target& out, const kernels::sign_rule& sign) const {
    const arithmetic::carry_chain chain(engine.chains(), out.count, 1);
    kernels::normalize_arguments a{};
    a.digit_bits = 32;  // of no coefficients
    a.limbs = out.limbs;
    a.limb_count = out.count;
    a.limb_stride = out.count;
    a.chain = chain.get();
    a.sign = sign;
    a.phases = kernels::normalize_phases::propagate;
    a.words = even_.data();
    a.addends = odd_.data();
    engine.executor().launch(a);
  }

 private:
  std::size_t piece_;
  std::size_t product_;  ///< limbs, with zeros up to the next one of the same number
  std::size_t size_;
  exec::buffer<limb> even_, odd_;
};

}  // namespace

spectrum transform_operand(detail::engine& engine, const kernels::limb_span& x, const plan::fft_plan& plan) {
  const right_angle_passes passes(engine, plan);
  spectrum result{plan, {engine.executor(), plan.shape.points}};
  passes.forward({{passes.digits(x, engine.verifier().seed()), {}}, {passes.folded(x.count), false}, 1}, 1,
                 result.values.data());
  passes.forward_rows(result.values.data());
  return result;
}

void run_pieces(detail::engine& engine, const product& what, const plan::piece_plan& plan, const spectrum& b,
                kernels::verdict* verdict) {
  exec::executor& executor = engine.executor();
  const right_angle_passes passes(engine, plan.fft);
  const std::size_t limit = engine.tuning().workspace_bytes;
  const auto at_once = static_cast<std::uint32_t>(
      std::clamp<std::size_t>(limit / workspace_of_right_angle(plan.fft), 1, plan.pieces));
  const std::size_t points = passes.points() * at_once;
  const exec::buffer<complex<double>> data(executor, 2 * points);
  auto* const coefficients = reinterpret_cast<std::int64_t*>(data.data() + points);

  if (plan.pieces == 1) {
    multiply_pieces(engine, passes, what.a, plan, 0, 1, b, data.data(), coefficients, verdict);
    return passes.normalize(coefficients, 1, what.out, 1, what.sign);
  }
  const interleaved sums(executor, plan, what.b.count);
  for (std::uint32_t first = 0; first < plan.pieces; first += at_once) {
    const std::uint32_t count = std::min(at_once, plan.pieces - first);
    multiply_pieces(engine, passes, what.a, plan, first, count, b, data.data(), coefficients, verdict);
    passes.normalize(coefficients, 2, sums.from(first), (count + 1) / 2);
    if (count > 1) passes.normalize(coefficients + 2 * passes.points(), 2, sums.from(first + 1), count / 2);
  }
  sums.add(engine, what.out, what.sign);
}

}  // namespace gbi::products
