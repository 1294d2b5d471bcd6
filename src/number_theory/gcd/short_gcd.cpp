#include "src/number_theory/gcd/short_gcd.hpp"

#include <algorithm>
#include <vector>

#include "src/number/host_words.hpp"
#include "src/words/number_theory/gcd.hpp"
#include "src/words/number_theory/half_gcd.hpp"

namespace gbi::number_theory {

namespace {

using numbers::word_memory, numbers::word_result;

/// The magnitude of a number without leading zeros.
class host_limbs {
 public:
  explicit host_limbs(const gpu_bigint& value) {
    if (const detail::short_view own = detail::short_words_or_wait(value)) {
      first_ = own.limbs;
      size_ = own.size;
      return;
    }
    const detail::number& number = *detail::number_of(value);
    copy_.resize(number.bound());
    number.executor().download(copy_.data(), number.limbs(), copy_.size() * sizeof(limb));
    first_ = copy_.data();
    size_ = words::significant(first_, copy_.size());
  }
  host_limbs(const host_limbs&) = delete;
  host_limbs& operator=(const host_limbs&) = delete;

  const limb* data() const noexcept { return first_; }
  std::size_t size() const noexcept { return size_; }

 private:
  std::vector<limb> copy_;
  const limb* first_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace

gpu_bigint short_gcd(const gpu_bigint& a, const gpu_bigint& b) {
  const host_limbs x(a), y(b);
  if (x.size() <= 2 && y.size() <= 2)
    return detail::value_of(*detail::core_of(a), false,
                            words::gcd_of_pairs(x.data(), x.size(), y.data(), y.size()));
  const word_memory scratch(words::gcd_scratch(x.size(), y.size()));
  word_result result(*detail::core_of(a), std::max(x.size(), y.size()));
  const std::size_t size = words::gcd(result.data(), x.data(), x.size(), y.data(), y.size(), scratch.data());
  return result.value(size, false);
}

bezout short_gcd_ext(const gpu_bigint& a, const gpu_bigint& b) {
  const host_limbs x(a), y(b);
  const std::size_t n = std::max(x.size(), y.size());
  const word_memory memory(6 * n + words::whole_gcd_scratch(n));
  words::euclid_pair pair{memory.data(), memory.data() + n, n};
  std::fill(std::copy_n(x.data(), x.size(), pair.a), pair.a + n, 0);
  std::fill(std::copy_n(y.data(), y.size(), pair.b), pair.b + n, 0);
  words::euclid_matrix m = words::euclid_matrix::identity(memory.data() + 2 * n, n, 2);
  words::no_symbol none;
  words::whole_gcd(pair, 0, &m, none, memory.data() + 6 * n);
  // gcd = m11 a - m01 b = m00 b - m10 a, where m00 + m01 = a / gcd and m10 + m11 = b / gcd. One of these two
  // pairs is the smallest.
  const bool first = words::compare(m.entry(1, 1), m.entry(1, 0), m.limbs) <= 0;
  const auto cofactor = [&](std::size_t row, bool negative) {
    return detail::value_of(*detail::core_of(a), m.entry(row, first ? 1 : 0), m.limbs, negative);
  };
  return {detail::value_of(*detail::core_of(a), pair.a, pair.limbs, false),
          cofactor(1, (a.sign() < 0) == first), cofactor(0, (b.sign() > 0) == first)};
}

std::optional<gpu_bigint> short_inverse(const gpu_bigint& a, const gpu_bigint& n) {
  const host_limbs x(a), y(n);
  const word_memory scratch(words::invert_scratch(x.size(), y.size()));
  word_result result(*detail::core_of(n), y.size());
  if (!words::invert(result.data(), x.data(), x.size(), y.data(), y.size(), scratch.data()))
    return std::nullopt;
  // 1 / -a = |n| - 1 / a, except for |n| = 1.
  if (a.sign() < 0 && words::significant(result.data(), y.size()) > 0)
    words::subtract_n(result.data(), y.data(), result.data(), y.size());
  return result.value(false);
}

int short_jacobi(const gpu_bigint& a, const gpu_bigint& n) {
  const host_limbs x(a), y(n);
  const word_memory scratch(words::jacobi_scratch(x.size(), y.size()));
  return words::jacobi(x.data(), x.size(), y.data(), y.size(), scratch.data());
}

}  // namespace gbi::number_theory
