/// \file
/// Times products of batches on this machine's device, by teams of every shape that holds the operands and by
/// bytes, to check the predictions of src/plan/team_shape.cpp.
///
/// tune_batches [elements=N] [BITS...]
///
/// Prints the median rate, in millions of products per second, of launches queued back to back, for whole
/// products and for low halves. A star marks the planner's team.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "bench/support/median.hpp"
#include "gpu_bigint/context.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/plan/team_shape.hpp"

namespace {

using gbi::limb;
using gbi::kernels::product_order;
using gbi::kernels::team_shape;

gbi::exec::executor& executor() {
  return gbi::detail::engine_of(gbi::context::current())->executor();
}

/// A batch of random operands of n limbs each, with room for their products.
class batch {
 public:
  /// If `elements` is 0, the batch has many times as many products as a GPU holds at once.
  batch(std::uint32_t limbs, std::uint32_t elements)
      : limbs_(limbs),
        elements_(elements > 0 ? elements : elements_for(limbs)),
        a_(random()),
        b_(random()),
        out_(executor(), 2 * a_.size()) {}

  void launch(product_order order, team_shape team, std::uint32_t count) const {
    executor().launch(gbi::kernels::batch_product_arguments{{a_.data(), limbs_, elements_, 1},
                                                            {b_.data(), limbs_, elements_, 1},
                                                            {out_.data(), count, elements_, 1, ~limb{0}},
                                                            0,
                                                            elements_,
                                                            order,
                                                            team});
  }
  double millions_a_second(product_order order, team_shape team, std::uint32_t count) const {
    constexpr int launches = 8;
    const auto work = [&] {
      for (int k = 0; k < launches; ++k) launch(order, team, count);
    };
    executor().seconds_of(work);
    std::array<double, 7> seconds{};
    for (double& time : seconds) time = executor().seconds_of(work);
    return launches * 1e-6 * elements_ / gbi::bench::median(seconds);
  }
  std::uint32_t elements() const { return elements_; }

 private:
  static std::uint32_t elements_for(std::uint32_t limbs) {
    const bool gpu = gbi::context::current().backend() == gbi::backend::cuda;
    return std::clamp((gpu ? std::uint32_t{1} << 25 : std::uint32_t{1} << 13) / limbs, 32u, 1u << 20) / 32 *
           32;
  }
  gbi::exec::buffer<limb> random() const {
    static std::mt19937_64 generator{1};
    std::vector<limb> values(std::size_t{limbs_} * elements_);
    for (limb& x : values) x = generator();
    return {executor(), std::span<const limb>(values)};
  }

  std::uint32_t limbs_, elements_;
  gbi::exec::buffer<limb> a_, b_, out_;
};

void print_rates(std::uint32_t limbs, std::uint32_t elements) {
  const batch numbers(limbs, elements);
  const auto print = [&](const char* label, std::uint32_t end, product_order order) {
    const gbi::plan::product_team planned = gbi::plan::choose_product_team(
        {limbs, limbs, end, numbers.elements()}, gbi::detail::engine_of(gbi::context::current())->tuning());
    std::printf("%6u bits, %-5s", 64 * limbs, label);
    for (const team_shape& team : gbi::plan::product_teams(order, limbs)) {
      const bool chosen = order == planned.order && team.threads == planned.shape.threads &&
                          team.limbs == planned.shape.limbs;
      std::printf("  %3d x %d %9.2f%c", team.threads, team.limbs, numbers.millions_a_second(order, team, end),
                  chosen ? '*' : ' ');
    }
    if (limbs <= gbi::plan::longest_byte_limbs)
      std::printf("  bytes %9.2f",
                  numbers.millions_a_second(product_order::bytes,
                                            gbi::plan::choose_byte_team({limbs, limbs, end}).shape, end));
    std::printf("\n");
  };
  print("whole", 2 * limbs, product_order::block_columns);
  print("low", limbs, product_order::low_block_columns);
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::uint32_t> widths{256,  512,  768,  1024,  1536,  2048,  3072,
                                    4096, 6144, 8192, 12288, 16384, 24576, 32768};
  const auto number = [](const char* text) {
    return static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10));
  };
  constexpr std::string_view option = "elements=";
  std::uint32_t elements = 0;
  int first = 1;
  if (count > 1 && std::string_view(arguments[1]).starts_with(option))
    elements = number(arguments[first++] + option.size());
  if (count > first) widths.clear();
  for (int i = first; i < count; ++i) widths.push_back(number(arguments[i]));
  for (const std::uint32_t bits : widths) print_rates((bits + 63) / 64, elements);
}
