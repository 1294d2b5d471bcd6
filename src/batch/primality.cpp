#include "src/batch/primality.hpp"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "gpu_bigint/batch_primes.hpp"
#include "gpu_bigint/roots.hpp"
#include "src/batch/compaction.hpp"
#include "src/batch/small_factors.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number_theory/primes/primality.hpp"
#include "src/number_theory/primes/prime_tests.hpp"
#include "src/plan/team_shape.hpp"
#include "src/process/host_threads.hpp"
#include "src/words/linear/linear.hpp"
#include "src/words/number_theory/prime.hpp"

namespace gbi {

namespace {

bigint_batch filled_like(const bigint_batch& n, const gpu_bigint& value, std::size_t bits) {
  return bigint_batch::filled(n.size(), value, bits);
}

/// n - 1 without its factors 2.
bigint_batch odd_part_before(const bigint_batch& n) {
  const detail::batch& of = *detail::storage_of(n);
  auto result = std::make_shared<detail::batch>(of.owner(), of.size(), of.bits());
  of.executor().launch(kernels::odd_part_arguments{of.span(), result->target(), of.elements()});
  return detail::value_of(std::move(result));
}

/// What a power proves about numbers.
struct strong_state {
  batch_mask passed, open;
};
strong_state state_after(const bigint_batch& n, const bigint_batch& power, std::uint32_t squares) {
  const detail::batch& of = *detail::storage_of(n);
  auto passed = std::make_shared<detail::mask>(of.owner(), of.size());
  auto open = std::make_shared<detail::mask>(of.owner(), of.size());
  of.executor().launch(kernels::strong_state_arguments{of.span(), detail::storage_of(power)->span(), squares,
                                                       passed->values(), open->values(), of.elements()});
  return {detail::mask_of(std::move(passed)), detail::mask_of(std::move(open))};
}

/// Half of all numbers are 3 modulo 4 and need no squares, and each square is the last one for half of the
/// others.
batch_mask strong_test(bigint_batch n, const bigint_batch& bases) {
  struct level {
    batch_mask passed;
    detail::compaction open;
  };
  std::vector<level> levels;
  odd_moduli moduli = n;
  bigint_batch power = pow_mod(bases, odd_part_before(n), moduli);
  auto [passed, open] = state_after(n, power, 0);
  for (std::uint32_t squares = 1;; ++squares) {
    detail::compaction left(open);
    if (left.size() == 0) break;
    if (2 * left.size() <= n.size()) {
      n = left.of(n);
      moduli = n;
      power = left.of(power);
      levels.push_back({passed, std::move(left)});
      passed = batch_mask(std::vector<bool>(n.size()));
    }
    power = mul_mod(power, power, moduli);
    const strong_state next = state_after(n, power, squares);
    passed = passed | next.passed;
    open = next.open;
  }
  for (; !levels.empty(); levels.pop_back())
    passed = levels.back().passed | levels.back().open.spread(passed);
  return passed;
}

/// Tests one number after the other.
template <class Test>
batch_mask one_by_one(const bigint_batch& n, const Test& test) {
  std::vector<bool> passed(n.size());
  for (std::size_t g = 0; g < n.size(); ++g) passed[g] = test(n[g]);
  return batch_mask(passed);
}

bool passes_lucas_alone(const gpu_bigint& n) {
  return !is_perfect_square(n) && number_theory::is_strong_lucas_probable_prime(modulus(n));
}

/// For numbers of at most plan::longest_test_limbs.
batch_mask short_lucas_test(const bigint_batch& n) {
  const detail::batch& of = *detail::storage_of(n);
  const exec::buffer<std::int32_t> minus_q(of.executor(), of.size());
  auto unresolved = std::make_shared<detail::mask>(of.owner(), of.size());
  auto passed = std::make_shared<detail::mask>(of.owner(), of.size());
  of.executor().launch(
      kernels::lucas_parameters_arguments{of.span(), minus_q.data(), unresolved->values(), of.elements()});
  number_theory::lucas_tests(*of.owner(), {of.span(), minus_q.data(), of.elements()}, passed->values());
  // These are squares, or were constructed.
  return detail::mask_of(std::move(passed)) |
         detail::also(detail::mask_of(std::move(unresolved)), n,
                      [](const bigint_batch& some) { return one_by_one(some, passes_lucas_alone); });
}

batch_mask lucas_test(const bigint_batch& n) {
  constexpr std::size_t longest = std::size_t{plan::longest_test_limbs} * limb_bits;
  if (n.bits() <= longest) return short_lucas_test(n);
  const batch_mask is_long = n >= filled_like(n, gpu_bigint(1) << longest, n.bits());
  const batch_mask is_odd = (n & filled_like(n, 1, limb_bits)) == filled_like(n, 1, limb_bits);
  return detail::also(~is_long, n,
                      [](const bigint_batch& some) { return short_lucas_test(some.resized(longest)); }) |
         detail::also(is_long & is_odd, n,
                      [](const bigint_batch& some) { return one_by_one(some, passes_lucas_alone); });
}

/// The strong test to random bases. A number of one limb has been proven to be prime.
batch_mask random_test(const bigint_batch& n) {
  const auto test = [](const bigint_batch& some) {
    std::vector<std::uint64_t> bases(some.size());
    std::generate(bases.begin(), bases.end(), [] { return 3 + (number_theory::random_word() >> 2); });
    return strong_test(some, bigint_batch::from_limbs(bases, bases.size(), limb_bits));
  };
  if (n.bits() <= limb_bits) return n == n;
  const batch_mask is_long = n >= filled_like(n, gpu_bigint(1) << limb_bits, n.bits());
  return ~is_long | detail::also(is_long, n, test);
}

/// Whether the host's threads test the numbers one by one, as single numbers of this width are tested. They
/// can if they can read a batch where it is. Kernels on cores take several times as long.
bool are_for_words(const detail::batch& n) {
  return n.executor().memory_is_host() && n.limbs() <= n.owner()->tuning().words.prime;
}

batch_mask tested_by_words(const detail::batch& n, int rounds) {
  auto result = std::make_shared<detail::mask>(n.owner(), n.size());
  signed char* const passed = result->values();
  const kernels::batch_span numbers = n.span();
  const limb seed = number_theory::random_word();
  const auto threads = static_cast<unsigned>(std::clamp<std::size_t>(n.size(), 1, process::host_threads()));
  const std::size_t memory_each = n.limbs() + words::prime_scratch(n.limbs());
  std::vector<limb> memory(threads * memory_each);
  std::atomic<std::size_t> next_memory = 0, next = 0;
  process::on_host_threads(threads, [&]() noexcept {
    limb* const number = memory.data() + next_memory.fetch_add(memory_each, std::memory_order_relaxed);
    for (std::size_t g; (g = next.fetch_add(1, std::memory_order_relaxed)) < n.size();) {
      for (std::uint32_t j = 0; j < numbers.count; ++j) number[j] = kernels::limb_of(numbers, g, j);
      const std::size_t size = words::significant(number, numbers.count);
      passed[g] =
          size > 0 && words::is_probable_prime(number, size, rounds, seed + g, number + numbers.count);
    }
  });
  return detail::mask_of(std::move(result));
}

}  // namespace

batch_mask detail::pass_tests(const bigint_batch& n, int rounds) {
  if (const batch& numbers = *storage_of(n); are_for_words(numbers)) return tested_by_words(numbers, rounds);
  batch_mask passed = strong_test(n, filled_like(n, 2, limb_bits));
  passed = also(passed, n, lucas_test);
  for (int i = 24; i < rounds; ++i) passed = also(passed, n, random_test);
  return passed | (n == filled_like(n, 2, limb_bits));
}

batch_mask is_probable_prime(const bigint_batch& n, int rounds) {
  const faults::operation_scope scope("prime tests of a batch", n);
  const detail::batch& of = *detail::storage_of(n);
  const scoped_context use(n.context());
  if (n.size() == 0) return n == n;
  if (are_for_words(of)) return tested_by_words(of, rounds);
  // Four in five odd numbers have a factor among the first primes.
  constexpr std::size_t few = 256;
  const auto trial = [&](std::size_t limit) {
    return [&of, limit](const bigint_batch& some) {
      return detail::without_factor(some, *detail::small_prime_table::up_to(*of.owner(), limit));
    };
  };
  return detail::also(trial(few)(n), n, [&](const bigint_batch& some) {
    return detail::also(trial(detail::trial_limit(n.bits()))(some), some,
                        [&](const bigint_batch& left) { return detail::pass_tests(left, rounds); });
  });
}

batch_mask is_strong_probable_prime(const bigint_batch& n, const bigint_batch& bases) {
  const faults::operation_scope scope("strong prime tests of a batch", n);
  detail::require_match(*detail::storage_of(n), *detail::storage_of(bases), "strong prime test");
  const scoped_context use(n.context());
  return n.size() == 0 ? n == n : strong_test(n, bases);
}

batch_mask is_strong_lucas_probable_prime(const bigint_batch& n) {
  const faults::operation_scope scope("Lucas tests of a batch", n);
  const scoped_context use(n.context());
  return n.size() == 0 ? n == n : lucas_test(n);
}

}  // namespace gbi
