#include "src/batch/small_factors.hpp"

#include <algorithm>
#include <vector>

#include "kernels/word/bit_count.hpp"
#include "src/batch/mask_storage.hpp"
#include "src/batch/pieces.hpp"
#include "src/number_theory/primes/primes.hpp"
#include "src/words/division/reciprocal.hpp"

namespace gbi::detail {

namespace {

using kernels::small_primes;

std::vector<small_primes::prime> odd_primes(std::size_t limit) {
  std::vector<small_primes::prime> result;
  for (const std::uint64_t p : number_theory::primes_up_to(limit))
    if (p != 2) result.push_back({~limb{0} / p, static_cast<std::uint32_t>(p)});
  result.resize(result.size() / small_primes::run_primes * small_primes::run_primes);
  return result;
}

std::vector<kernels::normalized_divisor> products_of(const std::vector<small_primes::prime>& primes) {
  std::vector<kernels::normalized_divisor> result;
  for (std::size_t i = 0; i < primes.size(); i += small_primes::group_primes) {
    limb product = 1;
    for (std::size_t j = 0; j < small_primes::group_primes; ++j) product *= primes[i + j].value;
    result.push_back(words::normalized(product << kernels::leading_zeros(product)));
  }
  return result;
}

template <class T>
exec::buffer<T> uploaded(exec::executor& executor, const std::vector<T>& values) {
  return {executor, std::span<const T>(values)};
}

/// Computes the remainders of some elements at a time.
/// \param use takes the elements, their remainders, and the index of the first element
template <class Use>
void with_remainders(const batch& n, const small_primes& by, const Use& use) {
  const std::size_t each = by.runs * small_primes::run_primes * sizeof(std::uint16_t) / sizeof(limb);
  in_pieces(*n.owner(), n.elements(), each, [&](std::uint32_t first, std::uint32_t count, limb* memory) {
    const kernels::small_remainders_arguments args{from(n.span(), first), by,
                                                   reinterpret_cast<std::uint16_t*>(memory), count};
    n.executor().launch(args);
    use(args, first);
  });
}

}  // namespace

std::shared_ptr<const small_prime_table> small_prime_table::up_to(engine& owner, std::size_t limit) {
  const std::size_t most_bytes =
      limit / 2 * (sizeof(small_primes::prime) + sizeof(kernels::normalized_divisor));
  return owner.objects().get<small_prime_table>(limit, 0, most_bytes, [&] {
    return std::make_shared<const small_prime_table>(owner.executor(), limit);
  });
}

small_prime_table::small_prime_table(exec::executor& executor, std::size_t limit) {
  const std::vector<small_primes::prime> primes = odd_primes(limit);
  products_ = uploaded(executor, products_of(primes));
  primes_ = uploaded(executor, primes);
}

small_primes small_prime_table::primes() const noexcept {
  return {products_.data(), primes_.data(),
          static_cast<std::uint32_t>(primes_.size() / small_primes::run_primes)};
}

std::size_t trial_limit(std::size_t bits) {
  return std::min<std::size_t>(4096 + 16 * bits, (1 << 16) - 1);
}

batch_mask without_factor(const bigint_batch& n, const small_prime_table& by) {
  const batch& numbers = *storage_of(n);
  auto result = std::make_shared<mask>(numbers.owner(), numbers.size());
  with_remainders(numbers, by.primes(), [&](const auto& found, std::size_t first) {
    numbers.executor().launch(kernels::small_factors_arguments{found.numbers, found.by, found.remainders,
                                                               result->values() + first, found.elements});
  });
  return mask_of(std::move(result));
}

bigint_batch candidates_above(const bigint_batch& start, const small_prime_table& by, std::size_t window) {
  const batch& numbers = *storage_of(start);
  auto result = std::make_shared<batch>(numbers.owner(), numbers.size(), window);
  with_remainders(numbers, by.primes(), [&](const auto& found, std::size_t first) {
    numbers.executor().launch(kernels::candidates_arguments{found.numbers, found.by, found.remainders,
                                                            from(result->target(), first), found.elements});
  });
  return value_of(std::move(result));
}

}  // namespace gbi::detail
