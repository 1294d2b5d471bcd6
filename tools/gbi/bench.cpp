/// \file
/// gbi bench: a table of times, next to those of other libraries.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string_view>

#include "tools/gbi/commands.hpp"
#include "tools/gbi/yardsticks.hpp"
#include "tools/support/timing.hpp"

namespace program {

namespace {

using gbi::gpu_bigint;

struct named_operation {
  std::string_view name;
  measured_operation what;
};
constexpr named_operation operations[] = {{"product", measured_operation::product},
                                          {"quotient", measured_operation::quotient},
                                          {"root", measured_operation::root},
                                          {"gcd", measured_operation::gcd},
                                          {"text", measured_operation::text}};

bool speaks_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const char* const value = std::getenv(name); value != nullptr && *value != '\0')
      return std::string_view(value).find("UTF-8") != std::string_view::npos ||
             std::string_view(value).find("utf8") != std::string_view::npos;
  return false;
}

/// A bar whose length is the logarithm of the ratio: one block for each factor of two.
std::string bar(double ratio, bool ascii) {
  constexpr int most = 12;
  const double length = std::clamp(std::log2(ratio), 0.0, static_cast<double>(most));
  const int eighths = static_cast<int>(std::lround(8 * length));
  if (ascii) return std::string(static_cast<std::size_t>((eighths + 4) / 8), '#');
  std::string result;
  for (int i = 0; i < eighths / 8; ++i) result += "█";
  constexpr std::string_view parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  return result.append(parts[eighths % 8]);
}

std::string shown_ratio(double ratio) {
  return fmt::format("{:.{}f}x", ratio, ratio < 10 ? 2 : ratio < 100 ? 1 : 0);
}

/// "2^20" or "1,000,000"
std::string shown_bits(std::uint64_t bits) {
  if (bits >= 1024 && (bits & (bits - 1)) == 0)
    return fmt::format("2^{}", std::lround(std::log2(static_cast<double>(bits))));
  return support::shown_count(bits);
}

double seconds_of_ours(const gbi::context& context, measured_operation what, const bench_operands& with,
                       int repeat) {
  const auto wait = [&] { context.synchronize(); };
  gpu_bigint result;
  std::string text;
  switch (what) {
    case measured_operation::product:
      return seconds_of_one(
          repeat, [&] { result = with.a * with.b; }, wait);
    case measured_operation::quotient:
      return seconds_of_one(
          repeat, [&] { result = gbi::div_rem(with.twice, with.a).quotient; }, wait);
    case measured_operation::root:
      return seconds_of_one(
          repeat, [&] { result = gbi::isqrt(with.twice); }, wait);
    case measured_operation::gcd:
      return seconds_of_one(
          repeat, [&] { result = gbi::gcd(with.a, with.b); }, wait);
    case measured_operation::text:
      return seconds_of_one(
          repeat, [&] { text = with.a.to_string(); }, wait);
  }
  return 0;
}

std::vector<std::uint64_t> sizes(const session& run) {
  std::vector<std::uint64_t> bits;
  for (const std::string& each : run.chosen().operands) bits.push_back(run.word(each, "the size"));
  if (bits.empty())
    for (const int exponent : {10, 14, 18, 22, 24, 26})
      if (exponent <= 22 || run.context().backend() == gbi::backend::cuda)
        bits.push_back(std::uint64_t{1} << exponent);
  for (const std::uint64_t each : bits)
    if (each < 64 || each > std::uint64_t{1} << 34)
      throw usage_error("bench: sizes are 64 to 2^34 bits, not " + support::shown_count(each));
  return bits;
}

bench_operands operands_of(std::uint64_t bits) {
  gbi::random_engine random(bits);
  const auto exactly = [&](std::uint64_t size) {  // for odd numbers of full length
    const gpu_bigint ends = (gpu_bigint(1) << static_cast<std::int64_t>(size - 1)) + 1;
    return ends + (random.bits(size - 2) << 1);
  };
  return {exactly(bits), exactly(bits), exactly(2 * bits)};
}

/// The lines of the table, and the members of the JSON array.
class table {
 public:
  table(const session& run, const std::vector<yardstick>& yardsticks)
      : json_(run.chosen().json), ascii_(run.chosen().ascii || !speaks_utf8()), yardsticks_(yardsticks) {
    if (json_) return;
    std::cout << "gbi " << gbi::version_string << " on " << support::shown_device(run.context());
    std::cout << ", medians of " << run.chosen().repeat << "; others on one thread\n";
    for (const yardstick& each : yardsticks)
      if (!each.remark.empty()) std::cout << each.remark << '\n';
    std::string line = fmt::format("{:<10}{:>12}{:>12}", "operation", "bits", "gbi");
    for (const yardstick& each : yardsticks) line += fmt::format("{:>14}", each.name);
    if (!yardsticks.empty())
      line += "  speed-up over " + yardsticks.front().name.substr(0, yardsticks.front().name.find(' '));
    std::cout << line << std::endl;
  }

  void add(std::string_view operation, std::uint64_t bits, double ours,
           const std::vector<std::optional<double>>& others) {
    json_object row;
    row.add("operation", operation);
    row.add("bits", bits);
    row.add("seconds", ours);
    std::string line =
        fmt::format("{:<10}{:>12}{:>12}", operation, shown_bits(bits), support::shown_seconds(ours));
    json_object theirs;
    for (std::size_t i = 0; i < others.size(); ++i) {
      line += fmt::format("{:>14}", others[i] ? support::shown_seconds(*others[i]) : "-");
      if (others[i]) theirs.add(yardsticks_[i].name, *others[i]);
    }
    row.add_raw("others", theirs.text());
    if (!others.empty() && others.front()) {
      const double ratio = *others.front() / ours;
      line += fmt::format("{:>9}  {}", shown_ratio(ratio), bar(ratio, ascii_));
    }
    rows_ += (rows_.empty() ? "" : ", ") + row.text();
    if (!json_) std::cout << line << std::endl;
  }

  std::string json() const { return "[" + rows_ + "]"; }

 private:
  bool json_, ascii_;
  const std::vector<yardstick>& yardsticks_;
  std::string rows_;
};

}  // namespace

void run_bench(session& run) {
  const std::vector<std::uint64_t> bits = sizes(run);
  const auto& names = run.chosen().operations;
  std::vector<named_operation> wanted;
  for (const named_operation& each : operations)
    if (names.empty() || std::find(names.begin(), names.end(), each.name) != names.end())
      wanted.push_back(each);

  const std::vector<yardstick> yardsticks = find_yardsticks(run.context());
  table results(run, yardsticks);
  const auto shown = run.showing("measuring");
  double done = 0;
  const auto total = static_cast<double>(wanted.size() * bits.size());
  for (const named_operation& operation : wanted)
    for (const std::uint64_t size : bits) {
      const bench_operands operands = operands_of(size);
      const double ours = seconds_of_ours(run.context(), operation.what, operands, run.chosen().repeat);
      std::vector<std::optional<double>> others;
      others.reserve(yardsticks.size());
      for (const yardstick& each : yardsticks)
        others.push_back(each.seconds(operation.what, operands, run.chosen().repeat));
      results.add(operation.name, size, ours, others);
      shown->advance_to(++done, total);
    }
  run.members().add_raw("rows", results.json());
}

}  // namespace program
