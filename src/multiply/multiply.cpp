#include "src/multiply/multiply.hpp"

#include <algorithm>
#include <functional>

#include "src/arithmetic/host_words.hpp"
#include "src/arithmetic/number.hpp"
#include "src/arithmetic/operands.hpp"
#include "src/multiply/verified.hpp"
#include "src/plan/choose.hpp"
#include "src/words/multiply.hpp"

namespace gbi {

namespace products {

namespace {

struct route {
  std::function<std::size_t(const product&)> workspace;
  std::function<void(detail::engine&, const product&)> run;
};

route plain_route(plan::fft_form form) {
  return {[form](const product& what) { return workspace_of_plain_fft(what, form); },
          [form](detail::engine& engine, const product& what) { run_plain_fft(engine, what, form); }};
}

route convolution_route(plan::convolution form) {
  if (form == plan::convolution::in_tiles) return {workspace_of_tiled, run_tiled};
  const auto none = [](const product&) { return std::size_t{0}; };
  if (form == plan::convolution::by_columns)
    return {none, [](detail::engine& engine, const product& what) { run_columns(engine, what); }};
  return {none, form == plan::convolution::by_limb ? run_by_limb : run_in_block};
}

route route_of(algorithm how, plan::convolution form, const product& what, const plan::tuning& tuned) {
  switch (how) {
    case algorithm::schoolbook:
      return convolution_route(
          plan::choose_convolution(form, {what.a.count, what.b.count, what.out.count, what.batch}, tuned));
    case algorithm::fft_packed_real:
    case algorithm::fft_complex:
      return plain_route(plan::form_of(how));
    default:
      return {workspace_of_fft, run_fft};
  }
}

}  // namespace

void run(detail::engine& engine, const product& what, algorithm how, plan::convolution form) {
  product piece = what;  // limbs of an operand beyond the result do not matter
  piece.a.count = std::min(what.a.count, what.out.count);
  piece.b.count = std::min(what.b.count, what.out.count);
  const algorithm chosen =
      plan::choose_algorithm(how, piece.a.count, piece.b.count, engine.tuning(), what.batch);
  const route route = route_of(chosen, form, piece, engine.tuning());
  if (what.batch == 1) return route.run(engine, piece);
  const std::size_t each = std::max<std::size_t>(1, route.workspace(piece));
  const auto at_once = static_cast<std::uint32_t>(std::clamp<std::size_t>(
      engine.tuning().workspace_bytes / each, 1, std::max<std::uint32_t>(what.batch, 1)));

  for (std::uint32_t done = 0; done < what.batch; done += piece.batch) {
    piece.batch = std::min(at_once, what.batch - done);
    route.run(engine, piece);
    piece.a.limbs += piece.batch * piece.a.stride;
    piece.b.limbs += piece.batch * piece.b.stride;
    piece.out.limbs += piece.batch * piece.out.stride;
  }
}

bool is_feasible(detail::engine& engine, std::size_t limbs_a, std::size_t limbs_b, bool square) {
  if (plan::choose_algorithm(algorithm::automatic, limbs_a, limbs_b, engine.tuning()) ==
      algorithm::schoolbook)
    return true;
  const auto plan = verifies(engine, limbs_a, limbs_b) ? plan::find_verified_fft(limbs_a, limbs_b, square)
                                                       : plan::find_proven_fft(limbs_a, limbs_b);
  return plan.has_value();
}

gpu_bigint of_numbers(const gpu_bigint& a, const gpu_bigint& b,
                      const std::function<void(detail::engine&, const product&)>& run) {
  if (!a.number() || !b.number()) return {};
  const detail::number& x = *a.number();
  const detail::number& y = *b.number();
  detail::require_same_context(x, y, "product");
  // Read once: a bound shrinks when another thread asks for the size of a number that copies share.
  const kernels::limb_span span_x = x.span(), span_y = y.span();
  if (span_x.count == 0 || span_y.count == 0) return {};
  const std::size_t expected = x.expected() + y.expected();
  auto result = detail::number::make(x.owner(), span_x.count + span_y.count, expected > 0 ? expected - 1 : 0);
  result->descend_from(x, y);
  run(*x.owner(), {.a = span_x,
                   .b = span_y,
                   .out = result->target(),
                   .sign = {x.sign_word(), y.sign_word(), result->sign_word()}});
  const auto sign_x = x.known_negative(), sign_y = y.known_negative();
  if (&x == &y)
    result->know_negative(false);
  else if (sign_x && sign_y)
    result->know_negative(*sign_x != *sign_y);
  return detail::value_of(std::move(result));
}

}  // namespace products

namespace {

/// Of numbers in host words, which are not zeros.
gpu_bigint product_of_words(const arithmetic::short_operands& x) {
  const detail::short_view &longer = x.a.size < x.b.size ? x.b : x.a,
                           &shorter = x.a.size < x.b.size ? x.a : x.b;
  arithmetic::word_result result(*x.home, longer.size + shorter.size);
  if (x.a.limbs == x.b.limbs && x.a.size == x.b.size) {
    const arithmetic::word_memory scratch(words::square_scratch(longer.size));
    words::square(result.data(), longer.limbs, longer.size, scratch.data());
  } else {
    const arithmetic::word_memory scratch(words::multiply_scratch(longer.size, shorter.size));
    words::multiply(result.data(), longer.limbs, longer.size, shorter.limbs, shorter.size, scratch.data());
  }
  return result.value(x.a.negative != x.b.negative);
}

}  // namespace

gpu_bigint multiply(const gpu_bigint& a, const gpu_bigint& b, algorithm how) {
  if (how == algorithm::automatic) {
    const arithmetic::short_operands x(a, b, "product");
    if (x) {
      if (x.shorter() == 0) return x.a.size == 0 ? a : b;
      if (x.shorter() <= x.limits().product && x.a.size + x.b.size <= x.limits().residence)
        return product_of_words(x);
    }
  }
  return products::of_numbers(a, b, [how](detail::engine& engine, const products::product& what) {
    products::run(engine, what, how);
  });
}

gpu_bigint square(const gpu_bigint& a, algorithm how) {
  return multiply(a, a, how);
}

gpu_bigint multiply_add(const gpu_bigint& c, const gpu_bigint& a, const gpu_bigint& b, algorithm how) {
  return c + multiply(a, b, how);
}

gpu_bigint multiply_subtract(const gpu_bigint& c, const gpu_bigint& a, const gpu_bigint& b, algorithm how) {
  return c - multiply(a, b, how);
}

gpu_bigint gpu_bigint::times(const gpu_bigint& b) const {
  if (are_inside(b) && size_ != 0 && b.size_ != 0 && word_count() + b.word_count() <= inline_limbs) {
    const std::size_t n = word_count(), m = b.word_count();
    gpu_bigint result;
    limb* const out = result.words_.inside;
    const limb *const x = words_.inside, *const y = b.words_.inside;
    limb* const no_scratch = nullptr;  // so short products take none
    if (n >= m)
      words::multiply(out, x, n, y, m, no_scratch);
    else
      words::multiply(out, y, m, x, n, no_scratch);
    result.set_inside(home_, n + m, (size_ < 0) != (b.size_ < 0));
    return result;
  }
  return multiply(*this, b);
}

product_plan plan_product(const gpu_bigint& a, const gpu_bigint& b, algorithm how) {
  const std::size_t limbs_a = std::max<std::size_t>(1, a.limb_bound());
  const std::size_t limbs_b = std::max<std::size_t>(1, b.limb_bound());
  const std::shared_ptr<detail::engine> engine = a.context().engine();
  const algorithm chosen = plan::choose_algorithm(how, limbs_a, limbs_b, engine->tuning());
  if (chosen == algorithm::schoolbook) {
    const plan::convolution form = plan::choose_convolution(
        plan::convolution::automatic, {limbs_a, limbs_b, limbs_a + limbs_b}, engine->tuning());
    return {algorithm::schoolbook, 0, 32, 1, false, form == plan::convolution::in_block};
  }
  const auto of_transform = [&](const plan::fft_plan& plan, std::uint32_t pieces) {
    return product_plan{
        chosen, plan.shape.points, plan.digit_bits, plan.shape.column_passes + 1, plan.verified, false,
        pieces};
  };
  if (chosen != algorithm::fft)
    return of_transform(plan::choose_fft(limbs_a, limbs_b, plan::form_of(chosen)), 1);
  if (const auto cut = products::plan_pieces(*engine, limbs_a, limbs_b))
    return of_transform(cut->fft, cut->pieces);
  return of_transform(products::plan_fft(*engine, limbs_a, limbs_b, a.number() == b.number()), 1);
}

std::string product_plan::to_string() const {
  if (how == algorithm::schoolbook)
    return std::string("integer convolution") + (in_block ? " in one block" : "") + ", digits of " +
           std::to_string(digit_bits) + " bits";
  const char* form = how == algorithm::fft_complex       ? "complex"
                     : how == algorithm::fft_packed_real ? "packed real"
                                                         : "right-angle";
  return std::string("FP64 ") + form + " FFT, " + std::to_string(points) + " points, digits of " +
         std::to_string(digit_bits) + " bits" + (verified ? ", verified, " : ", ") + std::to_string(passes) +
         (passes == 1 ? " pass" : " passes") +
         (pieces > 1 ? ", longer operand in " + std::to_string(pieces) + " pieces" : "");
}

}  // namespace gbi
