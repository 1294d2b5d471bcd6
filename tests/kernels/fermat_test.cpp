/// \file
/// The kernels of products by coprime moduli, tested alone against GMP: remainders of operands, and the lift
/// of remainders to a number.
#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "kernels/fermat/arguments.hpp"
#include "src/context/engine.hpp"
#include "src/number/carry_chain.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

using buffer = exec::buffer<limb>;

integer power_of_two(std::size_t limbs) {
  return integer(1) << limbs * 64;
}

class Moduli : public on_executor {
 protected:
  buffer on_device(const limbs& values) { return {executor(), std::span<const limb>(values)}; }
  limbs read(const buffer& from) {
    limbs result(from.size());
    executor().download(result.data(), from.data(), from.size() * sizeof(limb));
    return result;
  }
  numbers::carry_chain chain_of(std::size_t limbs) { return {detail::engine_of(here())->chains(), limbs, 1}; }
  /// x modulo 2^(64 count), in two's complement.
  buffer on_device(const integer& x, std::size_t count) {
    return on_device(x.low_bits(count * 64).to_limbs(count));
  }

  /// The numbers around which carries and signs change, modulo 2^(64 k) - 1 and + 1.
  std::vector<integer> edges(std::size_t k) {
    const integer m = power_of_two(k);
    std::vector<integer> result{0, 1, 2};
    for (const integer& about :
         {m, m << 64 * k, integer(1) << (64 * k - 1), power_of_two(k - 1), m + (m >> 1)})
      for (int distance = -2; distance <= 2; ++distance) result.push_back(about + integer(distance));
    return result;
  }

  void expect_remainders(const limbs& x, std::size_t k);
  void expect_lifted(const integer& number, std::size_t k, bool negative, int representative);
};

void Moduli::expect_remainders(const limbs& x, std::size_t k) {
  const buffer from = on_device(x);
  const integer value{std::span(x)}, m = power_of_two(k);
  {
    const buffer out(executor(), k), sign(executor(), 1);
    const numbers::carry_chain chain = chain_of(k);
    executor().launch(kernels::wrapped_remainder_arguments{
        {from.data(), x.size(), 0}, {out.data(), k, k}, sign.data(), chain.get()});
    const limb negative = read(sign).front();
    ASSERT_LE(negative, 1u);
    integer found{read(out)};
    if (found >= m - (m >> 2)) found = found - m;  // slightly negative
    const integer least = power_of_two(k - 1), parts(static_cast<long>(x.size() / k + 2));
    ASSERT_TRUE(found >= -(least * parts) && found <= (m >> 1) + least * parts) << brief(found);
    ASSERT_TRUE(matches(modulo(negative == 1 ? -found : found, m + 1), value % (m + 1)))
        << x.size() << " limbs modulo 2^(64 " << k << ") + 1";
  }
  const buffer out(executor(), k + 1);
  const numbers::carry_chain chain = chain_of(k + 1);
  executor().launch(kernels::cyclic_remainder_arguments{
      {from.data(), x.size(), 0}, {out.data(), k + 1, k + 1}, chain.get()});
  ASSERT_LE(read(out).back(), 1u);
  ASSERT_TRUE(matches(integer(read(out)) % (m - 1), value % (m - 1)))
      << x.size() << " limbs modulo 2^(64 " << k << ") - 1";
}

TEST_P(Moduli, RemaindersOfRandomNumbers) {
  for (int round = 0; round < 40; ++round) {
    const std::size_t k = random.log_uniform(2, size({5000, 2500, 50000}));
    expect_remainders(random_limbs(random, random.log_uniform(1, 9 * k)), k);
    if (HasFatalFailure()) return;
  }
}

TEST_P(Moduli, RemaindersOfHostileNumbers) {
  for (const std::size_t k : {2, 3, 1024, 1025, 3100}) {
    for (const std::size_t count : {k - 1, k, k + 1, 2 * k, 3 * k, 7 * k + 1})
      for (const auto& [name, value] : hostile_limbs(random, count)) {
        SCOPED_TRACE(name);
        expect_remainders(value, k);
        if (HasFatalFailure()) return;
      }
    for (const integer& edge : edges(k)) {
      expect_remainders(edge.to_limbs(2 * k + 1), k);
      if (HasFatalFailure()) return;
    }
  }
}

/// Lifts both remainders of a number below 2^(128 k) - 1 and compares the result with the number.
/// \param representative how many moduli are added to the wrapped remainder
void Moduli::expect_lifted(const integer& number, std::size_t k, bool negative, int representative) {
  const integer m = power_of_two(k);
  const integer wrapped = number % (m + 1) + (m + 1) * integer(representative);
  const integer cyclic = number % (m - 1) + (representative % 2 == 0 ? integer(0) : m - 1);
  const buffer upper = on_device(negative ? -wrapped : wrapped, k + 1);
  const buffer signs = on_device(limbs{negative ? limb{1} : limb{0}, 0});
  const buffer lower = on_device(cyclic, k + 1);
  const kernels::signed_wrapped remainder{{upper.data(), k + 1, 0}, signs.data(), signs.data() + 1};
  const buffer twice(executor(), k + 1), lifted(executor(), 2 * k + 1), out(executor(), 2 * k + 2);
  const numbers::carry_chain first = chain_of(k + 1), last = chain_of(2 * k + 2);
  executor().launch(kernels::cyclic_difference_arguments{
      {lower.data(), k + 1, 0}, remainder, {twice.data(), k + 1, 0}, first.get()});
  for (const bool plus_one : {false, true}) {
    const numbers::carry_chain chain = chain_of(2 * k + 1);  // serves one launch
    executor().launch(kernels::lift_arguments{
        {twice.data(), k + 1, 0}, remainder, {lifted.data(), 2 * k + 1, 0}, plus_one, chain.get()});
    const integer all = (m << 64 * k) - 1;
    ASSERT_LE(read(lifted).back(), 1u);
    ASSERT_TRUE(matches(integer(read(lifted)) % all, (number + integer(plus_one ? 1 : 0)) % all))
        << k << " limbs, " << representative << " moduli, negative: " << negative;
  }
  executor().launch(kernels::settle_arguments{
      {lifted.data(), 2 * k + 1, 0}, {out.data(), 2 * k + 2, 0}, {nullptr, nullptr, nullptr}, last.get()});
  ASSERT_TRUE(matches(integer(read(out)), number))
      << k << " limbs, " << representative << " moduli, negative: " << negative;
}

TEST_P(Moduli, LiftsOfRandomNumbers) {
  for (int round = 0; round < 40; ++round) {
    const std::size_t k = random.log_uniform(2, size({5000, 2500, 50000}));
    const integer number{random_limbs(random, 1 + random.below(2 * k))};
    expect_lifted(number, k, random.coin(), static_cast<int>(random.below(2001)) - 1000);
    if (HasFatalFailure()) return;
  }
}

TEST_P(Moduli, LiftsOfHostileNumbers) {
  for (const std::size_t k : {2, 3, 511, 512, 1024, 3100}) {
    std::vector<integer> numbers = edges(k);
    for (const auto& [name, value] : hostile_limbs(random, 2 * k)) numbers.emplace_back(std::span(value));
    const integer m = power_of_two(k), most = (m << 64 * k) - 1;
    for (int times : {1, 2, 1000})  // remainders 0 and -1 of either modulus
      for (const integer& modulus : {m - 1, m + 1})
        for (int less : {0, 1}) numbers.push_back(modulus * integer(times) - integer(less));
    for (const integer& number : numbers) {
      if (number >= most) continue;
      expect_lifted(number, k, false, 0);
      expect_lifted(number, k, random.coin(), static_cast<int>(random.below(5)) - 2);
      if (HasFatalFailure()) return;
    }
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Moduli);

}  // namespace

}  // namespace gbi::test
