/// \file
/// Other libraries with which `gbi bench` compares.
#pragma once

#include <cstdint>
#include <functional>
#include <gpu_bigint.hpp>
#include <optional>
#include <string>
#include <vector>

namespace program {

/// The measured operations: a product of two numbers of n bits, a square, a quotient of 2n by n bits, the
/// root of 2n bits, a gcd of two numbers of n bits, a power whose base, exponent and odd modulus have n bits,
/// the decimal text of n bits.
enum class measured_operation { product, square, quotient, root, gcd, power, text };

/// The operands of a measurement.
struct bench_operands {
  gbi::gpu_bigint a, b;   ///< n bits each
  gbi::gpu_bigint twice;  ///< 2n bits
};

struct yardstick {
  std::string name;  ///< with its version
  /// Seconds of an operation, or std::nullopt if the library lacks it or it would take too long.
  std::function<std::optional<double>(measured_operation, const bench_operands&, int repeat)> seconds;
  std::string remark;  ///< what is compared, if it is not the same operation
};

/// The available libraries: GMP if the program was built with it, FLINT 3 if it can be loaded, cuFFT if the
/// program was built with it and the context is on a GPU. On the processor, all of them use one thread.
std::vector<yardstick> find_yardsticks(const gbi::context& context);

/// Seconds of one run: the median of `repeat` measurements, each of enough runs to take a millisecond.
double seconds_of_one(
    int repeat, const std::function<void()>& run, const std::function<void()>& wait = [] {});

}  // namespace program
