/// \file
/// The costs of products by doubles and by integers, and the resulting routes on devices that have not been
/// measured.
#include "src/plan/cost.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "src/plan/devices/h200.hpp"
#include "src/plan/exact_plan.hpp"
#include "src/plan/planner.hpp"
#include "src/plan/tuning.hpp"
#include "tests/plan/devices.hpp"

namespace gbi::test {

namespace {

using plan::transform_rates;

constexpr transform_rates measured{};

/// Limbs of operands, four in an octave, up to the longest exact products.
std::vector<std::size_t> sizes() {
  std::vector<std::size_t> all;
  for (std::size_t octave = 64; octave < std::size_t{1} << 27; octave *= 2)
    for (const std::size_t quarters : {4, 5, 6, 7}) all.push_back(octave / 4 * quarters);
  return all;
}

double cost_by_doubles(std::size_t limbs, const transform_rates& rates) {
  return plan::cost_by_doubles(limbs, plan::devices::h200.values, rates);
}
double cost_by_integers(std::size_t limbs, const transform_rates& rates) {
  return plan::cost_by_integers(limbs, plan::devices::h200.values, rates);
}
std::size_t least_exact_limbs(const transform_rates& rates) {
  return plan::least_exact_limbs(plan::devices::h200.values, rates);
}

/// The integers' cost in units of the doubles'.
double ratio(std::size_t limbs, const transform_rates& rates) {
  return cost_by_integers(limbs, rates) / cost_by_doubles(limbs, rates);
}

struct known_device {
  const char* name;
  const char* architecture;
  std::uint32_t multiprocessors;
  double memory_bytes_per_second;
  int fp32_per_fp64;

  plan::tuning tuned() const {
    exec::device_properties properties = device_called(architecture, multiprocessors, fp32_per_fp64);
    properties.memory_bytes_per_second = memory_bytes_per_second;
    return plan::resolve_tuning(properties, {});
  }
  transform_rates rates() const {
    const double operations = multiprocessors / 132.0, memory = memory_bytes_per_second / 4.9e12;
    return {operations / memory * 2 / fp32_per_fp64, operations / memory, memory};
  }
};

// From their data sheets.
constexpr known_device known_devices[] = {
    {"A100", "sm_80", 108, 1.94e12, 2},        {"A30", "sm_80", 56, 0.933e12, 2},
    {"A10", "sm_86", 72, 0.6e12, 64},          {"T4", "sm_75", 40, 0.32e12, 32},
    {"RTX 3090", "sm_86", 82, 0.936e12, 64},   {"RTX 4090", "sm_89", 128, 1.008e12, 64},
    {"RTX 5090", "sm_120", 170, 1.792e12, 64}, {"L40S", "sm_89", 142, 0.864e12, 64},
    {"B200", "sm_100", 148, 8e12, 2},          {"B300", "sm_103", 148, 8e12, 64},
};

TEST(Cost, GrowsWithTheSize) {
  // Longer products may take shorter transforms with fewer passes or shorter rows, or use more of the digits'
  // bits.
  constexpr double slack = 0.8;
  const std::vector<std::size_t> all = sizes();
  for (const transform_rates& rates : {measured, transform_rates{0.1, 4, 0.2}})
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::size_t limbs = all[i];
      if (i > 0) {
        EXPECT_GE(cost_by_doubles(limbs, rates), slack * cost_by_doubles(all[i - 1], rates));
        EXPECT_GE(cost_by_integers(limbs, rates), cost_by_integers(all[i - 1], rates));
      }
      if (limbs >= std::size_t{1} << 18 && i + 8 < all.size()) {
        EXPECT_GT(cost_by_doubles(all[i + 8], rates), 2.5 * cost_by_doubles(limbs, rates));
        EXPECT_GT(cost_by_integers(all[i + 8], rates), 2.5 * cost_by_integers(limbs, rates));
      }
    }
}

TEST(Cost, IsInfiniteWithoutATransform) {
  constexpr std::size_t limbs = std::size_t{1} << 27;
  ASSERT_FALSE(plan::find_exact(plan::product_shape::whole(limbs, limbs)));
  EXPECT_TRUE(std::isinf(cost_by_integers(limbs, measured)));
  EXPECT_FALSE(std::isinf(cost_by_integers(limbs - 1, measured)));
  constexpr std::size_t too_long = std::size_t{plan::longest_product_bits} / 64;
  EXPECT_TRUE(std::isinf(cost_by_doubles(too_long, measured)));
}

TEST(Cost, IsBoundByOperationsWhereTheyAreSlow) {
  constexpr std::size_t limbs = std::size_t{1} << 22;
  const double cost = cost_by_doubles(limbs, measured);
  EXPECT_EQ(cost_by_doubles(limbs, {.doubles = 0.5}), cost) << "by memory";
  EXPECT_GT(cost_by_doubles(limbs, {.doubles = 0.1}), 2 * cost);
  EXPECT_EQ(cost_by_doubles(limbs, {.integers = 0.01}), cost);
  const double exact = cost_by_integers(limbs, measured);
  EXPECT_LT(cost_by_integers(limbs, {.integers = 2}), 0.6 * exact);
  EXPECT_EQ(cost_by_integers(limbs, {.integers = 4}), cost_by_integers(limbs, {.integers = 8}))
      << "by memory";
  EXPECT_EQ(cost_by_integers(limbs, {.doubles = 0.01}), exact);
}

// bench/results/multiply-h200.json: the times of product/automatic and product/exact.
TEST(Cost, IsWhatWasMeasured) {
  struct {
    int log2_bits;
    double doubles_us, integers_us;
  } constexpr times[] = {
      {24, 71.1, 183.8}, {26, 322.7, 718.5}, {28, 1175, 2822}, {30, 4969, 10672}, {32, 20951, 46426}};
  constexpr double microseconds = 3.3e-6;  // of a point
  for (const auto& [log2_bits, doubles_us, integers_us] : times) {
    const std::size_t limbs = std::size_t{1} << (log2_bits - 6);
    EXPECT_NEAR(cost_by_doubles(limbs, measured) * microseconds / doubles_us, 1, 0.08) << log2_bits;
    EXPECT_NEAR(cost_by_integers(limbs, measured) * microseconds / integers_us, 1, 0.08) << log2_bits;
    EXPECT_GT(ratio(limbs, measured), 1.8) << log2_bits;
    EXPECT_LT(ratio(limbs, measured), 2.9) << log2_bits;
  }
}

// So the costs agree with the measured row, which never takes integers.
TEST(Cost, IntegersAreSlowerAtEverySizeOfTheMeasuredDevice) {
  for (const std::size_t limbs : sizes()) EXPECT_GT(ratio(limbs, measured), 1.7) << limbs;
  EXPECT_EQ(least_exact_limbs(measured), plan::never);
  EXPECT_EQ(tuning_for("sm_90").product.exact_total_limbs, plan::never);
}

TEST(Cost, AHopelessDeviceIsExactFromTheShortestSize) {
  EXPECT_EQ(least_exact_limbs({.doubles = 1e-9, .integers = 1, .memory = 1}), 128u);
}

// A model: these devices have not been measured.
TEST(Cost, DecidesTheRouteOfLongProducts) {
  for (const known_device& device : known_devices) {
    SCOPED_TRACE(device.name);
    const plan::tuning tuned = device.tuned();
    const std::size_t from = tuned.product.exact_total_limbs;
    EXPECT_EQ(from, least_exact_limbs(device.rates()));
    const bool few_doubles = device.fp32_per_fp64 > 2;
    // With many doubles, only products of more than 2^32 bits are exact, if any.
    if (few_doubles)
      EXPECT_LE(from, std::size_t{1} << 19);
    else
      EXPECT_GT(from, std::size_t{1} << 26);
    for (const std::size_t limbs : sizes()) {
      if (2 * limbs <= tuned.product.schoolbook_total_limbs ||
          2 * limbs <= tuned.convolution.byte_total_limbs)
        continue;
      const algorithm how = plan::planner(tuned, verification::residue)
                                .choose_algorithm(plan::product_shape::whole(limbs, limbs));
      EXPECT_EQ(how, 2 * limbs >= from ? algorithm::exact : algorithm::fft) << limbs;
      const double doubles = cost_by_doubles(limbs, device.rates());
      const double integers = cost_by_integers(limbs, device.rates());
      EXPECT_LE(how == algorithm::exact ? integers : doubles, 1.1 * std::min(doubles, integers)) << limbs;
    }
  }
}

}  // namespace

}  // namespace gbi::test
