/// \file
/// The samples of docs/numbers.md, docs/errors.md and docs/correctness.md.
#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include "gpu_bigint.hpp"

namespace {

/// Captures the program's output to std::cout during its lifetime.
class captured_output {
 public:
  captured_output() : before_(std::cout.rdbuf(text_.rdbuf())) {}
  ~captured_output() { std::cout.rdbuf(before_); }
  captured_output(const captured_output&) = delete;
  captured_output& operator=(const captured_output&) = delete;
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
  std::streambuf* before_;
};

TEST(numbers, belong_to_the_context_of_their_scope) {
  const gbi::context host{gbi::backend::host};
  const gbi::scoped_context use{host};  // numbers made in this scope belong to it
  const gbi::gpu_bigint a{"123456789012345678901234567890"};
  EXPECT_EQ(a.context(), host);
}

TEST(numbers, have_plans_of_their_products) {
  const captured_output output;
  const gbi::gpu_bigint short_factor = (gbi::gpu_bigint{1} << 1000) - 1;
  const gbi::gpu_bigint long_factor = (gbi::gpu_bigint{1} << 1000000) - 1;
  std::cout << gbi::plan_product(short_factor, short_factor).to_string() << '\n'
            << gbi::plan_product(long_factor, long_factor).to_string() << '\n';
  EXPECT_NE(output.text().find("host words"), std::string::npos) << output.text();
  EXPECT_NE(output.text().find("FFT"), std::string::npos) << output.text();
}

TEST(numbers, are_asked_once) {
  const captured_output output;
  gbi::gpu_bigint power{3};
  for (int step = 0; step < 18; ++step) power = power * power;  // queued, nothing waits
  std::cout << power.bit_length() << " bits\n";                 // waits once
  EXPECT_EQ(output.text(), "415489 bits\n");
}

void go_on_in_host_words(gbi::gpu_bigint& result) {
  const gbi::gpu_bigint long_number = (gbi::gpu_bigint{1} << 200000) - 1;
  const gbi::gpu_bigint remainder = long_number % 1'000'000'007;  // short, but on the device
  if (remainder.sign() == 0) return;                              // comes to the host
  const gbi::gpu_bigint next = remainder * remainder + 1;         // host words from here on
  result = next;
}

TEST(numbers, of_the_device_come_to_the_host_when_asked) {
  gbi::gpu_bigint result;
  go_on_in_host_words(result);
  const gbi::gpu_bigint r = gbi::powm(2, 200000, 1'000'000'007) - 1;
  EXPECT_EQ(result, r * r + 1);
}

TEST(numbers, divide_by_what_is_kept) {
  const gbi::divider by{gbi::pow(gbi::gpu_bigint{10}, 1000)};
  const gbi::quotient_remainder parts = by.div_rem(gbi::pow(gbi::gpu_bigint{7}, 3000));
  EXPECT_EQ(parts.quotient * by.divisor() + parts.remainder, gbi::pow(gbi::gpu_bigint{7}, 3000));
}

TEST(numbers, may_be_in_host_memory) {
  const captured_output output;
  const gbi::host_bigint x{gbi::pow(gbi::gpu_bigint{3}, 10000)};  // copied to the host
  const gbi::host_bigint y = x * x - (x << 500);  // computed on the device, stored on the host
  std::cout << y.bit_length() << " bits, " << (y >> 31000).gather() << '\n';
  const gbi::gpu_bigint z = gbi::pow(gbi::gpu_bigint{3}, 10000);
  const gbi::gpu_bigint right = z * z - (z << 500);
  EXPECT_EQ(y.gather(), right);
  EXPECT_EQ(output.text(),
            std::to_string(right.bit_length()) + " bits, " + (right >> 31000).to_string() + "\n");
}

TEST(errors, leave_numbers_as_they_were) {
  const captured_output output;
  gbi::gpu_bigint a{42};
  try {
    a = a / (a - 42);
  } catch (const std::domain_error& error) {
    std::cout << error.what() << ", and a is still " << a << '\n';
  }
  EXPECT_NE(output.text().find(", and a is still 42"), std::string::npos) << output.text();
}

TEST(correctness, is_proven_where_that_is_asked_for) {
  const gbi::verification before = gbi::context::current().verification();
  const gbi::context proven = gbi::context::current();
  proven.set_verification(gbi::verification::off);  // proven digits for products that are queued from here on
  EXPECT_EQ(gbi::context::current().verification(), gbi::verification::off);
  proven.set_verification(before);
}

TEST(correctness, can_be_checked_by_a_residue) {
  const gbi::gpu_bigint a = gbi::random_engine{1}.bits(300000), b = gbi::random_engine{2}.bits(300000);
  const std::uint64_t prime = 4611686018427387847;  // 2^62 - 57
  const gbi::gpu_bigint residues = (a % prime) * (b % prime) % prime;
  const bool holds = (a * b) % prime == residues;
  EXPECT_TRUE(holds);
}

}  // namespace
