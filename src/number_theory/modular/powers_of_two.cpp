#include "src/number_theory/modular/powers_of_two.hpp"

#include <algorithm>
#include <utility>

#include "gpu_bigint/division.hpp"
#include "src/exec/buffer.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/multiply/residual.hpp"
#include "src/number/number.hpp"

namespace gbi::number_theory {

namespace {

/// Digits of exponents have two bits: a remainder is below 4 scaled (barrett.hpp), so the square of its
/// product with 2^3 is below 2^10 scaled^2 and can be reduced.
constexpr std::uint64_t exponent_digit = 2;

/// Barrett's reduction (barrett.hpp) modulo several numbers, which are scaled to one length.
class barrett_chains {
 public:
  explicit barrett_chains(std::span<const gpu_bigint> n)
      : engine_(*detail::number_of(n.front())->owner()),
        count_(static_cast<std::uint32_t>(n.size())),
        limbs_(limbs_for(n)),
        divisors_(exec::cleared<limb>(executor(), limbs_ * n.size())),
        reciprocals_(exec::cleared<limb>(executor(), (limbs_ + 1) * n.size())),
        values_(executor(), limbs_ * n.size()),
        next_values_(executor(), limbs_ * n.size()),
        squares_(executor(), 2 * limbs_ * n.size()),
        quotients_(executor(), 2 * (limbs_ + 1) * n.size()),
        of_square_(engine_.planner().product(products::shape_of(square_of_values()))),
        of_estimate_(engine_.planner().product(products::shape_of(estimate()))) {
    std::vector<limb> ones(values_.size());
    for (std::size_t g = 0; g < n.size(); ++g) {
      const std::uint64_t bits = n[g].bit_length();
      const gpu_bigint scaled = n[g] << static_cast<std::int64_t>(limbs_ * limb_bits - free_bits - bits);
      const gpu_bigint reciprocal =
          (gpu_bigint(1) << static_cast<std::int64_t>(2 * limbs_ * limb_bits)) / scaled;
      fill(divisors_.data() + g * limbs_, limbs_, scaled);
      fill(reciprocals_.data() + g * (limbs_ + 1), limbs_ + 1, reciprocal);
      ones[g * limbs_] = 1;
    }
    executor().upload(values_.data(), ones.data(), ones.size() * sizeof(limb));
  }

  void square() {
    products::execute(engine_, of_square_, square_of_values());
    products::execute(engine_, of_estimate_, estimate());
    products::run_whole(engine_, {.a = {quotients_.data() + (limbs_ + 1), limbs_ + 1, 2 * (limbs_ + 1)},
                                  .b = rows_of(divisors_, limbs_),
                                  .c = rows_of(squares_, 2 * limbs_),
                                  .out = {values_.data(), limbs_, limbs_},
                                  .batch = count_});
  }
  /// \param factors one word of at most 2^3 for each number
  void multiply(const limb* factors) {
    products::run(engine_, {.a = rows_of(values_, limbs_),
                            .b = {factors, 1, 1},
                            .out = {next_values_.data(), limbs_, limbs_},
                            .batch = count_});
    std::swap(values_, next_values_);
  }
  /// A number congruent to value g.
  gpu_bigint value(const gpu_bigint& n, std::size_t g) const {
    return detail::copied_value(detail::number_of(n)->owner(), values_.data() + g * limbs_, limbs_);
  }

 private:
  static constexpr std::uint64_t free_bits = 16;

  static std::size_t limbs_for(std::span<const gpu_bigint> n) {
    std::uint64_t bits = 0;
    for (const gpu_bigint& each : n) bits = std::max<std::uint64_t>(bits, each.bit_length());
    return (bits + free_bits + limb_bits - 1) / limb_bits;
  }
  static kernels::limb_span rows_of(const exec::buffer<limb>& rows, std::size_t limbs) {
    return {rows.data(), limbs, limbs};
  }
  products::product square_of_values() const {
    const kernels::limb_span x = rows_of(values_, limbs_);
    return {.a = x, .b = x, .out = {squares_.data(), 2 * limbs_, 2 * limbs_}, .batch = count_};
  }
  /// The quotients, above limbs_ + 1 limbs that are not needed.
  products::product estimate() const {
    const std::size_t length = limbs_ + 1;
    return {.a = {squares_.data() + (limbs_ - 1), length, 2 * limbs_},
            .b = rows_of(reciprocals_, length),
            .out = {quotients_.data(), 2 * length, 2 * length},
            .batch = count_};
  }
  void fill(limb* row, std::size_t limbs, const gpu_bigint& number) const {
    const kernels::limb_span x = detail::number_of(number)->span();
    executor().copy(row, x.limbs, std::min<std::size_t>(x.count, limbs) * sizeof(limb));
  }
  exec::executor& executor() const { return engine_.executor(); }

  detail::engine& engine_;
  std::uint32_t count_;
  std::size_t limbs_;
  exec::buffer<limb> divisors_, reciprocals_, values_, next_values_, squares_, quotients_;
  plan::planned_product of_square_, of_estimate_;
};

limb digit_of(const std::vector<limb>& number, std::size_t j) {
  const std::size_t bit = j * exponent_digit;
  return bit / limb_bits < number.size() ? number[bit / limb_bits] >> bit % limb_bits & 3 : 0;
}

}  // namespace

std::size_t powers_at_once(const gpu_bigint& n) {
  constexpr std::size_t of_transforms = 16;  // about as much as the numbers of a chain
  const std::size_t bytes_each = (8 + of_transforms) * n.limb_bound() * sizeof(limb);
  return std::max<std::size_t>(1, detail::number_of(n)->owner()->tuning().workspace_bytes / bytes_each);
}

std::vector<gpu_bigint> powers_of_two(std::span<const gpu_bigint> n, std::span<const gpu_bigint> exponents) {
  if (n.empty()) return {};
  const faults::operation_scope scope("powers of two", n.size());
  const scoped_context use(n.front().context());
  barrett_chains chains(n);
  std::vector<std::vector<limb>> digits;
  std::uint64_t bits = 0;
  for (const gpu_bigint& exponent : exponents) {
    digits.push_back(exponent.to_limbs());
    bits = std::max<std::uint64_t>(bits, exponent.bit_length());
  }
  constexpr std::size_t most = 4096;  // digits that are uploaded at once
  for (std::size_t end = (bits + exponent_digit - 1) / exponent_digit; end > 0;) {
    const std::size_t begin = end > most ? end - most : 0;
    std::vector<limb> factors;
    for (std::size_t j = end; j-- > begin;)
      for (const std::vector<limb>& number : digits) factors.push_back(limb{1} << digit_of(number, j));
    const exec::buffer<limb> uploaded(detail::number_of(n.front())->executor(),
                                      std::span<const limb>(factors));
    for (std::size_t j = 0; j < end - begin; ++j) {
      chains.square();
      chains.square();
      chains.multiply(uploaded.data() + j * n.size());
    }
    end = begin;
  }
  std::vector<gpu_bigint> result;
  for (std::size_t g = 0; g < n.size(); ++g) result.push_back(chains.value(n[g], g) % n[g]);
  return result;
}

}  // namespace gbi::number_theory
