/// \file
/// Every device has a tuning that names its origin, obeys the environment and can be printed.
#include "src/plan/tuning.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "src/plan/cost.hpp"
#include "src/plan/devices/table.hpp"
#include "tests/plan/devices.hpp"
#include "tests/support/environment.hpp"

namespace gbi::test {

namespace {

using plan::environment, plan::resolve_tuning, plan::tuning;

bool says(const tuning& which, const std::string& text) {
  return which.to_string().find(text) != std::string::npos;
}

/// The printed tuning without its first line, which names the origin of the values.
std::string values_of(const tuning& which) {
  const std::string text = which.to_string();
  return text.substr(text.find('\n'));
}

TEST(Tuning, IsTheMeasuredRowOfAMeasuredDevice) {
  const tuning host = resolve_tuning({.multiprocessors = 64}, {});
  EXPECT_EQ(values_of(host), values_of({plan::devices::host.values, 0}));
  EXPECT_TRUE(host.origin.starts_with("measured on ")) << host.origin;

  const plan::measured_device& row = plan::devices::h200;
  const tuning gpu = resolve_tuning(row.properties(), {});
  EXPECT_EQ(values_of(gpu), values_of({row.values, row.memory_bytes}));
  EXPECT_EQ(gpu.origin, "measured on an H200 (sm_90, 132 multiprocessors)");
}

TEST(Tuning, IsDerivedFromThePropertiesOfOtherDevices) {
  const tuning measured = tuning_for("sm_90");
  exec::device_properties small = device_called("sm_86", 33, 64);
  small.memory_bytes = std::size_t{12} << 30;
  small.memory_bytes_per_second = 0.49e12;
  const tuning derived = resolve_tuning(small, {});
  EXPECT_EQ(derived.origin,
            "derived for a GPU (sm_86, 33 multiprocessors) from what was measured on an H200 (sm_90, 132 "
            "multiprocessors)");
  // Sizes that fill a device scale with the number of multiprocessors.
  EXPECT_EQ(derived.batch.busy_threads, measured.batch.busy_threads / 4);
  EXPECT_EQ(derived.batch.transform_batch, measured.batch.transform_batch / 4);
  EXPECT_EQ(derived.product.verify_blocks, 4 * small.multiprocessors);
  EXPECT_EQ(derived.scan_4_bytes.full_grid, 32 * small.multiprocessors);
  EXPECT_EQ(derived.scan_8_bytes.full_grid, 16 * small.multiprocessors);
  // With slower memory, a cut costs as much as fewer points. The workspace is a fraction of memory.
  EXPECT_NEAR(derived.product.cut_points, measured.product.cut_points / 10, 1);
  EXPECT_EQ(derived.workspace_bytes, small.memory_bytes / 32);
  // Slow doubles do not replace words. The limits of single products keep their measured values.
  EXPECT_EQ(measured.batch.power, kernels::arithmetic::doubles);
  EXPECT_EQ(derived.batch.power, kernels::arithmetic::words);
  EXPECT_EQ(measured.product.exact_total_limbs, plan::never);
  EXPECT_EQ(measured.number_theory.exact_exponent, plan::never);
  // A quarter of the multiprocessors and a tenth of the memory's speed.
  EXPECT_EQ(derived.product.exact_total_limbs,
            plan::least_exact_limbs(plan::devices::h200.values,
                                    {.doubles = 2.5 * 2 / 64, .integers = 2.5, .memory = 0.1}));
  EXPECT_LT(derived.product.exact_total_limbs, std::size_t{1} << 20);
  EXPECT_EQ(derived.number_theory.exact_exponent, 64 * derived.product.exact_total_limbs);
  EXPECT_EQ(derived.product.schoolbook_total_limbs, measured.product.schoolbook_total_limbs);
}

TEST(Tuning, ADeviceOfWhichLittleIsKnownGetsTheMeasuredValues) {
  const tuning derived = resolve_tuning({.backend = backend::cuda, .architecture = "sm_999"}, {});
  tuning known = tuning_for("sm_90");
  known.product.two_pass_limbs = known.batch.residue_powers = known.batch.byte_batch = known.batch.byte_rows =
      known.batch.reciprocal_limbs = known.convolution.byte_shorter_limbs =
          known.number_theory.byte_power_limbs =
              ~std::size_t{0};  // presence and speed of tensor cores are unknown
  EXPECT_EQ(values_of(derived), values_of(known));
  EXPECT_TRUE(derived.origin.starts_with("derived for a GPU (sm_999, ")) << derived.origin;
}

TEST(Tuning, EveryDeviceHasUsableValues) {
  for (const char* architecture : {"sm_52", "sm_60", "sm_80", "sm_90", "sm_100", "sm_120"})
    for (const std::uint32_t multiprocessors : {1, 20, 132, 1000}) {
      exec::device_properties device = device_called(architecture, multiprocessors);
      device.memory_bytes = std::size_t{2} << 30;
      const tuning row = resolve_tuning(device, {});
      EXPECT_GE(row.workspace_bytes, std::size_t{256} << 20);
      for (const std::size_t least_one :
           {row.product.schoolbook_limb_products, std::size_t{row.product.verify_blocks},
            row.convolution.block_batch, row.batch.transform_batch, row.batch.busy_threads,
            row.batch.narrow_threads, row.number_theory.prime_tests, std::size_t{row.scan_4_bytes.full_grid},
            std::size_t{row.scan_8_bytes.full_grid}})
        EXPECT_GE(least_one, 1u) << architecture << ", " << multiprocessors << " multiprocessors";
      for (const int bytes : {4, 8}) {
        const plan::scan_tuning& scan = row.scan(bytes);
        EXPECT_EQ(scan.shape.element_bytes, bytes);
        EXPECT_EQ(scan.tile_elements(), static_cast<unsigned>(scan.shape.threads * scan.shape.per_thread));
      }
    }
}

TEST(Tuning, ObeysTheEnvironment) {
  for (const char* architecture : {"host", "sm_90", "sm_86"}) {
    const auto with = [&](const environment& asked) {
      return resolve_tuning(device_called(architecture), asked);
    };
    EXPECT_EQ(with({}).product.preferred, algorithm::automatic);
    EXPECT_EQ(with({.algorithm = "fft"}).product.preferred, algorithm::fft);
    EXPECT_EQ(with({.algorithm = "schoolbook"}).product.preferred, algorithm::schoolbook);
    EXPECT_EQ(with({.transforms = "doubles"}).product.exact_total_limbs, plan::never);
    EXPECT_EQ(with({.transforms = "doubles"}).number_theory.exact_exponent, plan::never);
    EXPECT_EQ(with({.transforms = "integers"}).product.exact_total_limbs, 0u);
    EXPECT_EQ(with({.transforms = "integers"}).number_theory.exact_exponent, 0u);
    EXPECT_TRUE(says(with({.transforms = "integers"}), "GPU_BIGINT_TRANSFORMS=integers"));
    EXPECT_TRUE(says(with({.transforms = "integers"}), "product.exact_total_limbs 0\n"));
    EXPECT_EQ(with({}).verification, verification::residue);
    EXPECT_EQ(with({.verification = "off"}).verification, verification::off);
    EXPECT_EQ(with({.verification = "monitor"}).verification, verification::monitor);
    EXPECT_EQ(with({.verification = "all"}).verification, verification::all);
    EXPECT_NE(with({.verification = "all"}).to_string().find("verification all\n"), std::string::npos);
    EXPECT_EQ(with({.word_limit = "0"}).words.residence, 0u);
    EXPECT_EQ(with({.word_limit = "77"}).words.prime_search, 77u);
    EXPECT_EQ(with({.modular_arithmetic = "residues"}).batch.residue_powers, 1u);
    EXPECT_EQ(with({.modular_arithmetic = "residues"}).batch.power, with({}).batch.power);
    for (const char* how : {"words", "doubles"}) {
      const tuning row = with({.modular_arithmetic = how});
      const auto expected =
          how == std::string("words") ? kernels::arithmetic::words : kernels::arithmetic::doubles;
      EXPECT_EQ(row.batch.product, expected);
      EXPECT_EQ(row.batch.power, expected);
      EXPECT_TRUE(says(row, std::string("GPU_BIGINT_MODULAR_ARITHMETIC=") + how));
    }
  }
}

// Made-up devices with an H200's memory and a falling ratio of doubles to floats.
TEST(Tuning, ExactProductsBeginEarlierTheFewerDoublesThereAre) {
  std::size_t last = plan::never;
  for (const int ratio : {1, 2, 4, 8, 16, 32, 64}) {
    const exec::device_properties device = device_called("sm_120", 170, ratio);
    const std::size_t from = resolve_tuning(device, {}).product.exact_total_limbs;
    EXPECT_LE(from, last) << ratio;
    EXPECT_EQ(from == plan::never, ratio <= 8) << ratio;
    EXPECT_EQ(resolve_tuning(device, {.transforms = "doubles"}).product.exact_total_limbs, plan::never);
    EXPECT_EQ(resolve_tuning(device, {.transforms = "integers"}).product.exact_total_limbs, 0u);
    last = from;
  }
}

TEST(Tuning, RefusesAnUnknownNameAndSaysWhich) {
  const environment wrong[] = {{.algorithm = "karatsuba"},      {.verification = "always"},
                               {.word_limit = "many"},          {.word_limit = "1048577"},
                               {.word_limit = "12 limbs"},      {.transforms = "exact"},
                               {.modular_arithmetic = "floats"}};
  for (const environment& asked : wrong) {
    const std::string value =
        asked.algorithm + asked.transforms + asked.verification + asked.word_limit + asked.modular_arithmetic;
    try {
      resolve_tuning({}, asked);
      ADD_FAILURE() << "no exception: " << value;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find("GPU_BIGINT_"), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find('"' + value + '"'), std::string::npos) << error.what();
    }
  }
}

TEST(Tuning, PrintsEveryValueUnderItsName) {
  const tuning row = tuning_for("sm_90");
  for (const char* line :
       {"words.residence 6144\n", "product.preferred automatic\n", "product.kept_limbs 131072\n",
        "product.exact_total_limbs 18446744073709551615\n", "convolution.tiles no\n",
        "division.block_quotient_limbs 28\n", "batch.power doubles\n", "number_theory.byte_power_limbs 129\n",
        "number_theory.prime_tests 1024\n", "number_theory.sieved_numbers 262144\n",
        "scan_4_bytes.threads 256\n", "scan_4_bytes.per_thread 24\n", "scan_8_bytes.full_grid 2112\n",
        "workspace_bytes 2147483648\n", "verification residue\n"})
    EXPECT_TRUE(says(row, line)) << line << "is not in\n" << row.to_string();
}

TEST(Environment, IsReadFromTheVariables) {
  const environment_variable backend("GPU_BIGINT_BACKEND", "b"), algorithm("GPU_BIGINT_ALGORITHM", "a"),
      verification("GPU_BIGINT_VERIFICATION", "v"), limit("GPU_BIGINT_WORD_LIMIT", "w"),
      modular("GPU_BIGINT_MODULAR_ARITHMETIC", "m"), transforms("GPU_BIGINT_TRANSFORMS", "t");
  const environment found = plan::read_environment();
  EXPECT_EQ(found.backend + found.algorithm + found.transforms + found.verification + found.word_limit +
                found.modular_arithmetic,
            "batvwm");
}

}  // namespace

}  // namespace gbi::test
