/// \file
/// Sums, differences, comparison and shifts of numbers in host memory: launches that read and write it.
#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "gpu_bigint/host_bigint.hpp"
#include "kernels/arithmetic/arguments.hpp"
#include "src/host_memory/magnitude.hpp"
#include "src/number/sum.hpp"
#include "src/operation/perform.hpp"
#include "src/process/concat.hpp"
#include "src/words/linear/linear.hpp"

namespace gbi {

using host_memory::magnitude;

namespace {

std::size_t limbs_of(std::int64_t bits) {
  return static_cast<std::size_t>(bits / limb_bits);
}

std::string described(const char* name, const magnitude& a, const magnitude& b) {
  return concat(name, " of ", a.size(), " and ", b.size(), " limbs in host memory");
}

/// The order of two magnitudes.
int order_of(const magnitude& a, const magnitude& b) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  const limb top_a = a.limbs()[a.size() - 1], top_b = b.limbs()[b.size() - 1];
  if (top_a != top_b) return top_a < top_b ? -1 : 1;
  if (a.limbs() == b.limbs()) return 0;
  detail::engine& engine = *a.owner();
  const limb order = engine.answers().await([&](const kernels::reduction_target& found) {
    engine.executor().launch(kernels::compare_arguments{a.span(), b.span(), found});
  });
  return order == 0 ? 0 : order % 2 == 1 ? 1 : -1;
}

/// larger + smaller or larger - smaller.
void queue_sum(const magnitude& larger, const magnitude& smaller, bool subtract, magnitude& result) {
  detail::engine& engine = *larger.owner();
  const auto states = [&] {
    operation::relation right{.a = larger.span(), .sum = result.span(), .rest = smaller.span()};
    if (subtract) std::swap(right.a, right.sum);
    return right;
  };
  operation::queue(engine, states, [&] {
    numbers::queue_sum(engine, larger.span(), smaller.span(), result.target(), {.subtract = subtract});
  });
}

/// The magnitude moved by `bits` to the right, or to the left if negative.
void queue_shift(const magnitude& a, std::int64_t bits, magnitude& result) {
  detail::engine& engine = *a.owner();
  const auto states = [&]() -> operation::relation {
    if (bits < 0) return {.a = a.span(), .sum = result.span(), .twos = static_cast<std::uint64_t>(-bits)};
    const auto kept = a.part(std::min(limbs_of(bits), a.size()), a.size());
    return {.a = result.span(),
            .sum = {kept.data(), kept.size(), 0},
            .twos = static_cast<std::uint64_t>(bits % limb_bits),
            .dropped = {limb{1} << bits % limb_bits, kept.empty() ? nullptr : kept.data(), nullptr}};
  };
  operation::queue(engine, states, [&] {
    engine.executor().launch(kernels::shift_arguments{a.span(), result.target(), bits});
  });
}

/// Whether a shift by `bits` to the right drops a set bit. Its highest one decides, mostly at once.
bool drops_ones(const magnitude& a, std::int64_t bits) {
  const std::size_t limbs = limbs_of(bits);
  if (limbs >= a.size()) return true;
  return (a.limbs()[limbs] & ((limb{1} << bits % limb_bits) - 1)) != 0 ||
         words::significant(a.limbs(), limbs) != 0;
}

}  // namespace

host_bigint host_bigint::plus(const host_bigint& b, bool subtract) const {
  const bool negative_b = b.negative_ != subtract;
  if (!b) return *this;
  if (!*this) return {b.magnitude_, negative_b};
  const magnitude &x = *magnitude_, &y = *b.magnitude_;
  const std::string what = described(subtract ? "difference" : "sum", x, y);
  host_memory::require_same_context(what, x, y);
  const bool adds = negative_ == negative_b;
  const int order = adds ? 1 : order_of(x, y);
  if (order == 0) return {};
  const magnitude &larger = order < 0 ? y : x, &smaller = order < 0 ? x : y;
  return {host_memory::computed(what, x.owner(), std::max(x.size(), y.size()) + (adds ? 1 : 0),
                                [&](magnitude& sum) { queue_sum(larger, smaller, !adds, sum); }),
          order < 0 ? negative_b : negative_};
}

int host_bigint::compare(const host_bigint& b) const {
  if (sign() != b.sign()) return sign() < b.sign() ? -1 : 1;
  if (!*this) return 0;
  host_memory::require_same_context(described("comparison", *magnitude_, *b.magnitude_), *magnitude_,
                                    *b.magnitude_);
  return sign() * order_of(*magnitude_, *b.magnitude_);
}

host_bigint host_bigint::shifted(std::int64_t bits, bool left) const {
  const std::string by = concat(" to the ", left ? "left" : "right", " by ", bits, " bits");
  if (bits < 0) throw std::invalid_argument("shift" + by + ": the count is negative");
  if (!*this || bits == 0) return *this;
  const magnitude& x = *magnitude_;
  const std::string what = concat("shift of ", x.size(), " limbs in host memory", by);
  if (left)
    return {
        host_memory::computed(what, x.owner(), x.size() + limbs_of(bits) + (bits % limb_bits != 0 ? 1 : 0),
                              [&](magnitude& result) { queue_shift(x, -bits, result); }),
        negative_};
  const bool rounds_up = negative_ && drops_ones(x, bits);
  const std::size_t room = x.size() - std::min(limbs_of(bits), x.size()) + (rounds_up ? 1 : 0);
  if (room == 0) return {};
  const auto shift = [&](magnitude& result) {
    queue_shift(x, bits, result);
    if (!rounds_up) return;
    x.owner()->executor().synchronize();
    for (limb* at = result.limbs(); ++*at == 0;) ++at;  // ends at the highest limb, which is 0
  };
  return {host_memory::computed(what, x.owner(), room, shift), negative_};
}

}  // namespace gbi
