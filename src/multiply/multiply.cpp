#include "src/multiply/multiply.hpp"

#include <algorithm>
#include <functional>

#include "src/exec/operation.hpp"
#include "src/ground/host_words.hpp"
#include "src/ground/number.hpp"
#include "src/ground/room.hpp"
#include "src/words/floating_scope.hpp"
#include "src/words/multiply.hpp"

namespace gbi {

namespace products {

gpu_bigint of_numbers(const gpu_bigint& a, const gpu_bigint& b,
                      const std::function<void(detail::engine&, const product&)>& run) {
  if (!detail::number_of(a) || !detail::number_of(b)) return {};
  const detail::number& x = *detail::number_of(a);
  const detail::number& y = *detail::number_of(b);
  detail::require_same_context(x, y, "product");
  const exec::operation scope("product", a, b);
  // Read the bounds only once: a bound shrinks when another thread asks for the size of a number that copies
  // share.
  const kernels::limb_span span_x = x.span(), span_y = y.span();
  if (span_x.count == 0 || span_y.count == 0) return {};
  const std::size_t expected = x.expected() + y.expected(), limbs = span_x.count + span_y.count;
  const auto described = [&] {
    return "product of " + std::to_string(span_x.count) + " and " + std::to_string(span_y.count) +
           " limbs (" + std::to_string(limbs * sizeof(limb)) + " bytes)";
  };
  ground::require_room(x.executor(), limbs * sizeof(limb), described);
  return ground::naming(
      [&] {
        auto result = detail::number::make(x.owner(), limbs, expected > 0 ? expected - 1 : 0);
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
      },
      described);
}

bool are_for_words(const ground::short_operands& x) {
  return x && (x.shorter() == 0 ||
               (x.shorter() <= x.limits().product && x.a.size + x.b.size <= x.limits().residence));
}

}  // namespace products

namespace {

/// The product of nonzero numbers in host words.
gpu_bigint product_of_words(const ground::short_operands& x) {
  const detail::short_view &longer = x.a.size < x.b.size ? x.b : x.a,
                           &shorter = x.a.size < x.b.size ? x.a : x.b;
  ground::word_result result(*x.home, longer.size + shorter.size);
  if (longer.limbs == shorter.limbs && longer.size == shorter.size) {
    const ground::word_memory scratch(words::square_scratch(longer.size));
    words::square(result.data(), longer.limbs, longer.size, scratch.data());
  } else {
    const ground::word_memory scratch(words::multiply_scratch(longer.size, shorter.size));
    words::multiply(result.data(), longer.limbs, longer.size, shorter.limbs, shorter.size, scratch.data());
  }
  return result.value(x.a.negative != x.b.negative);
}

}  // namespace

gpu_bigint multiply(const gpu_bigint& a, const gpu_bigint& b, algorithm how) {
  if (how == algorithm::automatic) {
    const ground::short_operands x(a, b, "product");
    if (products::are_for_words(x)) {
      if (x.shorter() == 0) return x.a.size == 0 ? a : b;
      return product_of_words(x);
    }
  }
  return products::of_numbers(a, b, [how](detail::engine& engine, const products::product& wanted) {
    products::run(engine, wanted, {.how = how});
  });
}

gpu_bigint square(const gpu_bigint& a, algorithm how) {
  return multiply(a, a, how);
}

gpu_bigint gpu_bigint::times(const gpu_bigint& b) const {
  if (are_inside(b) && size_ != 0 && b.size_ != 0 && word_count() + b.word_count() <= inline_limbs) {
    const std::size_t n = word_count(), m = b.word_count();
    gpu_bigint result;
    limb* const out = result.words_.inside;
    const limb *const x = words_.inside, *const y = b.words_.inside;
    limb* const no_scratch = nullptr;  // products this short take no scratch memory
    if (n >= m)
      words::multiply(out, x, n, y, m, no_scratch);
    else
      words::multiply(out, y, m, x, n, no_scratch);
    result.set_inside(home_, n + m, (size_ < 0) != (b.size_ < 0));
    return result;
  }
  return multiply(*this, b);
}

}  // namespace gbi
