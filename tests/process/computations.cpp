#include "tests/process/computations.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "gpu_bigint/all.hpp"

namespace gbi::test {

namespace {

using word_list = std::vector<std::uint64_t>;

word_list characters(const std::string& text) {
  return {text.begin(), text.end()};
}

class collection {
 public:
  explicit collection(random_source& random) : random_(random) {}

  std::vector<computation> take() { return std::move(all_); }

  integer operand(std::size_t count) { return integer(random_limbs(random_, count)); }

  /// Adds a computation of a number.
  void add(std::string name, std::function<gpu_bigint()> ours, const integer& expected) {
    all_.push_back(
        {std::move(name), [ours = std::move(ours)] { return ours().to_limbs(); }, expected.to_limbs()});
  }
  void add_words(std::string name, std::function<word_list()> ours, word_list expected) {
    all_.push_back({std::move(name), std::move(ours), std::move(expected)});
  }

  void add_product(std::size_t n, std::size_t m) {
    const integer a = operand(n), b = operand(m);
    const gpu_bigint x = from_oracle(a), y = from_oracle(b);
    const std::string sizes = std::to_string(n) + " by " + std::to_string(m) + " limbs";
    add(
        "product of " + sizes, [=] { return x * y; }, a * b);
    add(
        "square of " + sizes, [=] { return square(x); }, a * a);
  }
  void add_quotient(std::size_t n, std::size_t m) {
    const integer a = operand(n), b = operand(m);
    const gpu_bigint x = from_oracle(a), y = from_oracle(b);
    const std::string sizes = std::to_string(n) + " by " + std::to_string(m) + " limbs";
    add(
        "quotient of " + sizes, [=] { return x / y; }, a / b);
    add(
        "remainder of " + sizes, [=] { return x % divider(y); }, a % b);
  }
  void add_roots(std::size_t n) {
    const integer a = operand(n);
    const gpu_bigint x = from_oracle(a);
    integer square_root, cube_root, fifth;
    mpz_sqrt(square_root.get(), a.get());
    mpz_root(cube_root.get(), a.get(), 3);
    mpz_root(fifth.get(), a.get(), 5);
    const std::string size = " root of " + std::to_string(n) + " limbs";
    add(
        "square" + size, [=] { return isqrt(x); }, square_root);
    add(
        "cube" + size, [=] { return iroot(x, 3); }, cube_root);
    add(
        "fifth" + size, [=] { return iroot(x, 5); }, fifth);
  }
  void add_text(std::size_t n) {
    const integer a = operand(n);
    const gpu_bigint x = from_oracle(a);
    for (const int base : {7, 10, 16}) {
      const std::string text = a.to_string(base),
                        name = std::to_string(n) + " limbs in base " + std::to_string(base);
      add_words(
          "text of " + name, [=] { return characters(x.to_string(base)); }, characters(text));
      add(
          "number from " + name, [=] { return gpu_bigint(text, base); }, a);
    }
  }
  void add_powers(std::size_t n) {
    const integer a = operand(n), e = operand(3), m = operand(n);
    integer expected;
    mpz_powm(expected.get(), a.get(), e.get(), m.get());
    const gpu_bigint x = from_oracle(a), y = from_oracle(e), z = from_oracle(m);
    const std::string size = " of " + std::to_string(n) + " limbs";
    add(
        "modular power" + size, [=] { return powm(x, y, z); }, expected);
    integer power;
    mpz_pow_ui(power.get(), a.get(), 13);
    add(
        "power" + size, [=] { return pow(x, 13); }, power);
  }
  void add_gcd(std::size_t n) {
    const integer common = operand(n / 3 + 1), a = operand(n) * common, b = operand(n) * common;
    integer expected;
    mpz_gcd(expected.get(), a.get(), b.get());
    const gpu_bigint x = from_oracle(a), y = from_oracle(b);
    const std::string name = "gcd of " + std::to_string(n) + " limbs";
    add(
        name, [=] { return gcd(x, y); }, expected);
    add(
        "extended " + name,
        [=] {
          const bezout found = gcd_ext(x, y);
          return found.s * x + found.t * y;
        },
        expected);
  }
  void add_sequences() {
    integer expected;
    mpz_fac_ui(expected.get(), 3000);
    add(
        "factorial", [] { return factorial(3000); }, expected);
    mpz_bin_uiui(expected.get(), 5000, 2100);
    add(
        "binomial coefficient", [] { return binomial(5000, 2100); }, expected);
    mpz_primorial_ui(expected.get(), 6000);
    add(
        "primorial", [] { return primorial(6000); }, expected);
    mpz_fib_ui(expected.get(), 30000);
    add(
        "Fibonacci number", [] { return fibonacci(30000); }, expected);
    mpz_lucnum_ui(expected.get(), 20001);
    add(
        "Lucas number", [] { return lucas(20001); }, expected);
  }
  void add_primes() {
    const integer start = operand(2);
    integer expected;
    mpz_nextprime(expected.get(), start.get());
    const gpu_bigint x = from_oracle(start);
    add(
        "next prime", [=] { return next_prime(x); }, expected);
    for (const std::uint64_t p : {127, 1279, 1277})
      add_words("Mersenne number " + std::to_string(p),
                [p] { return word_list{is_mersenne_prime(p) ? 1U : 0U}; }, {p != 1277 ? 1U : 0U});
  }
  void add_prepared(std::size_t n) {
    const integer a = operand(n), b = operand(n);
    const gpu_bigint x = from_oracle(a), y = from_oracle(b);
    add(
        "prepared product of " + std::to_string(n) + " limbs", [=] { return x * prepared(y); }, a * b);
  }
  void add_batches(std::size_t size, std::size_t n) {
    word_list x, y, modulus, product, power;
    const integer e = operand(1);
    for (std::size_t g = 0; g < size; ++g) {
      word_list a = random_limbs(random_, n), b = random_limbs(random_, n), m = random_limbs(random_, n);
      m[0] |= 1;
      word_list both = (integer(a) * integer(b)).to_limbs();
      both.resize(2 * n);
      integer raised;
      mpz_powm(raised.get(), integer(a).get(), e.get(), integer(m).get());
      word_list remainder = raised.to_limbs();
      remainder.resize(n);
      x.insert(x.end(), a.begin(), a.end());
      y.insert(y.end(), b.begin(), b.end());
      modulus.insert(modulus.end(), m.begin(), m.end());
      product.insert(product.end(), both.begin(), both.end());
      power.insert(power.end(), remainder.begin(), remainder.end());
    }
    const auto batch = [&](const word_list& from) { return bigint_batch::from_limbs(from, size, 64 * n); };
    const bigint_batch a = batch(x), b = batch(y), m = batch(modulus);
    const gpu_bigint exponent = from_oracle(e);
    const std::string name = "batch of " + std::to_string(size) + " x " + std::to_string(n) + " limbs";
    add_words(
        "product of a " + name, [=] { return mul_full(a, b).to_limbs(); }, product);
    add_words(
        "powers of a " + name, [=] { return pow_mod(a, exponent, odd_moduli(m)).to_limbs(); }, power);
  }

 private:
  random_source& random_;
  std::vector<computation> all_;
};

}  // namespace

std::vector<computation> all_computations(random_source& random, std::size_t longest) {
  collection all(random);
  for (const auto& [n, m] : {std::pair<std::size_t, std::size_t>{1, 1},
                             {3, 2},
                             {40, 40},
                             {300, 250},
                             {700, 700},
                             {2000, 1900},
                             {9000, 8000},
                             {40000, 300},
                             {70000, 66000}})
    if (n <= longest) all.add_product(n, m);
  all.add_quotient(200, 100);
  all.add_quotient(3000, 1000);
  all.add_quotient(std::min<std::size_t>(longest, 20000), 7000);
  for (const std::size_t n : {1, 30, 1500}) all.add_roots(n);
  for (const std::size_t n : {5, 900}) all.add_text(n);
  for (const std::size_t n : {1, 8, 60, 300}) all.add_powers(n);
  for (const std::size_t n : {40, 1500}) all.add_gcd(n);
  all.add_sequences();
  all.add_primes();
  all.add_prepared(4000);
  all.add_batches(50, 8);
  all.add_batches(3, 200);
  return all.take();
}

}  // namespace gbi::test
