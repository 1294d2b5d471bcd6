/// \file
/// Decimals of pi by Chudnovsky's series: binary splitting, one square root, one division.
///
///     pi [decimals]
///
/// What one learns: a recursion in plain operators, which keeps both factors of a product alike in length.
/// That is all it takes to make the few long products at the top of the recursion the whole time of the
/// program.
#include <cstdint>
#include <exception>
#include <gpu_bigint.hpp>
#include <iostream>
#include <map>
#include <string>

namespace {

using gbi::gpu_bigint;

/// Terms of the series: t / q is their sum, p / q what the next term is multiplied by.
struct partial_sum {
  gpu_bigint p, q, t;
};

/// The terms from `first` to `last` - 1.
/// Source: D. V. and G. V. Chudnovsky, "Approximations and complex multiplication according to Ramanujan"
/// (1988).
partial_sum chudnovsky(std::uint64_t first, std::uint64_t last) {
  if (last - first > 1) {
    const std::uint64_t middle = first + (last - first) / 2;
    const partial_sum left = chudnovsky(first, middle), right = chudnovsky(middle, last);
    return {left.p * right.p, left.q * right.q, left.t * right.q + left.p * right.t};
  }
  const gpu_bigint k = first;
  const gpu_bigint p = first == 0 ? 1 : -(6 * k - 5) * (2 * k - 1) * (6 * k - 1);
  const gpu_bigint q = first == 0 ? 1 : k * k * k * 10939058860032000;  // 640320^3 / 24
  return {p, q, p * (545140134 * k + 13591409)};
}

/// pi 10^decimals, rounded down.
gpu_bigint scaled_pi(std::uint64_t decimals) {
  constexpr std::uint64_t guard = 20;
  constexpr double decimals_per_term = 14.18;
  const partial_sum sum = chudnovsky(
      0, 2 + static_cast<std::uint64_t>(static_cast<double>(decimals + guard) / decimals_per_term));
  const gpu_bigint root = gbi::isqrt(10005 * gbi::pow(10, 2 * (decimals + guard)));
  return 426880 * sum.q * root / sum.t / gbi::pow(10, guard);
}

/// The last ten of so many decimals, as published.
const std::map<std::uint64_t, std::string> published{
    {1'000, "2164201989"}, {10'000, "5256375678"}, {100'000, "5493624646"}, {1'000'000, "5779458151"}};

}  // namespace

int main(int argc, char** argv) try {
  const std::uint64_t decimals = argc > 1 ? std::stoull(argv[1]) : 100'000;
  const std::string digits = scaled_pi(decimals).to_string();
  std::cout << "pi = " << digits.front() << '.' << digits.substr(1, 50) << "...\n";
  if (decimals < 10) return 0;
  const std::string last = digits.substr(digits.size() - 10);
  std::cout << "the last ten of " << decimals << " decimals: " << last;
  const auto known = published.find(decimals);
  const bool right = known == published.end() || known->second == last;
  std::cout << (known == published.end() ? "" : right ? ", as published" : ", WRONG") << '\n';
  return right ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "pi: " << error.what() << '\n';
  return 2;
}
