/// \file
/// A filter for pipes: reads integers line by line and writes their sum, product, gcd or lcm.
///
///     seq 1 1000 | pipeline product
///
/// What one learns: converting text to numbers and back with streams, and how to fold a long input. Results
/// of 1, 2, 4, ... lines wait on a stack, like the digits of a binary counter. So memory holds only a few
/// results, however long the input is, and the factors of products have equal length.
#include <cstddef>
#include <exception>
#include <gpu_bigint.hpp>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using gbi::gpu_bigint;

using binary_operation = gpu_bigint (*)(const gpu_bigint&, const gpu_bigint&);

struct operation {
  binary_operation combine;
  int of_nothing;  ///< the result for an empty input
};

const std::map<std::string_view, operation> operations{
    {"sum", {[](const gpu_bigint& a, const gpu_bigint& b) { return a + b; }, 0}},
    {"product", {[](const gpu_bigint& a, const gpu_bigint& b) { return a * b; }, 1}},
    {"gcd", {gbi::gcd, 0}},
    {"lcm", {gbi::lcm, 1}}};

class folded {
 public:
  explicit folded(const operation& how) : how_(how) {}

  void add(gpu_bigint value) {
    for (std::size_t bit = count_++; (bit & 1) != 0; bit >>= 1) {
      value = how_.combine(waiting_.back(), value);
      waiting_.pop_back();
    }
    waiting_.push_back(std::move(value));
  }

  /// The number of numbers added.
  std::size_t count() const { return count_; }

  gpu_bigint result() const {
    gpu_bigint all = how_.of_nothing;
    for (auto part = waiting_.rbegin(); part != waiting_.rend(); ++part) all = how_.combine(*part, all);
    return all;
  }

 private:
  const operation& how_;
  std::vector<gpu_bigint> waiting_;  ///< one for each set bit of count_
  std::size_t count_ = 0;
};

}  // namespace

int main(int argc, char** argv) try {
  std::ios::sync_with_stdio(false);
  const std::string_view name = argc > 1 ? argv[1] : "product";
  const auto chosen = operations.find(name);
  if (chosen == operations.end())
    throw std::invalid_argument("usage: pipeline [sum | product | gcd | lcm] < numbers");

  folded numbers(chosen->second);
  for (std::string line; std::getline(std::cin, line);) {
    try {
      numbers.add(gpu_bigint{line});
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument("line " + std::to_string(numbers.count() + 1) + ": " + error.what());
    }
  }
  std::cout << numbers.result() << std::endl;
  std::cerr << name << " of " << numbers.count() << " numbers\n";
  return std::cout ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "pipeline: " << error.what() << '\n';
  return 2;
}
