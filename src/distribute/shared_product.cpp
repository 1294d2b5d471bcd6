#include "src/distribute/shared_product.hpp"

#include <vector>

#include "src/distribute/first_decides.hpp"
#include "src/distribute/product_attempt.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/plan/planner.hpp"
#include "src/process/concat.hpp"

namespace gbi::distribute {

namespace {

/// A decision in words that processes share. No ranks: one rank computes the product.
enum word : std::size_t { ranks, first, second, third, row, bits, chunks, wraps, prime, key, count };

std::vector<std::uint64_t> words_of(const sharing& how) {
  const plan::fft_shape& shape = how.plan.fft.shape;
  const auto size = [](int number) { return static_cast<std::uint64_t>(number); };
  return {size(how.plan.ranks),
          size(shape.column[0]),
          size(shape.column[1]),
          size(shape.column[2]),
          size(shape.row),
          size(how.plan.fft.digit_bits),
          size(how.plan.chunks),
          how.plan.wraps ? 1U : 0U,
          how.prime,
          how.key};
}

sharing sharing_of(const std::vector<std::uint64_t>& said) {
  const auto size = [&](word which) { return static_cast<int>(said[which]); };
  const plan::fft_shape shape{said[first] * said[second] * said[third] * said[row],
                              size(third) > 1 ? 3 : 2,
                              {size(first), size(second), size(third)},
                              size(row)};
  return {{{shape, size(bits), true}, size(ranks), size(chunks), said[wraps] != 0}, said[prime], said[key]};
}

}  // namespace

std::optional<sharing> choose_sharing(const value& x, const value& y) {
  group& on = x.on();
  if (on.size() == 1) return {};
  const auto said = first_decides(on, word::count, [&]() -> std::vector<std::uint64_t> {
    detail::engine& engine = on.at(0).engine;
    const auto plan = engine.planner().shared(plan::product_shape::whole(limbs_in(x), limbs_in(y), &x == &y),
                                              on.size(), on.machine());
    if (!plan) return {};
    return words_of({*plan, engine.verifier().table()->modulus().prime, engine.verifier().seed()});
  });
  if (said[word::ranks] == 0) return {};
  return sharing_of(said);
}

std::shared_ptr<value> multiply_shared(const value& x, const value& y, const sharing& how) {
  constexpr std::uint64_t most_attempts = 3;
  const faults::operation_scope scope("distributed product", x.where().limbs(), y.where().limbs());
  group& on = x.on();
  for (std::uint64_t number = 0; number < most_attempts; ++number) {
    std::optional<product_attempt> made;
    agree(
        on,
        [&] {
          x.memory.depend();
          y.memory.depend();
          made.emplace(x, y, how);
        },
        [&](rank& r) { made->allocate(r); });
    if (!made->run(number)) continue;
    std::shared_ptr<value> result = std::move(*made).result();
    result->memory.seal();
    return result;
  }
  throw device_error(concat("product of distributed numbers of ", x.where().limbs(), " and ",
                            y.where().limbs(), " limbs on ", how.plan.ranks, " ranks: wrong in ",
                            most_attempts, " attempts"));
}

}  // namespace gbi::distribute
