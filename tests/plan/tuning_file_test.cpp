/// \file
/// Tuning files: what is written is read again, and everything wrong or old is refused with its reason.
#include "src/plan/tuning_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu_bigint/version.hpp"
#include "src/plan/tuning_fields.hpp"
#include "tests/plan/devices.hpp"

namespace gbi::test {

namespace {

using plan::environment, plan::resolve_tuning, plan::tuning;

plan::named_device named_device(const std::string& architecture = "sm_90") {
  return {device_called(architecture), "NVIDIA \"Test\" 9", "13.0", "12.8"};
}

tuning resolved(const environment& asked, const std::string& file = {}) {
  return plan::resolve_tuning(named_device(), asked, file);
}

const std::vector<tuning_value> some_values{{"words.product", "77"},
                                            {"batch.power", "words"},
                                            {"convolution.tiles", "yes"},
                                            {"convolution.byte_limb_products", "123456"},
                                            {"convolution.byte_shorter_limbs", "never"}};

std::string some_file() {
  return plan::tuning_file_text(named_device(), resolved({}), some_values);
}

std::string reason_against(const std::string& text) {
  try {
    resolved({}, text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}

std::string with(std::string text, const std::string& old, const std::string& other) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old << " is not in\n" << text;
  return at == std::string::npos ? text : text.replace(at, old.size(), other);
}

/// A folder for the files of a test.
class TuningFile : public testing::Test {
 protected:
  TuningFile() : folder_(std::filesystem::temp_directory_path() / ("tuning_file." + unique())) {
    std::filesystem::create_directories(folder_ / "gpu_bigint");
  }
  ~TuningFile() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ / name; }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }
  environment user() const { return {.configuration = folder_.string()}; }

 private:
  static std::string unique() {
    return std::to_string(::getpid()) + testing::UnitTest::GetInstance()->current_test_info()->name();
  }
  std::filesystem::path folder_;
};

TEST_F(TuningFile, ChangesItsValuesAndNoOthers) {
  const tuning built_in = resolved({}), read = resolved({}, some_file());
  EXPECT_EQ(read.words.product, 77u);
  EXPECT_EQ(read.batch.power, kernels::arithmetic::words);
  EXPECT_TRUE(read.convolution.tiles);
  EXPECT_EQ(read.convolution.byte_limb_products, 123456);
  EXPECT_EQ(read.convolution.byte_shorter_limbs, plan::never);
  tuning same = read;
  same.words.product = built_in.words.product;
  same.batch.power = built_in.batch.power;
  same.convolution = built_in.convolution;
  same.origin = built_in.origin;
  EXPECT_EQ(same.to_string(), built_in.to_string());
  EXPECT_TRUE(read.origin.starts_with("5 values measured on this device on 20")) << read.origin;
  EXPECT_TRUE(read.origin.ends_with(", the others " + built_in.origin)) << read.origin;
}

TEST_F(TuningFile, SaysWhatItIsFor) {
  const std::string text = some_file();
  for (const std::string& line :
       {std::string(R"("schema": 1,)"), R"("library": ")" + std::string(version_string) + "\",",
        std::string(R"("device": "NVIDIA \"Test\" 9",)"), std::string(R"("architecture": "sm_90",)"),
        std::string(R"("multiprocessors": 132,)"), std::string(R"("driver": "13.0",)"),
        std::string(R"("cuda": "12.8",)"), std::string(R"("words.product": 77)"),
        std::string(R"("batch.power": "words")")})
    EXPECT_NE(text.find(line), std::string::npos) << line << " is not in\n" << text;
}

TEST_F(TuningFile, IsRefusedWithTheReason) {
  const std::string good = some_file();
  EXPECT_EQ(reason_against(good), "none");
  struct mistake {
    std::string text, reason;
  };
  const mistake mistakes[] = {
      {"{", "JSON"},
      {"[]", "JSON"},
      {good + "x", "the end"},
      {with(good, "77", "77e"), "words.product is 77e"},
      {with(good, "77", "[77]"), "line 11"},
      {with(good, "\"words.product\": 77", "\"batch.power\": \"words\""), "again"},
      {with(good, "\"schema\": 1", "\"schema\": 2"), "schema is 2, not 1"},
      {with(good, "\"schema\": 1,", ""), "no \"schema\""},
      {with(good, "\"date\"", "\"day\""), "no \"date\""},
      {with(good, std::string(version_string), "0.0.9"), "version 0.0.9 of the library"},
      {with(good, "sm_90", "sm_80"), "sm_80, 132 multiprocessors), not for"},
      {with(good, "132", "114"), "114 multiprocessors), not for"},
      {with(good, "Test", "Other"), "it is for NVIDIA \"Other\" 9 (sm_90"},
      {with(good, "words.product", "words.products"), "no value words.products"},
      {with(good, "words.product", "scan_4_bytes.threads"), "may not set scan_4_bytes.threads"},
      {with(good, "\"words\"", "\"floats\""), "batch.power is floats, not doubles or words"},
      {with(good, "\"yes\"", "\"maybe\""), "convolution.tiles is maybe, not no or yes"},
      {with(good, "77", "-1"), "words.product is -1, not 0 to 1048576"},
      {with(good, "77", "1048577"), "words.product is 1048577, not 0 to 1048576"},
      {with(good, "77", "1.5"), "words.product is 1.5"},
      {with(good, "123456", "1e300"), "convolution.byte_limb_products is 1e300, not"},
      {with(good, "\"values\"", "\"value\""), "unknown \"value/"},
  };
  for (const mistake& each : mistakes) {
    const std::string reason = reason_against(each.text);
    EXPECT_NE(reason.find(each.reason), std::string::npos)
        << reason << " does not say " << each.reason << "\n"
        << each.text;
  }
}

TEST_F(TuningFile, CannotTurnOnWhatTheDeviceLacks) {
  const plan::named_device old = named_device("sm_70");
  const tuning row = resolve_tuning(old, {}, {});
  for (const char* name :
       {"convolution.byte_shorter_limbs", "batch.byte_batch", "number_theory.byte_power_limbs"}) {
    const std::vector<tuning_value> value{{name, "200"}};
    EXPECT_THROW(plan::tuning_file_text(old, row, value), std::invalid_argument) << name;
  }
}

// On a device that multiplies bytes, every measured value can be written, also one that turns bytes off.
TEST_F(TuningFile, HasEveryMeasuredValue) {
  const tuning row = resolved({});
  for (const char* name : {"words.product", "convolution.byte_shorter_limbs", "batch.byte_batch",
                           "number_theory.byte_power_limbs"})
    for (const char* value : {"200", "never"}) {
      if (name == std::string("words.product") && value == std::string("never")) continue;
      const std::vector<tuning_value> one{{name, value}};
      EXPECT_NO_THROW(resolved({}, plan::tuning_file_text(named_device(), row, one))) << name << " " << value;
    }
}

TEST_F(TuningFile, HasNoValueOutOfRange) {
  const tuning row = resolved({});
  plan::visit_fields(static_cast<const plan::tuned_values&>(row), [&](const plan::field& which, const auto&) {
    const std::vector<tuning_value> beyond{{which.name, "-1"}};
    EXPECT_THROW(plan::tuning_file_text(named_device(), row, beyond), std::invalid_argument) << which.name;
  });
}

TEST_F(TuningFile, IsFoundInTheUsersFolder) {
  const std::string name = plan::tuning_path(named_device(), user());
  EXPECT_EQ(name, path("gpu_bigint/nvidia--test--9.json"));
  EXPECT_EQ(plan::tuning_path({{}, ""}, user()), "");
  EXPECT_EQ(plan::tuning_path(named_device(), {}), "");
  EXPECT_NE(resolved(user()).words.product, 77u);
  write("gpu_bigint/nvidia--test--9.json", some_file());
  const tuning read = resolved(user());
  EXPECT_EQ(read.words.product, 77u);
  EXPECT_NE(read.origin.find(name), std::string::npos) << read.origin;
  environment other = user();
  other.tuning = "none";
  EXPECT_NE(resolved(other).words.product, 77u);
  // The environment's settings come last.
  other = user();
  other.word_limit = "5";
  EXPECT_EQ(resolved(other).words.product, 5u);
}

TEST_F(TuningFile, AnOldOneInTheUsersFolderIsNotUsedAndTheOriginSaysWhy) {
  write("gpu_bigint/nvidia--test--9.json", with(some_file(), std::string(version_string), "0.0.9"));
  const tuning row = resolved(user());
  EXPECT_NE(row.words.product, 77u);
  EXPECT_NE(row.origin.find("is not used: it was measured with version 0.0.9"), std::string::npos)
      << row.origin;
}

TEST_F(TuningFile, ThatTheEnvironmentNamesMustBeRight) {
  write("mine.json", some_file());
  write("wrong.json", with(some_file(), "77", "minus one"));
  EXPECT_EQ(resolved({.tuning = path("mine.json")}).words.product, 77u);
  for (const char* name : {"wrong.json", "missing.json"}) try {
      resolved({.tuning = path(name)});
      ADD_FAILURE() << name << " is used";
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find("GPU_BIGINT_TUNING: " + path(name)), std::string::npos)
          << error.what();
    }
  // A program may have contexts on several devices, and the file is for one of them.
  const tuning host = resolve_tuning({{}, "2 host threads"}, {.tuning = path("mine.json")}, {});
  EXPECT_NE(host.words.product, 77u);
  EXPECT_NE(host.origin.find("is not used: it is for NVIDIA"), std::string::npos) << host.origin;
}

}  // namespace

}  // namespace gbi::test
