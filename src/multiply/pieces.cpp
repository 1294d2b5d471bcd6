#include "src/multiply/pieces.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "src/multiply/right_angle.hpp"
#include "src/multiply/two_passes.hpp"
#include "src/multiply/verified.hpp"
#include "src/number/sum.hpp"

namespace gbi::products {

namespace {

using kernels::complex;

/// Pieces of a that run together, and the factor of all of them.
struct pieces_together {
  kernels::limb_span a;
  std::size_t piece;
  std::uint32_t count;
  kernels::limb_span b;
  const spectrum* kept_b;  ///< null: the transform of b takes the same passes as those of the pieces
};

/// Columns and rows of the products.
/// \returns where the transform of b was, in `data`
complex<double>* multiply_together(const right_angle_passes& passes, const pieces_together& x,
                                   bool rows_by_many_threads, complex<double>* data) {
  const std::uint32_t equal = x.count - 1;  // the last piece may be shorter
  const std::size_t before_last = equal * x.piece;
  const kernels::limb_span pieces{x.a.limbs, x.piece, x.piece};
  const kernels::limb_span last{x.a.limbs + before_last, x.a.count - before_last, 0};
  complex<double>* const second = data + x.count * passes.points();
  const bool is_kept = x.kept_b != nullptr;
  passes.forward(
      {{passes.digits(pieces), passes.digits(last), is_kept ? kernels::digit_source{} : passes.digits(x.b)},
       {passes.folded(pieces.count), passes.folded(last.count), passes.folded(x.b.count)},
       {0, equal, x.count}},
      x.count + (is_kept ? 0 : 1), data);
  passes.multiply_rows(data, is_kept ? nullptr : second, is_kept ? x.kept_b->values.data() : nullptr, x.count,
                       rows_by_many_threads, true);
  return second;
}

}  // namespace

spectrum transform_operand(detail::engine& engine, const kernels::limb_span& x, const plan::fft_plan& plan) {
  if (plan::has_tall_column(plan.shape)) return {plan, spectrum_in_two_passes(engine, x, plan)};
  const right_angle_passes passes(engine, plan);
  spectrum result{plan, {engine.executor(), plan.shape.points}};
  passes.forward({{passes.digits(x)}, {passes.folded(x.count)}, {0, 1, 1}}, 1, result.values.data());
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
                const spectrum* kept_b, kernels::verdict* verdict) {
  exec::executor& executor = engine.executor();
  const plan::piece_plan& cut = route.cut;
  if (plan::has_tall_column(cut.fft.shape))
    return run_in_two_passes(engine, wanted, cut.fft, kept_b != nullptr ? kept_b->values.data() : nullptr,
                             verdict);
  const right_angle_passes passes(engine, cut.fft);
  const std::uint32_t at_once = std::min(route.at_once, cut.pieces);
  const exec::buffer<complex<double>> data(executor, 2 * passes.points() * at_once);
  for (std::uint32_t first = 0; first < cut.pieces; first += at_once) {
    const std::uint32_t count = std::min(at_once, cut.pieces - first);
    const std::size_t begin = first * cut.piece, limbs = std::min(count * cut.piece, wanted.a.count - begin);
    complex<double>* const room =
        multiply_together(passes, {{wanted.a.limbs + begin, limbs, 0}, cut.piece, count, wanted.b, kept_b},
                          route.rows_by_many_threads, data.data());
    if (cut.pieces == 1) return passes.finish(data.data(), room, wanted.out, 1, verdict, wanted.sign);
    auto* const coefficients = reinterpret_cast<std::int64_t*>(room);
    passes.backward(data.data(), coefficients, count, verdict, 0);
    if (at_once == cut.pieces)
      return passes.normalize_sum(coefficients, count, cut.piece, wanted.out, wanted.sign);
    const kernels::limb_target out{wanted.out.limbs + begin, limbs + wanted.b.count, 0};
    if (first == 0) {
      passes.normalize_sum(coefficients, count, cut.piece, out, wanted.sign);
    } else {
      const exec::buffer<limb> product(executor, out.count);
      passes.normalize_sum(coefficients, count, cut.piece, {product.data(), out.count, 0}, {});
      numbers::queue_sum(engine, {product.data(), out.count, 0}, {out.limbs, wanted.b.count, 0}, out);
    }
  }
}

namespace {

void compute_one(detail::engine& engine, product wanted, const plan::routes::in_pieces& route) {
  std::optional<spectrum> made;
  const auto make = [&] { return &made.emplace(transform_operand(engine, wanted.b, route.cut.fft)); };
  const spectrum* kept = wanted.kept_b;
  if (kept == nullptr) {
    if (wanted.a.count < wanted.b.count) std::swap(wanted.a, wanted.b);
    if (route.makes_transform) kept = make();
  }
  if (!route.cut.fft.verified) return try_pieces(engine, wanted, route, kept, nullptr);
  const faults::suspect_flag suspect = kept != nullptr ? kept->suspect : nullptr;
  bool is_first = true;
  const auto once = [&](kernels::verdict* verdict) {
    const bool again = !std::exchange(is_first, false);
    if (again && kept != nullptr) kept = make();  // the spectrum itself may be wrong
    try_pieces(engine, wanted, route, kept, verdict);
  };
  run_corrected(engine, wanted, route.check, once, suspect);
}

}  // namespace

void compute(detail::engine& engine, const product& wanted, const plan::routes::in_pieces& route) {
  for (std::uint32_t g = 0; g < wanted.batch; ++g) compute_one(engine, problems_of(wanted, g), route);
}

}  // namespace gbi::products
