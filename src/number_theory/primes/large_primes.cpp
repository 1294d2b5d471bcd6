#include "src/number_theory/primes/large_primes.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "kernels/number_theory/arguments.hpp"
#include "src/blocks/scan.hpp"
#include "src/exec/buffer.hpp"
#include "src/number_theory/primes/primes.hpp"
#include "src/number_theory/sequences/product_tree.hpp"

namespace gbi::number_theory {

namespace {

/// Words of a sieve for the odd numbers up to n.
std::uint64_t words_for(std::uint64_t n) {
  return ((n + 1) / 2 + 63) / 64;
}

/// A bound on the exponents of primes above `least`.
std::uint64_t largest_exponent(const kernels::factorial_quotient& q, std::uint64_t n, std::uint64_t least) {
  if (q.primorial) return 1;
  // No prime above the square root of n divides n! / (k! (n - k)!) twice. Source: E. E. Kummer, J. reine
  // angew. Math. 44 (1852).
  const bool is_binomial = q.above[1] == 0 && q.above[0] == q.below[0] + q.below[1];
  if (is_binomial && least * least >= n) return 1;
  return (q.above[0] + q.above[1]) / least;  // the exponent in n! is at most (n - 1) / (p - 1)
}

/// A bit set of the odd primes up to n.
exec::buffer<limb> sieve(exec::executor& executor, std::uint64_t n) {
  std::uint64_t root = 1;
  while ((root + 1) * (root + 1) <= n) ++root;
  std::vector<std::uint32_t> sieving;
  for (const std::uint64_t p : primes_up_to(root))
    if (p != 2) sieving.push_back(static_cast<std::uint32_t>(p));
  const exec::buffer<std::uint32_t> on_device(executor, std::span<const std::uint32_t>(sieving));
  exec::buffer<limb> primes(executor, words_for(n));
  // Enough runs for every scheduler of a device, but long ones, because each run divides once by every prime.
  constexpr std::uint64_t runs = 1 << 14, shortest_run = 4;
  const auto run = static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(primes.size() / runs, shortest_run, kernels::sieve_arguments::longest_run));
  executor.launch(kernels::sieve_arguments{on_device.data(), static_cast<std::uint32_t>(sieving.size()), run,
                                           (n + 1) / 2, primes.data()});
  return primes;
}

/// The primes for one bit of the exponents, as a bit set.
class choice {
 public:
  choice(detail::engine& engine, const exec::buffer<limb>& primes, std::uint64_t largest, std::uint64_t least,
         const kernels::factorial_quotient& quotient, int bit)
      : executor_(engine.executor()),
        selected_(executor_, std::min<std::uint64_t>(primes.size(), words_for(largest))),
        ends_(executor_, selected_.size()) {
    executor_.launch(kernels::select_primes_arguments{primes.data(), selected_.size(), least, quotient, bit,
                                                      selected_.data(), ends_.data()});
    scans::add_up(engine, ends_);
  }

  /// Writes the number of primes.
  void count_to(std::uint32_t* place) const {
    executor_.copy(place, ends_.data() + ends_.size() - 1, sizeof *place);
  }
  /// The products of pairs of neighbours.
  exec::buffer<limb> pairs(std::uint32_t count) const {
    const exec::buffer<std::uint32_t> factors(executor_, count);
    exec::buffer<limb> products(executor_, (count + 1) / 2);
    executor_.launch(
        kernels::collect_primes_arguments{selected_.data(), selected_.size(), ends_.data(), factors.data()});
    executor_.launch(kernels::pair_products_arguments{factors.data(), count, products.data()});
    return products;
  }

 private:
  exec::executor& executor_;
  exec::buffer<limb> selected_;
  exec::buffer<std::uint32_t> ends_;
};

}  // namespace

std::vector<gpu_bigint> products_of_large_primes(const std::shared_ptr<detail::engine>& engine,
                                                 std::uint64_t n, std::uint64_t least,
                                                 const kernels::factorial_quotient& quotient) {
  exec::executor& executor = engine->executor();
  const auto bits = static_cast<std::size_t>(std::bit_width(largest_exponent(quotient, n, least)));
  std::vector<choice> choices;
  choices.reserve(bits);
  const exec::buffer<std::uint32_t> counts_there(executor, bits);
  {
    const exec::buffer<limb> primes = sieve(executor, n);
    for (std::size_t j = 0; j < bits; ++j) {
      // A prime p has an exponent of 2^j only if n / (p - 1) is at least as much.
      choices.emplace_back(*engine, primes, std::min(n, (n >> j) + 1), least, quotient, static_cast<int>(j));
      choices.back().count_to(counts_there.data() + j);
    }
  }
  std::vector<std::uint32_t> counts(bits);
  executor.download(counts.data(), counts_there.data(), bits * sizeof counts.front());

  std::vector<word_leaves> leaves;
  leaves.reserve(bits);
  for (std::size_t j = 0; j < bits; ++j) {
    const exec::buffer<limb> words = choices[j].pairs(counts[j]);
    leaves.emplace_back(engine, words.data(), words.size());
  }
  choices.clear();
  for (word_leaves& own : leaves) own.read_lengths();
  std::vector<gpu_bigint> result;
  result.reserve(bits);
  for (word_leaves& own : leaves) result.push_back(std::move(own).product());
  return result;
}

}  // namespace gbi::number_theory
