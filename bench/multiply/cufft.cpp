#include "bench/multiply/cufft.hpp"

#include <exception>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "bench/multiply/timed_operands.hpp"
#include "bench/rivals/cufft_product.hpp"
#include "bench/support/checksum.hpp"
#include "bench/support/timing.hpp"
#include "gpu_bigint/gpu_bigint.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::bench {

namespace {

using exec::buffer;
using gbi::detail::engine_of;

/// Whether the coefficients have the checksum of the library's product.
bool is_product(const context& where, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                const std::int64_t* coefficients, const cufft_product& rival) {
  const scoped_context use(where);
  const gpu_bigint ours = gpu_bigint::from_limbs(a) * gpu_bigint::from_limbs(b);
  // The checksum treats coefficients as unsigned words. None may be negative.
  std::vector<std::uint64_t> words(rival.points());
  engine_of(where)->executor().download(words.data(), coefficients, words.size() * sizeof(words[0]));
  return checksum(words, rival.digit_bits()) == checksum(ours.to_limbs(), 64);
}

void measure_product(benchmark::State& state, const context& where, void* stream, int digit_bits,
                     std::size_t count) {
  static std::map<std::tuple<std::size_t, int, std::size_t>, bool> rights;
  const std::size_t bits = std::size_t{1} << state.range(0);
  exec::executor& device = engine_of(where)->executor();
  std::random_device seed;
  const std::vector<std::uint64_t> a = random_limbs(count * bits, seed()),
                                   b = random_limbs(count * bits, seed());
  const buffer<std::uint64_t> first(device, a), second(device, b);
  cufft_product product(stream, bits, digit_bits, count);
  const buffer<std::byte> workspace(device, product.workspace_bytes());
  product.set_workspace(workspace.data());
  const buffer<std::int64_t> coefficients(device, count * product.points());
  const auto multiply = [&] { product(first.data(), second.data(), coefficients.data()); };
  const auto [right, is_new] = rights.try_emplace({bits, digit_bits, count});
  if (is_new) {
    multiply();
    const std::size_t limbs = bits / 64;
    right->second = is_product(where, std::span(a).last(limbs), std::span(b).last(limbs),
                               coefficients.data() + (count - 1) * product.points(), product);
  }
  measure_queued(state, device, products_at_once(count * bits), multiply);
  state.SetLabel("cuFFT, " + std::to_string(product.points()) + " points, digits of " +
                 std::to_string(product.digit_bits()) + " bits" + (right->second ? "" : ", wrong"));
}

}  // namespace

void measure_cufft(benchmark::State& state, const context& where, void* stream, int digit_bits,
                   std::size_t count) {
  try {
    measure_product(state, where, stream, digit_bits, count);
  } catch (const std::exception& no_memory) {
    state.SkipWithError((std::string("left out: ") + no_memory.what()).c_str());
  }
}

}  // namespace gbi::bench
