/// \file
/// The numbers of launches and waits of operations on a device with the tuning of a GPU, and their results.
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "gpu_bigint.hpp"
#include "src/context/engine.hpp"
#include "src/exec/all_launches.hpp"
#include "src/number/access.hpp"
#include "tests/plan/devices.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/watched_executor.hpp"

namespace gbi::test {

namespace {

using device = watched_executor<distant_executor>;

struct cost {
  int launches = 0;
  std::uint64_t waits = 0;
  friend bool operator==(const cost&, const cost&) = default;
  friend std::ostream& operator<<(std::ostream& out, const cost& c) {
    return out << c.launches << " launches, " << c.waits << " waits";
  }
};

class Launches : public testing::Test {
 protected:
  cost of(const std::function<void()>& work) {
    cost result;
    device_->before_launch = [&](const exec::launchable&, const void*) { ++result.launches; };
    const std::uint64_t before = device_->waits();
    work();
    result.waits = device_->waits() - before;
    device_->before_launch = nullptr;
    return result;
  }

  void watch(std::function<void(const exec::launchable&, const void*)> look) {
    device_->before_launch = std::move(look);
  }

 private:
  std::unique_ptr<device> owned_ = std::make_unique<device>();
  device* const device_ = owned_.get();
  const context context_ = detail::context_of(detail::engine::make(std::move(owned_), tuning_for("sm_90")));
  const scoped_context here_{context_};

 protected:
  random_source random{test_seed()};
};

TEST_F(Launches, SumsAndDifferencesTakeOne) {
  for (const std::size_t limbs : {7000, 20'000, 70'000}) {
    const integer a(random_limbs(random, limbs)), b(random_limbs(random, limbs));
    const gpu_bigint x = from_oracle(a), y = from_oracle(b);
    gpu_bigint sum, difference, other;
    EXPECT_EQ(of([&] { sum = x + y; }), (cost{1, 0})) << limbs << " limbs";
    EXPECT_EQ(of([&] { difference = x - y; }), (cost{1, 0})) << limbs << " limbs";
    EXPECT_EQ(of([&] { other = -x + y; }), (cost{1, 0})) << limbs << " limbs";
    EXPECT_TRUE(matches(sum, a + b));
    EXPECT_TRUE(matches(difference, a - b));
    EXPECT_TRUE(matches(other, b - a));
  }
}

// One additional launch evaluates a relation, and the host does not wait for it. If a number may be negative,
// a shift to the right takes one more, for the limbs that it drops.
TEST_F(Launches, ChecksOfEverythingTakeFewAndNoWait) {
  const integer a(random_limbs(random, 10'000)), b(random_limbs(random, 10'000)),
      c(random_limbs(random, 20'000));
  const gpu_bigint x = from_oracle(a), y = from_oracle(b), z = from_oracle(c);
  ASSERT_GT(plan_product(x, y).passes, 1);
  ASSERT_FALSE(plan_product(x, y).verified);
  gpu_bigint sum, difference, left, right, rounded, product;
  quotient_remainder divided;
  root_remainder rooted;
  struct {
    std::function<void()> work;
    int more;  // launches
  } const all[] = {{[&] { sum = x + y; }, 1},
                   {[&] { difference = x - y; }, 1},
                   {[&] { left = x << 37; }, 1},
                   {[&] { right = x >> 37; }, 1},
                   {[&] { rounded = -x >> 37; }, 2},
                   {[&] { product = x * y; }, 1},
                   {[&] { divided = div_rem(z, y); }, 1},
                   {[&] { rooted = sqrt_rem(z); }, 1}};
  for (const auto& [work, more] : all) {
    work();  // from now on sizes are known and tables exist
    const cost before = of(work);
    context::current().set_verification(verification::all);
    work();
    const cost checked = of(work);
    context::current().set_verification(verification::residue);
    EXPECT_EQ(checked.launches, before.launches + more);
    EXPECT_EQ(checked.waits, before.waits);
  }
  EXPECT_TRUE(matches(sum, a + b));
  EXPECT_TRUE(matches(difference, a - b));
  EXPECT_TRUE(matches(left, a << 37));
  EXPECT_TRUE(matches(right, a >> 37));
  EXPECT_TRUE(matches(rounded, -a >> 37));
  EXPECT_TRUE(matches(product, a * b));
  integer quotient, remainder, root, rest;
  mpz_tdiv_qr(quotient.get(), remainder.get(), c.get(), b.get());
  mpz_sqrtrem(root.get(), rest.get(), c.get());
  EXPECT_TRUE(matches(divided.quotient, quotient));
  EXPECT_TRUE(matches(divided.remainder, remainder));
  EXPECT_TRUE(matches(rooted.root, root));
  EXPECT_TRUE(matches(rooted.remainder, rest));
}

// Conversion to text waits for the digits. With all checks, the device computes the number's checksum before
// the digits and sends it after them, while the host scans the text. Conversion from text waits only if
// products have digits that are not proven. Long conversions are checked once, not twice.
TEST_F(Launches, ChecksOfTextTakeFewAndOneWait) {
  struct {
    std::size_t limbs;
    bool may_round;
  } const sizes[] = {{2000, false},
                     {detail::engine_of(context::current())->tuning().product.verified_total_limbs, true}};
  for (const auto& [limbs, may_round] : sizes)
    for (const int base : {10, 16}) {
      if (may_round && test_scale() < 1) continue;
      const integer a(random_limbs(random, limbs));
      const gpu_bigint x = from_oracle(a);
      const std::string right = a.to_string(base);
      std::string text;
      gpu_bigint number;
      const auto to_text = [&] { text = x.to_string(base); };
      const auto from_text = [&] { number = gpu_bigint(right, base); };
      const auto in_mode = [&, limbs = limbs](verification mode, const std::function<void()>& work) {
        context::current().set_verification(mode);
        work();  // from now on powers are kept
        const cost result = of(work);
        context::current().set_verification(verification::residue);
        EXPECT_TRUE(text.empty() || text == right) << limbs << " limbs";
        return result;
      };
      const bool is_checked = may_round && base == 10;
      const cost to = in_mode(verification::residue, to_text),
                 to_checked = in_mode(verification::all, to_text),
                 from = in_mode(verification::residue, from_text),
                 from_checked = in_mode(verification::all, from_text);
      SCOPED_TRACE(std::to_string(limbs) + " limbs in base " + std::to_string(base));
      EXPECT_EQ(to.waits, is_checked ? 2u : 1u);
      EXPECT_EQ(to_checked.waits, 2u);
      EXPECT_EQ(to_checked.launches, to.launches + (is_checked ? 0 : 2));
      EXPECT_EQ(from.waits, is_checked ? 1u : 0u);
      EXPECT_EQ(from_checked.waits, from.waits);
      EXPECT_EQ(from_checked.launches, from.launches + (is_checked ? -1 : 1));
      EXPECT_TRUE(matches(number, a));
    }
}

TEST_F(Launches, DivisionByALimbTakesOne) {
  for (const std::size_t limbs : {7000, 20'000, 70'000}) {
    const integer a(random_limbs(random, limbs)), d = integer(1'000'003);
    const gpu_bigint x = from_oracle(a), y = from_oracle(d);
    gpu_bigint quotient, remainder;
    EXPECT_EQ(of([&] { quotient = x / y; }), (cost{1, 0})) << limbs << " limbs";
    EXPECT_EQ(of([&] { remainder = x % y; }), (cost{1, 0})) << limbs << " limbs";
    integer q, r;
    mpz_tdiv_qr(q.get(), r.get(), a.get(), d.get());
    EXPECT_TRUE(matches(quotient, q));
    EXPECT_TRUE(matches(remainder, r));
  }
}

TEST_F(Launches, DivisionsDoNotWait) {
  struct {
    std::size_t limbs;
    int most;
  } const sizes[] = {{1024, 14}, {4096, 18}, {16384, 37}};
  for (const auto& [limbs, most] : sizes) {
    const integer a(random_limbs(random, 2 * limbs)), b(random_limbs(random, limbs));
    const gpu_bigint x = from_oracle(a), y = from_oracle(b);
    static_cast<void>(div_rem(x, y));  // from now on the divisor's top limb is known
    quotient_remainder found;
    const cost taken = of([&] { found = div_rem(x, y); });
    EXPECT_EQ(taken.waits, 0u) << limbs << " limbs";
    EXPECT_LE(taken.launches, most) << limbs << " limbs";
    integer quotient, remainder;
    mpz_tdiv_qr(quotient.get(), remainder.get(), a.get(), b.get());
    EXPECT_TRUE(matches(found.quotient, quotient));
    EXPECT_TRUE(matches(found.remainder, remainder));
  }
}

TEST_F(Launches, SquareRootsWaitForTheFirstLimbs) {
  struct {
    std::size_t limbs;
    int most;
  } const sizes[] = {{1024, 17}, {2048, 19}, {8192, 27}, {32768, 47}};
  for (const auto& [limbs, most] : sizes) {
    const integer a(random_limbs(random, limbs));
    const gpu_bigint x = from_oracle(a);
    static_cast<void>(sqrt_rem(x));  // from now on the length is known
    root_remainder found;
    const cost taken = of([&] { found = sqrt_rem(x); });
    EXPECT_EQ(taken.waits, 1u) << limbs << " limbs";
    EXPECT_LE(taken.launches, most) << limbs << " limbs";
    integer root, remainder;
    mpz_sqrtrem(root.get(), remainder.get(), a.get());
    EXPECT_TRUE(matches(found.root, root));
    EXPECT_TRUE(matches(found.remainder, remainder));
  }
}

// The number of launches grows with the steps. The host waits for the leading limbs, the length of the root
// and the sign of the remainder.
TEST_F(Launches, RootsWaitForTheFirstLimbsAndAtTheEnd) {
  for (const std::uint64_t k : {3, 5}) {
    int before = 0;
    for (const std::size_t limbs : {7000, 14'000}) {
      const integer a(random_limbs(random, limbs));
      const gpu_bigint x = from_oracle(a);
      root_remainder found;
      const cost taken = of([&] { found = root_rem(x, k); });
      EXPECT_EQ(taken.waits, 3u) << limbs << " limbs, degree " << k;
      EXPECT_LT(before, taken.launches);
      EXPECT_LE(taken.launches, 60) << limbs << " limbs, degree " << k;
      before = taken.launches;
      integer root, remainder;
      mpz_rootrem(root.get(), remainder.get(), a.get(), k);
      EXPECT_TRUE(matches(found.root, root));
      EXPECT_TRUE(matches(found.remainder, remainder));
    }
  }
}

// At these sizes a GPU's planner chooses columns of bytes for many steps.
TEST_F(Launches, StepsByColumnsOfBytesAreRight) {
  bool bytes = false;
  const auto look = [&](const exec::launchable& kernel, const void* arguments) {
    exec::launches::visit(kernel, arguments, [&](const auto& a) {
      if constexpr (requires { a.form; }) bytes |= a.form != kernels::column_form::digits;
    });
  };
  for (int round = 0; round < 8; ++round) {
    const integer a(random_limbs(random, random.between(2500, 5000))),
        d(random_limbs(random, random.between(1100, 2400)));
    const gpu_bigint x = from_oracle(a), y = from_oracle(d);
    integer q, r, root, rest;
    mpz_tdiv_qr(q.get(), r.get(), a.get(), d.get());
    mpz_sqrtrem(root.get(), rest.get(), a.get());
    watch(look);
    const gpu_bigint quotient = x / y, remainder = x % y, product = y * y;
    const root_remainder found = root_rem(x, 2);
    watch(nullptr);
    EXPECT_TRUE(matches(quotient, q));
    EXPECT_TRUE(matches(remainder, r));
    EXPECT_TRUE(matches(product, d * d));
    EXPECT_TRUE(matches(found.root, root));
    EXPECT_TRUE(matches(found.remainder, rest));
    EXPECT_TRUE(std::exchange(bytes, false)) << a.bit_length() << " and " << d.bit_length() << " bits";
  }
}

}  // namespace

}  // namespace gbi::test
