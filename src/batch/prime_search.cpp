/// \file
/// The next prime above each element of a batch, and random primes.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

#include "gpu_bigint/batch_primes.hpp"
#include "kernels/arithmetic/arguments.hpp"
#include "kernels/batch/arguments.hpp"
#include "src/batch/compaction.hpp"
#include "src/batch/pieces.hpp"
#include "src/batch/primality.hpp"
#include "src/batch/small_factors.hpp"
#include "src/faults/operation_scope.hpp"

namespace gbi {

namespace {

constexpr int rounds = 25;

bigint_batch filled_like(const bigint_batch& n, const gpu_bigint& value) {
  return bigint_batch::filled(n.size(), value, n.bits());
}

/// Candidates in a window above a start: enough that most windows contain a prime.
std::size_t window_for(std::size_t bits) {
  return std::min<std::size_t>((256 + 2 * bits) / limb_bits * limb_bits, plan::longest_batch_bits);
}

/// The searches that have not ended, one for each element of `start`.
class searches {
 public:
  /// Searches for the smallest primes above n.
  explicit searches(const bigint_batch& n)
      : primes_(std::make_shared<detail::batch>(detail::storage_of(n)->owner(), n.size(), n.bits())),
        failed_(std::make_shared<exec::buffer<limb>>(primes_->executor(), n.size())),
        origin_(indices(n.size())),
        start_(select(n < filled_like(n, 2), filled_like(n, 2), odd_above(n))) {
    primes_->executor().clear(primes_->target().limbs, primes_->size() * primes_->limbs() * sizeof(limb));
    const bigint_batch one = bigint_batch::filled(n.size(), 1, limb_bits);
    primes_->executor().launch(kernels::batch_copy_arguments{
        detail::storage_of(one)->span(), {failed_->data(), 1, 1, 1, ~limb{0}}, primes_->elements()});
    primes_->set_failed({failed_, 1});
    restrict_to(start_ > n);
  }

  bool are_open() const noexcept { return origin_.size() > 0; }

  /// Tests all candidates of a window, then goes on to the next one. Searches that leave the width end.
  void search_window(const detail::small_prime_table& table) {
    const std::size_t window = window_for(start_.bits());
    bigint_batch candidates = candidates_above(start_, table, window);
    for (std::uint32_t first = 0; are_open();) {
      const auto each = static_cast<std::uint32_t>(std::min(candidates_at_once(), window));
      const bigint_batch picked = pick(candidates, first, each);
      const detail::compaction present(picked != bigint_batch(picked.size(), limb_bits));
      if (present.size() == 0) break;
      const batch_mask is_prime = present.spread(detail::pass_tests(present.of(picked), rounds));
      candidates = restrict_to(settle(picked, each, is_prime)).of(candidates);
      first += each;
    }
    if (!are_open()) return;
    const bigint_batch before =
        std::exchange(start_, start_ + filled_like(start_, static_cast<std::uint64_t>(2 * window)));
    restrict_to(start_ > before);
  }

  bigint_batch primes() && { return detail::value_of(std::move(primes_)); }

 private:
  static bigint_batch indices(std::size_t count) {
    std::vector<std::uint64_t> all(count);
    std::iota(all.begin(), all.end(), std::uint64_t{0});
    return bigint_batch::from_limbs(all, count, limb_bits);
  }
  static bigint_batch odd_above(const bigint_batch& n) {
    const bigint_batch one = filled_like(n, 1);
    return (n + one) | one;
  }

  /// Candidates of each search. A search needs about bits / 25 of them. Testing a fifth of these at once to
  /// fill the device wastes little, and more of them if all together take hardly longer than one.
  std::size_t candidates_at_once() const {
    const std::size_t few = primes_->owner()->tuning().number_theory.prime_tests, many = 64 * few;
    const std::size_t open = start_.size();
    return std::max({std::size_t{1}, few / open, std::min(many / open, start_.bits() / 128)});
  }

  detail::compaction restrict_to(const batch_mask& open) {
    detail::compaction left(open);
    origin_ = left.of(origin_);
    start_ = left.of(start_);
    return left;
  }

  bigint_batch pick(const bigint_batch& candidates, std::uint32_t first, std::uint32_t each) const {
    const detail::batch& start = *detail::storage_of(start_);
    auto picked = std::make_shared<detail::batch>(start.owner(), start.size() * each, start.bits());
    start.executor().launch(kernels::pick_candidates_arguments{start.span(),
                                                               detail::storage_of(candidates)->span(), first,
                                                               each, picked->target(), start.elements()});
    return detail::value_of(std::move(picked));
  }

  /// Stores the primes that were found. \returns which searches stay open
  batch_mask settle(const bigint_batch& picked, std::uint32_t each, const batch_mask& is_prime) {
    const detail::batch& origin = *detail::storage_of(origin_);
    auto open = std::make_shared<detail::mask>(origin.owner(), origin.size());
    origin.executor().launch(kernels::settle_searches_arguments{
        detail::storage_of(picked)->span(), detail::state_of(is_prime).values(), each, origin.span(),
        primes_->target(), failed_->data(), open->values(), origin.elements()});
    return detail::mask_of(std::move(open));
  }

  std::shared_ptr<detail::batch> primes_;
  std::shared_ptr<exec::buffer<limb>> failed_;
  bigint_batch origin_, start_;
};

/// Limbs [first, first + count limbs) of a draw as a batch of odd numbers whose two top bits are set.
bigint_batch odd_numbers(const random_engine& random, std::uint64_t draw, std::uint64_t first,
                         std::size_t count, std::size_t bits) {
  auto result = std::make_shared<detail::batch>(detail::engine_of(context::current()), count, bits);
  const exec::buffer<limb> rows(result->executor(), count * result->limbs());
  kernels::random_arguments drawn{random.seed(), draw, {rows.data(), rows.size(), 0}, ~limb{0}, nullptr};
  drawn.first_limb = first;
  result->executor().launch(drawn);
  result->executor().launch(kernels::batch_copy_arguments{
      {rows.data(), result->limbs(), 1, result->limbs()}, result->target(), result->elements()});
  const bigint_batch any = detail::value_of(std::move(result));
  return any | filled_like(any, (gpu_bigint(3) << static_cast<std::int64_t>(bits - 2)) + 1);
}

}  // namespace

bigint_batch next_prime(const bigint_batch& n) {
  const faults::operation_scope scope("next primes of a batch", n);
  const scoped_context use(n.context());
  if (n.size() == 0) return n;
  const auto table =
      detail::small_prime_table::up_to(*detail::storage_of(n)->owner(), detail::trial_limit(n.bits()));
  searches all(n);
  while (all.are_open()) all.search_window(*table);
  return std::move(all).primes();
}

bigint_batch random_primes(std::size_t count, std::size_t bits, random_engine& random) {
  const faults::operation_scope scope("random primes", count, bits);
  auto result = std::make_shared<detail::batch>(detail::engine_of(context::current()), count, bits);
  const std::uint64_t draw = random.skip(1), limbs = result->limbs();
  // A round needs about 8 times the memory of its numbers, besides what the tests need for those that are
  // left.
  const std::size_t most = std::clamp<std::size_t>(
      result->owner()->tuning().workspace_bytes / (8 * limbs * sizeof(limb)), 1, std::size_t{1} << 20);
  const double numbers_for_prime = std::numbers::ln2 / 2 * static_cast<double>(bits);
  std::uint64_t tested = 0;
  for (std::size_t found = 0; found < count;) {
    const auto left = static_cast<double>(count - found);
    const double enough = numbers_for_prime * (left + std::sqrt(left));  // plus a standard deviation
    const auto at_once = static_cast<std::size_t>(std::min(enough, static_cast<double>(most)));
    const bigint_batch numbers = odd_numbers(random, draw, tested * limbs, at_once, bits);
    tested += at_once;
    const detail::compaction primes(is_probable_prime(numbers, rounds));
    primes.copy(numbers, detail::from(result->target(), found), static_cast<std::uint32_t>(count - found));
    found += std::min(primes.size(), count - found);
  }
  return detail::value_of(std::move(result));
}

}  // namespace gbi
