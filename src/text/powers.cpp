#include "src/text/powers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <string>

#include "src/arithmetic/reciprocal.hpp"
#include "src/multiply/product.hpp"
#include "src/plan/planner.hpp"
#include "src/words/text/text.hpp"

namespace gbi::text {

namespace {

exec::buffer<limb> lowest_power(detail::engine& engine, const radix_tree& tree) {
  std::string digits(1 + tree.digits_per_leaf(), '0');
  digits.front() = '1';
  std::vector<limb> power(words::parse_size(digits.size(), tree.base())),
      scratch(words::parse_scratch(digits.size(), tree.base()));
  power.resize(words::parse(power.data(), digits.data(), digits.size(), tree.base(), scratch.data()));
  power.resize(tree.limbs_at(0));
  return {engine.executor(), std::span<const limb>(power)};
}

/// The most bytes that conversions of this length keep. For each limb of the number, these are 8 for the
/// reciprocal, 16 for powers, and 64 for the transforms of all levels with digits of 16 bits.
std::size_t kept_bytes(const radix_tree& tree) {
  return 88 * tree.limbs_at(tree.height());
}

}  // namespace

std::shared_ptr<const radix_powers> radix_powers::of(detail::engine& engine, const radix_tree& tree,
                                                     bool fresh) {
  const bool keeps_spectra = !fresh && engine.objects().takes(kept_bytes(tree));
  const auto make = [&] { return std::make_shared<const radix_powers>(engine, tree, keeps_spectra); };
  if (!fresh) {
    auto kept = engine.objects().get<radix_powers>(static_cast<std::uint64_t>(tree.base()),
                                                   tree.digits_at(tree.height()), kept_bytes(tree), make);
    if (!kept->has_failed()) return kept;
  }
  engine.objects().clear();  // something there is wrong
  return make();
}

radix_powers::radix_powers(detail::engine& engine, const radix_tree& tree, bool keeps_spectra)
    : engine_(engine),
      tree_(tree),
      keeps_spectra_(keeps_spectra),
      spectra_(static_cast<std::size_t>(tree.height())) {
  powers_.make([&](auto& powers) {
    for (int level = 0; level < tree.height(); ++level)
      powers.push_back(level == 0 ? lowest_power(engine, tree) : squared(level));
  });
}

bool radix_powers::has_failed() const {
  constexpr auto failed = faults::evidence::state::failed;
  const std::scoped_lock lock(mutex_);
  return suspect_->load(std::memory_order_relaxed) || powers_.known() == failed || inverse_.known() == failed;
}

exec::buffer<limb> radix_powers::squared(int level) const {
  const exec::buffer<limb>& below = powers_.read()[static_cast<std::size_t>(level - 1)];
  const kernels::limb_span root{below.data(), tree_.limbs_at(level - 1), 0};
  exec::buffer<limb> square(engine_.executor(), 2 * root.count);
  products::run(engine_, {.a = root, .b = root, .out = {square.data(), square.size(), 0}});
  return square;
}

kernels::limb_span radix_powers::at(int level) const {
  return {powers_.read()[static_cast<std::size_t>(level)].data(), tree_.limbs_at(level), 0};
}

std::shared_ptr<const products::spectrum> radix_powers::spectrum_at(int level,
                                                                    const plan::fft_plan& plan) const {
  const kernels::limb_span power = at(level);
  const auto make = [&] {
    return std::make_shared<const products::spectrum>(products::transform_operand(engine_, power, plan));
  };
  if (!keeps_spectra_) return make();
  const std::scoped_lock lock(mutex_);
  auto& kept = spectra_[static_cast<std::size_t>(level)];
  if (kept == nullptr || kept->plan != plan) kept = make();
  return kept;
}

const inverse_power& radix_powers::inverse_of_root(std::uint64_t precision) const {
  const std::scoped_lock lock(mutex_);
  if (!inverse_.raw())
    inverse_.make([&](auto& inverse) {
      exec::executor& executor = engine_.executor();
      const int level = tree_.height();
      const exec::buffer<limb> power = level == 0 ? lowest_power(engine_, tree_) : squared(level);
      // The estimated length may be one limb too large, and rows of squares are longer than it.
      const std::uint64_t most = tree_.limbs_at(level), looked_at = std::min<std::uint64_t>(2, most);
      std::array<limb, 2> highest{};
      executor.download(highest.data(), power.data() + most - looked_at, looked_at * sizeof(limb));
      const std::uint64_t zeros = highest[looked_at - 1] == 0 ? 1 : 0, limbs = most - zeros;
      const int shift = std::countl_zero(highest[looked_at - 1 - zeros]);
      const exec::buffer<limb> divisor(executor, limbs);
      executor.launch(kernels::shift_arguments{
          {power.data(), limbs, 0}, {divisor.data(), limbs, limbs}, -std::int64_t{shift}});
      inverse = inverse_power{arithmetic::reciprocals(engine_, {divisor.data(), limbs, 0}, 1, precision),
                              limbs, shift};
    });
  return *inverse_.read();
}

std::uint64_t fraction_limbs(const radix_tree& tree, int level) {
  return static_cast<std::uint64_t>(tree.estimate_at(level).exponent + 2 * limb_bits - 1) / limb_bits + 1;
}

std::optional<plan::fft_plan> plan_of_level(detail::engine& engine, const radix_tree& tree, int level,
                                            const conversion_attempt& attempt) {
  const std::uint64_t parent = fraction_limbs(tree, level + 1), child = fraction_limbs(tree, level);
  const std::uint64_t power = tree.limbs_at(level);
  return engine.planner().shared_factor(
      {.a = parent, .b = power, .out = parent + power, .batch = tree.nodes_at(level + 1)},
      std::max(parent, power + child), attempt.rounding != nullptr);
}

}  // namespace gbi::text
