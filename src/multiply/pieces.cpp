#include "src/multiply/pieces.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "src/multiply/right_angle.hpp"
#include "src/multiply/verified.hpp"
#include "src/number/carry_chain.hpp"

namespace gbi::products {

namespace {

using kernels::complex;

/// From columns to coefficients, for `count` pieces starting with piece `first`.
void multiply_pieces(const right_angle_passes& passes, const kernels::limb_span& a,
                     const plan::routes::in_pieces& route, std::uint32_t first, std::uint32_t count,
                     const spectrum& b, complex<double>* data, std::int64_t* coefficients,
                     kernels::verdict* verdict) {
  const plan::piece_plan& cut = route.cut;
  // The last piece may be shorter; it is then the second operand of the pass.
  const bool ends = first + count == cut.pieces;
  const std::uint64_t begin_of_last = std::uint64_t{cut.pieces - 1} * cut.piece;
  const kernels::limb_span equal{a.limbs + first * cut.piece, cut.piece, cut.piece};
  const kernels::limb_span last{a.limbs + begin_of_last, a.count - begin_of_last, 0};
  passes.forward({{passes.digits(equal), passes.digits(last)},
                  {passes.folded(equal.count), passes.folded(last.count)},
                  ends ? count - 1 : count},
                 count, data);
  passes.multiply_rows(data, nullptr, b.values.data(), count, route.rows_by_many_threads);
  passes.backward(data, coefficients, count, verdict, 0);
}

/// Two numbers: one holds the products of even pieces, the other those of odd pieces. Products within a
/// number do not overlap.
class interleaved {
 public:
  interleaved(exec::executor& executor, const plan::piece_plan& plan, std::size_t limbs_kept)
      : piece_(plan.piece),
        product_(std::max(2 * piece_, piece_ + limbs_kept)),
        size_((plan.pieces - 1) * piece_ + product_),
        even_(executor, size_),
        odd_(executor, size_) {
    // No product covers the lowest limbs of the odd number.
    executor.clear(odd_.data(), piece_ * sizeof(limb));
    const auto& shorter = plan.pieces % 2 == 0 ? even_ : odd_;
    executor.clear(shorter.data() + size_ - piece_, piece_ * sizeof(limb));
  }

  /// The target for the products of pieces first, first + 2, ...
  kernels::limb_target from(std::uint32_t first) const {
    return {(first % 2 == 0 ? even_ : odd_).data() + first * piece_, product_, 2 * piece_};
  }

  void add(detail::engine& engine, const kernels::limb_target& out, const kernels::sign_rule& sign) const {
    const numbers::carry_chain chain(engine.chains(), out.count, 1);
    kernels::normalize_arguments a{};
    a.digit_bits = 32;  // unused: there are no coefficients
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
  std::size_t
      product_;  ///< limbs of a product, including the zeros up to the next product in the same number
  std::size_t size_;
  exec::buffer<limb> even_, odd_;
};

}  // namespace

spectrum transform_operand(detail::engine& engine, const kernels::limb_span& x, const plan::fft_plan& plan) {
  const right_angle_passes passes(engine, plan);
  spectrum result{plan, {engine.executor(), plan.shape.points}};
  passes.forward({{passes.digits(x), {}}, {passes.folded(x.count), false}, 1}, 1, result.values.data());
  passes.forward_rows(result.values.data());
  return result;
}

kept_spectrum::kept_spectrum(detail::engine& engine, const kernels::limb_span& x, const plan::fft_plan& plan)
    : limbs_(x), values_(std::make_shared<const spectrum>(transform_operand(engine, x, plan))) {}

std::shared_ptr<const spectrum> kept_spectrum::get(detail::engine& engine) const {
  const std::scoped_lock lock(mutex_);
  if (values_->is_suspect())
    values_ = std::make_shared<const spectrum>(transform_operand(engine, limbs_, values_->plan));
  return values_;
}

void try_pieces(detail::engine& engine, const product& wanted, const plan::routes::in_pieces& route,
                const spectrum& b, kernels::verdict* verdict) {
  exec::executor& executor = engine.executor();
  const plan::piece_plan& cut = route.cut;
  const right_angle_passes passes(engine, cut.fft);
  const std::uint32_t at_once = route.at_once;
  const std::size_t points = passes.points() * at_once;
  const exec::buffer<complex<double>> data(executor, 2 * points);
  auto* const coefficients = reinterpret_cast<std::int64_t*>(data.data() + points);

  if (cut.pieces == 1) {
    multiply_pieces(passes, wanted.a, route, 0, 1, b, data.data(), coefficients, verdict);
    return passes.normalize(coefficients, 1, wanted.out, 1, wanted.sign);
  }
  const interleaved sums(executor, cut, wanted.b.count);
  for (std::uint32_t first = 0; first < cut.pieces; first += at_once) {
    const std::uint32_t count = std::min(at_once, cut.pieces - first);
    multiply_pieces(passes, wanted.a, route, first, count, b, data.data(), coefficients, verdict);
    passes.normalize(coefficients, 2, sums.from(first), (count + 1) / 2);
    if (count > 1) passes.normalize(coefficients + 2 * passes.points(), 2, sums.from(first + 1), count / 2);
  }
  sums.add(engine, wanted.out, wanted.sign);
}

namespace {

void compute_one(detail::engine& engine, product wanted, const plan::routes::in_pieces& route) {
  std::optional<spectrum> made;
  const auto make = [&] { return &made.emplace(transform_operand(engine, wanted.b, route.cut.fft)); };
  const spectrum* b = wanted.kept_b;
  if (b == nullptr) {
    if (wanted.a.count < wanted.b.count) std::swap(wanted.a, wanted.b);
    b = make();
  }
  if (!route.cut.fft.verified) return try_pieces(engine, wanted, route, *b, nullptr);
  const faults::suspect_flag suspect = b->suspect;
  bool is_first = true;
  const auto once = [&](kernels::verdict* verdict) {
    if (!std::exchange(is_first, false)) b = make();  // the spectrum itself may be wrong
    try_pieces(engine, wanted, route, *b, verdict);
  };
  run_corrected(engine, wanted, route.check, once, suspect);
}

}  // namespace

void compute(detail::engine& engine, const product& wanted, const plan::routes::in_pieces& route) {
  for (std::uint32_t g = 0; g < wanted.batch; ++g) compute_one(engine, problems_of(wanted, g), route);
}

}  // namespace gbi::products
