/// \file
/// Decimals of pi: a series by binary splitting, a square root, a division, text.
///
///     pi [decimals [FILE]] [--twice]
///
/// FILE receives all digits while they are copied from the device. --twice also computes them by a second
/// formula and compares.
///
/// What one learns: a constant is a table of three polynomials for gbi::approximate_sum_of, which keeps all
/// terms on the device, and of long numbers only the bits that the digits need.
#include <gpu_bigint/all.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using gbi::gpu_bigint;

/// pi = factor sqrt(root) / (divisor (a(0) + S)), where S is the sum of the series from term 1 on.
struct formula {
  const char* name;
  gbi::rational_series series;
  std::int64_t factor, root, divisor;
  double decimals_per_term;
};

/// Sources: D. V. and G. V. Chudnovsky, "Approximations and complex multiplication according to Ramanujan"
/// (1988); S. Ramanujan, "Modular equations and approximations to pi" (1914).
const formula chudnovsky{
    "Chudnovsky", {{5, -46, 108, -72}, {0, 0, 0, 10939058860032000}, {13591409, 545140134}}, 426880, 10005, 1,
    14.18},
    ramanujan{"Ramanujan", {{-24, 176, -384, 256}, {0, 0, 0, 24591257856}, {1103, 26390}}, 9801, 2, 4, 7.98};

/// Prints how long each phase takes.
class stopwatch {
 public:
  template <class F>
  auto operator()(const std::string& phase, F&& f) {
    const auto start = std::chrono::steady_clock::now();
    auto result = f();
    gbi::context::current().synchronize();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    sum_ += time.count();
    print(phase, time.count());
    return result;
  }
  void print_sum() const {
    print("together", sum_);
    const gbi::memory_statistics memory = gbi::context::current().memory();
    std::cout << "memory of the context: " << static_cast<double>(memory.in_use + memory.kept) / 1e9
              << " GB at most\n";
  }

 private:
  static void print(const std::string& phase, double seconds) {
    std::cout << std::left << std::setw(24) << phase << std::fixed << std::setprecision(3) << std::right
              << std::setw(9) << seconds << " s" << std::endl;
  }
  double sum_ = 0;
};

/// pi 10^decimals, rounded down. Numbers are released as soon as they are not needed: each is as long as all
/// decimals, and a device holds few of them beside the transforms of a product.
gpu_bigint scaled_pi(const formula& by, std::uint64_t decimals, stopwatch& measure) {
  constexpr std::uint64_t guard = 19, limb = 10'000'000'000'000'000'000U;  // 10^guard
  const std::uint64_t bits = (decimals + guard) * 3322 / 1000 + 64;        // log2(10) is 3.3219
  const auto terms =
      2 + static_cast<std::uint64_t>(static_cast<double>(decimals + guard) / by.decimals_per_term);
  gpu_bigint root =
      measure("square root", [&] { return gbi::isqrt(by.root * gbi::pow(10, 2 * (decimals + guard))); });
  gbi::fraction sum = measure(std::string("series of ") + by.name,
                              [&] { return gbi::approximate_sum_of(by.series, 1, terms, bits); });
  return measure("division", [&] {
    const gpu_bigint below = by.divisor * (by.series.a.front() * sum.denominator + sum.numerator);
    sum.numerator = {};
    gpu_bigint result = by.factor * sum.denominator;
    sum.denominator = {};
    result *= root;
    root = {};
    result /= below;
    return result / limb;
  });
}

/// The beginning and the end of the digits.
struct shown_digits {
  std::string first, last;
};

/// Writes "3.", the decimals and a newline to the file, if there is a name, piece by piece as they are copied
/// from the device.
shown_digits write_decimals(const gpu_bigint& pi, const std::string& name) {
  std::ofstream file;
  if (!name.empty()) file.open(name);
  shown_digits shown;
  gbi::write_text(pi, [&](std::string_view piece) {
    shown.last += piece.substr(piece.size() - std::min<std::size_t>(piece.size(), 10));
    shown.last.erase(0, shown.last.size() - std::min<std::size_t>(shown.last.size(), 10));
    if (shown.first.empty()) {
      shown.first = piece.substr(0, 51);
      file << "3.";
      piece.remove_prefix(1);
    }
    file << piece;
  });
  if (!name.empty() && !(file << '\n').flush()) throw std::runtime_error("cannot write " + name);
  return shown;
}

/// The last ten decimals, as published, by number of decimals.
const std::map<std::uint64_t, std::string> published{
    {1'000, "2164201989"}, {10'000, "5256375678"}, {100'000, "5493624646"}, {1'000'000, "5779458151"}};

}  // namespace

int main(int argc, char** argv) try {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  const bool twice = std::erase(arguments, "--twice") > 0;
  const std::uint64_t decimals = arguments.empty() ? 100'000 : std::stoull(arguments[0]);

  stopwatch measure;
  const gpu_bigint pi = scaled_pi(chudnovsky, decimals, measure);
  const shown_digits digits =
      measure("text", [&] { return write_decimals(pi, arguments.size() > 1 ? arguments[1] : ""); });
  measure.print_sum();
  std::cout << "pi = 3." << digits.first.substr(1) << "...\n";
  bool right = !twice || scaled_pi(ramanujan, decimals, measure) == pi;
  if (twice) std::cout << "Ramanujan's formula: " << (right ? "the same digits\n" : "OTHER DIGITS\n");
  if (decimals >= 10) {
    const auto known = published.find(decimals);
    const bool is_known = known != published.end(), agrees = is_known && known->second == digits.last;
    std::cout << "the last ten of " << decimals << " decimals: " << digits.last
              << (agrees     ? ", as published\n"
                  : is_known ? ", WRONG\n"
                             : "\n");
    right = right && agrees == is_known;
  }
  return right ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "pi: " << error.what() << '\n';
  return 2;
}
