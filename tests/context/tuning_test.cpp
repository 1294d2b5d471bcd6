/// \file
/// No value that a tuning file may set changes a result: computations with every value at both ends of its
/// range, against GMP. And contexts find the files that their options and the environment name.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu_bigint.hpp"
#include "src/plan/tuning_fields.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/tuned_context.hpp"

namespace gbi::test {

namespace {

std::string hexadecimal(const integer& value) {
  std::string text(mpz_sizeinbase(value.get(), 16) + 2, '\0');
  mpz_get_str(text.data(), 16, value.get());
  return text.c_str();
}

/// Numbers, and the results of computations with them.
class computations {
 public:
  computations(random_source& random, std::size_t longest) {
    for (const std::size_t limbs :
         {std::size_t{2}, std::size_t{30}, std::min<std::size_t>(longest / 4, 300), longest}) {
      numbers_.push_back(random_limbs(random, limbs));
      numbers_.push_back(random_limbs(random, 2 * limbs));
      numbers_.push_back(random_limbs(random, 7));
    }
    batch_a_ = random_limbs(random, batch_size * batch_limbs);
    batch_b_ = random_limbs(random, batch_size * batch_limbs);
  }

  std::vector<std::string> expected() const {
    std::vector<std::string> results;
    const auto add = [&](const integer& value) { results.push_back(hexadecimal(value)); };
    for (std::size_t i = 0; i < numbers_.size(); i += 3) {
      const integer a(numbers_[i]), b(numbers_[i + 1]), c(numbers_[i + 2]);
      add(a * a);
      add(a * b);
      add(b * c);
      add(b / a);
      add(b % a);
      integer value;
      mpz_sqrt(value.get(), b.get());
      add(value);
      if (numbers_[i].size() > 400) continue;
      mpz_powm(value.get(), b.get(), c.get(), a.get());
      add(value);
    }
    integer value;
    mpz_nextprime(value.get(), integer(numbers_[2]).get());
    add(value);
    mpz_fac_ui(value.get(), largest_factorial);
    add(value);
    for (std::size_t i = 0; i < batch_size; ++i) {
      const integer a(element(batch_a_, i)), b(element(batch_b_, i));
      add(a * b);
      mpz_powm(value.get(), a.get(), integer(numbers_[0]).get(), b.get());
      add(value);
    }
    return results;
  }

  std::vector<std::string> results(const context& in) const {
    const scoped_context use(in);
    std::vector<std::string> results;
    const auto add = [&](const gpu_bigint& value) { results.push_back(value.to_string(16)); };
    for (std::size_t i = 0; i < numbers_.size(); i += 3) {
      const auto a = gpu_bigint::from_limbs(numbers_[i]), b = gpu_bigint::from_limbs(numbers_[i + 1]),
                 c = gpu_bigint::from_limbs(numbers_[i + 2]);
      add(a * a);
      add(a * b);
      add(b * c);
      const quotient_remainder parts = div_rem(b, a);
      add(parts.quotient);
      add(parts.remainder);
      add(isqrt(b));
      if (numbers_[i].size() <= 400) add(powm(b, c, a));
    }
    add(next_prime(gpu_bigint::from_limbs(numbers_[2])));
    add(factorial(largest_factorial));
    const auto a = bigint_batch::from_limbs(batch_a_, batch_size, batch_limbs * 64),
               b = bigint_batch::from_limbs(batch_b_, batch_size, batch_limbs * 64);
    const bigint_batch products = mul_full(a, b),
                       powers = pow_mod(a, gpu_bigint::from_limbs(numbers_[0]), odd_moduli(b));
    for (std::size_t i = 0; i < batch_size; ++i) {
      add(products[i]);
      add(powers[i]);
    }
    return results;
  }

 private:
  static constexpr std::size_t batch_size = 40, batch_limbs = 20;
  static constexpr std::uint64_t largest_factorial = 1200;

  static std::vector<std::uint64_t> random_limbs(random_source& random, std::size_t count) {
    std::vector<std::uint64_t> limbs(count);
    for (std::uint64_t& each : limbs) each = random.bits() | 1;
    return limbs;
  }
  static std::vector<std::uint64_t> element(const std::vector<std::uint64_t>& batch, std::size_t which) {
    const auto begin = batch.begin() + static_cast<std::ptrdiff_t>(which * batch_limbs);
    return {begin, begin + static_cast<std::ptrdiff_t>(batch_limbs)};
  }

  std::vector<std::vector<std::uint64_t>> numbers_;
  std::vector<std::uint64_t> batch_a_, batch_b_;
};

class TunedValues : public on_executor {};

TEST_P(TunedValues, ChangeNoResult) {
  const computations work(random, size({1000, 100, 4000}));
  const std::vector<std::string> expected = work.expected();
  std::vector<plan::field> fields;
  const plan::tuned_values names{};
  plan::visit_fields(names, [&](const plan::field& which, const auto&) {
    if (!which.in_files.is_empty()) fields.push_back(which);
  });
  for (const plan::field& each : fields)
    for (const std::size_t end : {each.in_files.least, each.in_files.most}) {
      if (static_cast<double>(random.below(100)) >= 100 * test_scale()) continue;
      const context tuned = tuned_context(GetParam(), [&](plan::tuning& row) {
        plan::visit_fields(row, [&]<class Value>(const plan::field& which, Value& value) {
          if (which.name == std::string(each.name)) value = static_cast<Value>(end);
        });
      });
      EXPECT_EQ(work.results(tuned), expected) << each.name << " is " << end;
    }
}

/// The order of threads does not depend on the values, and a random one would take minutes.
std::vector<std::string> executors_in_order() {
  std::vector<std::string> names = executor_names();
  std::erase_if(names, [](const std::string& name) { return name == "shuffled" || name == "mixed"; });
  return names;
}

GPU_BIGINT_ON_EXECUTORS(TunedValues, executors_in_order());

TEST(TuningFiles, AreFoundByContexts) {
  const context built_in(backend::host, {.tuning = "none"});
  const std::string path = testing::TempDir() + "tuning_test.json";
  const std::vector<tuning_value> value{{"words.product", "33"}};
  std::ofstream(path) << built_in.tuning_file(value);
  const auto has_value = [](const context& of) {
    return of.tuning().find("words.product 33\n") != std::string::npos;
  };
  EXPECT_FALSE(has_value(built_in));
  {
    const environment_variable named("GPU_BIGINT_TUNING", path);
    EXPECT_TRUE(has_value(context(backend::host)));
    EXPECT_FALSE(has_value({backend::host, {.tuning = "none"}}));
  }
  const environment_variable none("GPU_BIGINT_TUNING", ""), folder("XDG_CONFIG_HOME", testing::TempDir());
  EXPECT_EQ(built_in.tuning_path().find(testing::TempDir()), 0u) << built_in.tuning_path();
  EXPECT_TRUE(has_value({backend::host, {.tuning = built_in.tuning_file(value)}}));
  EXPECT_THROW(context(backend::host, {.tuning = "{}"}), std::invalid_argument);
}

}  // namespace

}  // namespace gbi::test
