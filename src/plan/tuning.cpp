#include "src/plan/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <type_traits>

#include "src/plan/cost.hpp"
#include "src/plan/devices/table.hpp"
#include "src/plan/tuning_fields.hpp"
#include "src/plan/tuning_file.hpp"
#include "src/process/concat.hpp"

namespace gbi::plan {

namespace {

/// The properties of a device in relation to those of a measured one. Unknown properties are taken from the
/// measured device.
struct device_ratios {
  device_ratios(const exec::device_properties& device, const measured_device& measured)
      : multiprocessors(ratio(device.multiprocessors, measured.multiprocessors)),
        memory_speed(ratio(device.memory_bytes_per_second, measured.memory_bytes_per_second)),
        doubles(static_cast<double>(measured.fp32_per_fp64) / std::max(device.fp32_per_fp64, 1)) {}

  static double ratio(double value, double known) { return value == 0 ? 1 : value / known; }

  double multiprocessors, memory_speed;
  double doubles;  ///< per float
};

/// A model: every multiprocessor does as many integer operations as one of the measured device.
transform_rates rates_of(const device_ratios& by) {
  const double integers = by.multiprocessors / by.memory_speed;
  return {.doubles = integers * by.doubles, .integers = integers, .memory = by.memory_speed};
}

template <class Value>
void scale(Value& value, double by) {
  if constexpr (std::is_same_v<Value, std::size_t>)
    if (value == never) return;
  const double exact = std::max(1.0, static_cast<double>(value) * by);
  value = static_cast<Value>(std::is_integral_v<Value> ? std::round(exact) : exact);
}

void scale_fields(tuned_values& row, const device_ratios& by, bool same_architecture) {
  visit_fields(row, [&]<class Value>(const field& which, Value& value) {
    if constexpr (std::is_arithmetic_v<Value>) {
      if (which.how == dependence::multiprocessors) scale(value, by.multiprocessors);
      if (which.how == dependence::memory_speed) scale(value, by.memory_speed);
      if (which.how == dependence::architecture && !same_architecture) value = static_cast<Value>(never);
    }
  });
}

/// Makes the values of the measured device those of this device.
void derive(tuned_values& row, const exec::device_properties& device, const measured_device& measured) {
  const device_ratios by(device, measured);
  scale_fields(row, by, device.architecture == measured.architecture);
  if (device.memory_bytes != 0)
    row.workspace_bytes =
        std::clamp<std::size_t>(device.memory_bytes / 32, std::size_t{256} << 20, row.workspace_bytes);
  // A GPU does one double multiply-add for every two float multiply-adds, or for every 32 to 64.
  constexpr int slow_doubles = 8;
  if (device.fp32_per_fp64 > slow_doubles) row.batch.power = kernels::arithmetic::words;
  row.product.exact_total_limbs = least_exact_limbs(measured.values, rates_of(by));
  // A square modulo 2^p - 1 has the transforms of a product of p bits.
  if (row.product.exact_total_limbs != never)
    row.number_theory.exact_exponent = std::uint64_t{64} * row.product.exact_total_limbs;
}

std::string name_of(const std::string& device, const exec::device_properties& properties) {
  return concat(device, " (", properties.architecture, ", ", properties.multiprocessors, " multiprocessors)");
}

/// The measured device that is most like this one: of its kind, if possible of its architecture, then with
/// the closest number of multiprocessors, then with the closest speed of memory.
const measured_device& closest_to(const exec::device_properties& device) {
  const auto distance = [&](const measured_device* known) {
    const device_ratios by(device, *known);
    return std::tuple(known->is_gpu() != (device.backend == backend::cuda),
                      device.architecture != known->architecture, std::abs(std::log(by.multiprocessors)),
                      std::abs(std::log(by.memory_speed)));
  };
  return **std::ranges::min_element(measured_devices, {}, distance);
}

tuning row_of(const exec::device_properties& device) {
  const measured_device& known = closest_to(device);
  tuning row{known.values, known.memory_bytes};
  row.origin = std::string("measured on ") + known.name;
  if (!known.is_gpu()) return row;
  row.origin = "measured on " + name_of(known.name, known.properties());
  if (device.architecture != known.architecture || device.multiprocessors != known.multiprocessors) {
    derive(row, device, known);
    row.origin = "derived for " + name_of("a GPU", device) + " from what was " + row.origin;
  }
  // With warp instructions, products of bytes take 1.2 to 1.5 times as long.
  if (!device.warpgroup_products) row.batch.residue_powers = never;
  if (device.memory_bytes != 0) row.memory_bytes = device.memory_bytes;
  return row;
}

}  // namespace

tuning resolve_tuning(const exec::device_properties& device, const environment& asked) {
  return resolve_tuning(named_device{device, {}}, asked, {});
}

tuning resolve_tuning(const named_device& device, const environment& asked, const std::string& file) {
  tuning row = row_of(device.properties);
  load_tuning(device, asked, file, row);
  apply(asked, row);
  return row;
}

}  // namespace gbi::plan
