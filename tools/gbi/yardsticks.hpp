/// \file
/// Other libraries that `gbi bench` compares with.
#pragma once

#include <cstdint>
#include <functional>
#include <gpu_bigint.hpp>
#include <optional>
#include <string>
#include <vector>

namespace program {

/// What is measured: a product of two numbers of n bits, a quotient of 2n by n bits, the root of 2n bits, a
/// gcd of two numbers of n bits, the decimal text of n bits.
enum class measured_operation { product, quotient, root, gcd, text };

/// The operands of a measurement.
struct bench_operands {
  gbi::gpu_bigint a, b;   ///< n bits each
  gbi::gpu_bigint twice;  ///< 2n bits
};

struct yardstick {
  std::string name;  ///< with its version
  /// Seconds of an operation, or nothing if it has none or would take too long.
  std::function<std::optional<double>(measured_operation, const bench_operands&, int repeat)> seconds;
  std::string remark;  ///< what is compared, if that is not the same operation
};

/// Those that are there: GMP if the program was built with it, FLINT 3 if it can be loaded, cuFFT if the
/// program was built with it and the context is on a GPU. On the processor all take one thread.
std::vector<yardstick> find_yardsticks(const gbi::context& context);

/// Seconds of one run: the median of `repeat` measurements, each of so many runs that it takes a millisecond.
double seconds_of_one(
    int repeat, const std::function<void()>& run, const std::function<void()>& wait = [] {});

}  // namespace program
