/// \file
/// Remainder trees and the Chinese remainder theorem.
#include "gpu_bigint/remainders.hpp"

#include <optional>
#include <stdexcept>
#include <utility>

#include "gpu_bigint/division.hpp"
#include "gpu_bigint/gcd.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number/number.hpp"
#include "src/number_theory/modular/least_remainder.hpp"
#include "src/process/concat.hpp"
#include "src/words/division/divide.hpp"

namespace gbi {

namespace {

/// Joins pairs of neighbours. A last item without a neighbour is kept as it is.
template <class T, class Join>
std::vector<T> joined(const std::vector<T>& level, Join&& join) {
  std::vector<T> result;
  for (std::size_t i = 0; i + 1 < level.size(); i += 2) result.push_back(join(level[i], level[i + 1]));
  if (level.size() % 2 == 1) result.push_back(level.back());
  return result;
}

/// "modulus 3 of 10 (128 bits)". The first modulus is number 0, as in the span.
std::string name_of(std::span<const gpu_bigint> moduli, std::size_t index) {
  return concat("modulus ", index, " of ", moduli.size(), " (", moduli[index].bit_length(), " bits)");
}

std::vector<gpu_bigint> magnitudes(std::span<const gpu_bigint> moduli, const char* operation) {
  std::vector<gpu_bigint> result;
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    const auto name = [&] { return std::string(operation) + ": " + name_of(moduli, i); };
    if (moduli[i].sign() == 0) throw std::domain_error(name() + " is 0");
    if (detail::core_of(moduli[i]) != detail::core_of(moduli.front()))
      throw std::invalid_argument(name() + " lives in another context than the first one (use to())");
    result.push_back(abs(moduli[i]));
  }
  return result;
}

/// A remainder modulo the product of neighbouring moduli, from number `first` on.
struct congruence {
  gpu_bigint remainder, modulus;
  std::size_t first, count;
};

/// Throws an error that names two moduli, one from each side, with a common factor.
[[noreturn]] void refuse_common_factor(std::span<const gpu_bigint> moduli, const congruence& a,
                                       const congruence& b) {
  for (std::size_t j = b.first; j < b.first + b.count; ++j)
    for (std::size_t i = a.first; i < a.first + a.count; ++i)
      if (const gpu_bigint common = gcd(moduli[i], moduli[j]); common != 1)
        throw std::domain_error(concat("Chinese remainders: ", name_of(moduli, i), " and ",
                                       name_of(moduli, j), " have a common factor of ", common.bit_length(),
                                       " bits"));
  throw std::logic_error("Chinese remainders: no common factor found");
}

/// x = r_a + m_a ((r_b - r_a) / m_a mod m_b)
congruence join(std::span<const gpu_bigint> moduli, const congruence& a, const congruence& b) {
  const std::optional<gpu_bigint> inverse = try_invert(a.modulus, b.modulus);
  if (!inverse) refuse_common_factor(moduli, a, b);
  const gpu_bigint factor = number_theory::least_remainder((b.remainder - a.remainder) * *inverse, b.modulus);
  return {a.remainder + a.modulus * factor, a.modulus * b.modulus, a.first, a.count + b.count};
}

}  // namespace

std::vector<gpu_bigint> mod_each(const gpu_bigint& a, std::span<const gpu_bigint> moduli) {
  if (moduli.empty()) return {};
  const faults::operation_scope scope("residues", a, moduli);
  const scoped_context use(a.context());
  std::vector<std::vector<gpu_bigint>> tree{magnitudes(moduli, "residues")};
  while (tree.back().size() > 1)
    tree.push_back(joined(tree.back(), [](const gpu_bigint& x, const gpu_bigint& y) { return x * y; }));
  std::vector<gpu_bigint> remainders{number_theory::least_remainder(a, tree.back().front())};
  for (std::size_t level = tree.size() - 1; level-- > 0;) {
    std::vector<gpu_bigint> next;
    for (std::size_t i = 0; i < tree[level].size(); ++i)
      next.push_back(number_theory::least_remainder(remainders[i / 2], tree[level][i]));
    remainders = std::move(next);
  }
  return remainders;
}

std::vector<std::uint64_t> mod_each(const gpu_bigint& a, std::span<const std::uint64_t> moduli) {
  std::vector<kernels::word_modulus> prepared;
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    const std::uint64_t m = moduli[i];
    if (m == 0 || m >> 63 != 0)
      throw std::domain_error(concat("residues of a number of ", a.limb_bound(), " limbs: modulus ", i,
                                     " of ", moduli.size(), " is ", m, ", not between 1 and 2^63 - 1"));
    prepared.push_back(kernels::word_modulus::of(m));
  }
  const int sign = a.sign();
  std::vector<std::uint64_t> remainders(moduli.size());
  if (const detail::short_view own = detail::short_words(a)) {
    for (std::size_t i = 0; i < moduli.size(); ++i) {
      const limb r = words::remainder_1(own.limbs, own.size, moduli[i]);
      remainders[i] = own.negative && r != 0 ? moduli[i] - r : r;
    }
    return remainders;
  }
  if (sign == 0 || moduli.empty()) return remainders;
  const faults::operation_scope scope("residues", a, moduli);
  exec::executor& executor = detail::number_of(a)->executor();
  const exec::buffer<kernels::word_modulus> on_device(executor, prepared);
  const exec::buffer<limb> found(executor, moduli.size());
  executor.launch(kernels::remainders_arguments{detail::number_of(a)->span(), on_device.data(),
                                                static_cast<std::uint32_t>(moduli.size()), found.data()});
  executor.download(remainders.data(), found.data(), remainders.size() * sizeof(limb));
  if (sign < 0)
    for (std::size_t i = 0; i < moduli.size(); ++i)
      remainders[i] = remainders[i] == 0 ? 0 : moduli[i] - remainders[i];
  return remainders;
}

gpu_bigint crt(std::span<const gpu_bigint> remainders, std::span<const gpu_bigint> moduli) {
  if (remainders.size() != moduli.size())
    throw std::invalid_argument(
        concat("Chinese remainders: ", remainders.size(), " remainders and ", moduli.size(), " moduli"));
  if (moduli.empty()) return {};
  const faults::operation_scope scope("Chinese remainders", moduli);
  const scoped_context use(moduli.front().context());
  const std::vector<gpu_bigint> positive = magnitudes(moduli, "Chinese remainders");
  std::vector<congruence> level;
  for (std::size_t i = 0; i < moduli.size(); ++i)
    level.push_back({number_theory::least_remainder(remainders[i], positive[i]), positive[i], i, 1});
  while (level.size() > 1)
    level = joined(level, [&](const congruence& a, const congruence& b) { return join(positive, a, b); });
  return level.front().remainder;
}

}  // namespace gbi
