/// \file
/// The rows of docs/from_gmp.md: both sides run and give the same result.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "gpu_bigint.hpp"
#include "gpu_bigint/gmp.hpp"

namespace {

using namespace gbi;            // NOLINT(google-build-using-namespace): the samples look like this
using namespace gbi::literals;  // NOLINT(google-build-using-namespace)

template <class T>
std::string text_of(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

/// Runs both sides of a row on equal numbers. A side may return something, which must print the same, and may
/// change its arguments, which must stay equal.
template <class Theirs, class Ours>
void both(const Theirs& theirs, const Ours& ours) {
  const std::array<const char*, 3> values{"718281828459045235360287471352662497757247093",
                                          "271828182845904523537", "1000000007"};
  std::array<mpz_class, 3> x;
  std::array<gpu_bigint, 3> y;
  for (std::size_t i = 0; i < values.size(); ++i) {
    x[i] = values[i];
    y[i] = gpu_bigint(values[i]);
  }
  if constexpr (std::is_void_v<decltype(theirs(x[0], x[1], x[2]))>) {
    theirs(x[0], x[1], x[2]);
    ours(y[0], y[1], y[2]);
  } else {
    EXPECT_EQ(text_of(theirs(x[0], x[1], x[2])), text_of(ours(y[0], y[1], y[2])));
  }
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(text_of(x[i]), text_of(y[i]));
}

using Z = mpz_class;
using I = gpu_bigint;

// clang-format off: a row is two lines

TEST(from_gmp, making_numbers) {
  both(
      [](Z&, Z&, Z&) {
        mpz_class a = 5;
        return a;
      },
      [](I&, I&, I&) {
        gpu_bigint a = 5;
        return a;
      });
  both(
      [](Z&, Z&, Z&) {
        mpz_class a("-123456789012345678901234567890");
        return a;
      },
      [](I&, I&, I&) {
        gpu_bigint a("-123456789012345678901234567890");
        return a;
      });
  both(
      [](Z&, Z&, Z&) {
        mpz_class a("ff", 16);
        return a;
      },
      [](I&, I&, I&) {
        gpu_bigint a("ff", 16);
        return a;
      });
  both(
      [](Z&, Z&, Z&) {
        mpz_class a("0xff");
        return a;
      },
      [](I&, I&, I&) {
        gpu_bigint a("0xff");
        return a;
      });
  both(
      [](Z&, Z&, Z&) {
        mpz_class a(2.5);
        return a;
      },
      [](I&, I&, I&) {
        gpu_bigint a(2.5);
        return a;
      });
  both([](Z& a, Z&, Z&) { a = "123"; }, [](I& a, I&, I&) { a = gpu_bigint("123"); });
  both([](Z& a, Z&, Z&) { a.set_str("zz", 36); }, [](I& a, I&, I&) { a = gpu_bigint("zz", 36); });
  both([](Z&, Z&, Z&) -> Z { return 12345678901234567890123_mpz; },
       [](I&, I&, I&) { return 12345678901234567890123_gbi; });
  both([](Z& a, Z& b, Z&) { a.swap(b); }, [](I& a, I& b, I&) { a.swap(b); });
}

TEST(from_gmp, text) {
  both([](Z& a, Z&, Z&) { return a.get_str(); }, [](I& a, I&, I&) { return a.to_string(); });
  both([](Z& a, Z&, Z&) { return a.get_str(16); }, [](I& a, I&, I&) { return a.to_string(16); });
  both(
      [](Z& a, Z&, Z&) {
        std::ostringstream out;
        out << a << ' ' << std::hex << a;
        return out.str();
      },
      [](I& a, I&, I&) {
        std::ostringstream out;
        out << a << ' ' << std::hex << a;
        return out.str();
      });
  both(
      [](Z& a, Z&, Z&) {
        std::istringstream in("-42");
        in >> a;
      },
      [](I& a, I&, I&) {
        std::istringstream in("-42");
        in >> a;
      });
  both([](Z& a, Z&, Z&) { return mpz_sizeinbase(a.get_mpz_t(), 2); },
       [](I& a, I&, I&) { return a.bit_length(); });
}

TEST(from_gmp, built_in_types) {
  both([](Z& a, Z&, Z&) { return a.fits_sint_p(); }, [](I& a, I&, I&) { return a.fits<int>(); });
  both(
      [](Z& a, Z&, Z&) {
        a = 42;
        return a.get_si();
      },
      [](I& a, I&, I&) {
        a = 42;
        return static_cast<long>(a);
      });
  both(
      [](Z& a, Z&, Z&) {
        a = 42;
        return a.get_ui();
      },
      [](I& a, I&, I&) {
        a = 42;
        return static_cast<unsigned long>(a);
      });
  both(
      [](Z& a, Z&, Z&) {
        a = 42;
        return a.get_d();
      },
      [](I& a, I&, I&) {
        a = 42;
        return static_cast<double>(a);
      });
  both([](Z& a, Z&, Z&) { return sgn(a); }, [](I& a, I&, I&) { return a.sign(); });
  both([](Z& a, Z& b, Z&) { return cmp(a, b) < 0; }, [](I& a, I& b, I&) { return a < b; });
  both([](Z& a, Z&, Z&) { return a == 5 || a < 2.5; }, [](I& a, I&, I&) { return a == 5 || a < 2.5; });
}

TEST(from_gmp, arithmetic) {
  both([](Z& a, Z& b, Z& c) -> Z { return a + b * c - 1; }, [](I& a, I& b, I& c) { return a + b * c - 1; });
  both([](Z& a, Z& b, Z&) -> Z { return a / b; }, [](I& a, I& b, I&) { return a / b; });
  both([](Z& a, Z& b, Z&) -> Z { return a % b; }, [](I& a, I& b, I&) { return a % b; });
  both([](Z& a, Z& b, Z& c) { a += b * c; }, [](I& a, I& b, I& c) { a += b * c; });
  both([](Z& a, Z&, Z&) { ++a; }, [](I& a, I&, I&) { ++a; });
  both([](Z& a, Z&, Z&) -> Z { return a << 100; }, [](I& a, I&, I&) { return a << 100; });
  both([](Z& a, Z&, Z&) -> Z { return a >> 10; }, [](I& a, I&, I&) { return a >> 10; });
  both([](Z& a, Z&, Z&) -> Z { return abs(-a); }, [](I& a, I&, I&) { return abs(-a); });
  both([](Z& a, Z&, Z&) -> Z { return sqrt(a); }, [](I& a, I&, I&) { return isqrt(a); });
  both([](Z& a, Z&, Z&) -> Z { return a * a; }, [](I& a, I&, I&) { return square(a); });
  both(
      [](Z& a, Z&, Z&) {
        Z r;
        mpz_pow_ui(r.get_mpz_t(), a.get_mpz_t(), 17);
        return r;
      },
      [](I& a, I&, I&) {
        I r;
        r = pow(a, 17);
        return r;
      });
  both(
      [](Z& a, Z& b, Z&) {
        Z r, q;
        mpz_tdiv_qr(q.get_mpz_t(), r.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
        return text_of(q) + ' ' + text_of(r);
      },
      [](I& a, I& b, I&) {
        const auto [q, r] = div_rem(a, b);
        return text_of(q) + ' ' + text_of(r);
      });
  both(
      [](Z& a, Z& b, Z&) {
        Z q;
        mpz_fdiv_q(q.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
        return q;
      },
      [](I& a, I& b, I&) {
        I q;
        q = floor_div_rem(a, b).quotient;
        return q;
      });
  both(
      [](Z& a, Z& b, Z&) {
        Z r;
        mpz_mod(r.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
        return r;
      },
      [](I& a, I& b, I&) {
        I r;
        r = euclidean_div_rem(a, b).remainder;
        return r;
      });
  both(
      [](Z& a, Z& b, Z&) {
        a *= b;
        Z q;
        mpz_divexact(q.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
        return q;
      },
      [](I& a, I& b, I&) {
        a *= b;
        I q;
        q = divide_exact(a, b);
        return q;
      });
  both(
      [](Z& a, Z&, Z&) {
        Z r;
        mpz_root(r.get_mpz_t(), a.get_mpz_t(), 3);
        return r;
      },
      [](I& a, I&, I&) {
        I r;
        r = iroot(a, 3);
        return r;
      });
  both([](Z& a, Z&, Z&) { return mpz_perfect_square_p(a.get_mpz_t()) != 0; },
       [](I& a, I&, I&) { return is_perfect_square(a); });
}

TEST(from_gmp, bits) {
  both([](Z& a, Z& b, Z&) -> Z { return (a & b) | (a ^ ~b); },
       [](I& a, I& b, I&) { return (a & b) | (a ^ ~b); });
  both([](Z& a, Z&, Z&) { return mpz_tstbit(a.get_mpz_t(), 7) != 0; },
       [](I& a, I&, I&) { return test_bit(a, 7); });
  both([](Z& a, Z&, Z&) { mpz_setbit(a.get_mpz_t(), 1000); }, [](I& a, I&, I&) { a = set_bit(a, 1000); });
  both([](Z& a, Z&, Z&) { return mpz_popcount(a.get_mpz_t()); }, [](I& a, I&, I&) { return popcount(a); });
  both([](Z& a, Z&, Z&) { return mpz_scan1(a.get_mpz_t(), 0); },
       [](I& a, I&, I&) { return trailing_zeros(a); });
}

TEST(from_gmp, number_theory) {
  both([](Z& a, Z& b, Z&) -> Z { return gcd(a, b); }, [](I& a, I& b, I&) { return gcd(a, b); });
  both([](Z& a, Z& b, Z&) -> Z { return lcm(a, b); }, [](I& a, I& b, I&) { return lcm(a, b); });
  both(
      [](Z& a, Z& b, Z&) {
        Z g, s, t;
        mpz_gcdext(g.get_mpz_t(), s.get_mpz_t(), t.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
        return text_of(g) + ' ' + text_of(s) + ' ' + text_of(t);
      },
      [](I& a, I& b, I&) {
        const auto [g, s, t] = gcd_ext(a, b);
        return text_of(g) + ' ' + text_of(s) + ' ' + text_of(t);
      });
  both(
      [](Z& a, Z&, Z& n) {
        Z r;
        mpz_invert(r.get_mpz_t(), a.get_mpz_t(), n.get_mpz_t());
        return r;
      },
      [](I& a, I&, I& n) {
        I r;
        r = invert(a, n);
        return r;
      });
  both(
      [](Z& a, Z& b, Z& n) {
        Z r;
        mpz_powm(r.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t(), n.get_mpz_t());
        return r;
      },
      [](I& a, I& b, I& n) {
        I r;
        r = powm(a, b, n);
        return r;
      });
  both([](Z& a, Z&, Z&) { return mpz_probab_prime_p(a.get_mpz_t(), 25) != 0; },
       [](I& a, I&, I&) { return is_probable_prime(a); });
  both(
      [](Z& a, Z&, Z&) {
        Z r;
        mpz_nextprime(r.get_mpz_t(), a.get_mpz_t());
        return r;
      },
      [](I& a, I&, I&) {
        I r;
        r = next_prime(a);
        return r;
      });
  both([](Z& a, Z&, Z& n) { return mpz_jacobi(a.get_mpz_t(), n.get_mpz_t()); },
       [](I& a, I&, I& n) { return jacobi(a, n); });
  both([](Z&, Z&, Z&) -> Z { return mpz_class::factorial(1000); },
       [](I&, I&, I&) { return factorial(1000); });
  both([](Z&, Z&, Z&) -> Z { return mpz_class::primorial(1000); },
       [](I&, I&, I&) { return primorial(1000); });
  both([](Z&, Z&, Z&) -> Z { return mpz_class::fibonacci(1000); },
       [](I&, I&, I&) { return fibonacci(1000); });
  both(
      [](Z&, Z&, Z&) {
        Z r;
        mpz_bin_uiui(r.get_mpz_t(), 1000, 300);
        return r;
      },
      [](I&, I&, I&) {
        I r;
        r = binomial(1000, 300);
        return r;
      });
}

TEST(from_gmp, bytes) {
  both(
      [](Z& a, Z&, Z&) {
        const std::array<unsigned char, 3> octets{1, 2, 3};
        mpz_import(a.get_mpz_t(), 3, 1, 1, 0, 0, octets.data());
      },
      [](I& a, I&, I&) {
        const std::array<unsigned char, 3> octets{1, 2, 3};
        a = from_bytes(std::as_bytes(std::span(octets)), std::endian::big);
      });
  both(
      [](Z& a, Z&, Z&) {
        std::vector<unsigned char> octets(19);
        mpz_export(octets.data(), nullptr, 1, 1, 0, 0, a.get_mpz_t());
        return text_of(static_cast<int>(octets.at(0))) + text_of(static_cast<int>(octets.at(18)));
      },
      [](I& a, I&, I&) {
        std::vector<std::byte> octets;
        octets = to_bytes(a, std::endian::big);
        return text_of(static_cast<int>(octets.at(0))) + text_of(static_cast<int>(octets.at(18)));
      });
}

TEST(from_gmp, random_numbers) {
  both(
      [](Z& a, Z&, Z&) {
        gmp_randclass random(gmp_randinit_default);
        return mpz_sizeinbase(Z(random.get_z_bits(1000)).get_mpz_t(), 2) <= 1000 &&
               Z(random.get_z_range(a)) < a;
      },
      [](I& a, I&, I&) {
        random_engine random(1);
        return random.bits(1000).bit_length() <= 1000 && random.below(a) < a;
      });
}

// clang-format on

TEST(from_gmp, both_at_once) {
  mpz_class theirs("123456789012345678901234567890");
  const gpu_bigint ours = from_mpz(theirs);
  theirs = to_mpz_class(ours * ours);
  EXPECT_EQ(theirs.get_str(), (ours * ours).to_string());
}

}  // namespace
