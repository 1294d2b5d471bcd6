#include "examples/multiply/operands.hpp"

#include <cmath>
#include <random>

#include "examples/multiply/number_file.hpp"
#include "examples/multiply/progress.hpp"
#include "examples/multiply/timing.hpp"

namespace example {

namespace {

/// Limbs of a random number of exactly this many bits.
std::vector<std::uint64_t> random_limbs(std::uint64_t bits, std::mt19937_64& random) {
  std::vector<std::uint64_t> limbs((bits + 63) / 64);
  for (std::uint64_t& limb : limbs) limb = random();
  const int unused = static_cast<int>(limbs.size() * 64 - bits);
  limbs.back() = (limbs.back() >> unused) | (std::uint64_t{1} << (63 - unused));
  return limbs;
}

std::uint64_t decimal_digits(const gbi::gpu_bigint& value, std::uint64_t bits) {
  const gbi::gpu_bigint magnitude = gbi::abs(value);
  if (bits > 64) {
    const auto dropped = static_cast<std::int64_t>(bits - 64);
    const auto top = static_cast<long double>((magnitude >> dropped).to_limbs().front());
    const long double logarithm = std::log10(top) + static_cast<long double>(dropped) * std::log10(2.0L);
    const long double beyond = logarithm - std::floor(logarithm);
    if (beyond > 1e-8L && beyond < 1 - 1e-8L) return static_cast<std::uint64_t>(logarithm) + 1;
  }
  return magnitude.to_string().size();  // short, or so close to a power of ten that every digit counts
}

}  // namespace

void load(operand& a, operand& b, const options& chosen, const gbi::context& context, operand_times& times) {
  if (chosen.from_files()) {
    const progress reading("reading", chosen.progress);
    times.read = seconds_of([&] {
      a.text = read_number(chosen.file_a, chosen.base);
      b.text = read_number(chosen.file_b, chosen.base);
    });
    a.origin = chosen.file_a;
    b.origin = chosen.file_b;
  } else {
    const progress drawing("drawing random limbs", chosen.progress);
    times.read = seconds_of([&] {
      std::mt19937_64 random(chosen.seed);
      a.limbs.magnitude = random_limbs(chosen.bits, random);
      b.limbs.magnitude = random_limbs(chosen.bits, random);
    });
    a.origin = "random, seed " + std::to_string(chosen.seed);
    b.origin = "random, same seed";
  }
  const progress converting(chosen.from_files() ? "converting" : "uploading", chosen.progress);
  context.synchronize();
  times.convert = seconds_of([&] {
    for (operand* each : {&a, &b})
      each->value = chosen.from_files() ? gbi::gpu_bigint(each->text, chosen.base)
                                        : gbi::gpu_bigint::from_limbs(each->limbs.magnitude);
    context.synchronize();
  });
}

std::string shown_size(const gbi::gpu_bigint& value) {
  const std::uint64_t bits = value.bit_length();
  const std::uint64_t digits = decimal_digits(value, bits);
  return shown_count(digits) + (digits == 1 ? " decimal digit (" : " decimal digits (") + shown_count(bits) +
         (bits == 1 ? " bit)" : " bits)");
}

}  // namespace example
