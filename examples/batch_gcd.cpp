/// \file
/// Common factors among many RSA moduli: keys made with too little randomness share primes, and a gcd finds
/// them.
///
///     batch_gcd FILE                  one modulus a line, decimal or 0x...
///     batch_gcd --random COUNT BITS   random odd numbers, 10 pairs of which share a factor of BITS / 2 bits
///
/// What one learns: gbi::gcd_with_others compares all pairs at once, in the time of a few products of all
/// moduli. Only the few moduli that it marks are examined one by one.
#include <gpu_bigint/all.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <fstream>
#include <iostream>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using gbi::gpu_bigint;

struct keys {
  std::vector<gpu_bigint> moduli;
  std::vector<std::size_t> lines;
  std::uint64_t least_factor_bits = 2;  ///< shorter common factors are not interesting
};

/// Reports and skips lines that cannot be moduli, or that repeat another modulus.
keys read(const std::string& name) {
  std::ifstream file(name);
  if (!file) throw std::runtime_error("cannot read " + name);
  keys result;
  std::map<std::string, std::size_t> seen;
  std::size_t line = 0;
  for (std::string text; std::getline(file, text);) {
    ++line;
    const gpu_bigint n(text, 0);
    const auto [first, is_new] = seen.emplace(n.to_string(16), line);
    const char* const why = n < 2        ? "is no modulus"
                            : n % 2 == 0 ? "is even"
                            : is_new     ? nullptr
                                         : "repeats line ";
    if (why != nullptr) {
      std::cout << "line " << line << ' ' << why << (is_new ? "" : std::to_string(first->second)) << '\n';
      continue;
    }
    result.moduli.push_back(n);
    result.lines.push_back(line);
  }
  return result;
}

keys random_keys(std::size_t count, std::uint64_t bits) {
  constexpr std::size_t pairs = 10;
  if (count < 2 * pairs || bits < 256)
    throw std::invalid_argument("--random needs at least 20 moduli of at least 256 bits");
  gbi::random_engine random(2012);
  keys result;
  for (std::size_t i = 0; i < count; ++i) {
    result.moduli.push_back(2 * random.bits(bits - 1) + 1);
    result.lines.push_back(i + 1);
  }
  for (std::size_t i = 0; i < pairs; ++i) {
    const gpu_bigint shared = 2 * random.bits(bits / 2 - 1) + 1;
    for (const std::size_t at : {i * (count / pairs), i * (count / pairs) + count / pairs - 1})
      result.moduli[at] = shared * (2 * random.bits(bits / 2 - 1) + 1);
  }
  result.least_factor_bits = bits / 4;
  return result;
}

/// The factor that a marked modulus shares with another marked modulus.
gpu_bigint own_factor(const keys& all, std::span<const std::size_t> marked, std::size_t of) {
  for (const std::size_t other : marked)
    if (other != of)
      if (gpu_bigint common = gcd(all.moduli[of], all.moduli[other]);
          common.bit_length() >= all.least_factor_bits)
        return common;
  return all.moduli[of];
}

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() != 1 && (arguments.size() != 3 || arguments[0] != "--random"))
    throw std::invalid_argument("usage: batch_gcd FILE | batch_gcd --random COUNT BITS");
  const keys all = arguments.size() == 1 ? read(arguments[0])
                                         : random_keys(std::stoull(arguments[1]), std::stoull(arguments[2]));
  std::size_t bits = 64;
  for (const gpu_bigint& n : all.moduli) bits = std::max<std::size_t>(bits, n.bit_length());

  const auto batch = gbi::bigint_batch::from_numbers(all.moduli, bits);
  const auto start = std::chrono::steady_clock::now();
  const std::vector<std::uint64_t> limbs = gcd_with_others(batch).to_limbs();
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;

  std::vector<std::size_t> marked;
  const std::size_t each = (bits + 63) / 64;
  for (std::size_t i = 0; i < all.moduli.size(); ++i) {
    const gpu_bigint common = gpu_bigint::from_limbs(std::span(limbs).subspan(i * each, each));
    if (common.bit_length() >= all.least_factor_bits) marked.push_back(i);
  }
  for (const std::size_t i : marked)
    std::cout << "line " << all.lines[i] << " shares 0x" << own_factor(all, marked, i).to_string(16) << '\n';
  std::cout << marked.size() << " of " << all.moduli.size() << " moduli share a factor\n"
            << "compared on " << gbi::context::current().device_name() << " in " << time.count() << " s\n";
  return 0;
} catch (const std::exception& error) {
  std::cerr << "batch_gcd: " << error.what() << '\n';
  return 2;
}
