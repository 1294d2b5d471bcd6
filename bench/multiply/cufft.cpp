#include "bench/multiply/cufft.hpp"

#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bench/multiply/timed_operands.hpp"
#include "bench/rivals/cufft_product.hpp"
#include "bench/support/checksum.hpp"
#include "bench/support/timing.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::bench {

namespace {

using exec::buffer;

/// Checking the coefficients of longer products would take too long. They are computed in the same way as
/// those checked.
constexpr std::size_t longest_checked = std::size_t{1} << 28;

bool is_product(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, exec::executor& device,
                const std::int64_t* coefficients, std::size_t points, int digit_bits) {
  // The checksum treats coefficients as unsigned words, so a negative coefficient fails the check. None may
  // be negative.
  std::vector<std::uint64_t> words(points);
  device.download(words.data(), coefficients, words.size() * sizeof(words[0]));
  return checksum(words, digit_bits) == checksum_product(checksum(a, 64), checksum(b, 64));
}

}  // namespace

void measure_cufft(benchmark::State& state, const context& where, void* stream, std::size_t count) {
  static std::set<std::pair<std::size_t, std::size_t>> checked;
  const std::size_t bits = std::size_t{1} << state.range(0);
  exec::executor& device = gbi::detail::engine_of(where)->executor();
  std::random_device seed;
  const std::vector<std::uint64_t> a = random_limbs(count * bits, seed()),
                                   b = random_limbs(count * bits, seed());
  const buffer<std::uint64_t> first(device, a), second(device, b);
  cufft_product product(stream, bits, count);
  const buffer<std::byte> workspace(device, product.workspace_bytes());
  product.set_workspace(workspace.data());
  const buffer<std::int64_t> coefficients(device, count * product.points());
  const auto multiply = [&] { product(first.data(), second.data(), coefficients.data()); };
  if (bits <= longest_checked && !checked.contains({bits, count})) {
    multiply();
    const std::size_t limbs = bits / 64;
    if (!is_product(std::span(a).last(limbs), std::span(b).last(limbs), device,
                    coefficients.data() + (count - 1) * product.points(), product.points(),
                    product.digit_bits()))
      return state.SkipWithError("cuFFT's coefficients are not those of the product");
    checked.insert({bits, count});
  }
  measure_queued(state, device, products_at_once(count * bits), multiply);
  state.SetLabel("cuFFT, " + std::to_string(product.points()) + " points, digits of " +
                 std::to_string(product.digit_bits()) + " bits");
}

}  // namespace gbi::bench
