/// \file
/// Elliptic curves against GMP-ECM's residues, and against the same curves over GMP's integers.
#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "gpu_bigint/factor.hpp"
#include "gpu_bigint/primes.hpp"
#include "tests/factor/factor_fixture.hpp"
#include "tests/support/tuned_context.hpp"

namespace gbi::test {

namespace {

/// Points of the curve with this sigma modulo n.
class plain_curve {
 public:
  struct point {
    integer x, z;
  };

  plain_curve(const integer& n, std::uint32_t sigma) : n_(n) {
    integer inverse;
    mpz_invert(inverse.get(), (integer(1) << 32).get(), n.get());
    d_ = modulo(integer(static_cast<long>(sigma)) * inverse, n);
  }

  /// k (2 : 1)
  point multiple(const integer& k) const {
    const point start{integer(2), integer(1)};
    return multiple(k, start);
  }
  point multiple(const integer& k, const point& start) const {
    point low = start, high = twice(start);
    for (std::size_t i = k.bit_length() - 1; i-- > 0;) {
      const point sum = add(low, high, start);
      if (mpz_tstbit(k.get(), i) != 0) {
        low = sum;
        high = twice(high);
      } else {
        high = sum;
        low = twice(low);
      }
    }
    return low;
  }

 private:
  point twice(const point& p) const {
    const integer u = (p.x + p.z) * (p.x + p.z), v = (p.x - p.z) * (p.x - p.z), t = u - v;
    return {modulo(u * v, n_), modulo(t * (v + d_ * t), n_)};
  }
  point add(const point& p, const point& q, const point& difference) const {
    const integer a = (p.x - p.z) * (q.x + q.z), b = (p.x + p.z) * (q.x - q.z);
    return {modulo(difference.z * (a + b) * (a + b), n_), modulo(difference.x * (a - b) * (a - b), n_)};
  }

  integer n_, d_;
};

class Ecm : public factor_fixture {
 protected:
  /// A search after stage 1, without stage 2.
  static ecm_search first_stage(const integer& n, std::uint32_t sigma, std::size_t curves, std::uint64_t b1) {
    ecm_search search(from_oracle(n), {.b1 = b1, .b2 = 1, .curves = curves, .sigma = sigma});
    while (!search.is_done()) search.step();
    return search;
  }
};

/// X modulo 2^64 in the files that GMP-ECM 7.0.5 writes by `ecm -param 3 -sigma 3:SIGMA -save FILE B1 0`.
struct saved_residue {
  mp_bitcnt_t bits;  ///< of n = 2^bits + added
  long added;
  std::uint32_t sigma;
  std::uint64_t b1, low_bits;
};

TEST_P(Ecm, ResiduesOfGmpEcm) {
  const saved_residue all[] = {{128, 1, 17, 1000, 0x8584201a250e70da},
                               {128, 1, 4294967295, 1009, 0x562b179b84fced6f},
                               {256, 1, 2, 3, 0x33ebe3b99c3ea626},
                               {256, 1, 3, 4096, 0x40a81a8725166bb9},
                               {131, -1, 123456789, 4, 0x2f4463b73882ec40},
                               {521, -1, 1000000007, 20000, 0x34f0ae74db1f8678},
                               {1279, -1, 99, 2000, 0x13c7f1cc5af0e444},
                               {2203, -1, 4000000000, 500, 0x321097a077e338e6},
                               {1024, 1, 2147483648, 512, 0x9a23c6efb4461735},
                               {1024, 1, 2147483649, 100, 0x4b4ddf7351fabeef},
                               {4099, -1, 5, 300, 0xa4846cde3df2b800}};
  for (const saved_residue& each : all) {
    if (each.bits > size({4099, 131, 4099})) continue;
    const integer n = (integer(1) << each.bits) + integer(each.added);
    const std::vector<ecm_residue> found = first_stage(n, each.sigma, 1, each.b1).residues();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].x.to_limbs().front(), each.low_bits) << each.bits << " bits, sigma " << each.sigma;
  }
}

TEST_P(Ecm, FirstStage) {
  for (const std::size_t bits : {2, 64, 127, 128, 129, 250, 256, 260, 1024, 2100, 8192}) {
    if (bits > size({2100, 256, 8192})) continue;
    const integer n = odd_number(bits);
    const std::size_t count = random.between(1, bits > 300 ? 3 : 40);
    const std::uint64_t b1 = random.between(3, size({bits > 300 ? 60U : 500U, 20, 500}));
    const auto first = static_cast<std::uint32_t>(random.between(2, (std::uint64_t{1} << 32) - count));
    const ecm_search search = first_stage(n, first, count, b1);
    const std::vector<ecm_residue> residues = search.residues();
    auto residue = residues.begin();
    auto factor = search.factors().begin();
    EXPECT_EQ(residues.size() + search.factors().size(), count);
    const integer multiplier = prime_powers(b1);
    for (std::uint32_t sigma = first; sigma - first < count; ++sigma) {
      const plain_curve::point p = plain_curve(n, sigma).multiple(multiplier);
      integer common, inverse;
      mpz_gcd(common.get(), p.z.get(), n.get());
      if (common == integer(1)) {
        ASSERT_TRUE(residue != residues.end() && residue->sigma == sigma) << brief(n) << ", sigma " << sigma;
        mpz_invert(inverse.get(), p.z.get(), n.get());
        ASSERT_TRUE(matches(to_oracle((residue++)->x), modulo(p.x * inverse, n)))
            << brief(n) << ", sigma " << sigma;
      } else {
        ASSERT_TRUE(factor != search.factors().end() && factor->sigma == sigma)
            << brief(n) << ", sigma " << sigma;
        EXPECT_TRUE(matches(to_oracle((factor++)->factor), common)) << brief(n) << ", sigma " << sigma;
      }
    }
  }
}

/// All curves find the prime on which the order of the point has at most one prime above b1, up to b2. Stage
/// 2 covers some numbers beyond that.
TEST_P(Ecm, BothStages) {
  // A curve modulo this prime has an order near 2^127, so no curve finds it.
  const integer large = (integer(1) << 127) - integer(1);
  for (const std::uint64_t b1 : {3, 14, 15, 30, 105, 210, 300}) {
    if (b1 > size({300, 15, 300})) continue;
    const std::uint64_t b2 = b1 * random.between(2, size({20, 4, 100}));
    const integer p = next_prime_of(integer(1) << random.between(12, 22)), n = p * large;
    const std::size_t count = size({60, 5, 60});
    const auto first = static_cast<std::uint32_t>(random.between(2, 1 << 31));
    const std::vector<ecm_factor> found =
        ecm(from_oracle(n), {.b1 = b1, .b2 = b2, .curves = count, .sigma = first});
    std::size_t next = 0;
    for (std::size_t g = 0; g < count; ++g) {
      const auto sigma = first + static_cast<std::uint32_t>(g);
      const plain_curve curve(p, sigma);
      const plain_curve::point point = curve.multiple(prime_powers(b1));
      int stage = modulo(point.z, p) == integer(0) ? 1 : 0;
      for (integer q = next_prime_of(integer(static_cast<long>(b1)));
           stage == 0 && q <= integer(static_cast<long>(b2)); q = next_prime_of(q))
        if (curve.multiple(q, point).z == integer(0)) stage = 2;
      const bool is_found = next < found.size() && found[next].sigma == sigma;
      if (stage == 0 && !is_found) continue;
      ASSERT_TRUE(is_found) << brief(p) << ", sigma " << sigma << ", bounds " << b1 << " and " << b2;
      EXPECT_EQ(found[next].stage, stage == 0 ? 2 : stage) << brief(p) << ", sigma " << sigma;
      EXPECT_TRUE(matches(to_oracle(found[next++].factor), p));
    }
    EXPECT_EQ(next, found.size());
  }
}

/// GMP-ECM 7.0.5 finds the same factors with the same curves and bounds, one after the other.
TEST_P(Ecm, KnownFactors) {
  if (is_shuffled()) GTEST_SKIP() << "takes too long here";
  struct find {
    const char* factor;
    std::uint32_t sigma;
    std::uint64_t b1;
  };
  struct known {
    gpu_bigint n;
    std::vector<find> finds;
    bool rest_is_prime;
  };
  const auto two_to = [](std::int64_t exponent) { return gpu_bigint(1) << exponent; };
  const known all[] = {
      // F_7 to F_11. The primes that are left in F_9 and F_10 have 40 digits and more.
      {two_to(128) + 1, {{"59649589127497217", 1147, 2000}}, true},
      {two_to(256) + 1, {{"1238926361552897", 1002, 2000}}, true},
      {two_to(512) + 1, {{"2424833", 1000, 100}}, false},
      {two_to(1024) + 1, {{"45592577", 4, 50}, {"6487031809", 67, 100}}, false},
      {two_to(2048) + 1,
       {{"319489", 7, 50},
        {"974849", 4, 50},
        {"167988556341760475137", 3724, 500},
        {"3560841906445833920513", 1859, 2000}},
       true},
      // Cunningham numbers
      {two_to(227) - 1, {{"26986333437777017", 1160, 2000}}, true},
      {(two_to(193) - 1) / 13821503, {{"61654440233248340616559", 1090, 11'000}}, true},
      {(gbi::pow(gpu_bigint(10), 59) - 1) / 9, {{"2559647034361", 1000, 2000}}, true},
  };
  for (const known& each : all) {
    const bool is_long = std::ranges::any_of(each.finds, [](const find& one) { return one.b1 > 500; });
    if (is_long && test_scale() < 1) continue;
    gpu_bigint rest = each.n;
    for (const auto& [factor, sigma, b1] : each.finds) {
      const std::vector<ecm_factor> found = ecm(rest, {.b1 = b1, .curves = 1, .sigma = sigma});
      ASSERT_EQ(found.size(), 1U) << factor << ", sigma " << sigma;
      EXPECT_EQ(found[0].factor, gpu_bigint(factor)) << "sigma " << sigma;
      rest /= found[0].factor;
    }
    EXPECT_EQ(is_probable_prime(rest), each.rest_is_prime) << each.n;
  }
}

/// The line that GMP-ECM 7.0.5 writes by `ecm -param 3 -sigma 3:1160 -save FILE 2000 0` for 2^227 - 1,
/// without who wrote it when.
TEST_P(Ecm, SavedCurves) {
  const std::string line =
      "METHOD=ECM; PARAM=3; SIGMA=1160; B1=2000; N=2156795733372051183573361206961570453890971553"
      "80324579848828881993727; X=0x48d480c2f1742bc98455bf7f99b2beea06d5d4cee47e326be0e2d1747; CH"
      "ECKSUM=2220717355; PROGRAM=GMP-ECM 7.0.5; Y=0x0; X0=0x0; Y0=0x0;";
  const ecm_residue read = ecm_residue::from_line(line);
  EXPECT_EQ(read.n, (gpu_bigint(1) << 227) - 1);
  EXPECT_EQ(read.sigma, 1160U);
  EXPECT_EQ(read.b1, 2000U);
  std::vector<std::string> written;
  if (!is_shuffled()) {
    for (const ecm_residue& each : first_stage(to_oracle(read.n), 1160, 1, 2000).residues())
      written.push_back(each.to_line());
    ASSERT_EQ(written.size(), 1U);
    EXPECT_EQ(ecm_residue::from_line(written[0]).x, read.x);
    EXPECT_EQ(line.substr(0, line.find("PROGRAM")), written[0].substr(0, written[0].find("PROGRAM")));
    ecm_search search(std::span(&read, 1), 200'000);
    while (!search.is_done()) search.step();
    ASSERT_EQ(search.factors().size(), 1U);
    EXPECT_EQ(search.factors()[0].factor, gpu_bigint("26986333437777017"));
    EXPECT_EQ(search.factors()[0].stage, 2);
  }
  for (const auto& [from, to] : {std::pair("CHECKSUM=", "CHECKSUM=1"),
                                 {"X=0x", "X=0x1"},
                                 {"B1=2000", "B1=2001"},
                                 {"PARAM=3", "PARAM=1"},
                                 {"N=", "N=1+"},
                                 {"SIGMA", "SIGMB"},
                                 {"B1=2000", "B1=2e3"}}) {
    std::string wrong = line;
    wrong.replace(wrong.find(from), std::string(from).size(), to);
    EXPECT_THROW(static_cast<void>(ecm_residue::from_line(wrong)), std::invalid_argument) << to;
  }
  ecm_residue other = read;
  ++other.b1;
  EXPECT_THROW(ecm_search(std::vector{read, other}), std::invalid_argument);
  EXPECT_THROW(ecm_search(std::span<const ecm_residue>()), std::invalid_argument);
}

/// A search that is saved and loaded before each step has the residues and factors of one without a break.
TEST_P(Ecm, SavedSearches) {
  // F_7, whose factor the first curve finds in stage 2. The other curve goes through both parts of stage 2.
  const gpu_bigint n = (gpu_bigint(1) << 128) + 1;
  const std::uint64_t b1 = size({2000, 300, 2000}), b2 = 18'000'000;
  ecm_search search(n, {.b1 = b1, .b2 = b2, .curves = 2, .sigma = 1147});
  const auto reload = [&] {
    const factor_progress before = search.progress();
    std::stringstream file;
    search.save(file);
    search = ecm_search::load(file);
    EXPECT_EQ(file.peek(), std::stringstream::traits_type::eof());
    EXPECT_EQ(search.progress().stage, before.stage);
    EXPECT_EQ(search.progress().done, before.done);
    EXPECT_EQ(search.n(), n);
    EXPECT_EQ(std::pair(search.b1(), search.b2()), std::pair(b1, b2));
    EXPECT_EQ(search.curves(), 2U);
  };
  for (reload(); search.progress().stage == 1; reload()) search.step();
  const std::vector<ecm_residue> found = search.residues(),
                                 expected = first_stage(to_oracle(n), 1147, 2, b1).residues();
  ASSERT_EQ(found.size(), 2U);
  for (std::size_t g = 0; g < 2; ++g) EXPECT_EQ(found[g].to_line(), expected.at(g).to_line());
  if (b1 < 2000) return;  // the factor needs both bounds
  int steps = 0;
  for (; !search.is_done(); reload(), ++steps) search.step();
  EXPECT_EQ(steps, 2);
  ASSERT_EQ(search.factors().size(), 1U);
  EXPECT_EQ(search.factors()[0].factor, gpu_bigint("59649589127497217"));
  EXPECT_EQ(search.factors()[0].sigma, 1147U);
  EXPECT_EQ(search.factors()[0].stage, 2);
  EXPECT_EQ(search.residues().size(), 1U);
}

/// Several curves find the same factor in either stage.
TEST_P(Ecm, SavedFactors) {
  const gpu_bigint n = ((gpu_bigint(1) << 127) - 1) * 65537;
  ecm_search search(n, {.b1 = 60, .b2 = 2000, .curves = 20, .sigma = 7});
  while (!search.is_done()) search.step();
  std::stringstream file;
  search.save(file);
  const ecm_search again = ecm_search::load(file);
  ASSERT_GE(search.factors().size(), 2U);
  ASSERT_EQ(again.factors().size(), search.factors().size());
  for (std::size_t i = 0; i < search.factors().size(); ++i) {
    EXPECT_EQ(again.factors()[i].factor, search.factors()[i].factor);
    EXPECT_EQ(again.factors()[i].sigma, search.factors()[i].sigma);
    EXPECT_EQ(again.factors()[i].stage, search.factors()[i].stage);
  }
}

TEST_P(Ecm, DamagedSearches) {
  const gpu_bigint n = (gpu_bigint(1) << 127) - 1;
  std::ostringstream file;
  ecm_search(n, {.b1 = 100, .curves = 2, .sigma = 7}).save(file);
  const std::string good = file.str();
  const auto load = [](const std::string& bytes) {
    std::istringstream in(bytes);
    return ecm_search::load(in);
  };
  EXPECT_EQ(load(good).n(), n);
  EXPECT_THROW(load(good.substr(0, good.size() - 1)), data_error);
  EXPECT_THROW(load(""), data_error);
  for (std::size_t i = 0; i < good.size(); i += random.between(1, 5)) {
    std::string wrong = good;
    wrong[i] = static_cast<char>(wrong[i] ^ 1 << random.below(8));
    EXPECT_THROW(load(wrong), data_error) << "byte " << i;
  }
  EXPECT_THROW(ecm_search(n, {.b1 = 100, .curves = 2}).residues(), std::logic_error);
}

TEST_P(Ecm, Progress) {
  // A workspace that holds only one curve at a time, so stage 2 reports several times.
  const scoped_context use(tuned_context(GetParam(), [](plan::tuning& tuned) { tuned.workspace_bytes = 1; }));
  std::vector<factor_progress> seen;
  const gpu_bigint n = (gpu_bigint(1) << 127) - 1;
  const ecm_options options{.b1 = 200, .b2 = 4000, .curves = 2, .progress = [&](const factor_progress& now) {
                              seen.push_back(now);
                            }};
  EXPECT_TRUE(ecm(n, options).empty());
  ASSERT_GE(seen.size(), 3U);
  EXPECT_EQ(seen.front().stage, 1);
  EXPECT_EQ(seen[seen.size() - 2].stage, 2);
  EXPECT_EQ(seen.back().stage, 2);
  EXPECT_EQ(seen.back().done, 1);
  for (const factor_progress& each : seen) EXPECT_TRUE(each.done >= 0 && each.done <= 1) << each.done;
  for (std::size_t i = 1; i < seen.size(); ++i)
    EXPECT_LT(std::pair(seen[i - 1].stage, seen[i - 1].done), std::pair(seen[i].stage, seen[i].done));
  struct stopped {};
  EXPECT_THROW(ecm(n, {.b1 = 200, .progress = [](const factor_progress&) { throw stopped(); }}), stopped);
}

TEST_P(Ecm, RefusedOperands) {
  for (const gpu_bigint& n : {gpu_bigint(0), gpu_bigint(1), gpu_bigint(-15), gpu_bigint(10)})
    EXPECT_THROW(ecm(n), std::domain_error) << n;
  EXPECT_THROW(ecm((gpu_bigint(1) << 8192) + 1), std::length_error);
  EXPECT_THROW(ecm(15, {.b1 = 2}), std::invalid_argument);
  EXPECT_THROW(ecm_search(15, {.b1 = 100, .b2 = (std::uint64_t{1} << 50) + 1}), std::invalid_argument);
  EXPECT_NO_THROW(ecm_search(15, {.b1 = 100, .b2 = std::uint64_t{1} << 50, .curves = 1, .sigma = 2}));
  EXPECT_THROW(ecm(15, {.b1 = 100, .curves = 0}), std::invalid_argument);
  EXPECT_THROW(ecm(15, {.b1 = 100, .sigma = 1}), std::invalid_argument);
  EXPECT_THROW(ecm(15, {.b1 = 100, .curves = 3, .sigma = ~0U - 1}), std::invalid_argument);
}

GPU_BIGINT_ON_EVERY_DEVICE(Ecm);

}  // namespace

}  // namespace gbi::test
