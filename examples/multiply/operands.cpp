#include "examples/multiply/operands.hpp"

#include <random>

#include "tools/support/number_file.hpp"
#include "tools/support/progress.hpp"
#include "tools/support/timing.hpp"

namespace example {

using support::progress, support::read_number, support::seconds_of;

namespace {

/// Limbs of a random number of exactly this many bits.
std::vector<std::uint64_t> random_limbs(std::uint64_t bits, std::mt19937_64& random) {
  std::vector<std::uint64_t> limbs((bits + 63) / 64);
  for (std::uint64_t& limb : limbs) limb = random();
  const int unused = static_cast<int>(limbs.size() * 64 - bits);
  limbs.back() = (limbs.back() >> unused) | (std::uint64_t{1} << (63 - unused));
  return limbs;
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

}  // namespace example
