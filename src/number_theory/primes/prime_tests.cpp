#include "src/number_theory/primes/prime_tests.hpp"

#include <algorithm>

#include "gpu_bigint/bigint_batch.hpp"
#include "src/number/number.hpp"
#include "src/number_theory/modular/odd_field.hpp"
#include "src/number_theory/modular/odd_part.hpp"
#include "src/plan/team_shape.hpp"

namespace gbi::number_theory {

bool has_prime_tests(const detail::engine& engine, std::uint64_t limbs) {
  return limbs <=
         std::min<std::uint64_t>(engine.tuning().number_theory.power_limbs, plan::longest_test_limbs);
}

std::vector<bool> strong_tests(detail::engine& engine, std::span<const limb> numbers, std::uint32_t limbs) {
  exec::executor& executor = engine.executor();
  const auto elements = static_cast<std::uint32_t>(numbers.size() / limbs);
  if (elements == 0) return {};
  const exec::buffer<limb> rows(executor, numbers), passed(executor, elements);
  const kernels::arithmetic how = plan::choose_arithmetic(modular_arithmetic::automatic, engine.tuning());
  const montgomery_squares squares(executor, how, {rows.data(), limbs, 1, limbs}, elements,
                                   plan::choose_test_team(limbs, 4, engine.tuning(), how));
  executor.launch(kernels::strong_test_arguments{squares.moduli(), limbs * std::uint32_t{limb_bits},
                                                 passed.data(), elements, squares.team()});
  std::vector<limb> words(elements);
  executor.download(words.data(), passed.data(), words.size() * sizeof(limb));
  return {words.begin(), words.end()};
}

void lucas_tests(detail::engine& engine, const lucas_numbers& numbers, signed char* passed,
                 std::uint32_t room) {
  constexpr kernels::arithmetic how = kernels::arithmetic::doubles;
  const std::uint32_t limbs = numbers.values.count;
  const montgomery_squares squares(
      engine.executor(), how, numbers.values, numbers.elements,
      plan::choose_test_team(std::max(limbs, room), kernels::lucas_spare_bits, engine.tuning(), how));
  engine.executor().launch(kernels::lucas_test_arguments{squares.moduli(), numbers.minus_q,
                                                         limbs * std::uint32_t{limb_bits}, passed,
                                                         numbers.elements, squares.team()});
}

bool lucas_test(const gpu_bigint& n, std::int64_t q, std::uint32_t room) {
  const detail::number& number = *detail::number_of(n);
  exec::executor& executor = number.executor();
  const auto minus_q = static_cast<std::int32_t>(-q);
  const exec::buffer<std::int32_t> parameter(executor, std::span(&minus_q, 1));
  const exec::buffer<signed char> passed(executor, 1);
  lucas_tests(*number.owner(),
              {{number.limbs(), static_cast<std::uint32_t>(number.size()), 1, 0}, parameter.data(), 1},
              passed.data(), room);
  signed char result = 0;
  executor.download(&result, passed.data(), sizeof result);
  return result != 0;
}

bool passes_bases(const gpu_bigint& n, std::span<const std::uint64_t> bases) {
  if (bases.empty()) return true;
  const scoped_context use(n.context());
  const gpu_bigint minus_one = n - 1;
  const std::vector<limb> last = minus_one.to_limbs();
  const std::uint64_t twos = odd_part(minus_one).twos;
  const odd_moduli modulus(n);
  bigint_batch powers = pow_mod(bigint_batch::from_limbs(bases, bases.size(), limb_bits),
                                minus_one >> static_cast<std::int64_t>(twos), modulus);
  std::vector<bool> passed(bases.size());
  for (std::uint64_t i = 0;; ++i) {
    const std::vector<limb> rows = powers.to_limbs();
    for (std::size_t g = 0; g < bases.size(); ++g) {
      const auto row = std::span(rows).subspan(g * last.size(), last.size());
      const bool is_one =
          row[0] == 1 && std::all_of(row.begin() + 1, row.end(), [](limb l) { return l == 0; });
      if (std::equal(row.begin(), row.end(), last.begin()) || (i == 0 && is_one)) passed[g] = true;
    }
    if (std::find(passed.begin(), passed.end(), false) == passed.end()) return true;
    if (i + 1 == twos) return false;
    powers = mul_mod(powers, powers, modulus);
  }
}

}  // namespace gbi::number_theory
