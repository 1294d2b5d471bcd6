#include "tools/gbi/yardsticks.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "bench/rivals/flint.hpp"
#include "tools/gbi/cufft.hpp"
#include "tools/support/timing.hpp"
#if defined(GBI_WITH_GMP)
#include <gpu_bigint/gmp.hpp>
#endif

namespace program {

namespace {

#if defined(GBI_WITH_GMP)

/// An mpz_t that frees its memory.
class integer {
 public:
  integer() { mpz_init(value_); }
  explicit integer(const gbi::gpu_bigint& value) : integer() { gbi::to_mpz(value_, value); }
  ~integer() { mpz_clear(value_); }
  integer(const integer&) = delete;
  integer& operator=(const integer&) = delete;
  operator mpz_ptr() { return value_; }  // NOLINT(google-explicit-constructor): as an mpz_t

 private:
  mpz_t value_;
};

std::optional<double> seconds_of_gmp(measured_operation what, const bench_operands& operands, int repeat) {
  integer a(operands.a), b(operands.b), twice(operands.twice), result, rest;
  switch (what) {
    case measured_operation::product:
      return seconds_of_one(repeat, [&] { mpz_mul(result, a, b); });
    case measured_operation::square:
      return seconds_of_one(repeat, [&] { mpz_mul(result, a, a); });
    case measured_operation::quotient:
      return seconds_of_one(repeat, [&] { mpz_tdiv_qr(result, rest, twice, a); });
    case measured_operation::root:
      return seconds_of_one(repeat, [&] { mpz_sqrt(result, twice); });
    case measured_operation::gcd:
      return seconds_of_one(repeat, [&] { mpz_gcd(result, a, b); });
    case measured_operation::power:
      return seconds_of_one(repeat, [&] { mpz_powm(result, a, a, b); });
    case measured_operation::text: {
      std::string text(mpz_sizeinbase(a, 10) + 2, '\0');
      return seconds_of_one(repeat, [&] { mpz_get_str(text.data(), 10, a); });
    }
  }
  return std::nullopt;
}

#endif

std::optional<double> seconds_of_flint(const gbi::bench::flint& flint, measured_operation what,
                                       const bench_operands& operands, int repeat) {
  if (what != measured_operation::product) return std::nullopt;
  const std::vector<std::uint64_t> a = operands.a.to_limbs(), b = operands.b.to_limbs();
  std::vector<std::uint64_t> product(a.size() + b.size());
  return seconds_of_one(repeat, [&] { flint.multiply(product, a, b); });
}

}  // namespace

double seconds_of_one(int repeat, const std::function<void()>& run, const std::function<void()>& wait) {
  constexpr double enough = 1e-3;
  constexpr int most = 1 << 16;
  int runs = 1;
  const auto measure = [&] {
    return support::seconds_of([&] {
      for (int i = 0; i < runs; ++i) run();
      wait();
    });
  };
  measure();  // fills caches and memory pools
  while (runs < most && measure() < enough) runs *= 2;
  return support::median_seconds(repeat, false, [&] { measure(); }).median / runs;
}

std::vector<yardstick> find_yardsticks(const gbi::context& context) {
  std::vector<yardstick> found;
#if defined(GBI_WITH_GMP)
  found.push_back({"GMP " + std::string(gmp_version), seconds_of_gmp, ""});
#endif
  if (std::shared_ptr<gbi::bench::flint> flint = gbi::bench::flint::load()) {
    flint->set_threads(1);
    found.push_back({"FLINT " + flint->version(),
                     [flint](measured_operation what, const bench_operands& operands, int repeat) {
                       return seconds_of_flint(*flint, what, operands, repeat);
                     },
                     ""});
  }
  if (context.backend() == gbi::backend::cuda && has_cufft())
    found.push_back({"cuFFT",
                     [context](measured_operation what, const bench_operands& operands, int repeat) {
                       return seconds_of_cufft(context, what, operands, repeat);
                     },
                     "cuFFT: transforms only, without the carries that make a product of them"});
  return found;
}

}  // namespace program
