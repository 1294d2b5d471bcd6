/// \file
/// gbi info and gbi plan: the device on which the library computes, and how it computes.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <sstream>

#include "tools/gbi/commands.hpp"
#include "tools/gbi/device_memory.hpp"
#include "tools/support/number_size.hpp"
#include "tools/support/timing.hpp"

namespace program {

namespace {

using gbi::gpu_bigint;

constexpr int most_devices = 64;

struct device_report {
  gbi::context context;
  double upload, download;  ///< bytes per second
};

/// Copies a number of 64 MiB to the device and back.
device_report measured(const gbi::context& context) {
  const gbi::scoped_context use(context);
  constexpr std::size_t bytes = std::size_t{1} << 26;
  std::vector<std::uint64_t> limbs(bytes / sizeof(std::uint64_t), 0x5555'5555'5555'5555);
  gpu_bigint number;
  const auto upload = support::median_seconds(5, true, [&] {
    number = gpu_bigint::from_limbs(limbs);
    context.synchronize();
  });
  const auto download = support::median_seconds(5, true, [&] { limbs = number.to_limbs(); });
  return {context, bytes / upload.median, bytes / download.median};
}

std::string shown_bytes(std::size_t bytes) {
  return fmt::format("{:.1f} GiB", static_cast<double>(bytes) / 0x1p30);
}

std::optional<device_memory> memory_of(const gbi::context& context) {
  if (context.backend() == gbi::backend::cuda) return memory_of_device(context.device());
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
  return device_memory{page * static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)),
                       page * static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES))};
}

void build_options(std::vector<std::pair<std::string, std::string>>& lines) {
  lines.emplace_back("version", std::string(gbi::version_string));
  lines.emplace_back("compiler", GBI_COMPILER);
  lines.emplace_back("build type", GBI_BUILD_TYPE);
  lines.emplace_back("host kernels for", GBI_HOST_ARCH);
#if defined(GBI_CUDA_VERSION)
  lines.emplace_back("CUDA", GBI_CUDA_VERSION);
#else
  lines.emplace_back("CUDA", "not built in");
#endif
#if defined(GBI_WITH_GMP)
  lines.emplace_back("GMP for bench", "built in");
#else
  lines.emplace_back("GMP for bench", "not built in");
#endif
}

/// The first line of a tuning, which says where its values come from, and the others.
std::pair<std::string, std::string> origin_and_limits(const gbi::context& context) {
  const std::string text = context.tuning();
  const std::size_t end = text.find('\n');
  return {text.substr(0, end), text.substr(end + 1)};
}

json_object json_of(const device_report& report) {
  json_object device;
  device.add("backend", report.context.backend() == gbi::backend::cuda ? "cuda" : "host");
  device.add("ordinal", report.context.device());
  device.add("name", report.context.device_name());
  const auto memory = memory_of(report.context);
  if (memory) device.add("memory_bytes", memory->total);
  if (memory) device.add("free_memory_bytes", memory->free);
  device.add("upload_bytes_per_second", report.upload);
  device.add("download_bytes_per_second", report.download);
  device.add("tuning", report.context.tuning());
  return device;
}

/// A description of a product: what is computed, where, and why it is exact.
std::string explained(const gbi::product_plan& plan) {
  if (plan.in_words)
    return "The numbers are short. The calling thread multiplies them in host words at once, without the "
           "device.";
  if (plan.how == gbi::algorithm::schoolbook)
    return std::string("The device sums the columns of the product in integers, so nothing is rounded. ") +
           (plan.in_block ? "One block of threads does it in one launch."
                          : "Blocks of threads share the columns.");
  if (plan.how == gbi::algorithm::bytes)
    return "The device sums the columns of the product of bytes on its tensor cores, so nothing is rounded. "
           "Blocks of threads share the columns.";
  if (plan.how == gbi::algorithm::exact)
    return fmt::format(
        "Each number is cut into digits of {} bits. Transforms modulo 2^31 - 1 and 2^61 - 1 have {} points "
        "and read and write memory {} times. The products are made point by point and transformed back. "
        "The Chinese remainder theorem finds the coefficients, and carries are added. Nothing is rounded.",
        plan.digit_bits, support::shown_count(plan.points), plan.passes);
  std::string text;
  if (plan.pieces > 1)
    text += fmt::format(
        "The longer number is cut into {} pieces. The shorter one is transformed once for all of them. ",
        plan.pieces);
  text += fmt::format(
      "Each number is cut into digits of {} bits, two of which make one complex number. A transform in "
      "double precision has {} points and reads and writes memory {}. The product is made point by point, "
      "transformed back and rounded, and carries are added. ",
      plan.digit_bits, support::shown_count(plan.points),
      plan.passes == 1   ? "once"
      : plan.passes == 2 ? "twice"
                         : fmt::format("{} times", plan.passes));
  text +=
      plan.verified
          ? "The digits are wider than is proven exact for every input: the device checks the distance of "
            "each coefficient to an integer and the product modulo a random prime, and computes again what "
            "does not pass."
          : "The digits are so narrow that the rounding error is proven to stay below one half.";
  return text;
}

/// Breaks text into lines of at most 100 characters.
std::string wrapped(const std::string& text) {
  constexpr std::size_t most = 100;
  std::istringstream words(text);
  std::string result, word;
  for (std::size_t column = 0; words >> word;) {
    if (column > 0 && column + 1 + word.size() > most) {
      result += '\n';
      column = 0;
    }
    result += (column > 0 ? " " : "") + word;
    column += (column > 0 ? 1 : 0) + word.size();
  }
  return result;
}

}  // namespace

void run_info(session& run) {
  std::vector<device_report> devices;
  std::string why;
  {
    const auto shown = run.showing("measuring copies");
    for (int i = 0; i < most_devices && gbi::is_available(gbi::backend::cuda, i); ++i)
      devices.push_back(measured(gbi::context(gbi::backend::cuda, i)));
    if (devices.empty()) why = gbi::why_unavailable(gbi::backend::cuda);
    devices.push_back(measured(gbi::context(gbi::backend::host)));
  }
  std::vector<std::pair<std::string, std::string>> lines;
  build_options(lines);
  if (!why.empty()) lines.emplace_back("no GPU", why);
  lines.emplace_back("computes on", support::shown_device(run.context()));

  if (run.chosen().json) {
    for (const auto& [name, value] : lines) {
      std::string key = name;
      std::replace(key.begin(), key.end(), ' ', '_');
      run.members().add(key, value);
    }
    std::vector<json_object> all;
    all.reserve(devices.size());
    for (const device_report& each : devices) all.push_back(json_of(each));
    run.members().add("devices", all);
    return;
  }
  for (const auto& [name, value] : lines) std::cout << fmt::format("{:<20}{}\n", name, value);
  for (const device_report& each : devices) {
    std::cout << '\n' << support::shown_device(each.context) << '\n';
    if (const auto memory = memory_of(each.context))
      std::cout << fmt::format("{:<20}{}, {} free\n", "  memory", shown_bytes(memory->total),
                               shown_bytes(memory->free));
    std::cout << fmt::format("{:<20}{:.1f} GB/s\n{:<20}{:.1f} GB/s\n", "  copies to it", each.upload / 1e9,
                             "  copies back", each.download / 1e9);
    std::cout << fmt::format("{:<20}{}\n", "  tuning", origin_and_limits(each.context).first);
  }
  std::cout << "\nlimits of " << support::shown_device(run.context()) << '\n'
            << origin_and_limits(run.context()).second;
}

void run_plan(session& run) {
  const auto& sizes = run.chosen().operands;
  const std::uint64_t first = run.word(sizes.at(0), "the size"),
                      second = sizes.size() > 1 ? run.word(sizes[1], "the size") : first;
  constexpr std::uint64_t longest = std::uint64_t{1} << 36;
  for (const std::uint64_t each : {first, second})
    if (each == 0 || each > longest)
      throw usage_error("plan: sizes are 1 to 2^36 bits, not " + support::shown_count(each));
  const auto of_size = [](std::uint64_t bits) {
    return gpu_bigint(1) << static_cast<std::int64_t>(bits - 1);
  };
  const gbi::product_plan plan = gbi::plan_product(of_size(first), of_size(second));
  run.members().add("bits_a", first);
  run.members().add("bits_b", second);
  run.members().add("plan", plan.to_string());
  run.members().add("points", plan.points);
  run.members().add("digit_bits", plan.digit_bits);
  run.members().add("passes", plan.passes);
  run.members().add("pieces", plan.pieces);
  run.members().add("verified_product", plan.verified);
  run.members().add("in_host_words", plan.in_words);
  run.members().add("explanation", explained(plan));
  if (run.chosen().json) return;
  std::cout << support::shown_count(first) << " bits times " << support::shown_count(second) << " bits on "
            << support::shown_device(run.context()) << ": " << plan.to_string() << "\n\n"
            << wrapped(explained(plan)) << '\n';
}

}  // namespace program
