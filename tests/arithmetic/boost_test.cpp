/// \file
/// Generic code of Boost.Multiprecision, instantiated for gbi::boost_int and for Boost's own type on GMP: the
/// results have the same text.
#include "gpu_bigint/boost.hpp"

#include <boost/multiprecision/gmp.hpp>
#include <boost/multiprecision/miller_rabin.hpp>

#include <sstream>
#include <string>
#include <unordered_set>
#include <vector>

#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

namespace {

namespace mp = boost::multiprecision;

using gmp_int = mp::number<mp::gmp_int, mp::et_off>;
using gmp_fraction = mp::number<mp::gmp_rational, mp::et_off>;

class Boost : public on_executor {
 protected:
  /// Text of random and hostile integers of either sign.
  std::vector<std::string> texts() {
    std::vector<std::string> result{"0",
                                    "1",
                                    "-1",
                                    "2",
                                    "-2",
                                    "9223372036854775807",
                                    "-9223372036854775808",
                                    "18446744073709551615",
                                    "18446744073709551616"};
    for (int i = 0; i < 24; ++i) {
      const limbs magnitude = random_limbs(random, random.log_uniform(1, size({60, 20, 200})));
      result.push_back(to_text(integer(magnitude, i % 2 == 1)));
    }
    return result;
  }
  static std::string to_text(const integer& value) {
    char* const text = mpz_get_str(nullptr, 10, value.get());
    std::string result(text);
    void (*release)(void*, std::size_t) = nullptr;
    mp_get_memory_functions(nullptr, nullptr, &release);
    release(text, result.size() + 1);
    return result;
  }
};

template <class Integer>
std::string text_of(const Integer& value) {
  return value.str();
}

/// What `compute` says of an exception, or the text of its result.
template <class Compute>
std::string said(Compute&& compute) {
  try {
    return text_of(compute());
  } catch (const std::overflow_error&) {
    return "overflow_error";
  } catch (const std::range_error&) {
    return "range_error";
  } catch (const std::runtime_error&) {
    return "runtime_error";
  } catch (const std::domain_error&) {
    return "domain_error";
  }
}

/// The results of all operations on two integers.
template <class Integer>
std::vector<std::string> results(const std::string& a_text, const std::string& b_text, unsigned shift) {
  const Integer a(a_text), b(b_text);
  const Integer bits = abs(a) + 1;
  Integer q, r;
  std::vector<std::string> all{
      said([&] { return Integer(a + b); }),
      said([&] { return Integer(a - b); }),
      said([&] { return Integer(a * b); }),
      said([&] { return Integer(a / b); }),
      said([&] { return b == 0 ? a : Integer(a % b); }),  // GMP ends the program
      said([&] { return Integer(a & b); }),
      said([&] { return Integer(a | b); }),
      said([&] { return Integer(a ^ b); }),
      said([&] { return Integer(~a); }),
      said([&] { return Integer(-a); }),
      said([&] { return Integer(a << shift); }),
      said([&] { return Integer(a >> shift); }),
      said([&] { return Integer(a * 7 - 3 + 12u); }),
      said([&] { return Integer(a / -5); }),
      said([&] { return Integer(a % 1000003); }),
      said([&] { return Integer(a / 0); }),
      said([&] { return Integer(gcd(a, b)); }),
      said([&] { return Integer(lcm(a, b)); }),
      said([&] { return Integer(pow(a, 5)); }),
      said([&] { return Integer(sqrt(bits)); }),
      said([&] { return Integer(sqrt(bits, r)) + r; }),
      said([&] { return Integer(powm(a, abs(b) % 1000, bits)); }),
      said([&] { return Integer(lsb(bits)); }),
      said([&] { return Integer(msb(bits)); }),
      said([&] { return Integer(lsb(a)); }),
      said([&] { return Integer(bit_test(bits, shift) ? 1 : 0); }),
  };
  Integer changed = bits;
  bit_set(changed, shift);
  all.push_back(text_of(changed));
  bit_flip(changed, shift + 1);
  bit_unset(changed, shift);
  all.push_back(text_of(changed));
  if (b != 0) {
    divide_qr(a, b, q, r);
    all.push_back(text_of(q) + " rest " + text_of(r));
  }
  all.push_back(std::to_string(integer_modulus(a, 97)));
  all.push_back(std::to_string(a.compare(b)) +
                (a < b    ? "<"
                 : a == b ? "="
                          : ">") +
                (a < 5 ? "less" : "more"));
  all.push_back(std::to_string(a.template convert_to<long long>()));
  // GMP rounds towards zero, so only what is exact is compared.
  all.push_back(std::to_string(Integer(bits % (1LL << 53)).template convert_to<double>()));
  for (const auto flags :
       {std::ios_base::hex | std::ios_base::showbase | std::ios_base::uppercase,
        std::ios_base::oct | std::ios_base::showbase, std::ios_base::dec | std::ios_base::showpos})
    all.push_back(bits.str(0, flags));
  std::stringstream stream;
  stream << a << ' ' << std::hex << std::showbase << bits;
  stream >> std::dec >> q >> std::hex >> r;
  all.push_back(text_of(q) + " and " + text_of(r));
  return all;
}

TEST_P(Boost, GenericCodeHasTheResultsOfGmp) {
  const std::vector<std::string> numbers = texts();
  for (const std::string& a : numbers) {
    const std::string& b = numbers[random.below(numbers.size())];
    const auto shift = static_cast<unsigned>(random.below(200));
    const std::vector<std::string> ours = results<boost_int>(a, b, shift),
                                   right = results<gmp_int>(a, b, shift);
    ASSERT_EQ(ours.size(), right.size());
    for (std::size_t i = 0; i < ours.size(); ++i)
      EXPECT_EQ(ours[i], right[i]) << "result " << i << " of " << a << ", " << b << ", " << shift;
  }
}

TEST_P(Boost, FractionsAreThoseOfGmp) {
  const std::vector<std::string> numbers = texts();
  for (std::size_t i = 0; i + 3 < numbers.size(); i += 4) {
    const auto sum_of = [&](auto zero) {
      auto sum = zero;
      using fraction = decltype(zero);
      for (std::size_t j = 0; j < 4; j += 2)
        if (numbers[i + j + 1] != "0") sum += fraction(numbers[i + j]) / fraction(numbers[i + j + 1]);
      return (sum * sum - 1).str();
    };
    EXPECT_EQ(sum_of(boost_rational()), sum_of(gmp_fraction()));
  }
}

TEST_P(Boost, WhatIsNoIntegerIsRefused) {
  for (const char* const text : {"1x", "0x", "--1", "1 ", " 1", "08", "0xg", "1e5", "+-1"})
    EXPECT_THROW(boost_int{text}, std::runtime_error) << text;
  EXPECT_EQ(boost_int("0x1F"), 31);
  EXPECT_EQ(boost_int("-017"), -15);
  EXPECT_EQ(boost_int("+5"), 5);
  EXPECT_THROW(boost_int(-1).convert_to<unsigned>(), std::range_error);
  EXPECT_THROW(boost_int(-1).str(0, std::ios_base::hex), std::runtime_error);
}

TEST_P(Boost, NumbersComeAndGo) {
  const gpu_bigint ours = (gpu_bigint(1) << 300) - 7;
  const boost_int theirs{boost_backend(ours)};
  EXPECT_EQ(theirs.backend().value(), ours);
  EXPECT_EQ(theirs, (boost_int(1) << 300) - 7);
  std::unordered_set<boost_int> set{theirs, theirs + 0, theirs + 1};
  EXPECT_EQ(set.size(), 2u);
  EXPECT_TRUE(mp::miller_rabin_test(boost_int("170141183460469231731687303715884105727"), 10));
  EXPECT_FALSE(mp::miller_rabin_test(boost_int("170141183460469231731687303715884105729"), 10));
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Boost);

}  // namespace

}  // namespace gbi::test
