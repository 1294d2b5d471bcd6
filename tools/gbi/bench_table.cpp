#include "tools/gbi/bench_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "tools/support/timing.hpp"

namespace program {

namespace {

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

std::string shown_time(const std::optional<double>& seconds) {
  return seconds ? support::shown_seconds(*seconds) : "-";
}

/// The text behind the name and a colon in the first line of a file that has them.
std::string line_of_file(const char* path, std::string_view name) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (line.rfind(name, 0) == 0)
      if (const std::size_t colon = line.find(": "); colon != std::string::npos)
        return line.substr(colon + 2);
  return "unknown";
}

std::string load_average() {
  std::array<double, 3> loads{};
  if (getloadavg(loads.data(), 3) != 3) return "unknown";
  return fmt::format("{:.2f} {:.2f} {:.2f}", loads[0], loads[1], loads[2]);
}

/// A member of the text of a tuning file, which knows the versions of CUDA; empty if it has none.
std::string member_of(const std::string& json, const std::string& name) {
  const std::string begin = '"' + name + "\": \"";
  const std::size_t at = json.find(begin);
  if (at == std::string::npos) return "";
  return json.substr(at + begin.size(), json.find('"', at + begin.size()) - at - begin.size());
}

}  // namespace

bench_table::bench_table(session& run, const std::vector<yardstick>& yardsticks)
    : run_(run),
      yardsticks_(yardsticks),
      form_(run.chosen().json     ? form::json
            : run.chosen().report ? form::report
                                  : form::lines),
      ascii_(run.chosen().ascii || !speaks_utf8()) {
  if (form_ == form::lines) begin_lines();
  if (form_ == form::report) begin_report();
}

void bench_table::add(std::string_view operation, std::uint64_t bits, double ours,
                      const std::vector<std::optional<double>>& others) {
  switch (form_) {
    case form::lines:
      return add_line(operation, bits, ours, others);
    case form::report:
      return add_report(operation, bits, ours, others);
    case form::json:
      return add_json(operation, bits, ours, others);
  }
}

void bench_table::finish() {
  if (form_ == form::json) run_.members().add("rows", rows_);
  if (form_ != form::report) return;
  text_ += "\nMedians of " + std::to_string(run_.chosen().repeat) +
           ", load average at the end: " + load_average() + ".";
  run_.put_text(text_);
}

void bench_table::begin_lines() {
  std::cout << "gbi " << gbi::version_string << " on " << support::shown_device(run_.context());
  std::cout << ", medians of " << run_.chosen().repeat << "; others on one thread\n";
  for (const yardstick& each : yardsticks_)
    if (!each.remark.empty()) std::cout << each.remark << '\n';
  std::string line = fmt::format("{:<10}{:>12}{:>12}", "operation", "bits", "gbi");
  for (const yardstick& each : yardsticks_) line += fmt::format("{:>14}", each.name);
  if (!yardsticks_.empty())
    line += "  speed-up over " + yardsticks_.front().name.substr(0, yardsticks_.front().name.find(' '));
  std::cout << line << std::endl;
}

void bench_table::begin_report() {
  const std::string file = run_.context().tuning_file({}), tuning = run_.context().tuning(),
                    driver = member_of(file, "driver");
  const auto line = [&](std::string_view name, std::string_view value) {
    text_ += fmt::format("| {} | {} |\n", name, value);
  };
  text_ = fmt::format("| gpu_bigint | {} |\n| --- | --- |\n", gbi::version_string);
  line("device", support::shown_device(run_.context()));
  if (!driver.empty()) line("CUDA", member_of(file, "cuda") + ", driver for " + driver);
  line("processor", line_of_file("/proc/cpuinfo", "model name"));
  line("compiler", GBI_COMPILER);
  line("date", member_of(file, "date"));
  line("load average at the start", load_average());
  line("tuning", tuning.substr(0, tuning.find('\n')));
  for (const yardstick& each : yardsticks_)
    line(each.name, each.remark.empty() ? "on one thread" : each.remark);
  text_ += "\n| operation | bits | gbi |";
  std::string rule = "\n| --- | ---: | ---: |";
  for (const yardstick& each : yardsticks_) {
    text_ += fmt::format(" {} |", each.name);
    rule += " ---: |";
  }
  if (!yardsticks_.empty()) {
    text_ += fmt::format(" over {} |", yardsticks_.front().name);
    rule += " ---: |";
  }
  text_ += rule + '\n';
}

void bench_table::add_line(std::string_view operation, std::uint64_t bits, double ours,
                           const std::vector<std::optional<double>>& others) {
  std::string line =
      fmt::format("{:<10}{:>12}{:>12}", operation, shown_bits(bits), support::shown_seconds(ours));
  for (const std::optional<double>& each : others) line += fmt::format("{:>14}", shown_time(each));
  if (!others.empty() && others.front()) {
    const double ratio = *others.front() / ours;
    line += fmt::format("{:>9}  {}", shown_ratio(ratio), bar(ratio, ascii_));
  }
  std::cout << line << std::endl;
}

void bench_table::add_report(std::string_view operation, std::uint64_t bits, double ours,
                             const std::vector<std::optional<double>>& others) {
  text_ += fmt::format("| {} | {} | {} |", operation, shown_bits(bits), support::shown_seconds(ours));
  for (const std::optional<double>& each : others) text_ += fmt::format(" {} |", shown_time(each));
  if (!others.empty())
    text_ += fmt::format(" {} |", others.front() ? shown_ratio(*others.front() / ours) : "-");
  text_ += '\n';
}

void bench_table::add_json(std::string_view operation, std::uint64_t bits, double ours,
                           const std::vector<std::optional<double>>& others) {
  json_object row, theirs;
  row.add("operation", operation);
  row.add("bits", bits);
  row.add("seconds", ours);
  for (std::size_t i = 0; i < others.size(); ++i)
    if (others[i]) theirs.add(yardsticks_[i].name, *others[i]);
  row.add("others", theirs);
  rows_.push_back(row);
}

}  // namespace program
