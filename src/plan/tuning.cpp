#include "src/plan/tuning.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <type_traits>

#include "src/plan/cost.hpp"
#include "src/plan/measured.hpp"

namespace gbi::plan {

namespace {

/// Scales numbers of problems, threads or blocks that fill a device.
class scaled {
 public:
  explicit scaled(double by) : by_(by) {}

  template <class... Values>
  void operator()(Values&... values) const {
    (scale(values), ...);
  }

 private:
  template <class Value>
  void scale(Value& value) const {
    const double exact = std::max(1.0, static_cast<double>(value) * by_);
    value = static_cast<Value>(std::is_integral_v<Value> ? std::round(exact) : exact);
  }
  double by_;
};

/// A model: every multiprocessor does as many integer operations as one of the measured device. Unknown
/// properties are taken from the measured device.
transform_rates rates_of(const exec::device_properties& device, const exec::device_properties& measured) {
  const auto ratio = [](double value, double known) { return value == 0 ? 1 : value / known; };
  const double operations = ratio(device.multiprocessors, measured.multiprocessors);
  const double memory = ratio(device.memory_bytes_per_second, measured.memory_bytes_per_second);
  return {.doubles = operations / memory * measured.fp32_per_fp64 / std::max(device.fp32_per_fp64, 1),
          .integers = operations / memory,
          .memory = memory};
}

/// Scales the values of the measured device to this device.
void derive(tuning& row, const exec::device_properties& device, const exec::device_properties& measured) {
  if (device.multiprocessors != 0)
    scaled(static_cast<double>(device.multiprocessors) / measured.multiprocessors)(
        row.product.schoolbook_limb_products, row.product.few_rows_512, row.product.few_rows_1024,
        row.product.verify_blocks, row.convolution.block_batch, row.convolution.byte_total_limbs,
        row.convolution.byte_limb_products, row.convolution.byte_blocks,
        row.division.column_sum_limb_products, row.batch.transform_batch, row.batch.busy_threads,
        row.batch.narrow_threads, row.batch.residue_blocks, row.number_theory.prime_tests,
        row.scan_4_bytes.full_grid, row.scan_8_bytes.full_grid);
  if (device.architecture != measured.architecture)
    row.batch.residue_powers = row.batch.byte_batch = row.convolution.byte_shorter_limbs =
        row.number_theory.byte_power_limbs = ~std::size_t{0};  // not measured
  if (device.memory_bytes_per_second != 0)
    scaled(device.memory_bytes_per_second / measured.memory_bytes_per_second)(
        row.product.cut_points, row.sharing.link_points, row.sharing.fixed_points);
  if (device.memory_bytes != 0)
    row.workspace_bytes =
        std::clamp<std::size_t>(device.memory_bytes / 32, std::size_t{256} << 20, row.workspace_bytes);
  // A GPU does one double multiply-add for every two float multiply-adds, or for every 32 to 64.
  constexpr int slow_doubles = 8;
  if (device.fp32_per_fp64 > slow_doubles) row.batch.power = kernels::arithmetic::words;
  row.product.exact_total_limbs = least_exact_limbs(rates_of(device, measured));
  // A square modulo 2^p - 1 has the transforms of a product of p bits.
  if (row.product.exact_total_limbs != never_exact)
    row.number_theory.exact_exponent = std::uint64_t{64} * row.product.exact_total_limbs;
}

std::string name_of(const std::string& device, const exec::device_properties& properties) {
  return device + " (" + properties.architecture + ", " + std::to_string(properties.multiprocessors) +
         " multiprocessors)";
}

tuning row_of(const exec::device_properties& device) {
  if (device.backend == backend::host) {
    measured_row row = measured_host();
    row.values.origin = "measured on " + row.device;
    return row.values;
  }
  measured_row row = measured_sm_90();
  const std::string measured = "measured on " + name_of(row.device, row.properties);
  const bool same = device.architecture == row.properties.architecture &&
                    device.multiprocessors == row.properties.multiprocessors;
  if (!same) derive(row.values, device, row.properties);
  // With warp instructions, products of bytes take 1.2 to 1.5 times as long.
  if (!device.warpgroup_products) row.values.batch.residue_powers = ~std::size_t{0};
  if (device.memory_bytes != 0) row.values.memory_bytes = device.memory_bytes;
  row.values.origin =
      same ? measured : "derived for " + name_of("a GPU", device) + " from what was " + measured;
  return row.values;
}

[[noreturn]] void refuse(const char* variable, const std::string& value, const std::string& instead) {
  throw std::invalid_argument(std::string(variable) + " is \"" + value + "\", not " + instead);
}

std::size_t word_limit_of(const std::string& text) {
  std::size_t limbs = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), limbs);
  constexpr std::size_t most = 1 << 20;
  if (error != std::errc{} || end != text.data() + text.size() || limbs > most)
    refuse("GPU_BIGINT_WORD_LIMIT", text, "0 to " + std::to_string(most) + " limbs");
  return limbs;
}

struct named_algorithm {
  algorithm how;
  std::string_view name;
};
constexpr named_algorithm named_algorithms[] = {{algorithm::automatic, "automatic"},
                                                {algorithm::schoolbook, "schoolbook"},
                                                {algorithm::fft, "fft"},
                                                {algorithm::exact, "exact"},
                                                {algorithm::bytes, "bytes"}};

std::string_view name_of(algorithm how) {
  return std::ranges::find(named_algorithms, how, &named_algorithm::how)->name;
}

verification verification_named(const std::string& how) {
  for (const verification known :
       {verification::off, verification::monitor, verification::residue, verification::all})
    if (how == name_of(known)) return known;
  refuse("GPU_BIGINT_VERIFICATION", how, "off, monitor, residue or all");
}

algorithm algorithm_named(const std::string& how) {
  for (const algorithm known : {algorithm::schoolbook, algorithm::fft, algorithm::exact})
    if (how == name_of(known)) return known;
  refuse("GPU_BIGINT_ALGORITHM", how, "schoolbook, fft or exact");
}

void obey(tuning& row, const environment& asked) {
  const auto note = [&](const char* variable, const std::string& value) {
    row.origin += std::string(", ") + variable + "=" + value;
  };
  if (const std::string& how = asked.algorithm; !how.empty()) {
    row.product.preferred = algorithm_named(how);
    note("GPU_BIGINT_ALGORITHM", how);
  }
  if (const std::string& how = asked.transforms; !how.empty()) {
    if (how != "doubles" && how != "integers") refuse("GPU_BIGINT_TRANSFORMS", how, "doubles or integers");
    row.product.exact_total_limbs = how == "integers" ? 0 : never_exact;
    row.number_theory.exact_exponent = how == "integers" ? 0 : ~std::uint64_t{0};
    note("GPU_BIGINT_TRANSFORMS", how);
  }
  if (const std::string& how = asked.verification; !how.empty()) {
    row.verification = verification_named(how);
    note("GPU_BIGINT_VERIFICATION", how);
  }
  if (const std::string& limit = asked.word_limit; !limit.empty()) {
    row.words = word_limits::of(word_limit_of(limit));
    note("GPU_BIGINT_WORD_LIMIT", limit);
  }
  if (const std::string& how = asked.modular_arithmetic; !how.empty()) {
    if (how != "doubles" && how != "words" && how != "residues")
      refuse("GPU_BIGINT_MODULAR_ARITHMETIC", how, "doubles, words or residues");
    constexpr std::size_t no_width = ~std::size_t{0};
    row.batch.residue_products = row.batch.residue_powers = how == "residues" ? 1 : no_width;
    row.batch.residue_blocks = 0;
    if (how != "residues")
      row.batch.product = row.batch.power =
          how == "words" ? kernels::arithmetic::words : kernels::arithmetic::doubles;
    note("GPU_BIGINT_MODULAR_ARITHMETIC", how);
  }
}

// The text of values. Structured bindings unpack the groups, so a new field that is not printed does not
// compile.
std::string_view name_of(kernels::arithmetic how) {
  return how == kernels::arithmetic::words ? "words" : "doubles";
}

class printer {
 public:
  explicit printer(const char* group) : group_(group) {}

  template <class Value>
  printer& operator()(const char* name, const Value& value) {
    text_ << group_ << '.' << name << ' ';
    if constexpr (std::is_enum_v<Value>)
      text_ << name_of(value);
    else if constexpr (std::is_same_v<Value, bool>)
      text_ << (value ? "yes" : "no");
    else if constexpr (std::is_same_v<Value, kernels::scan_shape>)
      text_ << value.threads << " threads of " << value.per_thread << " elements";
    else
      text_ << value;
    text_ << '\n';
    return *this;
  }
  std::string text() const { return text_.str(); }

 private:
  const char* group_;
  std::ostringstream text_;
};

std::string print(const word_limits& group) {
  const auto& [residence, product, quotient, power, root, text, prime, prime_search] = group;
  return printer("words")("residence", residence)("product", product)("quotient", quotient)("power", power)(
             "root", root)("text", text)("prime", prime)("prime_search", prime_search)
      .text();
}

std::string print(const product_tuning& group) {
  const auto& [preferred, exact, shorter, total, limb_products, verified, few_512, few_1024, blocks, repair,
               wrapped, kept, cut, moduli] = group;
  return printer("product")("preferred", preferred)("exact_total_limbs", exact)(
             "schoolbook_shorter_limbs", shorter)("schoolbook_total_limbs", total)(
             "schoolbook_limb_products", limb_products)("verified_total_limbs", verified)(
             "few_rows_512", few_512)("few_rows_1024", few_1024)("verify_blocks", blocks)(
             "repair_limb_products", repair)("wrapped_limbs", wrapped)("kept_limbs", kept)("cut_points", cut)(
             "moduli_limbs", moduli)
      .text();
}

std::string print(const sharing_tuning& group) {
  const auto& [least, link, fixed] = group;
  return printer("sharing")("least_limbs", least)("link_points", link)("fixed_points", fixed).text();
}

std::string print(const convolution_tuning& group) {
  const auto& [limb_products, batch, tiles, byte_shorter, byte_total, byte_products, byte_blocks] = group;
  return printer("convolution")("block_limb_products", limb_products)("block_batch", batch)("tiles", tiles)(
             "byte_shorter_limbs", byte_shorter)("byte_total_limbs", byte_total)(
             "byte_limb_products", byte_products)("byte_blocks", byte_blocks)
      .text();
}

std::string print(const division_tuning& group) {
  const auto& [quotient, reciprocal, column_sum, inverse_root] = group;
  return printer("division")("block_quotient_limbs", quotient)("reciprocal_limbs", reciprocal)(
             "column_sum_limb_products", column_sum)("inverse_root_limbs", inverse_root)
      .text();
}

std::string print(const batch_tuning& group) {
  const auto& [transforms, limbs, interleaved, busy, narrow, shortest, longest, byte_batch, bytes, low_bytes,
               product, power, residue_products, residue_powers, residue_blocks, single_warps, narrow_words] =
      group;
  return printer("batch")("transform_batch", transforms)("transform_limbs", limbs)(
             "interleaved_transform_limbs", interleaved)("busy_threads", busy)("narrow_threads", narrow)(
             "shortest_row_product", shortest)("longest_row_product", longest)("byte_batch", byte_batch)(
             "short_byte_run", bytes.short_run)("byte_run", bytes.run)(
             "low_short_byte_run", low_bytes.short_run)("low_byte_run", low_bytes.run)("product", product)(
             "power", power)("residue_products", residue_products)("residue_powers", residue_powers)(
             "residue_blocks", residue_blocks)("single_warps", single_warps)("narrow_words", narrow_words)
      .text();
}

std::string print(const number_theory_tuning& group) {
  const auto& [leaf, exact, power, byte_power, tests, sieved] = group;
  return printer("number_theory")("leaf_words", leaf)("exact_exponent", exact)("power_limbs", power)(
             "byte_power_limbs", byte_power)("prime_tests", tests)("sieved_numbers", sieved)
      .text();
}

std::string print(const char* name, const scan_tuning& group) {
  const auto& [shape, tiles, grid] = group;
  return printer(name)("shape", shape)("tiles_per_chunk", tiles)("full_grid", grid).text();
}

}  // namespace

std::string tuning::to_string() const {
  return origin + '\n' + print(words) + print(product) + print(sharing) + print(convolution) +
         print(division) + print(batch) + print(number_theory) + print("scan_4_bytes", scan_4_bytes) +
         print("scan_8_bytes", scan_8_bytes) + "workspace_bytes " + std::to_string(workspace_bytes) +
         "\nmemory_bytes " + std::to_string(memory_bytes) + "\nverification " +
         std::string(name_of(verification)) + '\n';
}

tuning resolve_tuning(const exec::device_properties& device, const environment& asked) {
  tuning row = row_of(device);
  obey(row, asked);
  return row;
}

}  // namespace gbi::plan
