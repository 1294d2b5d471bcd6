/// \file
/// Every public function that takes numbers or batches, with an operand that is known to be wrong: the
/// function, or reading its result, throws a device_error. The list follows the headers. A function that
/// drops the evidence of an operand returns a value here and fails.
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "gpu_bigint/all.hpp"
#include "src/batch/storage.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number/number.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/faulty_executor.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

using number = gpu_bigint;
using batch = bigint_batch;

/// Whether the evidence of an operand is complete.
enum class stage { settled, pending };

/// Gives the copies made in this scope evidence that they are wrong, or right.
void testify(detail::engine& engine, bool wrong, stage when) {
  if (when == stage::settled || engine.executor().memory_is_host()) {
    if (wrong) faults::collector::innermost()->fail();
    return;
  }
  const faults::record record = engine.ledger().take();
  if (wrong) record.words[faults::record::failed_word] = record.ticket;  // as a kernel does
  engine.ledger().hand_over(record);
}

/// A copy on the device.
number made(const number& value, bool wrong, stage when) {
  const faults::operation_scope scope("copy", value);
  const detail::number& x = *detail::number_of(value);
  testify(*x.owner(), wrong, when);
  auto copy = detail::number::make(x.owner(), x.bound());
  copy->set_negative(false);
  x.executor().copy(copy->limbs(), x.limbs(), x.bound() * sizeof(limb));
  return detail::value_of(std::move(copy));
}
batch made(const batch& value, bool wrong, stage when) {
  const faults::operation_scope scope("copy", value);
  const detail::batch& x = *detail::storage_of(value);
  testify(*x.owner(), wrong, when);
  auto copy = std::make_shared<detail::batch>(x.owner(), x.size(), x.bits());
  x.executor().copy(copy->target().limbs, x.span().limbs, x.size() * x.limbs() * sizeof(limb));
  return detail::value_of(std::move(copy));
}

/// Reads a function's result.
template <class T>
void read(const T& value) {
  if constexpr (std::same_as<T, number>)
    value.to_limbs();
  else if constexpr (std::same_as<T, batch>)
    value.to_limbs();
  else if constexpr (std::same_as<T, batch_mask>)
    value.to_vector();
  else if constexpr (requires { value.quotient; }) {
    EXPECT_THROW(read(value.remainder), device_error);
    read(value.quotient);
  } else if constexpr (requires { value.root; }) {
    EXPECT_THROW(read(value.remainder), device_error);
    read(value.root);
  } else if constexpr (requires { value.rest; }) {
    read(value.rest);
  } else if constexpr (requires { value.gcd; }) {
    read(value.gcd);
  } else if constexpr (requires {
                         value.front();
                         value.size();
                       }) {
    if constexpr (std::same_as<std::decay_t<decltype(value.front())>, number>)
      for (const number& each : value) read(each);
  }
}

template <class Operand>
struct use {
  const char* name;
  std::function<void(const Operand&)> of;
};

/// Odd, of 300 limbs, and larger than the other numbers here.
const std::vector<use<number>>& uses_of_numbers() {
  static const auto text = [](const number& x) {
    std::ostringstream out;
    out << x;
  };
  const auto y = [](const number& x) { return x.in_same_context(7) << 9000; };
  static const std::vector<use<number>> all{
      // gpu_bigint.hpp
      {"copy", [](const number& x) { read(number(x)); }},
      {"to_limbs", [](const number& x) { x.to_limbs(); }},
      {"to_string", [](const number& x) { x.to_string(); }},
      {"to_string in base 16", [](const number& x) { x.to_string(16); }},
      {"sign", [](const number& x) { x.sign(); }},
      {"bit_length", [](const number& x) { x.bit_length(); }},
      {"operator bool", [](const number& x) { static_cast<void>(static_cast<bool>(x)); }},
      {"fits", [](const number& x) { x.fits<int>(); }},
      {"conversion to double", [](const number& x) { static_cast<void>(static_cast<double>(x)); }},
      {"conversion to float", [](const number& x) { static_cast<void>(static_cast<float>(x)); }},
      {"conversion to int", [](const number& x) { static_cast<void>(static_cast<int>(x >> 19190)); }},
      {"to", [](const number& x) { read(x.to(context(backend::host))); }},
      {"negation", [](const number& x) { read(-x); }},
      {"sum", [=](const number& x) { read(x + y(x)); }},
      {"sum from the left", [=](const number& x) { read(y(x) + x); }},
      {"sum with a built-in integer", [](const number& x) { read(x + 5); }},
      {"difference", [=](const number& x) { read(y(x) - x); }},
      {"difference with itself", [](const number& x) { read(x - x); }},
      {"product", [=](const number& x) { read(x * y(x)); }},
      {"product with a built-in integer", [](const number& x) { read(3 * x); }},
      {"quotient", [=](const number& x) { read(x / y(x)); }},
      {"quotient by it", [=](const number& x) { read((y(x) << 30000) / x); }},
      {"quotient by a built-in integer", [](const number& x) { read(x / 10); }},
      {"remainder", [=](const number& x) { read(x % y(x)); }},
      {"remainder by it", [=](const number& x) { read((y(x) << 30000) % x); }},
      {"shift to the left", [](const number& x) { read(x << 77); }},
      {"shift to the right", [](const number& x) { read(x >> 77); }},
      {"shift of a negative number", [](const number& x) { read(-x >> 77); }},
      {"assigned sum", [](number x) { read(x += 5); }},
      {"increment", [](number x) { read(++x); }},
      {"comparison", [=](const number& x) { static_cast<void>(x < y(x)); }},
      {"equality", [=](const number& x) { static_cast<void>(y(x) == x); }},
      {"comparison with a built-in integer", [](const number& x) { static_cast<void>(x > 5); }},
      {"comparison with a double", [](const number& x) { static_cast<void>(x > 1e300); }},
      {"stream", [](const number& x) { text(x); }},
      {"abs", [](const number& x) { read(abs(x)); }},
      {"abs of a negative number", [](const number& x) { read(abs(-x)); }},
      {"frexp", [](const number& x) { frexp(x); }},
      {"hash_value", [](const number& x) { hash_value(x); }},
      {"std::hash", [](const number& x) { std::hash<number>()(x); }},
      // arithmetic.hpp, prepared.hpp
      {"multiply", [=](const number& x) { read(multiply(x, y(x), algorithm::fft)); }},
      {"multiply by columns", [=](const number& x) { read(multiply(y(x), x, algorithm::schoolbook)); }},
      {"square", [](const number& x) { read(square(x)); }},
      {"multiply_add", [=](const number& x) { read(multiply_add(x, y(x), y(x))); }},
      {"multiply_subtract", [=](const number& x) { read(multiply_subtract(y(x), y(x), x)); }},
      {"pow", [](const number& x) { read(pow(x, 3)); }},
      {"prepared", [=](const number& x) { read(prepared(x) * y(x)); }},
      {"product with a prepared number", [=](const number& x) { read(x * prepared(y(x))); }},
      {"prepared value", [](const number& x) { read(prepared(x).value()); }},
      // bits.hpp
      {"and", [=](const number& x) { read(x & y(x)); }},
      {"or", [=](const number& x) { read(y(x) | x); }},
      {"exclusive or", [=](const number& x) { read(x ^ -y(x)); }},
      {"complement", [](const number& x) { read(~x); }},
      {"test_bit", [](const number& x) { test_bit(x, 100); }},
      {"test_bit of a negative number", [](const number& x) { test_bit(-x, 100); }},
      {"set_bit", [](const number& x) { read(set_bit(x, 100)); }},
      {"clear_bit", [](const number& x) { read(clear_bit(x, 100)); }},
      {"flip_bit", [](const number& x) { read(flip_bit(x, 100)); }},
      {"popcount", [](const number& x) { popcount(x); }},
      {"hamming_distance", [=](const number& x) { hamming_distance(y(x), x); }},
      {"scan0", [](const number& x) { scan0(x, 0); }},
      {"scan1", [](const number& x) { scan1(x, 0); }},
      {"trailing_zeros", [](const number& x) { trailing_zeros(x); }},
      {"low_bits", [](const number& x) { read(low_bits(x, 1000)); }},
      {"rotate_left", [](const number& x) { read(rotate_left(x, 10, 1000)); }},
      {"rotate_right", [](const number& x) { read(rotate_right(x, 10, 1000)); }},
      // division.hpp
      {"div_rem", [=](const number& x) { read(div_rem(x, y(x))); }},
      {"floor_div_rem", [=](const number& x) { read(floor_div_rem(-x, y(x))); }},
      {"ceil_div_rem", [=](const number& x) { read(ceil_div_rem(x, y(x))); }},
      {"euclidean_div_rem", [=](const number& x) { read(euclidean_div_rem(y(x) << 30000, x)); }},
      {"divide_exact", [=](const number& x) { read(divide_exact(x, y(x))); }},
      {"is_divisible", [=](const number& x) { is_divisible(x, y(x)); }},
      {"divider", [=](const number& x) { read((y(x) << 30000) / divider(x)); }},
      {"division by a divider", [=](const number& x) { read(divider(y(x)).div_rem(x)); }},
      // gcd.hpp, modular.hpp
      {"gcd", [=](const number& x) { read(gcd(x, y(x))); }},
      {"lcm", [=](const number& x) { read(lcm(y(x), x)); }},
      {"gcd_ext", [=](const number& x) { read(gcd_ext(x, y(x))); }},
      {"invert", [](const number& x) { read(invert(x.in_same_context(2), x)); }},
      {"try_invert", [](const number& x) { read(try_invert(x, x.in_same_context(1) << 20000).value()); }},
      {"jacobi", [=](const number& x) { jacobi(y(x), x); }},
      {"kronecker", [=](const number& x) { kronecker(x, y(x)); }},
      {"modulus", [=](const number& x) { read(modulus(x).reduce(y(x) << 20000)); }},
      {"residue", [=](const number& x) { read(modulus(y(x)).reduce(x)); }},
      {"modular product", [=](const number& x) { read(modulus(y(x)).multiply(x, y(x) + 1)); }},
      {"modular power", [=](const number& x) { read(modulus(y(x) + 1).power(x, 3)); }},
      {"powm", [=](const number& x) { read(powm(y(x), x.in_same_context(3), x)); }},
      {"powm with that exponent", [=](const number& x) { read(powm(y(x), x, y(x) + 1)); }},
      // primes.hpp, random.hpp, remainders.hpp, roots.hpp, sequences.hpp
      {"is_probable_prime", [](const number& x) { is_probable_prime(x); }},
      {"next_prime", [](const number& x) { next_prime(x); }},
      {"prev_prime", [](const number& x) { prev_prime(x); }},
      {"remove", [](const number& x) { read(remove(x, x.in_same_context(3)).rest); }},
      {"random number below", [](const number& x) { read(random_engine(1).below(x)); }},
      {"mod_each",
       [=](const number& x) {
         read(mod_each(x, std::vector{y(x), y(x) + 1}));
       }},
      {"mod_each of it",
       [=](const number& x) {
         read(mod_each(y(x) << 30000, std::vector{x, y(x)}));
       }},
      {"mod_each by words",
       [](const number& x) {
         mod_each(x, std::vector<std::uint64_t>{3, 5});
       }},
      {"crt",
       [=](const number& x) {
         read(crt(std::vector{x, y(x)}, std::vector{x * x + 1, x * x + 2}));
       }},
      {"sqrt_rem", [](const number& x) { read(sqrt_rem(x)); }},
      {"isqrt", [](const number& x) { read(isqrt(x)); }},
      {"root_rem", [](const number& x) { read(root_rem(x, 3)); }},
      {"iroot", [](const number& x) { read(iroot(x, 3)); }},
      {"is_perfect_square", [](const number& x) { is_perfect_square(x); }},
      {"is_perfect_power", [](const number& x) { is_perfect_power(x); }},
      {"product of many",
       [=](const number& x) {
         read(product(std::vector{y(x), x, y(x)}));
       }},
      {"binomial", [](const number& x) { read(binomial(x, 3)); }},
      // serialize.hpp, format.hpp, view.hpp, bigint_batch.hpp
      {"serialize", [](const number& x) { serialize(x); }},
      {"write_gmp_raw",
       [](const number& x) {
         std::ostringstream out;
         write_gmp_raw(out, x);
       }},
      {"to_bytes", [](const number& x) { to_bytes(x, std::endian::big); }},
      {"formatted text", [](const number& x) { to_string(x, text_format{}); }},
      {"size of a view", [](const number& x) { limb_view(x).size(); }},
      {"sign of a view", [](const number& x) { limb_view(x).negative(); }},
      {"batch of numbers", [](const number& x) { read(batch::from_numbers(std::vector{x}, 20000)); }},
      {"batch of one number", [](const number& x) { read(batch::filled(3, x, 20000)); }},
      {"odd_moduli of one number",
       [](const number& x) {
         read(pow_mod(batch::filled(2, x.in_same_context(5), 128), x.in_same_context(3), odd_moduli(x)));
       }},
      {"exponent for a batch",
       [](const number& x) {
         read(pow_mod(batch::filled(2, x.in_same_context(5), 128), x, odd_moduli(x.in_same_context(7))));
       }},
  };
  return all;
}

/// Odd numbers.
const std::vector<use<batch>>& uses_of_batches() {
  const auto y = [](const batch& x) {
    const scoped_context use(x.context());
    return batch::filled(x.size(), gpu_bigint(12345), x.bits());
  };
  static const std::vector<use<batch>> all{
      {"copy", [](const batch& x) { read(batch(x)); }},
      {"to_limbs", [](const batch& x) { x.to_limbs(); }},
      {"element", [](const batch& x) { read(x[1]); }},
      {"undefined", [=](const batch& x) { div_rem(y(x), x).quotient.undefined(); }},
      {"resized", [](const batch& x) { read(x.resized(256)); }},
      {"sum", [=](const batch& x) { read(x + y(x)); }},
      {"difference", [=](const batch& x) { read(y(x) - x); }},
      {"product", [=](const batch& x) { read(x * y(x)); }},
      {"shift to the left", [](const batch& x) { read(x << 3); }},
      {"shift to the right", [](const batch& x) { read(x >> 3); }},
      {"mul_full", [=](const batch& x) { read(mul_full(y(x), x)); }},
      {"mul_full by transforms", [=](const batch& x) { read(mul_full(y(x), x, algorithm::fft)); }},
      {"mul_low", [=](const batch& x) { read(mul_low(x, y(x))); }},
      {"mul_high", [=](const batch& x) { read(mul_high(x, y(x))); }},
      {"square", [](const batch& x) { read(square(x)); }},
      {"div_rem", [=](const batch& x) { read(div_rem(x, y(x))); }},
      {"div_rem by it", [=](const batch& x) { read(div_rem(y(x), x)); }},
      {"gcd", [=](const batch& x) { read(gcd(x, y(x))); }},
      {"invert", [=](const batch& x) { read(invert(y(x), x)); }},
      {"compare", [=](const batch& x) { compare(x, y(x)); }},
      {"odd_moduli", [=](const batch& x) { read(mul_mod(y(x), y(x), odd_moduli(x))); }},
      {"mul_mod", [=](const batch& x) { read(mul_mod(x, y(x), odd_moduli(y(x)))); }},
      {"base of pow_mod", [=](const batch& x) { read(pow_mod(x, y(x), odd_moduli(y(x)))); }},
      {"exponent of pow_mod", [=](const batch& x) { read(pow_mod(y(x), x, odd_moduli(y(x)))); }},
      {"modulus of pow_mod", [=](const batch& x) { read(pow_mod(y(x), y(x)[0], odd_moduli(x))); }},
      {"comparison", [=](const batch& x) { read(x == y(x)); }},
      {"order", [=](const batch& x) { read(y(x) < x); }},
      {"combination of masks", [=](const batch& x) { read((y(x) == y(x)) & (y(x) != x)); }},
      {"complement of a mask", [=](const batch& x) { read(~(y(x) >= x)); }},
      {"select", [=](const batch& x) { read(select(y(x) == y(x), y(x), x)); }},
      {"select by a mask of it", [=](const batch& x) { read(select(x <= y(x), y(x), y(x))); }},
  };
  return all;
}

class FailedOperand : public testing::TestWithParam<std::string> {
 protected:
  template <class Operand>
  void check(const std::vector<use<Operand>>& uses, const std::function<Operand()>& make) {
    for (const stage when : {stage::settled, stage::pending})
      for (const use<Operand>& each : uses) {
        const std::string where =
            std::string(each.name) + (when == stage::pending ? ", pending" : ", settled");
        const Operand value = make();
        EXPECT_THROW(each.of(made(value, true, when)), device_error) << where;
      }
  }

  /// Runs the work in contexts whose numbers the host reads directly, and in others.
  template <class Work>
  void on_each(Work&& work) {
    const auto with = [&](auto executor) {
      const auto limits = GetParam() == "words" ? plan::word_limits::of(1024) : plan::word_limits::none();
      const scoped_context use(detail::context_of(detail::engine::make(std::move(executor), limits)));
      work();
    };
#if defined(GPU_BIGINT_WITH_CUDA)
    if (GetParam() == "cuda") return with(std::make_unique<exec::cuda::cuda_executor>(0, nullptr));
#endif
    with(std::make_unique<exec::host::host_executor>());
    with(std::make_unique<distant_executor>());
  }

  void SetUp() override {
    if (GetParam() == "cuda" && !is_available(backend::cuda)) GTEST_SKIP() << "no CUDA device";
  }
};

std::vector<std::string> places() {
#if defined(GPU_BIGINT_WITH_CUDA)
  return {"host", "words", "cuda"};
#else
  return {"host", "words"};
#endif
}

TEST_P(FailedOperand, OfEveryFunctionOfNumbers) {
  on_each([&] { check<number>(uses_of_numbers(), [] { return (gpu_bigint(1) << 19199) - 12345; }); });
}

TEST_P(FailedOperand, OfEveryFunctionOfBatches) {
  on_each([&] {
    check<batch>(uses_of_batches(), [] { return batch::filled(3, (gpu_bigint(1) << 120) - 1, 128); });
  });
}

// More operands than an operation lists one by one.
TEST_P(FailedOperand, AmongMany) {
  on_each([&] {
    for (const stage when : {stage::settled, stage::pending})
      for (const bool wrong : {true, false}) {
        std::vector<number> factors;
        for (int i = 0; i < 100; ++i)
          factors.push_back(made((gpu_bigint(1) << 200) + i, wrong && i == 7, when));
        if (wrong) {
          EXPECT_THROW(read(product(factors)), device_error);
        } else {
          EXPECT_EQ(product(factors).bit_length(), 20001u);
        }
      }
  });
}

// The errors above come from the operands: with right operands the same functions succeed.
TEST_P(FailedOperand, IsWhatTheErrorsCameFrom) {
  on_each([&] {
    for (const stage when : {stage::settled, stage::pending}) {
      const number x = made((gpu_bigint(1) << 19199) - 12345, false, when);
      EXPECT_EQ(x + 12345, gpu_bigint(1) << 19199);
      EXPECT_EQ(sqrt_rem(x * x).root, x);
      EXPECT_EQ(gcd(x * 6, x * 35), x);
      EXPECT_EQ(number(x.to_string()), x);
      const batch b = made(batch::filled(3, (gpu_bigint(1) << 120) - 1, 128), false, when);
      EXPECT_EQ((b + b)[1], (gpu_bigint(1) << 121) - 2);
      EXPECT_EQ((b == b).to_vector(), std::vector<bool>(3, true));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(, FailedOperand, testing::ValuesIn(places()),
                         [](const testing::TestParamInfo<std::string>& information) {
                           return information.param;
                         });

}  // namespace

}  // namespace gbi::test
