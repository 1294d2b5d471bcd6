/// \file
/// Sums and products in launches that check their own results, and the values that they should have.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "src/context/engine.hpp"
#include "src/exec/grids/checked.hpp"
#include "src/ground/carry_chain.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

inline constexpr std::uint64_t verdict_ticket = 77;
inline constexpr std::size_t limbs_of_tile = kernels::carry_tile_limbs;

/// Three words that say whether the result of a launch is wrong.
struct verdict_record {
  exec::buffer<std::uint64_t> words;
  explicit verdict_record(exec::executor& executor) : words(exec::cleared<std::uint64_t>(executor, 3)) {}
  kernels::verdict_report report() const { return {words.data(), verdict_ticket, words.data() + 2, 5, true}; }
};

inline limbs of_ones(std::size_t count) {
  return limbs(count, ~limb{0});
}

/// Pairs whose carries run far, not at all, or at random.
inline std::vector<std::pair<limbs, limbs>> operands_of_sums(random_source& random) {
  std::vector<std::pair<limbs, limbs>> all;
  for (const std::size_t n : {std::size_t{1}, std::size_t{70}, limbs_of_tile - 1, limbs_of_tile,
                              limbs_of_tile + 1, 2 * limbs_of_tile + 300})
    all.emplace_back(random_limbs(random, n), random_limbs(random, random.between(1, n)));
  limbs one(1, 1), power(2 * limbs_of_tile + 1, 0), nearly = of_ones(2 * limbs_of_tile + 5);
  power.back() = 1;
  nearly[limbs_of_tile - 1] = 5;
  all.emplace_back(of_ones(2 * limbs_of_tile + 5), one);
  all.emplace_back(power, one);
  all.emplace_back(nearly, one);
  limbs close = random_limbs(random, 2 * limbs_of_tile);
  limbs other = close;
  other[limbs_of_tile / 2] ^= 4;
  all.emplace_back(close, close);
  all.emplace_back(close, other);
  all.emplace_back(other, close);
  return all;
}

/// A sum of signed magnitudes, and its expected value.
class addition {
 public:
  addition(detail::engine& engine, const limbs& a, bool a_negative, const limbs& b, bool b_negative,
           bool subtract)
      : x_(engine.executor(), std::span<const limb>(a)),
        y_(engine.executor(), std::span<const limb>(b)),
        signs_(engine.executor(), std::span<const limb>(std::array<limb, 2>{a_negative, b_negative})),
        tiles_(ground::carry_chain::tiles_of(std::max(a.size(), b.size()) + 1)),
        comparers_(kernels::comparers_of(tiles_)),
        chain_(ground::carry_chain::tile_count{tiles_ + comparers_}, engine.chains(), 1),
        memory_(engine.executor(), std::max(a.size(), b.size()) + 2) {
    const integer x = a_negative ? -integer(a) : integer(a), y = b_negative ? -integer(b) : integer(b);
    right = subtract ? x - y : x + y;
  }

  kernels::add_arguments sum(bool subtract) const {
    return {{x_.data(), x_.size(), 0},
            {y_.data(), y_.size(), 0},
            {memory_.data() + 1, memory_.size() - 1, 0},
            {.subtract = subtract,
             .sign_a = signs_.data(),
             .sign_b = signs_.data() + 1,
             .comparers = comparers_,
             .sign_result = memory_.data()},
            chain_.first(tiles_)};
  }
  std::uint32_t blocks() const { return tiles_ + comparers_; }
  void reset() const {
    const kernels::tile_chain chain = chain_.get();
    if (chain.states != nullptr) std::fill_n(chain.states, chain.tiles, 0);
    std::fill_n(memory_.data(), memory_.size(), limb{0xbad});
  }
  /// The sign word, then the limbs.
  const exec::buffer<limb>& memory() const { return memory_; }
  static integer value(const limbs& found) {
    const integer magnitude(limbs(found.begin() + 1, found.end()));
    return found.front() != 0 ? -magnitude : magnitude;
  }

  integer right;

 private:
  exec::buffer<limb> x_, y_, signs_;
  std::uint32_t tiles_, comparers_;
  ground::carry_chain chain_;
  exec::buffer<limb> memory_;
};

/// The coefficients of a product of numbers in digits.
inline std::vector<std::int64_t> coefficients_of(const limbs& a, const limbs& b, std::uint32_t digit_bits) {
  const auto digits_of = [&](const limbs& x) {
    std::vector<std::int64_t> result;
    for (const limb word : x)
      for (std::uint32_t at = 0; at < limb_bits; at += digit_bits)
        result.push_back(static_cast<std::int64_t>(word >> at & ((limb{1} << digit_bits) - 1)));
    return result;
  };
  const auto x = digits_of(a), y = digits_of(b);
  std::vector<std::int64_t> result(x.size() + y.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < y.size(); ++j) result[i + j] += x[i] * y[j];
  return result;
}

/// The end of a product, in a launch that checks it.
class product_end {
 public:
  static constexpr std::uint32_t digit_bits = 16;

  product_end(detail::engine& engine, const limbs& a, const limbs& b, bool negative)
      : right(integer(a) * integer(b)),
        x_(engine.executor(), std::span<const limb>(a)),
        y_(engine.executor(), std::span<const limb>(b)),
        signs_(engine.executor(), std::span<const limb>(std::array<limb, 2>{negative, false})),
        coefficients_(engine.executor(), std::span<const std::int64_t>(coefficients_of(a, b, digit_bits))),
        chain_(engine.chains(), a.size() + b.size(), 1),
        table_(engine.verifier().table()),
        sums_(exec::cleared<kernels::residue_sums>(engine.executor(), 2)),
        memory_(engine.executor(), a.size() + b.size() + 1) {}

  /// \param turn which of two sums this launch uses
  /// \param earlier a decision that this launch makes
  kernels::checked_normalize_arguments arguments(const kernels::verdict_report& report, int turn = 0,
                                                 const kernels::decision_arguments& earlier = {}) const {
    kernels::normalize_arguments product{coefficients_.data(),
                                         coefficients_.size(),
                                         0,
                                         digit_bits,
                                         memory_.data() + 1,
                                         memory_.size() - 1,
                                         0,
                                         chain_.get(),
                                         sign()};
    kernels::residue_check check{};
    const kernels::limb_span numbers[] = {
        {x_.data(), x_.size(), 0}, {y_.data(), y_.size(), 0}, {memory_.data() + 1, memory_.size() - 1, 0}};
    const limb* const signs[] = {signs_.data(), signs_.data() + 1, memory_.data()};
    for (std::size_t i = 0; i < 3; ++i) {
      check.number[i] = numbers[i];
      check.pieces[i] = kernels::pieces_of(numbers[i]);
      check.signs[i] = signs[i];
    }
    check.modulus = table_->modulus();
    check.sums = sums_.data() + turn % 2;
    check.earlier = earlier;
    check.report = report;
    return {product, check};
  }
  /// The decision on this product.
  kernels::decision_arguments decision(const kernels::verdict_report& report, int turn = 0) const {
    return kernels::decision_on(arguments(report, turn).check);
  }
  /// Arguments of the kernel itself.
  template <class Kernel>
  typename Kernel::arguments arguments_of(const kernels::verdict_report& report) const {
    const auto given = arguments(report);
    const auto layout = kernels::tile_layout::of(given.product, 1, Kernel::product_kernel::halo,
                                                 kernels::split_memory<false, Kernel::threads>::stage);
    return {{given.product, layout}, given.check};
  }
  const exec::buffer<limb>& memory() const { return memory_; }
  const exec::buffer<std::int64_t>& coefficients() const { return coefficients_; }
  void reset() const {
    const kernels::tile_chain chain = chain_.get();
    if (chain.states != nullptr) std::fill_n(chain.states, chain.tiles, 0);
    std::fill_n(sums_.data(), sums_.size(), kernels::residue_sums{});
    std::fill_n(memory_.data(), memory_.size(), limb{0xbad});
  }

  integer right;

 private:
  kernels::sign_rule sign() const { return {signs_.data(), signs_.data() + 1, memory_.data()}; }

  exec::buffer<limb> x_, y_, signs_;
  exec::buffer<std::int64_t> coefficients_;
  ground::carry_chain chain_;
  std::shared_ptr<const tables::residue_table> table_;
  exec::buffer<kernels::residue_sums> sums_;
  exec::buffer<limb> memory_;
};

}  // namespace gbi::test
